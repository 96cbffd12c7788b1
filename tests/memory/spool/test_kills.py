"""Processes that spool and merge at the same time, or are killed: nothing is lost or doubled."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from ripplegraph.store.integrity import inspect_database
from ripplegraph.store.spool.spool_file import TORN
from tests.support.databases import dump
from tests.support.examples import choose
from tests.support.permissions import change_modes, obey_permissions
from tests.support.spools import Worktrees, cause

COUNT = 40

START = """
import os, signal, sys
from pathlib import Path
from ripplegraph.memory.clock import get_now
from ripplegraph.store.spool import spool_file
from tests.support.memories import Notebook
notebook = Notebook(Path(sys.argv[1]), get_now, Path(sys.argv[2]))
def die(*_, **__): os.kill(os.getpid(), signal.SIGKILL)
"""
WRITE = """
name = sys.argv[3]
for number in range(int(sys.argv[4])):
    done = notebook.remember(f"{name} found out that lamp {number} is on", session=name)
    print(number, done.id, int(done.spooled), flush=True)
"""
READ = """
print(notebook.service.list(None, limit=None).matched)
"""
HALF_A_LINE = """
write = os.write
def write_half(descriptor, data):
    write(descriptor, data[: len(data) // 2])
    die()
os.write = write_half
"""
BEFORE_THE_COMMIT = """
from ripplegraph.memory.spool import replay
apply_all = replay.replay
def replay_and_die(*arguments, **named):
    apply_all(*arguments, **named)
    die()
replay.replay = replay_and_die
"""
BEFORE_THE_REMOVAL = "spool_file.SpoolFile.remove = die\n"
AFTER_THE_REMOVAL = """
remove = spool_file.SpoolFile.remove
def remove_and_die(self):
    remove(self)
    die()
spool_file.SpoolFile.remove = remove_and_die
"""

Process: TypeAlias = "subprocess.Popen[str]"


@pytest.fixture
def both(tmp_path: Path) -> Worktrees:
    worktrees = Worktrees(tmp_path)
    worktrees.home.remember("The lamp is red.")
    return worktrees


def start(both: Worktrees, script: str, *arguments: str, bound: bool = False) -> Process:
    """Run a script in the worktree that is away."""
    before_start = obey_permissions() if bound else None
    places = (str(both.away.root), str(both.shared))
    return subprocess.Popen(
        [sys.executable, "-c", START + script, *places, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=before_start,  # noqa: PLW1509
    )


def read_acknowledged(process: Process, most: int = COUNT) -> dict[str, str]:
    """Read which texts a process says are remembered under which id."""
    found = {}
    assert process.stdout is not None
    for line in process.stdout:
        if line.endswith("\n"):
            number, memory_id, _ = line.split()
            found[memory_id] = number
        if len(found) == most:
            break
    return found


def spool_some(both: Worktrees, count: int = 5) -> dict[str, str]:
    change_modes(both.shared, writable=False)
    process = start(both, WRITE, "away", str(count), bound=True)
    found = read_acknowledged(process)
    assert process.wait() == 0
    change_modes(both.shared, writable=True)
    assert len(both.spool.read().changes) == len(found) == count
    return found


def assert_all_there(both: Worktrees, acknowledged: dict[str, str]) -> None:
    """Check that everything that was acknowledged was merged, and just once."""
    both.merge()
    found = both.read()
    assert set(acknowledged) <= set(found)
    assert len(found) == len(acknowledged) + 1
    events = both.home.service.get_log(after=None, action=None, limit=10_000).events
    assert set(Counter(event.memory_id for event in events).values()) == {1}
    assert not inspect_database(both.home.database).damage


@pytest.mark.required
def test_two_processes_spool_and_one_is_killed(both: Worktrees) -> None:
    change_modes(both.shared, writable=False)
    first = start(both, WRITE, "first", str(COUNT), bound=True)
    second = start(both, WRITE, "second", str(COUNT), bound=True)
    kept = read_acknowledged(second, COUNT // 4)
    second.kill()
    kept |= read_acknowledged(second)
    assert second.wait() != 0
    kept |= read_acknowledged(first)
    assert first.wait() == 0
    waiting = both.spool.read()
    spooled = {row.memory_id for change in waiting.changes for row in change.recording.rows}
    assert set(kept) <= spooled
    # One may have been written and not acknowledged any more when its process was killed.
    assert len(spooled) - len(kept) in (0, 1)
    assert sorted(change.number for change in waiting.changes) == [*range(1, len(spooled) + 1)]
    change_modes(both.shared, writable=True)
    assert_all_there(both, dict.fromkeys(spooled, ""))


@pytest.mark.required
def test_a_kill_in_the_middle_of_a_line(both: Worktrees) -> None:
    acknowledged = spool_some(both)
    change_modes(both.shared, writable=False)
    assert start(both, HALF_A_LINE + WRITE, "half", "1", bound=True).wait() == -signal.SIGKILL
    assert both.spool.read().torn is not None
    more = start(both, WRITE, "more", "3", bound=True)
    acknowledged |= read_acknowledged(more)
    assert more.wait() == 0
    change_modes(both.shared, writable=True)
    assert_all_there(both, acknowledged)
    (scrap,) = both.spool.read_aside()
    assert scrap.reason == TORN
    assert "half found out" in scrap.text


@pytest.mark.required
@pytest.mark.parametrize(
    ("script", "is_left"),
    [(BEFORE_THE_COMMIT, True), (BEFORE_THE_REMOVAL, True), (AFTER_THE_REMOVAL, False)],
    ids=["before the commit", "before the removal", "after the removal"],
)
def test_a_kill_during_a_merge(both: Worktrees, script: str, is_left: bool) -> None:
    (known,) = both.read()
    acknowledged = spool_some(both)
    with both.keep_out():
        both.away.service.confirm(known, source="agent_explicit", **cause())
    assert start(both, script + READ).wait() == -signal.SIGKILL
    assert both.spool.exists() == is_left
    # More may be spooled, and others may write, before the next chance to merge.
    change_modes(both.shared, writable=False)
    more = start(both, WRITE, "more", "3", bound=True)
    acknowledged |= read_acknowledged(more)
    assert more.wait() == 0
    change_modes(both.shared, writable=True)
    both.home.service.confirm(known, source="agent_explicit", **cause("bob"))
    both.merge()
    assert both.read()[known].confirmations == 2
    assert [event.action for event in both.tell(known)] == ["add", "confirm", "confirm"]
    assert set(both.read()) == {known, *acknowledged}


@pytest.mark.walk
@pytest.mark.required
def test_merges_that_are_killed_at_random_moments(both: Worktrees) -> None:
    random = Random(7)  # noqa: S311
    acknowledged: dict[str, str] = {}
    died = 0
    begin = time.perf_counter()
    assert start(both, READ).wait() == 0
    usual = time.perf_counter() - begin
    for round_number in count():
        with both.keep_out():
            for number in range(3):
                text = f"Round {round_number} found lamp {number} on"
                acknowledged[both.away.remember(text).id] = text
        process = start(both, READ)
        time.sleep(usual * random.triangular(0.5, 1.2, 0.9))
        ended = process.poll() is not None
        died += not ended
        usual *= 0.7 if ended else 1
        process.kill()
        process.wait()
        if round_number >= choose(7, fewest=3) and died:
            break
    assert_all_there(both, acknowledged)
    before = dump(both.home.database)
    both.merge()
    assert dump(both.home.database) == before


@pytest.mark.required
def test_processes_that_merge_at_once(both: Worktrees) -> None:
    acknowledged = spool_some(both, 12)
    readers = [start(both, READ) for _ in range(4)]
    seen = [reader.communicate()[0] for reader in readers]
    assert [int(text) for text in seen] == [13] * 4
    assert not both.spool.exists()
    assert_all_there(both, acknowledged)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root passes over permissions")
def test_one_process_merges_while_another_one_spools(both: Worktrees) -> None:
    change_modes(both.shared, writable=False)
    writer = start(both, WRITE, "away", str(COUNT), bound=True)
    while writer.poll() is None:
        # Not bound by permissions: this merges what there is so far.
        both.away.service.list(None, limit=None)
    acknowledged = read_acknowledged(writer)
    assert writer.wait() == 0
    assert len(acknowledged) == COUNT
    change_modes(both.shared, writable=True)
    assert_all_there(both, acknowledged)
