"""Changes the part of a graph that some files make up, row by row."""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from ripplegraph.graph.model import EdgeKind, NodeKind
from ripplegraph.store.records.graph_rows import DiagnosticRow, EdgeRow, FileRow, NodeRow
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KIND_CODES, NODE_KIND_CODES

_CONTAINS = EDGE_KIND_CODES[EdgeKind.CONTAINS]
_DISPATCHES = EDGE_KIND_CODES[EdgeKind.DISPATCHES_TO]
_DIRECTORY = NODE_KIND_CODES[NodeKind.DIRECTORY]
_EXTERNAL = NODE_KIND_CODES[NodeKind.EXTERNAL]
_TYPES = frozenset({NODE_KIND_CODES[NodeKind.CLASS], NODE_KIND_CODES[NodeKind.INTERFACE]})

Key = tuple[int, int, int]
"""Source, kind and target of an edge."""


class LooseEndError(Exception):
    """A file that was not linked again depends on something that is gone."""


@dataclass(frozen=True)
class PartRows:
    """The new rows of some files: `written` ones are other than before, `linked` only depend on
    other things."""

    files: Collection[FileRow] = ()
    nodes: Collection[NodeRow] = ()
    """Those of the written files, and folders and outside packages that are new."""
    edges: Collection[EdgeRow] = ()
    diagnostics: Collection[DiagnosticRow] = ()
    written: frozenset[int] = frozenset()
    linked: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()


@dataclass
class Difference:
    """How many nodes and edges there are more or less of each kind, and which lost or gained."""

    nodes: Counter[int] = field(default_factory=Counter)
    edges: Counter[int] = field(default_factory=Counter)
    pairs: set[tuple[int, int]] = field(default_factory=set)
    """Sources and targets of the edges that came, went or changed."""
    dependencies: set[tuple[int, int]] = field(default_factory=set)
    """Those of them that are dependencies; that something contains another is none."""
    unused: set[str] = field(default_factory=set)
    """The ids of outside packages that nothing leads to any more."""


class StoredNumbers:
    """The numbers of the nodes in a database."""

    def __init__(self, connection: sqlite3.Connection, files: dict[str, int]) -> None:
        self._connection = connection
        self._files = files
        self._last = int(connection.execute(statements.SELECT_LAST_NODE).fetchone()[0])

    def find(self, key: str) -> int | None:
        """Return the number of the node with a readable id, if there is one."""
        path, _, label = key.partition("::")
        file_id = self._files.get(path)
        if file_id is None:
            row = self._connection.execute(statements.SELECT_LOOSE_NODE_NUMBER, (key,)).fetchone()
        else:
            row = self._connection.execute(
                statements.SELECT_NODE_NUMBER, (file_id, label)
            ).fetchone()
        return None if row is None else int(row[0])

    def take(self) -> int:
        """Return a number that no node has."""
        self._last += 1
        return self._last


def read_files(connection: sqlite3.Connection) -> dict[str, FileRow]:
    """Return the row of every file by its path."""
    rows = (FileRow(*row) for row in connection.execute(statements.SELECT_FILES))
    return {row.path: row for row in rows}


class StoredFiles:
    """The files as the last scan left them: all by name, and the row of each when it is needed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        rows = connection.execute(statements.SELECT_FILE_NUMBERS).fetchall()
        self.numbers: dict[str, int] = {path: number for path, number, _ in rows}
        self.parsed: dict[str, str] = {path: language for path, _, language in rows if language}
        """The language of each file that has facts."""
        self._rows: dict[str, FileRow | None] = {}

    def get(self, path: str) -> FileRow | None:
        """Return the row of a file, if there was one."""
        if path not in self.numbers:
            return None
        if path not in self._rows:
            row = self._connection.execute(statements.SELECT_FILE, (path,)).fetchone()
            self._rows[path] = FileRow(*row)
        return self._rows[path]

    def read_all(self) -> dict[str, FileRow]:
        """Return all rows."""
        found = read_files(self._connection)
        self._rows.update(found)
        return found

    def find_failed(self) -> list[str]:
        """Return the files that could not be read."""
        return [path for (path,) in self._connection.execute(statements.SELECT_FAILED_FILES)]

    def find_languages(self) -> set[str]:
        """Return the languages of all files, parsed or not."""
        return {name for (name,) in self._connection.execute(statements.SELECT_FILE_LANGUAGES)}


def update_part(connection: sqlite3.Connection, part: PartRows) -> Difference:
    """Update the rows of some files, within a transaction of the caller.

    Raises `LooseEndError`, to be rolled back, when a file that is not part of it points at
    something that is gone.
    """
    return _Update(connection, part).run()


class _Update:
    def __init__(self, connection: sqlite3.Connection, part: PartRows) -> None:
        self._connection = connection
        self._part = part
        self._difference = Difference()

    def run(self) -> Difference:
        part = self._part
        around = {folder for node in self._file_nodes(part.gone) for folder in self._above(node)}
        self._write_edges()
        self._write_nodes()
        for file_id in sorted(part.written | part.gone):
            self._connection.execute(statements.DELETE_DIAGNOSTICS_OF_FILE, (file_id,))
        self._run(statements.DELETE_BUGS_OF_FILE, ((file_id,) for file_id in sorted(part.linked)))
        self._run(statements.DELETE_FILE, ((file_id,) for file_id in sorted(part.gone)))
        self._run(statements.REPLACE_FILE, part.files)
        self._run(statements.INSERT_DIAGNOSTIC, part.diagnostics)
        self._remove_folders(around)
        return self._difference

    def _run(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        self._connection.executemany(statement, rows)

    # Edges ------------------------------------------------------------------------------------

    def _write_edges(self) -> None:
        before = {_key(row): row for row in self._owned_edges()}
        after = {_key(row): row for row in self._part.edges}
        lost = [before[key] for key in sorted(before.keys() - after.keys())]
        fresh = [row for key, row in sorted(after.items()) if before.get(key) != row]
        self._forget_edges(lost)
        self._run(statements.INSERT_EDGE, fresh)
        gained = [row for row in fresh if _key(row) not in before]
        self._count_edges(gained, 1)
        # An edge that is resolved differently may come into the closure or leave it.
        self._note_pairs(fresh)
        externals = sorted({row.target for row in lost})
        for number in externals:
            unused = self._connection.execute(
                statements.SELECT_UNUSED_EXTERNAL, (number, _EXTERNAL)
            ).fetchone()
            if unused is not None:
                self._difference.unused.add(str(unused[0]))
                self._remove_node(number, _EXTERNAL)

    def _forget_edges(self, rows: Collection[EdgeRow]) -> None:
        self._run(statements.DELETE_EDGE, (_key(row) for row in rows))
        self._count_edges(rows, -1)

    def _count_edges(self, rows: Collection[EdgeRow], sign: int) -> None:
        for row in rows:
            self._difference.edges[row.kind] += sign
        self._note_pairs(rows)

    def _note_pairs(self, rows: Iterable[EdgeRow]) -> None:
        """Note the ends of edges that came, went or changed."""
        for row in rows:
            pair = (row.source, row.target)
            self._difference.pairs.add(pair)
            if row.kind != _CONTAINS:
                self._difference.dependencies.add(pair)

    def _owned_edges(self) -> Iterator[EdgeRow]:
        """Yield the edges that linking these files, or reading the written ones, had made.

        The edge from a method to what overrides it belongs to the file of the latter.
        """
        part = self._part
        written = part.written | part.gone
        for file_id in sorted(part.linked | written):
            for *row, source_kind in self._connection.execute(
                statements.SELECT_EDGES_FROM_FILE, (file_id,)
            ):
                edge = EdgeRow(*row)
                if edge.kind == _CONTAINS and file_id not in written:
                    continue
                if edge.kind == _DISPATCHES and source_kind not in _TYPES:
                    continue
                yield edge
            for *row, source_kind, _ in self._connection.execute(
                statements.SELECT_EDGES_TO_FILE, (_DISPATCHES, file_id)
            ):
                if source_kind not in _TYPES:
                    yield EdgeRow(*row)
            if file_id in written:
                for *row, _, source_file in self._connection.execute(
                    statements.SELECT_EDGES_TO_FILE, (_CONTAINS, file_id)
                ):
                    if source_file is None:
                        yield EdgeRow(*row)

    # Nodes ------------------------------------------------------------------------------------

    def _write_nodes(self) -> None:
        part = self._part
        before = {
            row[0]: NodeRow(*row)
            for file_id in sorted(part.written | part.gone)
            for row in self._connection.execute(statements.SELECT_NODES_OF_FILE, (file_id,))
        }
        after = {row.id: row for row in part.nodes}
        for number in sorted(before.keys() - after.keys()):
            self._check_loose(number)
            self._remove_node(number, before[number].kind)
        for row in after.values():
            if row.id in before:
                self._difference.nodes[before[row.id].kind] -= 1
            self._difference.nodes[row.kind] += 1
        changed = [row for number, row in after.items() if before.get(number) != row]
        self._run(statements.REPLACE_NODE, changed)

    def _check_loose(self, number: int) -> None:
        """Make sure that nothing outside this part depends on a node that goes."""
        for *row, file_id in list(
            self._connection.execute(statements.SELECT_EDGES_TO_NODE, (number,))
        ):
            raise LooseEndError(f"file {file_id} still points at node {number}: {row}")

    def _remove_node(self, number: int, kind: int) -> None:
        self._connection.execute(statements.DELETE_NODE, (number,))
        self._difference.nodes[kind] -= 1

    def _file_nodes(self, file_ids: Iterable[int]) -> Iterator[int]:
        for file_id in sorted(file_ids):
            row = self._connection.execute(statements.SELECT_NODE_NUMBER, (file_id, "")).fetchone()
            if row is not None:
                yield int(row[0])

    def _above(self, number: int) -> list[int]:
        rows = self._connection.execute(statements.SELECT_FOLDER_AROUND, (number, _CONTAINS))
        return [int(source) for (source,) in rows]

    def _remove_folders(self, folders: Iterable[int]) -> None:
        """Remove folders that hold nothing any more, and those around them in turn."""
        todo = sorted(folders)
        while todo:
            number = todo.pop()
            found = self._connection.execute(
                statements.SELECT_EMPTY_FOLDER, (number, _DIRECTORY, _CONTAINS)
            ).fetchone()
            if found is None:
                continue
            for around in self._above(number):
                todo.append(around)
                self._connection.execute(statements.DELETE_EDGE, (around, _CONTAINS, number))
                self._difference.edges[_CONTAINS] -= 1
            self._remove_node(number, _DIRECTORY)


def _key(row: EdgeRow) -> Key:
    return row.source, row.kind, row.target
