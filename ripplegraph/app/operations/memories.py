"""The operations on memories."""

from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING

from ripplegraph.app.arguments import list_names
from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.operations.index import IndexOperations
from ripplegraph.app.operations.index_updater import IndexUpdater
from ripplegraph.app.operations.memory_reader import MemoryReader
from ripplegraph.app.workspace import Progress, Workspace

if TYPE_CHECKING:
    from ripplegraph.memory.freshness.sweep_report import SweepReport
    from ripplegraph.memory.import_export.import_report import ImportReport
    from ripplegraph.memory.lifecycle.cleanup import CleanupReport
    from ripplegraph.memory.lifecycle.stats import MemoryStats
    from ripplegraph.memory.queries.search import MemoryList
    from ripplegraph.memory.queries.views import MemoryView
    from ripplegraph.memory.services.reports import Deletion, EventList, RememberedView, UndoReport
    from ripplegraph.memory.types.definition import MemoryType
    from ripplegraph.memory.writing.drafts import Draft
    from ripplegraph.memory.writing.edits import Edit
    from ripplegraph.store.memory.memory_reader import MemoryFilter
    from ripplegraph.store.records.memory_records import Relation


class MemoryOperations:
    """Keeps memories, finds them, and tells whether they still hold."""

    def __init__(
        self,
        workspace: Workspace,
        index: IndexOperations,
        index_updater: IndexUpdater,
        memory_access: MemoryAccess,
        reader: MemoryReader,
    ) -> None:
        self.workspace = workspace
        self.index = index
        self.index_updater = index_updater
        self.memory_access = memory_access
        self.reader = reader

    @operation(cli="remember", mcp="remember_this record_e2e_observation record_dead_end")
    def remember(
        self,
        draft: "Draft | str",
        *,
        type: str | None = None,  # noqa: A002 - the word that memories have for it
        about: str | Sequence[str] = (),
        tags: str | Sequence[str] = (),
    ) -> "RememberedView":
        """Add a memory, or confirm the one that says the same.

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
            self.index_updater.refresh(*draft.about, *draft.claims)
        return self.memory_access.open_service().remember(
            place_at(draft, *self.workspace.read_head())
        )

    @operation(cli="sweep")
    def sweep(
        self,
        *,
        on_progress: Progress | None = None,
        on_wait: Callable[[], None] | None = None,
    ) -> "SweepReport":
        """Update the graph and compare every memory with the code."""
        from ripplegraph.indexing.scan_lock import ScanLock

        def run() -> "SweepReport":
            self.index.scan_unlocked(on_progress=on_progress)
            return self.memory_access.build_updater().sweep(on_progress)

        return ScanLock(self.workspace.root).run(
            run, timeout=self.workspace.config.scan.lock_timeout_seconds, on_wait=on_wait
        )

    @operation(cli="memories list", mcp="ripple://memories")
    def list_memories(
        self, wanted: "MemoryFilter | None" = None, *, limit: int | None = None
    ) -> "MemoryList":
        """List memories, the most trusted and newest first."""
        return self.reader.read_list(lambda service: service.list(wanted, limit=limit))

    @operation(cli="memories show", mcp="ripple://memories/{memory_id}")
    def get_memory(self, memory_id: str) -> "MemoryView":
        """Return a memory by its id or the end of it."""
        view = self.reader.read_checked(lambda service: (service.get(memory_id),), fully=True)[0]
        self.memory_access.note_uses([view.id])
        return view

    @operation(cli="memories edit")
    def edit_memory(
        self, memory_id: str, wanted: "Edit", *, actor: str = "user", reason: str = ""
    ) -> "MemoryView":
        """Correct a memory; the new values pass the same gate as new memories."""
        if wanted.about or wanted.claims:
            self.index_updater.refresh(*(wanted.about or ()), *(wanted.claims or ()))
        return self.memory_access.open_service().edit(memory_id, wanted, actor=actor, reason=reason)

    @operation(cli="memories confirm", mcp="confirm_memory")
    def confirm_memory(
        self,
        memory_id: str,
        *,
        source: str = "user_taught",
        actor: str = "user",
        reason: str = "",
    ) -> "MemoryView":
        """Confirm that a memory is true, which also restores it from the archive."""
        self.index_updater.refresh()
        return self.memory_access.open_service().confirm(
            memory_id, source=source, actor=actor, reason=reason
        )

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
        """Flag a memory as wrong, outdated or a duplicate; it is hidden at once.

        What a person has verified is only marked for review if an agent says so.
        """
        return self.memory_access.open_service().flag(
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
        return self.memory_access.open_service().delete(memory_id, actor=actor, reason=reason)

    @operation(cli="memories undo")
    def undo_memory(self, memory_id: str, *, actor: str = "user") -> "UndoReport":
        """Take back the last change of a memory."""
        return self.memory_access.open_service().undo(memory_id, actor=actor)

    @operation(cli="memories relate")
    def relate_memory(
        self, memory_id: str, relation: "Relation", *, actor: str = "user", reason: str = ""
    ) -> "MemoryView":
        """Relate a memory to another one, or to a file."""
        return self.memory_access.open_service().relate(
            memory_id, relation, actor=actor, reason=reason
        )

    @operation(cli="memories cleanup")
    def clean_up_memories(
        self, *, current: str | None = None, trial: bool = False, if_due: bool = False
    ) -> "CleanupReport":
        """Archive and remove expired memories; `if_due` does so at most once a week."""
        service = self.memory_access.open_service()
        if trial:
            return service.plan_cleanup(self.workspace.config.memory, current=current)
        return service.clean_up(self.workspace.config.memory, current=current, if_due=if_due)

    @operation(cli="memories stats")
    def get_memory_stats(self) -> "MemoryStats":
        """Count the memories by type, scope and state, and preview a cleanup."""
        return self.memory_access.open_service().get_stats(self.workspace.config.memory)

    @operation(cli="memories export")
    def export_memories(self, *, format_name: str = "json", stream: IO[bytes] | None = None) -> str:
        """Return the memories as JSON for other tools (`json`), or lossless (`jsonl`).

        Given a stream, they are written to it instead, however many there are.
        """
        from ripplegraph.memory.services.import_export import ImportExportService

        pieces = self.memory_access.build_service(ImportExportService).export(format_name)
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

        service = self.memory_access.build_service(ImportExportService)
        return service.import_file(source, name=name, actor=actor, on_progress=on_progress)

    @operation(cli="memories history")
    def get_memory_history(self, memory_id: str) -> "EventList":
        """Return everything that happened to a memory, oldest first."""
        return self.memory_access.open_service().get_history(memory_id)

    @operation(cli="memories log")
    def get_memory_log(
        self, *, after: str | None = None, action: str | None = None, limit: int = 50
    ) -> "EventList":
        """Return the events of all memories, newest first."""
        return self.memory_access.open_service().get_log(after=after, action=action, limit=limit)

    @operation(cli="memories types")
    def list_memory_types(self) -> "tuple[MemoryType, ...]":
        """List the types of memory with their other names and defaults."""
        return self.memory_access.open_service().registry.list_types()
