"""Several processes write at once, and one of them is killed: what was acknowledged is there."""

import subprocess
import sys
from pathlib import Path

import pytest

from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.databases import memory_of
from tests.support.examples import choose
from tests.support.memories import Notebook

COUNT = choose(1_000)
KILLED_AFTER = choose(300)

WRITER = """
import sys
from pathlib import Path
from ripplegraph.memory.clock import get_now
from tests.support.memories import Notebook
root, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
notebook = Notebook(root, get_now)
for number in range(count):
    done = notebook.remember(f"{name} found out that lamp {number} is on", session=name)
    print(number, done.id, flush=True)
"""


def start_writer(root: Path, name: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(root), name, str(COUNT)],
        stdout=subprocess.PIPE,
        text=True,
    )


def read_acknowledged(process: "subprocess.Popen[str]", most: int) -> dict[int, str]:
    """Read what a writer acknowledges, up to a number of lines."""
    assert process.stdout is not None
    acknowledged = {}
    for line in process.stdout:
        if line.endswith("\n"):
            number, memory_id = line.split()
            acknowledged[int(number)] = memory_id
        if len(acknowledged) == most:
            break
    return acknowledged


@pytest.mark.walk
def test_nothing_acknowledged_is_lost_and_nothing_comes_twice(tmp_path: Path) -> None:
    first, second = start_writer(tmp_path, "first"), start_writer(tmp_path, "second")
    kept = read_acknowledged(second, KILLED_AFTER)
    second.kill()
    kept |= read_acknowledged(second, COUNT)
    assert second.wait() != 0
    restarted = start_writer(tmp_path, "second")
    expected = {
        "first": read_acknowledged(first, COUNT),
        "second": read_acknowledged(restarted, COUNT),
    }
    assert (first.wait(), restarted.wait()) == (0, 0)
    assert len(kept) >= KILLED_AFTER
    assert kept.items() <= expected["second"].items()
    memories = Notebook(tmp_path).service.list(MemoryFilter(), limit=None).memories
    assert {memory.id: memory.content for memory in memories} == {
        memory_id: f"{name} found out that lamp {number} is on"
        for name, ids in expected.items()
        for number, memory_id in ids.items()
    }
    assert len(memories) == 2 * COUNT
    with open_for_reading(memory_of(tmp_path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        added = connection.execute("SELECT count(*) FROM memory_events WHERE action = 'add'")
        assert added.fetchone() == (2 * COUNT,)
