"""The databases of a project: their paths and schema versions."""

from pathlib import Path
from typing import NamedTuple

FOLDER = ".ripple"
SPOOL = "memory-spool.jsonl"
GRAPH_VERSION = 14
MEMORY_VERSION = 4


class Database(NamedTuple):
    """One SQLite file: where it lies, and the schema version that this ripple works with."""

    name: str
    path: Path
    version: int
    busy_timeout_ms: int
    precious: bool
    spool: Path | None = None
    """Where changes of memories wait while the database cannot be written."""
    backup_minutes: int = 60
    """How long after a backup a change leads to the next one; 0: never."""

    @property
    def write_ahead_log(self) -> Path:
        return self.path.with_name(f"{self.path.name}-wal")

    @property
    def shared_memory(self) -> Path:
        return self.path.with_name(f"{self.path.name}-shm")

    def __str__(self) -> str:
        return f"{self.name} database {self.path}"


def build_graph_database(root: Path, *, busy_timeout_ms: int) -> Database:
    """Describe the graph of one worktree: derived from its files, so it can be lost."""
    return Database(
        name="graph",
        path=root / FOLDER / "graph.db",
        version=GRAPH_VERSION,
        busy_timeout_ms=busy_timeout_ms,
        precious=False,
    )


def get_memory_folder(git_common_dir: Path) -> Path:
    """Return the folder for memories in the git folder that worktrees share."""
    return git_common_dir / "ripple"


def build_memory_database(
    root: Path,
    *,
    git_common_dir: Path | None,
    busy_timeout_ms: int,
    backup_minutes: int = 60,
) -> Database:
    """Describe the memories that all worktrees of a repository share: they cannot be rebuilt."""
    folder = get_memory_folder(git_common_dir) if git_common_dir else root / FOLDER
    return Database(
        name="memory",
        path=folder / "memory.db",
        version=MEMORY_VERSION,
        busy_timeout_ms=busy_timeout_ms,
        precious=True,
        spool=root / FOLDER / SPOOL,
        backup_minutes=backup_minutes,
    )
