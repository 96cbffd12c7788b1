"""Puts files, definitions and links together to the rows of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from posixpath import basename, dirname
from typing import Final, Protocol

from ripplegraph.graph.facts import ANONYMOUS, FileFacts
from ripplegraph.graph.ids import (
    EXTERNAL_PREFIX,
    build_directory_id,
    build_import_id,
    build_symbol_id,
    split_node_id,
)
from ripplegraph.graph.model import EdgeKind, NodeKind, Resolution
from ripplegraph.indexing.descriptions import (
    describe_definition,
    describe_file,
    describe_import,
)
from ripplegraph.indexing.linking.edges import LinkedEdge
from ripplegraph.store.codes import (
    CERTAIN,
    EDGE_KIND_CODES,
    NODE_KIND_CODES,
    RESOLUTION_CODES,
)
from ripplegraph.store.rows import DiagnosticRow, EdgeRow, FileRow, NodeRow

_DEFINITION_CODES: Final = {kind.value: code for kind, code in NODE_KIND_CODES.items()}
_EDGE_CODES: Final = {kind.value: code for kind, code in EDGE_KIND_CODES.items()}
_RESOLUTION_CODES: Final = {word.value: code for word, code in RESOLUTION_CODES.items()}
_CONTAINS: Final = EDGE_KIND_CODES[EdgeKind.CONTAINS]
_EXACT: Final = RESOLUTION_CODES[Resolution.EXACT]


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A file with all that is known about it; `facts` only when it was parsed."""

    row: FileRow
    facts: FileFacts | None
    generated: bool = False
    nameable: bool = True


class Numbers(Protocol):
    """The nodes that a graph has already."""

    def find(self, key: str) -> int | None:
        """Return the number of the node with a readable id, if there is one."""

    def take(self) -> int:
        """Return a number that no node has."""


class NoNumbers:
    """The nodes of a graph that is made from nothing: none."""

    def __init__(self) -> None:
        self._last = 0

    def find(self, key: str) -> int | None:  # noqa: ARG002
        return None

    def take(self) -> int:
        self._last += 1
        return self._last


class GraphAssembly:
    """Collects nodes and edges, and gives each node its number; the first of an id stays.

    Nodes that the graph has already keep their numbers.
    """

    def __init__(self, known: Numbers, file_numbers: Mapping[str, int]) -> None:
        self.nodes: list[NodeRow] = []
        self.diagnostics: list[DiagnosticRow] = []
        self._edges: dict[tuple[int, int, int], EdgeRow] = {}
        self._known = known
        self._numbers: dict[str, int] = {}
        self._added: set[str] = set()
        self._file_numbers = file_numbers

    @property
    def edges(self) -> list[EdgeRow]:
        """All edges, in the order of the table's key, which is the fastest to write."""
        return [self._edges[key] for key in sorted(self._edges)]

    def _find(self, key: str) -> int | None:
        number = self._numbers.get(key)
        if number is None:
            number = self._known.find(key)
            if number is not None:
                self._numbers[key] = number
        return number

    def add_files(self, files: Iterable[ScannedFile]) -> None:
        """Add files with their folders and everything that is defined or imported in them."""
        for file in files:
            self._add_diagnostics(file)
            if file.nameable:
                number = self._add_file(file)
                if file.facts is not None:
                    self._add_definitions(file.row, number, file.facts)
                    self._add_imports(file.row, number, file.facts)

    def add_links(self, links: Mapping[str, Sequence[LinkedEdge]]) -> None:
        """Add the dependencies found in each file; what lies outside gets its node here."""
        targets = {link.target for found in links.values() for link in found}
        for key in sorted(target for target in targets if target.startswith(EXTERNAL_PREFIX)):
            if self._find(key) is None:
                name = key.removeprefix(EXTERNAL_PREFIX)
                self._add_node(key, NODE_KIND_CODES[NodeKind.EXTERNAL], name)
        for path in sorted(links):
            for link in links[path]:
                self._add_link(path, link)

    def _add_link(self, path: str, link: LinkedEdge) -> None:
        source, target = self._find(link.source), self._find(link.target)
        if source is not None and target is not None:
            self._add_edge(source, target, link)
            return
        # The linker only names what it was given, so this is a bug that somebody should hear of.
        message = f"bug: {link.kind} from {link.source} to {link.target} has no end"
        self.diagnostics.append(DiagnosticRow(self._file_numbers[path], link.line, "bug", message))

    def _add_file(self, file: ScannedFile) -> int:
        row, facts = file.row, file.facts
        number = self._add_node(
            row.path,
            NODE_KIND_CODES[NodeKind.FILE],
            basename(row.path),
            row.id,
            1 if row.lines else None,
            row.lines or None,
            doc=(facts.doc or None) if facts else None,
            body_fingerprint=facts.body_print if facts else None,
            signature_fingerprint=facts.surface_print if facts else None,
            metadata=describe_file(facts, status=row.status, generated=file.generated),
        )
        folder = dirname(row.path)
        if folder:
            self._contain(self._add_directory(folder), number, None)
        return number

    def _add_directory(self, folder: str) -> int:
        key = build_directory_id(folder)
        known = self._find(key)
        if known is not None:
            return known
        around = dirname(folder)
        parent = self._add_directory(around) if around else None
        number = self._add_node(key, NODE_KIND_CODES[NodeKind.DIRECTORY], basename(folder))
        if parent is not None:
            self._contain(parent, number, None)
        return number

    def _add_definitions(self, row: FileRow, file: int, facts: FileFacts) -> None:
        numbers: dict[int, int] = {}
        for index, item in enumerate(facts.definitions):
            if item.flags & ANONYMOUS or not item.qualified:
                continue
            number = numbers[index] = self._add_node(
                build_symbol_id(row.path, item.qualified),
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
            owner = facts.scopes[item.scope].owner
            self._contain(numbers.get(owner, file), number, item.line)

    def _add_imports(self, row: FileRow, file: int, facts: FileFacts) -> None:
        code = NODE_KIND_CODES[NodeKind.IMPORT]
        for item in facts.imports:
            key = build_import_id(row.path, item.spec)
            if key not in self._added:
                end = item.end_line or item.line
                metadata = describe_import(item.names, item.kind)
                number = self._add_node(
                    key, code, item.spec, row.id, item.line, end, metadata=metadata
                )
                self._contain(file, number, item.line)

    def _add_diagnostics(self, file: ScannedFile) -> None:
        row = file.row
        if row.reason and row.status in ("skipped", "failed"):
            severity = "error" if row.status == "failed" else "info"
            message = f"{row.status}: {row.reason}"
            self.diagnostics.append(DiagnosticRow(row.id, None, severity, message))
        for item in file.facts.diagnostics if file.facts else ():
            found = DiagnosticRow(row.id, item.line, item.severity, item.message)
            self.diagnostics.append(found)

    def _add_node(
        self,
        key: str,
        kind: int,
        name: str,
        file_id: int | None = None,
        line: int | None = None,
        end_line: int | None = None,
        signature: str | None = None,
        doc: str | None = None,
        body_fingerprint: str | None = None,
        signature_fingerprint: str | None = None,
        metadata: str | None = None,
    ) -> int:
        number = self._find(key)
        if number is None:
            number = self._numbers[key] = self._known.take()
        if key not in self._added:
            self._added.add(key)
            row = NodeRow(
                number,
                key if file_id is None else split_node_id(key)[1],
                kind,
                name,
                file_id,
                line,
                end_line,
                signature,
                doc,
                body_fingerprint,
                signature_fingerprint,
                metadata,
            )
            self.nodes.append(row)
        return number

    def _contain(self, source: int, target: int, line: int | None) -> None:
        row = EdgeRow(source, target, _CONTAINS, line, _EXACT, 1, CERTAIN)
        self._edges.setdefault((source, _CONTAINS, target), row)

    def _add_edge(self, source: int, target: int, link: LinkedEdge) -> None:
        kind = _EDGE_CODES[link.kind]
        self._edges[source, kind, target] = EdgeRow(
            source,
            target,
            kind,
            link.line or None,
            _RESOLUTION_CODES[link.resolution],
            link.candidates,
            round(link.confidence * CERTAIN),
        )


def count_edges(edges: Iterable[EdgeRow]) -> Mapping[str, int]:
    return _count((row.kind for row in edges), {c: k.value for k, c in EDGE_KIND_CODES.items()})


def count_nodes(nodes: Iterable[NodeRow]) -> Mapping[str, int]:
    return _count((row.kind for row in nodes), {c: k.value for k, c in NODE_KIND_CODES.items()})


def _count(codes: Iterable[int], words: Mapping[int, str]) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for code in codes:
        counts[words[code]] = counts.get(words[code], 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
