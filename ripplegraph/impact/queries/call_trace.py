"""Follows calls into a function and out of it, with what is passed and returned."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ripplegraph.graph.expressions import Attribute, Expr
from ripplegraph.graph.facts import Call, Definition
from ripplegraph.graph.file_order import rank_file
from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.model import NodeKind
from ripplegraph.graph.stored_facts import CallReader, StoredFacts
from ripplegraph.impact.queries.expression_text import write_expression
from ripplegraph.impact.warnings import find_missed
from ripplegraph.indexing.extraction.packed_facts import unpack_facts
from ripplegraph.store.graph.graph_reader import read_facts
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import NODE_KINDS, RESOLUTIONS
from ripplegraph.targets.target import ResolvedTarget

CONSTRUCTORS = ("__init__", "__new__", "constructor")
_RECEIVERS = frozenset({"self", "cls", "mcs"})


@dataclass(frozen=True)
class TracedCall:
    """A call on a chain: who calls whom, where, and with what."""

    id: str
    """The caller, on a chain into the symbol; what is called, on a chain out of it."""
    path: str
    """Where the call is written."""
    line: int | None
    resolution: str
    passed: Mapping[str, str]
    """What each parameter is given, as far as the call says it."""
    repeated: bool
    """Whether it is on another chain already, where the rest of it is."""
    calls: tuple[TracedCall, ...]
    """The next calls of the chain."""
    omitted: int


@dataclass(frozen=True)
class Trace:
    """The chains of calls around a symbol."""

    id: str
    signature: str
    returned: tuple[str, ...]
    """What the function gives back, as written."""
    callers: tuple[TracedCall, ...]
    callees: tuple[TracedCall, ...]
    omitted_callers: int
    omitted_callees: int
    unresolved_calls: int
    """Calls by its name that lead nowhere and may mean it; an analysis of impact lists them."""


class Tracer:
    """Builds the chains around one symbol; reads the facts of a file when they are needed."""

    def __init__(self, connection: sqlite3.Connection, *, depth: int, limit: int | None) -> None:
        self._connection = connection
        self._depth = depth
        self._limit = limit
        self._facts: dict[str, StoredFacts | None] = {}

    def trace(self, target: ResolvedTarget) -> Trace:
        row = self._connection.execute(statements.SELECT_TRACED, (target.node,)).fetchone()
        signature = row[0] or target.id
        facts = self._read(target.path or "")
        own = self._find_definition(facts, target.id) if facts else None
        returned = [write_expression(item, facts) for item in own.results] if own and facts else []
        node = target.node or 0
        callers, callees = (
            self._follow(node, inward=inward, depth=self._depth, seen={node})
            for inward in (True, False)
        )
        return Trace(
            target.id,
            signature,
            tuple(dict.fromkeys(text for text in returned if text)),
            callers,
            callees,
            self._count(node, inward=True) - len(callers),
            self._count(node, inward=False) - len(callees),
            find_missed(self._connection, [target])["calls"],
        )

    def _follow(
        self, node: int, *, inward: bool, depth: int, seen: set[int]
    ) -> tuple[TracedCall, ...]:
        statement = statements.SELECT_CALLERS if inward else statements.SELECT_CALLEES
        rows = self._connection.execute(statement, (node,)).fetchall()
        rows.sort(key=lambda row: rank_file(row[1]))
        new = [row for row in rows[: self._limit] if row[0] not in seen]
        seen.update(row[0] for row in new)
        fresh = {row[0] for row in new}
        return tuple(
            self._describe(node, row, inward=inward, depth=depth, seen=seen, new=row[0] in fresh)
            for row in rows[: self._limit]
        )

    def _describe(
        self,
        node: int,
        row: tuple[int, str, str, int | None, int],
        *,
        inward: bool,
        depth: int,
        seen: set[int],
        new: bool,
    ) -> TracedCall:
        other, path, label, line, resolution = row
        goes_on = new and depth > 1
        inner = self._follow(other, inward=inward, depth=depth - 1, seen=seen) if goes_on else ()
        caller, callee = (other, node) if inward else (node, other)
        return TracedCall(
            build_node_id(path, label),
            self._get_path(caller),
            line,
            RESOLUTIONS[resolution].value,
            self._find_passed(caller, callee, line),
            not new,
            inner,
            self._count(other, inward=inward) - len(inner) if new else 0,
        )

    def _count(self, node: int, *, inward: bool) -> int:
        statement = statements.COUNT_CALLERS if inward else statements.COUNT_CALLEES
        return int(self._connection.execute(statement, (node,)).fetchone()[0])

    # What a call says ---------------------------------------------------------------------------

    def _find_passed(self, caller: int, callee: int, line: int | None) -> dict[str, str]:
        facts = self._read(self._get_path(caller))
        if facts is None or line is None:
            return {}
        name, params = self._read_parameters(callee)
        for index, site in enumerate(facts.calls):
            if site.line == line and _has_name(site.callee, name):
                return dict(_match(CallReader(facts)[index], params, facts))
        return {}

    def _get_path(self, node: int) -> str:
        row = self._connection.execute(statements.SELECT_PATH_OF_NODE, (node,)).fetchone()
        return str(row[0])

    def _read_parameters(self, node: int) -> tuple[str, list[tuple[str, str]]]:
        """Return the name of something that is called, and what it takes."""
        name, kind, path, label, metadata = self._connection.execute(
            statements.SELECT_CALLED, (node,)
        ).fetchone()
        found = json.loads(metadata or "{}").get("params", [])
        if NODE_KINDS[kind] is NodeKind.CLASS:
            for constructor in CONSTRUCTORS:
                values = (path, f"{label}.{constructor}")
                row = self._connection.execute(statements.SELECT_METADATA, values).fetchone()
                if row is not None:
                    found = json.loads(row[0] or "{}").get("params", [])
                    break
        pairs = [(str(item[0]), str(item[1])) for item in found]
        is_bound = bool(pairs) and pairs[0][0] in _RECEIVERS
        return name, pairs[1:] if is_bound else pairs

    def _read(self, path: str) -> StoredFacts | None:
        if path not in self._facts:
            row = self._connection.execute(statements.SELECT_FACTS_KEY, (path,)).fetchone()
            self._facts[path] = (
                unpack_facts(read_facts(self._connection, *row)) if row is not None else None
            )
        return self._facts[path]

    def _find_definition(self, facts: StoredFacts, node_id: str) -> Definition | None:
        label = node_id.partition("::")[2]
        return next((item for item in facts.definitions if item.qualified == label), None)


def _has_name(callee: Expr, name: str) -> bool:
    if isinstance(callee, str):
        return callee.rpartition(".")[2] == name
    return type(callee) is Attribute and callee.name == name


def _match(
    call: Call, params: list[tuple[str, str]], facts: StoredFacts
) -> Iterator[tuple[str, str]]:
    """Give each parameter what a call passes for it."""
    by_position = [name for name, kind in params if kind in ("", "/")]
    rest = next((f"*{name}" for name, kind in params if kind == "*"), "*")
    extra: list[str] = []
    for at, argument in enumerate(call.args):
        text = write_expression(argument, facts) or "..."
        if at < len(by_position):
            yield by_position[at], text
        else:
            extra.append(text)
    if extra:
        yield rest, ", ".join(extra)
    for name, value in call.keywords:
        yield name or "**", write_expression(value, facts) or "..."
