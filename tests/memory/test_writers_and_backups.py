"""Eight processes in two worktrees write memories while backups are made: nothing is lost."""

import subprocess
import sys
from pathlib import Path

from ripplegraph.store.backups.backup_health import find_fault
from ripplegraph.store.backups.backup_list import find_backups
from ripplegraph.store.integrity import inspect_database
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.memories import Notebook

NAMES = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus", "hal")
EACH = 25
WRITER = """
import sys
from pathlib import Path
from ripplegraph.memory.clock import get_now
from tests.support.databases import memory_of
from tests.support.memories import Notebook
root, shared, name, count = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
class Patient(Notebook):
    database = memory_of(root, git_common_dir=shared)._replace(busy_timeout_ms=300_000)
notebook = Patient(root, get_now, shared)
for number in range(count):
    notebook.remember(f"{name} found out that lamp {number} is on", session=name)
"""
BACKUPS = """
import sys
from pathlib import Path
from ripplegraph.store.backups.backup import make_backup
from tests.support.databases import memory_of
memory = memory_of(Path(sys.argv[1]), git_common_dir=Path(sys.argv[2]))
for _ in range(12):
    make_backup(memory)
"""


def test_nothing_is_lost_while_backups_are_made(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    roots = [tmp_path / "one", tmp_path / "two"]
    for folder in (shared, *roots):
        folder.mkdir()
    first = Notebook(roots[0], shared=shared)
    first.remember("The first thing was found out.")
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, roots[n % 2], shared, NAMES[n], str(EACH)])
        for n in range(len(NAMES))
    ]
    backups = subprocess.run([sys.executable, "-c", BACKUPS, roots[0], shared], check=False)
    assert [process.wait() for process in writers] == [0] * len(NAMES)
    assert backups.returncode == 0
    found = first.service.list(MemoryFilter(), limit=None).memories
    assert {memory.content for memory in found} == {
        "The first thing was found out.",
        *(f"{name} found out that lamp {m} is on" for name in NAMES for m in range(EACH)),
    }
    assert inspect_database(first.database).damage == ()
    made = find_backups(first.database)
    assert made
    assert [find_fault(backup, first.database) for backup in made] == [""] * len(made)
