"""The operations on what is known of a project, and on what agents have in mind."""

from functools import cached_property
from typing import TYPE_CHECKING

from ripplegraph.app.operations import operation
from ripplegraph.app.remembering import Remembering
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


class Knowing(Remembering):
    """Keeps knowledge by category and key, and the working memories of agents."""

    @operation(cli="knowledge set")
    def set_knowledge(
        self, draft: "KnowledgeDraft", by: "Actor", *, reason: str = ""
    ) -> "KnowledgeReport":
        """Make a value the one that stands under its key, or propose it."""
        if draft.about:
            self._refresh_graph()
        desk = self._open_knowledge()
        return desk.set_knowledge(draft, by, reason=reason, head=self._read_head())

    @operation(cli="knowledge get")
    def get_knowledge(self, category: str, key: str) -> "KnowledgeAnswer":
        """Return the entry that stands under a key, and what else was said."""
        desk = self._open_knowledge()
        found = self._read_list(lambda _: desk.list_knowledge(category, key))
        return desk.answer(found, category, key)

    @operation(cli="knowledge list")
    def list_knowledge(self, category: str | None = None) -> "KnowledgeList":
        """List all entries by category and key, for each key the one that stands first."""
        from ripplegraph.memory.knowledge.views import KnowledgeList, build_entries

        desk = self._open_knowledge()
        found = self._read_list(lambda _: desk.list_knowledge(category, None))
        return KnowledgeList(build_entries(found.memories))

    @operation(cli="knowledge delete")
    def delete_knowledge(
        self, category: str, key: str, by: "Actor", *, reason: str = ""
    ) -> "MemoryEvent":
        """Remove the entry that stands under a key; `undo_memory` brings it back."""
        return self._open_knowledge().delete_knowledge(category, key, by, reason=reason)

    @operation(python="reference/layers.md#working_memory")
    def working_memory(self, agent_id: str, *, by: "Actor | None" = None) -> "WorkingMemory":
        """Return what an agent has in mind in this process; no other agent may ask for it."""
        from ripplegraph.memory.work.access import Actor

        return self._minds.get(agent_id, by or Actor(agent_id))

    @cached_property
    def _minds(self) -> "WorkingMemories":
        from ripplegraph.memory.working_memory import WorkingMemories

        return WorkingMemories(self.root / FOLDER)

    def _open_knowledge(self) -> "KnowledgeService":
        from ripplegraph.memory.services.knowledge import KnowledgeService

        return self._build_desk(KnowledgeService)
