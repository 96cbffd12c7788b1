"""A process that is killed while memories follow the code leaves nothing that is not repaired."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.support.chronicle import python_story
from tests.support.chronicle.telling import Teller, call_ripple
from tests.support.standings import Witness
from tests.support.walks import Walk

POINTS = {
    "before anything is followed": ("ripplegraph.memory.freshness.keeping", "Keeper.follow"),
    "before moves are written": ("ripplegraph.memory.freshness.keeping", "record_moves"),
    "after moves are written": ("ripplegraph.memory.freshness.keeping", "open_for_writing"),
    "in the middle of the states": ("ripplegraph.memory.freshness.keeping", "write_reached"),
    "before the end of the states": ("ripplegraph.memory.freshness.keeping", "write_cursor"),
}
TITLES = (
    "a file is renamed and edited",
    "a function moves to another file",
    "a folder moves",
    "a parameter more",
    "a dependency two steps away",
)
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


@pytest.mark.parametrize("repair", ["scan", "sweep", "show"])
@pytest.mark.parametrize("point", POINTS)
def test_what_a_kill_leaves_is_repaired(tmp_path: Path, point: str, repair: str) -> None:
    teller = Teller(tmp_path, python_story.STORY)
    teller.begin()
    call_ripple(tmp_path, "scan")
    # Which chapter is told with which point does not matter, as long as each is told.
    turn = [*POINTS].index(point) + len(repair)
    title = TITLES[turn % len(TITLES)]
    (chapter,) = [item for item in teller.story.chapters if item.title == title]
    teller.commit(chapter)
    run_and_die(tmp_path, point, "scan")
    if repair == "show":
        found = {name: teller.show(name) for name in teller.ids}
    else:
        call_ripple(tmp_path, repair)
        found = teller.read()
    assert not teller.find_surprises(found, chapter.outcomes), title
    log = call_ripple(tmp_path, "memories", "log", "--action", "move", "--limit", "1000")["events"]
    moves = [(event["memory_id"], event["reason"]) for event in log]
    assert len(moves) == len(set(moves)), "no move is told twice"
    teller.revert()
    call_ripple(tmp_path, "scan")
    assert not teller.find_surprises(teller.read(), {}), title


def test_kills_at_any_moment(tmp_path: Path) -> None:
    editor, _ = Walk(8, ("python",)).start(tmp_path)
    witness = Witness(editor.root, tmp_path / "witness", 8)
    witness.learn(10)
    random = Random(9)  # noqa: S311
    died = 0
    for number in range(8):
        editor.step(number)
        process = subprocess.Popen(
            [sys.executable, "-m", "ripplegraph", "scan"],
            cwd=editor.root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            process.wait(random.uniform(0.1, 0.6))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            died += 1
        assert not witness.find_differences(), number
    assert died
