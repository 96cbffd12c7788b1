"""The service that sets and reads knowledge."""

from ripplegraph.memory.knowledge.entries import (
    CATEGORIES,
    KnowledgeChange,
    KnowledgeDraft,
    build_unknown_error,
    delete_knowledge,
    read_entries,
    set_knowledge,
)
from ripplegraph.memory.knowledge.views import (
    KnowledgeAnswer,
    KnowledgeReport,
    build_entries,
)
from ripplegraph.memory.queries.search import Found, MemoryList
from ripplegraph.memory.services.base import NOTHING_FOUND, ProjectService, retry_without_graph
from ripplegraph.memory.work.access import Actor
from ripplegraph.memory.work.field_checks import check_choice
from ripplegraph.memory.writing.drafts import Head
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.store.memory.spool_view import find_waiting
from ripplegraph.store.records.memory_records import Event


class KnowledgeService(ProjectService):
    """The knowledge of one project."""

    @retry_without_graph
    def set_knowledge(
        self, draft: KnowledgeDraft, by: Actor, *, reason: str, head: Head = (None, None)
    ) -> KnowledgeReport:
        with self._open_graph() as graph, self.memories.change() as journal:
            gate = Gate(self._root, self.registry, graph, self._folder)
            done = set_knowledge(journal, gate, draft, by, reason=reason, head=head)
        return self._report(done, draft.category)

    @retry_without_graph
    def list_knowledge(self, category: str | None, key: str | None) -> MemoryList:
        """Return the memories that are entries, by category and key."""
        if category is not None:
            check_choice(category, "category", CATEGORIES)
        with self.memories.read() as connection, self._open_graph() as graph:
            if connection is None:
                return NOTHING_FOUND
            entries = read_entries(connection, category, key)
            found = Found(entries, len(entries))
            return self._build_list(graph, found, find_waiting(connection))

    def answer(self, found: MemoryList, category: str, key: str) -> KnowledgeAnswer:
        """Put together what is known under a key; nothing at all is an error."""
        entries = build_entries(found.memories)
        if not entries:
            with self.memories.read() as connection:
                raise build_unknown_error(connection, category, key)
        standing = next((entry for entry in entries if entry.stands), None)
        others = tuple(entry for entry in entries if entry is not standing)
        return KnowledgeAnswer(category, key, standing, others)

    def delete_knowledge(self, category: str, key: str, by: Actor, *, reason: str) -> Event:
        with self.memories.change() as journal:
            return delete_knowledge(journal, category, key, by, reason=reason)

    def _report(self, done: KnowledgeChange, category: str) -> KnowledgeReport:
        found = self.list_knowledge(category, done.memory.title)
        entries = {entry.id: entry for entry in build_entries(found.memories)}
        standing = next((entry for entry in entries.values() if entry.stands), None)
        return KnowledgeReport(done.change, entries[done.memory.id], done.objection, standing)
