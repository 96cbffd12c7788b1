"""The service that adds, retires and lists links."""

from __future__ import annotations

import sqlite3

from ripplegraph.errors import UnknownTargetError, UsageError
from ripplegraph.memory.anchors.targets import normalise_target
from ripplegraph.memory.links.changes import add_link, find_links, retire
from ripplegraph.memory.links.drafts import LinkDraft, build_draft
from ripplegraph.memory.links.views import LinkedView, UnlinkReport, build_link_view
from ripplegraph.memory.lookup import NoSuchMemoryError, resolve_memory
from ripplegraph.memory.services.base import ProjectService, retry_without_graph
from ripplegraph.memory.types.links import resolve_kind
from ripplegraph.memory.writing.anchor_binding import AnchorBinder
from ripplegraph.memory.writing.edits import check_reason
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Cause, Journal
from ripplegraph.store.records.memory_records import Memory


class LinkService(ProjectService):
    """The memories of one project, and the links among them."""

    @retry_without_graph
    def link(self, wanted: LinkDraft) -> LinkedView:
        now = self._clock()
        with self._open_graph() as graph:
            binder = AnchorBinder(
                self._root,
                graph,
                now=now,
                allow_unresolved=wanted.allow_unresolved,
                folder=self._folder,
            )
            draft = build_draft(wanted, binder)
            memory = Gate(self._root, self.registry, graph).admit(draft, now=now)
        origin = memory.provenance
        cause = Cause(origin.agent or origin.role or origin.channel, wanted.reason)
        with self.memories.change() as journal:
            done = add_link(journal, memory, cause, has_why=wanted.why is not None)
        view = build_link_view(self._view(done.memory, journal))
        return LinkedView(**vars(view), created=done.created)

    @retry_without_graph
    def unlink(
        self, source: str, kind: str | None, target: str | None, *, actor: str, reason: str
    ) -> UnlinkReport:
        """Retire a link by its id, or all links of a kind between two ends."""
        cause = Cause(check_reason(actor), check_reason(reason))
        with self._open_graph() as graph, self.memories.change() as journal:
            if kind is None or target is None:
                found = [_get_link(journal.connection, source)]
            else:
                found = self._find_links(journal, graph, source=source, kind=kind, target=target)
            retired = [retire(journal, memory, cause) for memory in found]
        views = [self._view(memory, journal) for memory in retired]
        return UnlinkReport(tuple(map(build_link_view, views)))

    def _find_links(
        self,
        journal: Journal,
        graph: sqlite3.Connection | None,
        *,
        source: str,
        kind: str,
        target: str,
    ) -> list[Memory]:
        found = find_links(
            journal.connection,
            graph,
            self._root,
            source=self._find_names(graph, source),
            kind=resolve_kind(kind),
            target=self._find_names(graph, target),
            now=journal.now,
        )
        if not found:
            raise UsageError(
                f"There is no link {source!r:.200} {kind} {target!r:.200}.",
                hint="`ripple links` shows what there is; an id can be given, too.",
            )
        return found

    def _find_names(self, graph: sqlite3.Connection | None, text: str) -> set[str]:
        """Return what an end may be called: it may be gone from the graph."""
        names = {normalise_target(text, self._root)}
        binder = AnchorBinder(self._root, graph, now="", folder=self._folder)
        try:
            anchors = binder.resolve_subjects((text,))
        except UnknownTargetError:
            return names
        return names | {anchor.target for anchor in anchors}


def _get_link(connection: sqlite3.Connection, link_id: str) -> Memory:
    """Return a link by its id; an error speaks of links."""
    try:
        return resolve_memory(connection, link_id)
    except NoSuchMemoryError as error:
        raise NoSuchMemoryError(
            f"There is no link {link_id!r:.80}.",
            hint="`ripple links` shows the ids; SOURCE KIND TARGET names a link, too.",
        ) from error
