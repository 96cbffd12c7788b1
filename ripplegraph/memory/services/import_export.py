"""Service that exports memories and imports them from files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from itertools import chain
from typing import IO

from ripplegraph.memory.import_export.export import export_lines, write_document
from ripplegraph.memory.import_export.import_report import ImportReport
from ripplegraph.memory.import_export.importer import (
    BATCH,
    Importer,
    Progress,
    Task,
    build_interruption,
)
from ripplegraph.memory.services.base import ProjectService, leave_out_links, retry_without_graph
from ripplegraph.memory.states import SHOWN_STATES
from ripplegraph.memory.text import load_quick_numbers
from ripplegraph.memory.writing.edits import check_reason
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.store.memory.memory_reader import MemoryFilter, read_last_event
from ripplegraph.store.memory.spool_view import is_view


class ImportExportService(ProjectService):
    """Exports the memories of one project, and imports those of files."""

    def export(self, format_name: str) -> Iterator[str]:
        """Yield the text of an export, piece by piece."""
        if format_name == "jsonl":
            for line in self.export_lines():
                yield f"{line}\n"
            return
        chosen = leave_out_links(MemoryFilter(states=SHOWN_STATES))
        with self.memories.read() as connection:
            yield from write_document(
                connection, chosen, project=self._root.name, now=self._clock()
            )

    def export_lines(self) -> Iterator[str]:
        with self.memories.read() as connection:
            if connection is not None:
                yield from export_lines(connection)

    @retry_without_graph
    def import_file(
        self,
        source: str | IO[bytes],
        *,
        name: str,
        actor: str,
        on_progress: Progress | None = None,
    ) -> ImportReport:
        stream = (
            BytesIO(source.encode(errors="surrogatepass")) if isinstance(source, str) else source
        )
        importer = Importer(stream, name=name, actor=check_reason(actor), on_progress=on_progress)
        load_quick_numbers()
        is_spooled = False
        with closing(importer.read()) as tasks:
            try:
                while True:
                    more, in_spool = self._take_some(importer, tasks)
                    is_spooled = is_spooled or in_spool
                    importer.results.settle()
                    if not more:
                        break
            except KeyboardInterrupt as error:
                self._settle(importer)
                raise build_interruption(name, importer.results.kept) from error
        return importer.build_report(spooled=is_spooled and importer.results.kept > 0)

    def _take_some(self, importer: Importer, tasks: Iterator[Task]) -> tuple[bool, bool]:
        """Take in as much as one transaction holds; a spool takes everything at once."""
        importer.results.last_event = 0
        # What is wrong with the file shows before memories are opened.
        first = next(tasks, None)
        if first is None:
            return False, False
        with self._open_graph() as graph, self.memories.change() as journal:
            in_spool = is_view(journal.connection)
            gate = Gate(self._root, self.registry, graph)
            limit = None if in_spool else BATCH
            more = importer.take(journal, gate, chain((first,), tasks), limit)
            importer.results.last_event = read_last_event(journal.connection)
        return more, in_spool

    def _settle(self, importer: Importer) -> None:
        """Count what an interrupt found on its way to the disk, if it got there."""
        with self.memories.read() as connection:
            last = read_last_event(connection) if connection is not None else 0
        if last >= importer.results.last_event > 0:
            importer.results.settle()
