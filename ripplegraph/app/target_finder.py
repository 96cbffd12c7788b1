"""Resolution of targets for all operations: the same texts mean the same to each of them."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.app.memory_access import MemoryAccess

if TYPE_CHECKING:
    import sqlite3

    from ripplegraph.targets.target import ResolvedTarget


class TargetFinder:
    """Finds targets in the graph and, where they are knowledge, in the memories."""

    def __init__(self, memory_access: MemoryAccess) -> None:
        self.memory_access = memory_access
        self.workspace = memory_access.workspace

    def find(
        self, graph: "sqlite3.Connection", text: str, folder: Path | None = None
    ) -> "ResolvedTarget":
        """Resolve a target; `folder` is where its path may be relative to."""
        from ripplegraph.graph.ids import is_knowledge
        from ripplegraph.targets.resolution import find_target

        known = self._list_knowledge() if is_knowledge(text) else frozenset()
        here = folder or self.workspace.folder
        return find_target(graph, text, root=self.workspace.root, folder=here, knowledge=known)

    def _list_knowledge(self) -> frozenset[str]:
        """Return every node of knowledge that a memory or a link names."""
        from ripplegraph.store.memory.memory_links import read_knowledge

        with ExitStack() as stack:
            memories = self.memory_access.enter(stack)
            return frozenset() if memories is None else read_knowledge(memories)
