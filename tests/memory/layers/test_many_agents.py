"""Several processes write at once: one value stands under a key, and no episode is lost."""

import subprocess
import sys
from pathlib import Path

import pytest

from ripplegraph.store.connection import open_for_reading
from tests.support.databases import memory_of
from tests.support.layers import Office

COUNT = 40
WRITER = """
import sys
from pathlib import Path
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.work.access import Actor
from tests.support.layers import Office
office, by = Office(Path(sys.argv[1]), get_now), Actor(sys.argv[2], "orchestrator")
for number in range(int(sys.argv[3])):
    office.know("lamp", f"{by.name} {number}", by, category="fact")
    office.log("t1", "attempted", f"{by.name} {number}", by)
"""


@pytest.mark.slow
def test_one_value_stands_and_every_episode_is_there(tmp_path: Path) -> None:
    names = ("first", "second", "third")
    started = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name, str(COUNT)])
        for name in names
    ]
    assert [process.wait() for process in started] == [0, 0, 0]
    office = Office(tmp_path)
    answer = office.ask("lamp", "fact")
    assert answer.entry is not None
    assert answer.alternatives == ()
    assert answer.entry.value.endswith(str(COUNT - 1))
    said = {event.after["content"] for event in office.memories.get_log(
        after=None, action=None, limit=1_000).events if event.after}  # fmt: skip
    expected = {f"{name} {number}" for name in names for number in range(COUNT)}
    assert said == expected
    assert {episode.approach for episode in office.episodes()} == expected
    with open_for_reading(memory_of(tmp_path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
