"""The operations on knowledge, and on working memories of agents."""

from functools import cached_property
from typing import TYPE_CHECKING

from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.operations.index_updater import IndexUpdater
from ripplegraph.app.operations.memory_reader import MemoryReader
from ripplegraph.app.workspace import Workspace
from ripplegraph.store.database import FOLDER

if TYPE_CHECKING:
    from ripplegraph.memory.knowledge.entries import KnowledgeDraft
    from ripplegraph.memory.knowledge.views import (
        KnowledgeAnswer,
        KnowledgeList,
        KnowledgeReport,
    )
    from ripplegraph.memory.services.knowledge import KnowledgeService
    from ripplegraph.memory.work.access import Actor
    from ripplegraph.memory.working_memory import WorkingMemories, WorkingMemory
    from ripplegraph.store.records.memory_records import Event as MemoryEvent


class KnowledgeOperations:
    """Keeps knowledge by category and key, and the working memories of agents."""

    def __init__(
        self,
        workspace: Workspace,
        index_updater: IndexUpdater,
        memory_access: MemoryAccess,
        reader: MemoryReader,
    ) -> None:
        self.workspace = workspace
        self.index_updater = index_updater
        self.memory_access = memory_access
        self.reader = reader

    @operation(cli="knowledge set")
    def set_knowledge(
        self, draft: "KnowledgeDraft", by: "Actor", *, reason: str = ""
    ) -> "KnowledgeReport":
        """Make a value the one that stands under its key, or propose it."""
        if draft.about:
            self.index_updater.refresh()
        service = self._open_knowledge()
        return service.set_knowledge(draft, by, reason=reason, head=self.workspace.read_head())

    @operation(cli="knowledge get")
    def get_knowledge(self, category: str, key: str) -> "KnowledgeAnswer":
        """Return the entry that stands under a key, and the other proposals."""
        service = self._open_knowledge()
        found = self.reader.read_list(lambda _: service.list_knowledge(category, key))
        return service.answer(found, category, key)

    @operation(cli="knowledge list")
    def list_knowledge(self, category: str | None = None) -> "KnowledgeList":
        """List all entries by category and key, for each key the one that stands first."""
        from ripplegraph.memory.knowledge.views import KnowledgeList, build_entries

        service = self._open_knowledge()
        found = self.reader.read_list(lambda _: service.list_knowledge(category, None))
        return KnowledgeList(build_entries(found.memories))

    @operation(cli="knowledge delete")
    def delete_knowledge(
        self, category: str, key: str, by: "Actor", *, reason: str = ""
    ) -> "MemoryEvent":
        """Remove the entry that stands under a key; `undo_memory` brings it back."""
        return self._open_knowledge().delete_knowledge(category, key, by, reason=reason)

    @operation(python="reference/layers.md#working_memory")
    def working_memory(self, agent_id: str, *, by: "Actor | None" = None) -> "WorkingMemory":
        """Return the working memory of an agent in this process; no other agent may ask for it."""
        from ripplegraph.memory.work.access import Actor

        return self._working_memories.get(agent_id, by or Actor(agent_id))

    @cached_property
    def _working_memories(self) -> "WorkingMemories":
        from ripplegraph.memory.working_memory import WorkingMemories

        return WorkingMemories(self.workspace.root / FOLDER)

    def _open_knowledge(self) -> "KnowledgeService":
        from ripplegraph.memory.services.knowledge import KnowledgeService

        return self.memory_access.build_service(KnowledgeService)
