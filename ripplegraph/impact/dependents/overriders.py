"""Finds the methods that override or implement others: a change of a signature concerns both."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ripplegraph.closure.edge_strengths import EDGE_WEIGHTS
from ripplegraph.graph.file_order import rank_file
from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.model import EdgeKind
from ripplegraph.impact.report import Override
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import CERTAIN, EDGE_KIND_CODES, NODE_KINDS

_WEIGHT = EDGE_WEIGHTS[EDGE_KIND_CODES[EdgeKind.DISPATCHES_TO]]
_FITTING = 0.5
"""How sure it is that a class is meant for a protocol which it fits and does not name."""
_BODILESS = frozenset({"abstract", "declaration"})


class Overriding(NamedTuple):
    """The methods below and above the targets."""

    below: Sequence[Override] = ()
    above: Sequence[Override] = ()


def find_overriding(graph: sqlite3.Connection, nodes: Collection[int]) -> Overriding:
    """Find what overrides or implements some symbols, at any distance, and what they override."""
    if not nodes:
        return Overriding()
    return Overriding(_find_below(graph, nodes), _find_above(graph, nodes))


def _find_below(graph: sqlite3.Connection, nodes: Collection[int]) -> list[Override]:
    found: dict[int, Override] = {}
    shares = dict.fromkeys(nodes, 1.0)
    level: Collection[int] = nodes
    while level:
        fresh: dict[int, float] = {}
        for *above, node, path, label, line, confidence in graph.execute(
            statements.SELECT_OVERRIDERS, (json.dumps(list(level)),)
        ).fetchall():
            if node not in shares and node not in fresh:
                fresh[node] = confidence / CERTAIN
                how = "implements" if _is_interface(graph, *above) else "overrides"
                strength = round(_WEIGHT * fresh[node], 4)
                found[node] = Override(build_node_id(path, label), path, line, how, strength)
        shares |= fresh
        level = fresh
    _add_fitting(graph, nodes, found)
    return sorted(found.values(), key=lambda row: (rank_file(row.path), row.path, row.line or 0))


def _add_fitting(
    graph: sqlite3.Connection, nodes: Collection[int], found: dict[int, Override]
) -> None:
    # Imported here: most symbols are no methods of protocols.
    from ripplegraph.impact.dependents.protocols import ProtocolSearch

    for method in ProtocolSearch(graph).find_fitting(list(nodes)):
        if method.node not in found and method.node not in nodes:
            name = build_node_id(method.path, method.label)
            strength = round(_WEIGHT * _FITTING, 4)
            found[method.node] = Override(name, method.path, method.line, "fits", strength)


def _is_interface(graph: sqlite3.Connection, file: int, label: str, metadata: str | None) -> bool:
    """Whether a method has no body of its own, so that others implement it."""
    if metadata and not _BODILESS.isdisjoint(json.loads(metadata).get("flags", ())):
        return True
    values = (file, label.rpartition(".")[0])
    row = graph.execute(statements.SELECT_LABELED, values).fetchone()
    return row is not None and NODE_KINDS[row[1]].value == "interface"


def _find_above(graph: sqlite3.Connection, nodes: Collection[int]) -> list[Override]:
    found: dict[int, Override] = {}
    level: Collection[int] = nodes
    while level:
        fresh = {}
        for node, path, label, line in graph.execute(
            statements.SELECT_OVERRIDDEN_METHODS, (json.dumps(list(level)),)
        ).fetchall():
            if node not in found and node not in nodes:
                fresh[node] = Override(build_node_id(path, label), path, line, "overridden", 0.0)
        found |= fresh
        level = fresh
    return sorted(found.values(), key=lambda row: (row.path, row.line or 0))
