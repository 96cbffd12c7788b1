"""Two worktrees with the same memories, of which one can be kept from writing them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ripplegraph.store.memory.memory_reader import MemoryFilter, find_memories, read_memories
from ripplegraph.store.records.memory_records import Event, Memory
from ripplegraph.store.spool.spool_file import SpoolFile
from tests.support.memories import Clock, Notebook, after_days
from tests.support.permissions import shut


class Worktrees:
    """Somebody at home, who can always write, and somebody away, who cannot always."""

    def __init__(self, folder: Path) -> None:
        self.shared = folder / "shared"
        self.clock = Clock()
        self.home = Notebook(folder / "home", self.clock, self.shared)
        self.away = Notebook(folder / "away", self.clock, self.shared)
        for path in (self.shared, self.home.root, self.away.root):
            path.mkdir()
        self._day = 0

    @property
    def spool(self) -> SpoolFile:
        path = self.away.database.spool
        assert path is not None
        return SpoolFile(path)

    def wait(self) -> None:
        """Let a day go by."""
        self._day += 1
        self.clock.now = after_days(self._day)

    @contextmanager
    def keep_out(self) -> Iterator[None]:
        """Let nobody write to the memories, until the block ends a day later."""
        self.wait()
        with shut(self.shared):
            yield
        self.wait()

    def merge(self) -> None:
        """Give the one who was away the chance to merge."""
        self.away.service.list(None, limit=None)
        assert not self.spool.exists()

    def read(self, notebook: Notebook | None = None) -> dict[str, Memory]:
        """Return everything that somebody can see; the one at home unless told."""
        with (notebook or self.home).service.memories.read() as connection:
            if connection is None:
                return {}
            found = read_memories(connection, find_memories(connection, MemoryFilter()))
        return {memory.id: memory for memory in found}

    def tell(self, memory_id: str) -> list[Event]:
        return list(self.home.service.get_history(memory_id).events)


def cause(actor: str = "ann") -> Any:
    """Return the arguments that say who changes something."""
    return {"actor": actor, "reason": ""}
