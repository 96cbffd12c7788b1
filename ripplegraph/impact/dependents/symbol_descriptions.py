"""Describes symbols that an edit reaches: how, and over which edges."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ripplegraph.closure.added_edges import NO_ADDED_EDGES, AddedEdges
from ripplegraph.closure.direction import NODE_LINK_KINDS
from ripplegraph.closure.edge_strengths import EDGE_WEIGHTS
from ripplegraph.graph.ids import build_node_id
from ripplegraph.impact.dependents.edge_kinds import STATED
from ripplegraph.impact.dependents.reach import Reach
from ripplegraph.impact.ranking.file_names import describe_step
from ripplegraph.impact.report import Dependent
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import CERTAIN, EDGE_KINDS, NODE_KINDS, RESOLUTIONS

_VERBS = {
    "calls": "calls",
    "references": "refers to",
    "extends": "extends",
    "implements": "implements",
    "dispatches_to": "may run",
    "is_entrypoint_for": "starts",
    "tests": "tests",
    "flows_to": "passes values to",
    "depends_logically": "depends on",
    "handles_errors_from": "handles errors of",
    "applies_pattern": "applies",
}


class Symbol(NamedTuple):
    """A node of the graph."""

    id: str
    path: str | None
    line: int | None
    type: str


class Edge(NamedTuple):
    """One edge out of a node."""

    target: int
    kind: str
    line: int | None
    resolution: str
    strength: float
    evidence: str | None = None
    """What shows it, where that is not the code itself."""


class SymbolDescriber:
    """Turns numbers of nodes into rows of an answer."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        reach: Reach,
        starts: Sequence[int],
        added_edges: AddedEdges = NO_ADDED_EDGES,
    ) -> None:
        self._connection = connection
        self._reach = reach
        self._strengths = reach.strengths
        self._starts = frozenset(starts)
        self._edges: dict[int, list[Edge]] = {}
        self._added_edges = added_edges
        self._symbols = {
            number: Symbol(name, None, None, name.partition(":")[0])
            for number, name in added_edges.names.items()
        }

    def describe(self, node: int, score: float) -> Dependent:
        steps = list(self._find_steps(node))
        taken = [self._find_edge(*pair) for pair in pairwise(steps)]
        symbol = self.get(node)
        first = [edge for edge in self._read_edges(node) if edge.target == steps[1]]
        return Dependent(
            id=symbol.id,
            path=symbol.path,
            line=symbol.line if symbol.type != "file" else first[0].line,
            type=symbol.type,
            depth=self._reach.get_depth(node),
            score=score,
            strength=round(self._strengths.get(node), 4),
            edges=tuple(_describe_edge(edge) for edge in first),
            via=self._say(steps, taken),
            steps=tuple(self.get(step).id for step in steps),
            through_override=any(edge.kind == "dispatches_to" for edge in taken),
            logical=any(edge.resolution == STATED for edge in taken),
        )

    def describe_possible(self, node: int, edges: Sequence[Edge]) -> Dependent:
        """Describe what uses a name that may be a target's, or something else's."""
        symbol = self.get(node)
        best = max(edges, key=lambda edge: edge.strength)
        target = self.get(best.target).id
        return Dependent(
            id=symbol.id,
            path=symbol.path,
            line=symbol.line if symbol.type != "file" else best.line,
            type=symbol.type,
            depth=1,
            score=round(best.strength, 4),
            strength=round(best.strength, 4),
            edges=tuple(_describe_edge(edge) for edge in edges),
            via=f"`{symbol.id}` may use `{target}`, or something else of that name",
            steps=(symbol.id, target),
            possible=True,
        )

    def load(self, nodes: Iterable[int]) -> None:
        """Read several nodes at once."""
        wanted = [node for node in nodes if node not in self._symbols]
        rows = self._connection.execute(statements.SELECT_NODE_PLACES, (json.dumps(wanted),))
        for node, path, label, kind, line in rows:
            type_name = NODE_KINDS[kind].value
            self._symbols[node] = Symbol(build_node_id(path, label), path, line, type_name)

    def get(self, node: int) -> Symbol:
        if node not in self._symbols:
            self.load([node])
        return self._symbols[node]

    def _find_steps(self, node: int) -> Iterator[int]:
        """Yield the nodes of the strongest path; of several the one with the smallest ids."""
        yield node
        while node not in self._starts:
            best = self._strengths.get(node)
            nearest = {
                edge.target
                for edge in self._read_edges(node)
                if abs(self._strengths.get(edge.target) * edge.strength - best) < 1e-9
            }
            self.load(nearest)
            node = min(nearest, key=lambda near: self.get(near).id)
            yield node

    def _find_edge(self, source: int, target: int) -> Edge:
        edges = [edge for edge in self._read_edges(source) if edge.target == target]
        return max(edges, key=lambda edge: edge.strength)

    def _read_edges(self, node: int) -> list[Edge]:
        found = self._edges.get(node)
        if found is None:
            rows = self._connection.execute(statements.SELECT_EDGES_FROM_NODE, (node,))
            found = self._edges[node] = [build_edge(*row) for row in rows]
            found += [
                Edge(near, edge.kind.value, None, STATED, edge.strength)
                for near in self._added_edges.find_nearer(node)
                for edge in self._added_edges.find_between(node, near)
            ]
        return found

    def _say(self, steps: Sequence[int], taken: Sequence[Edge]) -> str:
        parts = [
            describe_step(_VERBS.get(edge.kind, "depends on"), self.get(step).id, edge.evidence)
            for edge, step in zip(taken, steps[1:], strict=True)
        ]
        return f"`{self.get(steps[0]).id}` " + ", which ".join(parts)


def build_edge(
    target: int,
    kind: int,
    line: int | None,
    resolution: int,
    confidence: int,
    evidence: str | None = None,
) -> Edge:
    is_followed = NODE_LINK_KINDS >> kind & 1
    strength = EDGE_WEIGHTS[kind] * confidence / CERTAIN if is_followed else 0.0
    found = RESOLUTIONS[resolution].value
    return Edge(target, EDGE_KINDS[kind].value, line, found, strength, evidence)


def _describe_edge(edge: Edge) -> Mapping[str, Any]:
    described = {"kind": edge.kind, "resolution": edge.resolution, "line": edge.line}
    return described if edge.evidence is None else described | {"evidence": edge.evidence}
