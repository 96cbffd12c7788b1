"""Access to the memories of a project: connections, services, and updates after a scan."""

from collections.abc import Collection, Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING, TypeVar

from ripplegraph.app.workspace import Workspace
from ripplegraph.errors import CorruptDatabaseError, StoreError

if TYPE_CHECKING:
    import sqlite3

    from ripplegraph.graph.knowledge import Overlay
    from ripplegraph.memory.freshness.update import FreshnessUpdater
    from ripplegraph.memory.services.base import ProjectService
    from ripplegraph.memory.services.memories import MemoryService
    from ripplegraph.memory.spool.memory_store import MemoryStore
    from ripplegraph.memory.writing.gate import Gate

AnyService = TypeVar("AnyService", bound="ProjectService")


class MemoryAccess:
    """Opens the memories, and lets them follow the code."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def open_service(self) -> "MemoryService":
        from ripplegraph.memory.services.memories import MemoryService

        return self.build_service(MemoryService)

    def build_service(self, kind: "type[AnyService]") -> "AnyService":
        """Build a service of the memory room for this project."""
        from ripplegraph.memory.types.registry import build_registry

        return kind(
            self.workspace.memory,
            root=self.workspace.root,
            folder=self.workspace.folder,
            graph=self.workspace.graph,
            registry=build_registry(self.workspace.config.memory.types),
        )

    def open_store(self) -> "MemoryStore":
        """Open memories for changes, also where their folder cannot be written."""
        from ripplegraph.memory.spool.memory_store import MemoryStore

        return MemoryStore(self.workspace.memory, build_gate=self.build_gate)

    def build_gate(self) -> "Gate":
        from ripplegraph.memory.types.registry import build_registry
        from ripplegraph.memory.writing.gate import Gate

        return Gate(self.workspace.root, build_registry(self.workspace.config.memory.types))

    def enter(self, stack: ExitStack) -> "sqlite3.Connection | None":
        """Open the memories, if there are any, without loading more than that takes."""
        from ripplegraph.store.connection import exists, open_for_reading

        memory = self.workspace.memory
        if memory.spool is not None and memory.spool.exists():
            return stack.enter_context(self.open_store().read())
        return stack.enter_context(open_for_reading(memory)) if exists(memory) else None

    def read_overlay(self, graph: "sqlite3.Connection", *targets: str) -> "Overlay | None":
        """Read the links over a graph, where there are any: for targets, or all of them."""
        try:
            with ExitStack() as stack:
                memories = self.enter(stack)
                return self.build_overlay(memories, graph, targets or None)
        except StoreError as error:
            error.hint = f"{error.hint} What the code alone says is there with --no-links.".strip()
            raise

    def build_overlay(
        self,
        memories: "sqlite3.Connection | None",
        graph: "sqlite3.Connection",
        targets: Collection[str] | None = None,
    ) -> "Overlay | None":
        """Build the links over a graph from opened memories, where there are any."""
        from ripplegraph.graph.ids import is_knowledge
        from ripplegraph.store.memory.memory_links import has_links, read_knowledge

        if memories is None:
            return None
        nodes_matter = targets is None or any(map(is_knowledge, targets))
        if not has_links(memories) and not (nodes_matter and read_knowledge(memories)):
            return None
        from ripplegraph.memory.links.overlay import build_overlay

        return build_overlay(memories, graph, self.workspace.root)

    def note_uses(self, ids: Iterable[str]) -> None:
        """Count uses of memories that were asked for; being shown unasked is no use."""
        from ripplegraph.memory.clock import get_now
        from ripplegraph.store.memory.use_counts import note_uses

        note_uses(self.workspace.memory, ids, now=get_now())

    def build_updater(self) -> "FreshnessUpdater":
        from ripplegraph.memory.freshness.update import FreshnessUpdater

        return FreshnessUpdater(
            graph=self.workspace.graph,
            memories=self.open_store(),
            root=self.workspace.root,
            in_git=self.workspace.repository is not None,
        )

    def follow_code(self) -> None:
        """Update the freshness of memories after a scan."""
        from ripplegraph.store.backups.backup import back_up_if_changed
        from ripplegraph.store.connection import has_spool
        from ripplegraph.store.memory.freshness_cursor import is_behind

        memory = self.workspace.memory
        if has_spool(memory) or is_behind(self.workspace.graph, memory):
            self.build_updater().follow()
        back_up_if_changed(memory)

    def try_to_follow(self) -> str:
        """Let the memories follow; where they are damaged, say so: the graph is good without."""
        memory = self.workspace.memory
        try:
            self.follow_code()
        except CorruptDatabaseError as error:
            if error.path != memory.path:
                raise
            return f"{error.message} {error.hint}"
        return ""
