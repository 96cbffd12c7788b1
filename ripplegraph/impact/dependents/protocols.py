"""Finds methods of classes that fit a Python protocol without naming it as a base."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import NODE_KINDS

_PROTOCOL = re.compile(r"\([^)]*\bProtocol\b")
_Params = Sequence[Sequence[str]]
_BY_PLACE = ("", "/")


class FittingMethod(NamedTuple):
    """A method with which a class does what a protocol asks for."""

    node: int
    path: str
    label: str
    line: int | None


class ProtocolSearch:
    """Compares classes with the protocols that methods belong to."""

    def __init__(self, graph: sqlite3.Connection) -> None:
        self._graph = graph
        self._methods: dict[tuple[int, str], Mapping[str, _Params]] = {}

    def find_fitting(self, nodes: Sequence[int]) -> Iterator[FittingMethod]:
        """Yield the methods that implement those of protocols among some nodes."""
        rows = self._graph.execute(statements.SELECT_METHODS, (json.dumps(list(nodes)),))
        for file, label, name in rows.fetchall():
            holder = label.rpartition(".")[0]
            if self._is_protocol(file, holder):
                yield from self._find_in_classes(file, holder, name)

    def _is_protocol(self, file: int, label: str) -> bool:
        row = self._graph.execute(statements.SELECT_LABELED, (file, label)).fetchone()
        return (
            row is not None
            and NODE_KINDS[row[1]].value == "class"
            and _PROTOCOL.search(row[2] or "") is not None
        )

    def _find_in_classes(self, file: int, protocol: str, name: str) -> Iterator[FittingMethod]:
        wanted = self._read_methods(file, protocol)
        found = self._graph.execute(statements.SELECT_METHODS_NAMED, (name,)).fetchall()
        for node, own_file, path, label, line in found:
            holder = label.rpartition(".")[0]
            if (own_file, holder) == (file, protocol) or self._is_protocol(own_file, holder):
                continue
            if self._does_all(own_file, holder, wanted):
                yield FittingMethod(node, path, label, line)

    def _does_all(self, file: int, label: str, wanted: Mapping[str, _Params]) -> bool:
        methods = self._read_inherited(file, label)
        return all(
            name in methods and _takes(methods[name], params) for name, params in wanted.items()
        )

    def _read_inherited(self, file: int, label: str) -> dict[str, _Params]:
        """Return the methods of a class with those of the classes above it, the nearest first."""
        found = dict(self._read_methods(file, label))
        row = self._graph.execute(statements.SELECT_LABELED, (file, label)).fetchone()
        waiting, seen = [row[0]] if row else [], set()
        while waiting:
            node = waiting.pop(0)
            if node in seen:
                continue
            seen.add(node)
            for base, base_file, base_label in self._graph.execute(
                statements.SELECT_BASE_CLASSES, (node,)
            ).fetchall():
                found = {**self._read_methods(base_file, base_label), **found}
                waiting.append(base)
        return found

    def _read_methods(self, file: int, label: str) -> Mapping[str, _Params]:
        known = self._methods.get((file, label))
        if known is None:
            rows = self._graph.execute(statements.SELECT_METHODS_OF_CLASS, (file, label))
            known = {name: json.loads(data or "{}").get("params", ()) for name, data in rows}
            self._methods[file, label] = known
        return known


def _takes(params: _Params, asked: _Params) -> bool:
    """Whether a method takes as many arguments by their place as a protocol passes."""
    kinds = [kind for _, kind in params]
    places = sum(kind in _BY_PLACE for kind in kinds)
    return "*" in kinds or places >= sum(kind in _BY_PLACE for _, kind in asked)
