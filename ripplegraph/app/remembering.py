"""The operations on what was learned about a project."""

from collections.abc import Callable, Iterable, Sequence
from typing import IO, TYPE_CHECKING

from ripplegraph.app.arguments import list_names
from ripplegraph.app.noticing import Noticing
from ripplegraph.app.operations import operation
from ripplegraph.app.scanning import Progress

if TYPE_CHECKING:
    from ripplegraph.memory.freshness.sweep_report import SweepReport
    from ripplegraph.memory.import_export.import_report import ImportReport
    from ripplegraph.memory.lifecycle.cleanup import CleanupReport
    from ripplegraph.memory.lifecycle.stats import MemoryStats
    from ripplegraph.memory.reading.search import MemoryList
    from ripplegraph.memory.reading.views import MemoryView
    from ripplegraph.memory.services.reports import Deletion, EventList, RememberedView, UndoReport
    from ripplegraph.memory.types.definition import MemoryType
    from ripplegraph.memory.writing.drafts import Draft
    from ripplegraph.memory.writing.edits import Edit
    from ripplegraph.store.memory.memory_reading import MemoryFilter
    from ripplegraph.store.records.memory_records import Relation


class Remembering(Noticing):
    """Keeps memories, finds them, and tells whether they still hold."""

    @operation(cli="remember", mcp="remember_this record_e2e_observation record_dead_end")
    def remember(
        self,
        draft: "Draft | str",
        *,
        type: str | None = None,  # noqa: A002 - the word that memories have for it
        about: str | Sequence[str] = (),
        tags: str | Sequence[str] = (),
    ) -> "RememberedView":
        """Keep something that was learned, or let it confirm what is known already.

        A text is kept as a fact, unless `type` says otherwise, about the files and symbols that
        are named. A `Draft` says all of that itself.
        """
        from ripplegraph.memory.writing.drafts import build_draft, place_at

        draft = build_draft(
            draft,
            type_name=type,
            about=list_names(about),
            tags=list_names(tags),
        )
        if draft.about or draft.claims:
            self._refresh_graph(*draft.about, *draft.claims)
        return self._open_desk().remember(place_at(draft, *self._read_head()))

    @operation(cli="sweep")
    def sweep(
        self,
        *,
        on_progress: Progress | None = None,
        on_wait: Callable[[], None] | None = None,
    ) -> "SweepReport":
        """Bring the graph up to date and compare every memory with the code."""
        from ripplegraph.indexing.scan_lock import ScanLock

        def run() -> "SweepReport":
            self._scan(on_progress=on_progress)
            return self._build_keeper().sweep(on_progress)

        return ScanLock(self.root).run(
            run, timeout=self.config.scan.lock_timeout_seconds, on_wait=on_wait
        )

    @operation(cli="memories list", mcp="ripple://memories")
    def list_memories(
        self, wanted: "MemoryFilter | None" = None, *, limit: int | None = None
    ) -> "MemoryList":
        """List memories, the most trusted and newest first."""
        return self._read_list(lambda desk: desk.list(wanted, limit=limit))

    @operation(cli="memories show", mcp="ripple://memories/{memory_id}")
    def get_memory(self, memory_id: str) -> "MemoryView":
        """Return a memory by its id or the end of it."""
        view = self._read_checked(lambda desk: (desk.get(memory_id),), fully=True)[0]
        self._note_uses([view.id])
        return view

    def _note_uses(self, ids: Iterable[str]) -> None:
        """Count that memories were asked for: what is shown unasked proves no use."""
        from ripplegraph.memory.clock import get_now
        from ripplegraph.store.memory.use_counts import note_uses

        note_uses(self._get_memory(self.config), ids, now=get_now())

    @operation(cli="memories edit")
    def edit_memory(
        self, memory_id: str, wanted: "Edit", *, actor: str = "user", reason: str = ""
    ) -> "MemoryView":
        """Correct a memory; the new values pass the same gate as new memories."""
        if wanted.about or wanted.claims:
            self._refresh_graph(*(wanted.about or ()), *(wanted.claims or ()))
        return self._open_desk().edit(memory_id, wanted, actor=actor, reason=reason)

    @operation(cli="memories confirm", mcp="confirm_memory")
    def confirm_memory(
        self,
        memory_id: str,
        *,
        source: str = "user_taught",
        actor: str = "user",
        reason: str = "",
    ) -> "MemoryView":
        """Say that a memory is true, which also brings it back from the archive."""
        self._refresh_graph()
        return self._open_desk().confirm(memory_id, source=source, actor=actor, reason=reason)

    @operation(cli="memories flag", mcp="flag_memory")
    def flag_memory(
        self,
        memory_id: str,
        *,
        problem: str = "wrong",
        original: str | None = None,
        actor: str = "user",
        reason: str = "",
        by_agent: bool = False,
    ) -> "MemoryView":
        """Say that a memory is wrong, outdated or a duplicate; it is hidden at once.

        What a person has verified is only marked for review if an agent says so.
        """
        return self._open_desk().flag(
            memory_id,
            problem=problem,
            original=original,
            actor=actor,
            reason=reason,
            by_agent=by_agent,
        )

    @operation(cli="memories delete")
    def delete_memory(self, memory_id: str, *, actor: str = "user", reason: str = "") -> "Deletion":
        """Remove a memory; its history stays, and `undo_memory` brings it back."""
        return self._open_desk().delete(memory_id, actor=actor, reason=reason)

    @operation(cli="memories undo")
    def undo_memory(self, memory_id: str, *, actor: str = "user") -> "UndoReport":
        """Take back the last change of a memory."""
        return self._open_desk().undo(memory_id, actor=actor)

    @operation(cli="memories relate")
    def relate_memory(
        self, memory_id: str, relation: "Relation", *, actor: str = "user", reason: str = ""
    ) -> "MemoryView":
        """Say how a memory stands to another one, or to a file."""
        return self._open_desk().relate(memory_id, relation, actor=actor, reason=reason)

    @operation(cli="memories cleanup")
    def clean_up_memories(
        self, *, current: str | None = None, trial: bool = False, if_due: bool = False
    ) -> "CleanupReport":
        """Archive and remove what had its time; `if_due` does so at most once a week."""
        desk = self._open_desk()
        if trial:
            return desk.plan_cleanup(self.config.memory, current=current)
        return desk.clean_up(self.config.memory, current=current, if_due=if_due)

    @operation(cli="memories stats")
    def get_memory_stats(self) -> "MemoryStats":
        """Count the memories by type, scope and state, and what cleanup would do."""
        return self._open_desk().get_stats(self.config.memory)

    @operation(cli="memories export")
    def export_memories(self, *, format_name: str = "json", stream: IO[bytes] | None = None) -> str:
        """Return the memories as JSON for other tools (`json`), or lossless (`jsonl`).

        Given a stream, they are written to it instead, however many there are.
        """
        from ripplegraph.memory.services.import_export import ImportExportService

        pieces = self._build_desk(ImportExportService).export(format_name)
        if stream is None:
            return "".join(pieces)
        for piece in pieces:
            stream.write(piece.encode())
        return ""

    @operation(cli="memories import")
    def import_memories(
        self,
        source: str | IO[bytes],
        *,
        name: str = "import",
        actor: str = "user",
        on_progress: Progress | None = None,
    ) -> "ImportReport":
        """Take in an export, another tool's JSON or Markdown notes; twice is as good as once.

        A file that is open for reading bytes, from its beginning again if need be, is never held
        in memory.
        """
        from ripplegraph.memory.services.import_export import ImportExportService

        service = self._build_desk(ImportExportService)
        return service.import_file(source, name=name, actor=actor, on_progress=on_progress)

    @operation(cli="memories history")
    def get_memory_history(self, memory_id: str) -> "EventList":
        """Return everything that happened to a memory, oldest first."""
        return self._open_desk().get_history(memory_id)

    @operation(cli="memories log")
    def get_memory_log(
        self, *, after: str | None = None, action: str | None = None, limit: int = 50
    ) -> "EventList":
        """Return what happened to all memories, newest first."""
        return self._open_desk().get_log(after=after, action=action, limit=limit)

    @operation(cli="memories types")
    def list_memory_types(self) -> "tuple[MemoryType, ...]":
        """List the types of memory with their other names and what is assumed of each."""
        return self._open_desk().registry.list_types()
