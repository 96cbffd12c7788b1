"""A process that is killed while memories follow the code leaves nothing that is not repaired."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tests.support.chronicle.telling import Teller, call_ripple
from tests.support.examples import choose
from tests.support.standings import Witness
from tests.support.walks import Walk

POINTS = {
    "before anything is followed": (
        "ripplegraph.memory.freshness.update",
        "FreshnessUpdater.follow",
    ),
    "before moves are written": ("ripplegraph.memory.freshness.update", "record_moves"),
    "after moves are written": ("ripplegraph.memory.freshness.update", "open_for_writing"),
    "in the middle of the states": ("ripplegraph.memory.freshness.update", "write_reached"),
    "before the end of the states": ("ripplegraph.memory.freshness.update", "write_cursor"),
}
REPAIRS = ("scan", "sweep", "show")
TITLES = (
    "a file is renamed and edited",
    "a function moves to another file",
    "a folder moves",
    "a dependency two steps away",
)
# Each moment with each repair and each change, though not all of them together.
CASES = [
    pytest.param(
        *(point, repair, TITLES[(at + turn) % len(TITLES)]),
        marks=() if turn == at % len(REPAIRS) else pytest.mark.slow,
    )
    for at, point in enumerate(POINTS)
    for turn, repair in enumerate(REPAIRS)
    if (at + turn) % 2 == 0
]
DIE = """
import importlib, os, signal, sys
module, _, names = sys.argv[1].partition(":")
place = importlib.import_module(module)
*owners, name = names.split(".")
for owner in owners:
    place = getattr(place, owner)
setattr(place, name, lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
from ripplegraph.cli.main import main
main(sys.argv[2:])
"""


def run_and_die(root: Path, point: str, *arguments: str) -> None:
    """Run the command in a process that is killed when it gets to a certain function."""
    done = subprocess.run(
        [sys.executable, "-c", DIE, ":".join(POINTS[point]), "-C", str(root), *arguments],
        capture_output=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done


@pytest.mark.parametrize(("point", "repair", "title"), CASES)
def test_what_a_kill_leaves_is_repaired(
    begin: Callable[[str], Teller], point: str, repair: str, title: str
) -> None:
    teller = begin("python")
    call_ripple(teller.root, "scan")
    (chapter,) = [item for item in teller.story.chapters if item.title == title]
    teller.commit(chapter)
    run_and_die(teller.root, point, "scan")
    if repair == "show":
        found = {name: teller.show(name) for name in teller.ids}
    else:
        call_ripple(teller.root, repair)
        found = teller.read()
    assert not teller.find_surprises(found, chapter.outcomes), title
    log = call_ripple(teller.root, "memories", "log", "--action", "move", "--limit", "1000")[
        "events"
    ]
    moves = [(event["memory_id"], event["reason"]) for event in log]
    assert len(moves) == len(set(moves)), "no move is told twice"
    teller.revert()
    call_ripple(teller.root, "scan")
    assert not teller.find_surprises(teller.read(), {}), title


@pytest.mark.walk
def test_kills_at_any_moment(tmp_path: Path) -> None:
    editor, _ = Walk(8, ("python",)).start(tmp_path)
    witness = Witness(editor.root, tmp_path / "witness", 8)
    witness.learn(10)
    random = Random(9)  # noqa: S311
    died, longest = 0, 0.6
    for number in count():
        editor.step(number)
        process = subprocess.Popen(
            [sys.executable, "-m", "ripplegraph", "scan"],
            cwd=editor.root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            process.wait(random.uniform(0, longest))
            longest *= 0.7
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            died += 1
        assert not witness.find_differences(), number
        if number >= choose(7, fewest=3) and died:
            break
