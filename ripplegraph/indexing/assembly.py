"""Puts files, definitions and links together to the rows of a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from posixpath import basename, dirname
from typing import Final, Protocol

from ripplegraph.failures import BUG, Failure, Failures
from ripplegraph.graph.facts import ANONYMOUS, FOR_TYPES
from ripplegraph.graph.ids import (
    EXTERNAL_PREFIX,
    RESERVED_PREFIXES,
    SEPARATOR,
    build_directory_id,
    build_import_label,
)
from ripplegraph.graph.model import EdgeKind, NodeKind, Resolution
from ripplegraph.graph.stored_facts import StoredFacts
from ripplegraph.indexing.descriptions import (
    describe_definition,
    describe_file,
    describe_import,
)
from ripplegraph.linking.values.links import LinkedEdge
from ripplegraph.store.records.graph_rows import DiagnosticRow, EdgeRow, FileRow, NodeRow
from ripplegraph.store.sql.codes import (
    CERTAIN,
    EDGE_KIND_CODES,
    NODE_KIND_CODES,
    RESOLUTION_CODES,
)

_DEFINITION_CODES: Final = {kind.value: code for kind, code in NODE_KIND_CODES.items()}
_EDGE_CODES: Final = {kind.value: code for kind, code in EDGE_KIND_CODES.items()}
_RESOLUTION_CODES: Final = {word.value: code for word, code in RESOLUTION_CODES.items()}
_FILE: Final = NODE_KIND_CODES[NodeKind.FILE]
_DIRECTORY: Final = NODE_KIND_CODES[NodeKind.DIRECTORY]
_IMPORT: Final = NODE_KIND_CODES[NodeKind.IMPORT]
_EXTERNAL: Final = NODE_KIND_CODES[NodeKind.EXTERNAL]
_CONTAINS: Final = EDGE_KIND_CODES[EdgeKind.CONTAINS]
_EXACT: Final = RESOLUTION_CODES[Resolution.EXACT]
_KEY: Final = itemgetter(0, 2, 1)
"""Source, kind and target of an edge."""


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A file with all that is known about it."""

    row: FileRow
    facts: bytes | None
    """What it says, packed; only when it was parsed."""
    generated: bool = False
    nameable: bool = True


class Numbers(Protocol):
    """The nodes that a graph has already."""

    def find(self, key: str) -> int | None:
        """Return the number of the node with a readable id, if there is one."""

    def take(self) -> int:
        """Return a number that no node has."""


class GraphAssembly:
    """Makes nodes and edges, and gives each node its number; the first of an id stays.

    Nodes that the graph has already keep their numbers. What was made is in `nodes`, `edges` and
    `diagnostics` until somebody takes it from there.
    """

    def __init__(self, known: Numbers, file_numbers: Mapping[str, int]) -> None:
        self.nodes: list[NodeRow] = []
        self.edges: list[EdgeRow] = []
        self.diagnostics: list[DiagnosticRow] = []
        self._known = known
        self._numbers: dict[str, int] = {}
        self._added: set[int] = set()
        self._new: dict[str, int] = {}
        """The numbers that were given to nodes of the file that is being added."""
        self._file_numbers = file_numbers

    def forget_written(self) -> None:
        """Let go of the numbers of what was written; `known` has those."""
        self._numbers = {
            key: number
            for key, number in self._numbers.items()
            if key.endswith("/") or key.startswith(RESERVED_PREFIXES)
        }
        self._added.clear()

    @property
    def held(self) -> int:
        """How many numbers are held."""
        return len(self._numbers)

    def try_file(
        self, file: ScannedFile, load: Callable[[], StoredFacts | None], failures: Failures
    ) -> None:
        """Add a file like `add_file`; one that fails is added without what is in it."""
        nodes, edges, remarks = len(self.nodes), len(self.edges), len(self.diagnostics)
        known, self._new = self._new, {}
        try:
            self.add_file(file, load())
        except Exception as error:  # noqa: BLE001 - one file must not end the scan of all
            failures.take(file.row.path, "describing what it defines", None, error)
            del self.nodes[nodes:], self.edges[edges:], self.diagnostics[remarks:]
            for key, number in self._new.items():
                self._numbers.pop(key, None)
                self._added.discard(number)
            self.add_file(file, None)
        finally:
            self._new = known

    def add_file(self, file: ScannedFile, facts: StoredFacts | None) -> None:
        """Add a file with its folders and everything that is defined or imported in it."""
        self._add_diagnostics(file.row, facts)
        if file.nameable:
            number = self._add_file(file, facts)
            if facts is not None:
                self._add_definitions(file.row, number, facts)
                self._add_imports(file.row, number, facts)

    def add_links(self, path: str, links: Sequence[LinkedEdge]) -> None:
        """Add the dependencies found in a file; what lies outside gets its node here."""
        find = self._find
        outside = {link.target for link in links if link.target.startswith(EXTERNAL_PREFIX)}
        for key in sorted(outside):
            if find(key) is None:
                self._add_external(key)
        found: list[EdgeRow] = []
        for link in links:
            source, target = find(link.source), find(link.target)
            if source is None or target is None:
                self._report_loose_end(path, link)
                continue
            found.append(
                EdgeRow(
                    source,
                    target,
                    _EDGE_CODES[link.kind],
                    link.line or None,
                    _RESOLUTION_CODES[link.resolution],
                    link.candidates,
                    round(link.confidence * CERTAIN),
                    link.evidence or None,
                )
            )
        # In the order of the table's key, which is the fastest to write.
        found.sort(key=_KEY)
        self.edges += found

    def add_failures(self, failures: Iterable[Failure]) -> None:
        """Add what went wrong with files, as their diagnostics."""
        for failure in failures:
            number = self._file_numbers[failure.path]
            self.diagnostics.append(DiagnosticRow(number, failure.line, BUG, failure.message))

    def _find(self, key: str) -> int | None:
        number = self._numbers.get(key)
        if number is None:
            number = self._known.find(key)
            if number is not None:
                self._numbers[key] = number
        return number

    def _report_loose_end(self, path: str, link: LinkedEdge) -> None:
        # The linker only names what it was given, so this is a bug that somebody should hear of.
        message = f"bug: {link.kind} from {link.source} to {link.target} has no end"
        self.diagnostics.append(DiagnosticRow(self._file_numbers[path], link.line, BUG, message))

    def _add_external(self, key: str) -> None:
        name = key.removeprefix(EXTERNAL_PREFIX)
        self.nodes.append(NodeRow(self._number(key), key, _EXTERNAL, name))

    def _add_file(self, file: ScannedFile, facts: StoredFacts | None) -> int:
        row = file.row
        number = self._number(row.path)
        node = NodeRow(
            number,
            "",
            _FILE,
            basename(row.path),
            row.id,
            1 if row.lines else None,
            row.lines or None,
            None,
            (facts.doc or None) if facts else None,
            facts.body_print if facts else None,
            facts.surface_print if facts else None,
            describe_file(facts, status=row.status, generated=file.generated),
        )
        self.nodes.append(node)
        folder = dirname(row.path)
        if folder:
            self._contain(self._add_directory(folder), number, None)
        return number

    def _add_directory(self, folder: str) -> int:
        """Return the number of a folder; it is added with those around it that are not there."""
        missing: list[str] = []
        while folder and self._find(build_directory_id(folder)) is None:
            missing.append(folder)
            folder = dirname(folder)
        parent = self._find(build_directory_id(folder)) if folder else None
        number = parent or 0
        for inner in reversed(missing):
            key = build_directory_id(inner)
            number = self._number(key)
            self.nodes.append(NodeRow(number, key, _DIRECTORY, basename(inner)))
            if parent is not None:
                self._contain(parent, number, None)
            parent = number
        return number

    def _add_definitions(self, row: FileRow, file: int, facts: StoredFacts) -> None:
        numbers: dict[int, int] = {}
        prefix, scopes = row.path + SEPARATOR, facts.scopes
        for index, item in enumerate(facts.definitions):
            if item.flags & ANONYMOUS or not item.qualified:
                continue
            number = numbers[index] = self._number(prefix + item.qualified)
            if number in self._added:
                continue
            self._added.add(number)
            node = NodeRow(
                number,
                item.qualified,
                _DEFINITION_CODES[item.kind],
                item.name,
                row.id,
                item.line,
                item.end_line,
                item.signature or None,
                item.doc or None,
                item.body_print or None,
                item.signature_print or None,
                describe_definition(item, facts),
            )
            self.nodes.append(node)
            self._contain(numbers.get(scopes[item.scope].owner, file), number, item.line)

    def _add_imports(self, row: FileRow, file: int, facts: StoredFacts) -> None:
        imports = reversed(facts.imports)
        running = {item.spec: item.kind for item in imports if item.kind != FOR_TYPES}
        for item in facts.imports:
            label = build_import_label(item.spec)
            number = self._number(row.path + SEPARATOR + label)
            if number in self._added:
                continue
            self._added.add(number)
            end = item.end_line or item.line
            # One that runs makes up for others of the same module that are for types only.
            kind = item.kind if item.kind != FOR_TYPES else running.get(item.spec, FOR_TYPES)
            metadata = describe_import(item.names, kind)
            node = NodeRow(
                number, label, _IMPORT, item.spec, row.id, item.line, end, metadata=metadata
            )
            self.nodes.append(node)
            self._contain(file, number, item.line)

    def _add_diagnostics(self, row: FileRow, facts: StoredFacts | None) -> None:
        if row.reason and row.status in ("skipped", "failed"):
            severity = "error" if row.status == "failed" else "info"
            message = f"{row.status}: {row.reason}"
            self.diagnostics.append(DiagnosticRow(row.id, None, severity, message))
        for item in facts.diagnostics if facts else ():
            found = DiagnosticRow(row.id, item.line, item.severity, item.message)
            self.diagnostics.append(found)

    def _number(self, key: str) -> int:
        """Return the number of a node, a new one if it has none."""
        number = self._find(key)
        if number is None:
            number = self._numbers[key] = self._new[key] = self._known.take()
        return number

    def _contain(self, source: int, target: int, line: int | None) -> None:
        self.edges.append(EdgeRow(source, target, _CONTAINS, line, _EXACT, 1, CERTAIN))
