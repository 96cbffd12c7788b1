"""The operations that update the index, and the memories after it."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.workspace import Progress, Workspace
from ripplegraph.errors import CorruptDatabaseError, NotScannedError, RippleError
from ripplegraph.store.database import Database

if TYPE_CHECKING:
    from threading import Event

    from ripplegraph.indexing.rescan import RescanReport
    from ripplegraph.indexing.scan_report import ScanReport


class IndexOperations:
    """Scans, on request and when something changed."""

    def __init__(self, workspace: Workspace, memory_access: MemoryAccess) -> None:
        self.workspace = workspace
        self.memory_access = memory_access

    @operation(cli="scan")
    def scan(
        self,
        *,
        full: bool = False,
        jobs: int | None = None,
        on_progress: Progress | None = None,
        on_wait: Callable[[], None] | None = None,
        patience: float | None = None,
    ) -> "ScanReport":
        """Update the graph from the files; `full` makes it anew from all of them.

        While another process scans this waits for it, for `patience` seconds or as long as the
        settings say; `on_wait` is called when that takes long.
        """
        from ripplegraph.indexing.scan_lock import ScanLock

        return ScanLock(self.workspace.root).run(
            lambda: self.scan_unlocked(full=full, jobs=jobs, on_progress=on_progress),
            timeout=self.workspace.config.scan.lock_timeout_seconds
            if patience is None
            else patience,
            on_wait=on_wait,
        )

    def scan_unlocked(
        self, *, full: bool = False, jobs: int | None = None, on_progress: Progress | None = None
    ) -> "ScanReport":
        """Scan where the lock for it is held already, or none is needed."""
        from ripplegraph.indexing.scan import scan_project

        config = self.workspace.config.scan

        def scan_files() -> "ScanReport":
            report = scan_project(
                self.workspace.root,
                in_git=self.workspace.repository is not None,
                graph=self.workspace.graph,
                config=config if jobs is None else config._replace(jobs=jobs),
                full=full,
                on_progress=on_progress,
            )
            return self._finish(report)

        return self._repair(scan_files)

    def _repair(self, scan: "Callable[[], ScanReport]") -> "ScanReport":
        """Scan; a graph that turns out to be damaged is moved aside first and made again."""
        from ripplegraph.store.integrity import is_damaged
        from ripplegraph.store.sqlite.damage_mark import is_marked

        graph = self.workspace.graph
        if not is_marked(graph):
            try:
                return scan()
            except CorruptDatabaseError as error:
                if error.path != graph.path:
                    raise
            except RippleError:
                raise
            except Exception:
                if not is_damaged(graph):
                    raise
        moved = self.rebuild_graph()
        note = f"the graph was damaged and made again; the old one is {moved}"
        return self._add_notes(scan(), note)

    @staticmethod
    def _add_notes(report: "ScanReport", note: str) -> "ScanReport":
        from dataclasses import replace

        return replace(report, notes=(*report.notes, note)) if note else report

    def _finish(self, report: "ScanReport") -> "ScanReport":
        """Update history and memories after a scan; a failure there does not undo it."""
        from dataclasses import replace

        from ripplegraph.failures import BUG, Failures
        from ripplegraph.indexing.scan_report import FileDiagnostic

        failures = Failures(self.workspace.config.scan.errors)
        failures.attempt(".", "reading the history", self._update_history, report.commit)
        note = failures.attempt(
            ".", "following the code with memories", self.memory_access.try_to_follow
        )
        report = self._add_notes(report, note or "")
        if not failures:
            return report
        found = [FileDiagnostic(f.path, f.line, BUG, f.message) for f in failures]
        return replace(report, diagnostics=(*report.diagnostics, *found))

    @operation(cli="hooks run")
    def rescan(self, *, reason: str = "rescan") -> "RescanReport":
        """Scan unless another process is scanning, which then scans once more."""
        from ripplegraph.indexing.rescan import rescan

        return rescan(self.workspace.root, self.scan_unlocked, reason=reason)

    @operation(cli="watch")
    def watch(
        self,
        on_rescan: "Callable[[ScanReport, tuple[str, ...]], None]",
        *,
        stop: "Event | None" = None,
    ) -> None:
        """Scan now and each time changes of files settle; `on_rescan` gets the changed paths.

        This ends with `stop`, or with an interrupt. A scan that fails ends it, too.
        """
        from ripplegraph.indexing.discovery.file_watch import watch_files

        changes = watch_files(
            self.workspace.root,
            in_git=self.workspace.repository is not None,
            config=self.workspace.config.scan,
            stop=stop,
        )
        for changed in changes:
            on_rescan(self.scan(), changed)

    @operation(cli="doctor --rebuild-graph")
    def rebuild_graph(self) -> Path | None:
        """Move the graph database aside and create an empty one; returns where the old one is."""
        from ripplegraph.store.graph.rebuild import rebuild_database

        return rebuild_database(self.workspace.graph)

    def _update_history(self, head: str | None) -> None:
        from ripplegraph.indexing.history.history_state import is_history_at
        from ripplegraph.store.connection import open_for_writing
        from ripplegraph.store.sqlite.raw_connection import write_transaction

        if self.workspace.repository is None:
            return
        config = self.workspace.config.history
        with open_for_writing(self.workspace.graph) as connection:
            if is_history_at(head, connection, self.workspace.repository, config=config):
                return
            # Imported here: reading a history takes long to load, and mostly it is read already.
            from ripplegraph.indexing.history.commit_history import update_cochange

            with write_transaction(connection):
                update_cochange(connection, self.workspace.repository, head=head, config=config)

    def get_scanned_graph(
        self, on_progress: Progress | None = None, *, scan: bool = True
    ) -> Database:
        """Return the graph; inside git the first one is made here without being asked for."""
        from ripplegraph.store.connection import exists, open_for_reading
        from ripplegraph.store.graph.summary import was_scanned

        graph = self.workspace.graph
        if exists(graph):
            with open_for_reading(graph) as connection:
                if was_scanned(connection):
                    return graph
        if self.workspace.repository is None or not scan:
            raise NotScannedError(
                f"{self.workspace.root} has not been scanned.",
                hint="Run `ripple scan`.",
                path=self.workspace.root,
            )
        if on_progress is not None:
            self.scan(on_progress=on_progress)
            return graph
        display = self.workspace.scan_display or nullcontext
        with display() as shown:
            self.scan(on_progress=shown)
        return graph
