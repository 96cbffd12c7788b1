"""Uses of a piece of code, with the definitions and classes that they lie in."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, NamedTuple

from ripplegraph.graph.model import EdgeKind, NodeKind, Resolution
from ripplegraph.impact.test_selection.suite import TestFiles
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KIND_CODES, NODE_KIND_CODES, RESOLUTION_CODES

CALLS: Final = EDGE_KIND_CODES[EdgeKind.CALLS]
REFERENCES: Final = EDGE_KIND_CODES[EdgeKind.REFERENCES]
EXTENDS: Final = EDGE_KIND_CODES[EdgeKind.EXTENDS]
IMPLEMENTS: Final = EDGE_KIND_CODES[EdgeKind.IMPLEMENTS]
DISPATCHES: Final = EDGE_KIND_CODES[EdgeKind.DISPATCHES_TO]
FILE: Final = NODE_KIND_CODES[NodeKind.FILE]
FUNCTION: Final = NODE_KIND_CODES[NodeKind.FUNCTION]
CLASSES: Final = (NODE_KIND_CODES[NodeKind.CLASS], NODE_KIND_CODES[NodeKind.INTERFACE])
INFERRED: Final = RESOLUTION_CODES[Resolution.INFERRED]
AMBIGUOUS: Final = RESOLUTION_CODES[Resolution.AMBIGUOUS]
_CONTAINS: Final = EDGE_KIND_CODES[EdgeKind.CONTAINS]

Use = tuple[int, int, int, int]
"""What uses the code, the kind of the edge, how that was resolved, and its confidence."""


class Code(NamedTuple):
    """The properties of a node that the search needs."""

    kind: int
    file: int | None
    name: str
    is_test: int | None
    runs_when_read: int | None
    """A property, or a fixture."""


class CodeUses:
    """Reads the graph, each part of it only once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.suite = TestFiles(connection)
        self.edges_read = 0
        self._connection = connection
        self._codes: dict[int, Code] = {}
        self._uses: dict[int, list[Use]] = {}
        self._around: dict[int, int] = {}
        self._contents: dict[int, list[int]] = {}
        self._own_tests: dict[int, list[int]] = {}

    def load(self, nodes: Collection[int]) -> None:
        """Read what uses some nodes, in one statement."""
        wanted = [node for node in nodes if node not in self._uses]
        if wanted:
            rows = self._connection.execute(statements.SELECT_RUNS, (json.dumps(wanted),))
            self._keep(wanted, rows.fetchall())

    def load_from(self, files: Collection[int], nodes: Collection[int]) -> None:
        """Read what uses some nodes in some files; what uses them elsewhere is left out."""
        values = {"files": json.dumps(list(files)), "targets": json.dumps(list(nodes))}
        rows = self._connection.execute(statements.SELECT_RUNS_IN_FILES, values)
        self._keep(nodes, rows.fetchall())

    def has_more(self, nodes: Collection[int], most: int) -> bool:
        """Tell whether more than so many edges lead to some nodes."""
        values = json.dumps(list(nodes)), most + 1
        (count,) = self._connection.execute(statements.COUNT_RUNS, values).fetchone()
        return bool(count > most)

    def find_linking(self, files: Collection[int]) -> dict[int, str]:
        """Return the files that depend on some files directly, with their paths."""
        listed = (json.dumps(list(files)),)
        return dict(self._connection.execute(statements.SELECT_LINKING_FILES, listed).fetchall())

    def _keep(self, nodes: Iterable[int], rows: Sequence[tuple[Any, ...]]) -> None:
        uses, codes, around = self._uses, self._codes, self._around
        for node in nodes:
            uses[node] = []
        self.edges_read += len(rows)
        for target, source, kind, resolution, confidence, *code in rows:
            if source not in codes:
                codes[source] = Code._make(code)
            if kind == _CONTAINS:
                around[target] = source
            elif source != target:
                uses[target].append((source, kind, resolution, confidence))
        self._load_tests([node for node in nodes if self._is_class_of_tests(node)])

    def learn(self, statement: str, *values: object) -> list[int]:
        """Run a statement that reads nodes, and return these."""
        codes = self._codes
        found = []
        for node, *code in self._connection.execute(statement, values):
            if node not in codes:
                codes[node] = Code._make(code)
            found.append(node)
        return found

    def get_code(self, node: int) -> Code:
        return self._codes[node]

    def get_uses(self, node: int) -> list[Use]:
        return self._uses[node]

    def get_around(self, node: int) -> int | None:
        """Return what a node lies in, if that is known."""
        return self._around.get(node)

    def get_own_tests(self, node: int) -> list[int]:
        """Return the tests in a class."""
        return self._own_tests.get(node, [])

    def find_contents(self, node: int) -> list[int]:
        found = self._contents.get(node)
        if found is None:
            found = self._contents[node] = self.learn(statements.SELECT_CONTENTS, node)
        return found

    def find_decorators(self, node: int) -> list[str]:
        (text,) = self._connection.execute(statements.SELECT_NODE_METADATA, (node,)).fetchone()
        return list(json.loads(text).get("decorators", ())) if text else []

    def find_imported_files(self, file: int) -> set[int]:
        rows = self._connection.execute(statements.SELECT_IMPORTED_FILES, (file,))
        return {number for (number,) in rows}

    def is_end(self, node: int) -> bool:
        """Whether a node is a test, or a test file whose own code runs something."""
        code = self._codes[node]
        if code.is_test:
            return self.suite.may_hold_tests(code.file)
        return code.kind == FILE and self.suite.holds_tests(code.file)

    def is_for_tests(self, node: int) -> bool:
        return self.suite.is_for_tests(self._codes[node].file)

    def runs_alone(self, node: int) -> bool:
        """Whether code runs on its own: that of a file, other than a test, runs only at import."""
        code = self._codes[node]
        return code.kind != FILE or self.suite.holds_tests(code.file)

    def _is_class_of_tests(self, node: int) -> bool:
        return self._codes[node].kind in CLASSES and self.is_for_tests(node)

    def _load_tests(self, classes: list[int]) -> None:
        for node in classes:
            self._own_tests[node] = []
        if classes:
            values = (json.dumps(classes),)
            rows = self._connection.execute(statements.SELECT_TESTS_WITHIN, values).fetchall()
            self.edges_read += len(rows)
            for around, test, *code in rows:
                self._codes.setdefault(test, Code._make(code))
                self._own_tests[around].append(test)
