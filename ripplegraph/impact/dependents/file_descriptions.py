"""Describes files that an edit reaches: how, and through what inside them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from ripplegraph.closure.added_edges import NO_ADDED_EDGES, AddedEdges
from ripplegraph.closure.edge_strengths import EDGE_WEIGHTS, INFERRED_SHIFT, LINK_STRENGTHS
from ripplegraph.graph.ids import EXTERNAL_PREFIX, build_node_id
from ripplegraph.impact.dependents.edge_kinds import SHOWN_KINDS, SHOWN_MASK, STATED, SYMBOL_MASK
from ripplegraph.impact.dependents.file_paths import FilePaths
from ripplegraph.impact.dependents.reach import Reach
from ripplegraph.impact.ranking.file_names import describe_step
from ripplegraph.impact.report import Dependent
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KINDS

SHOWN_SYMBOLS = 5
_VERBS = {
    "imports": "imports",
    "calls": "calls into",
    "extends": "extends a class of",
    "implements": "implements an interface of",
    "exports": "re-exports from",
    "references": "refers to",
    "is_entrypoint_for": "starts",
    "dispatches_to": "may run",
    "flows_to": "gets values from",
    "handles_errors_from": "handles errors of",
    "applies_pattern": "applies",
}


class _Link(NamedTuple):
    """How one file depends on another: by code, and by what someone said."""

    kinds: int
    strength: float
    logical: tuple[str, ...] = ()


class FileDescriber:
    """Turns numbers of files into rows of an answer."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        reach: Reach,
        starts: Sequence[int],
        paths: FilePaths,
        added_edges: AddedEdges = NO_ADDED_EDGES,
    ) -> None:
        self._connection = connection
        self._reach = reach
        self._strengths = reach.strengths
        self._starts = frozenset(starts)
        self._paths = paths
        self._added_edges = added_edges
        self._links: dict[int, dict[int, _Link]] = {}
        self._evidence: dict[tuple[int, int], str | None] = {}

    def describe(self, file: int, score: float) -> Dependent:
        steps = list(self._find_steps(file))
        hop = steps[1]
        taken = [self._read_links(source)[target] for source, target in pairwise(steps)]
        symbols, count, line = self._find_symbols(file, hop, taken[0])
        path = self._paths[file]
        return Dependent(
            id=path,
            path=None if file in self._added_edges.names else path,
            line=line,
            type=_get_type(path) if file in self._added_edges.names else "file",
            depth=self._reach.get_depth(file),
            score=score,
            strength=round(self._strengths.get(file), 4),
            edges=_describe_link(taken[0], self._read_evidence(file, hop, taken[0])),
            via=self._say(steps, taken),
            steps=tuple(self._paths[step] for step in steps),
            symbols=symbols,
            symbol_count=count,
            logical=any(not link.kinds for link in taken),
        )

    def find_links(self, file: int) -> dict[int, float]:
        """Return the files near the targets that a file depends on, and how strongly."""
        return {near: link.strength for near, link in self._read_links(file).items()}

    def _is_near(self, file: int) -> bool:
        return file in self._starts or self._reach.has(file)

    def _find_steps(self, file: int) -> Iterator[int]:
        """Yield the files of the strongest path; of several the one with the smallest ids."""
        yield file
        while file not in self._starts:
            best = self._strengths.get(file)
            nearest = [
                near
                for near, link in self._read_links(file).items()
                if abs(self._strengths.get(near) * link.strength - best) < 1e-9
            ]
            self._paths.load(nearest)
            file = min(nearest, key=self._paths.__getitem__)
            yield file

    def _read_links(self, file: int) -> Mapping[int, _Link]:
        found = self._links.get(file)
        if found is None:
            rows = self._connection.execute(statements.SELECT_FILE_LINKS_FROM, (file,))
            found = self._links[file] = {
                target: _Link(kinds, LINK_STRENGTHS[kinds])
                for target, kinds in rows
                if self._is_near(target)
            }
            if self._added_edges:
                self._include_added_edges(file, found)
        return found

    def _include_added_edges(self, file: int, found: dict[int, _Link]) -> None:
        for near in self._added_edges.find_nearer(file):
            if self._is_near(near):
                added_edges = self._added_edges.find_between(file, near)
                kinds = tuple(sorted({edge.kind.value for edge in added_edges}))
                strongest = max(edge.strength for edge in added_edges)
                known = found.get(near, _Link(0, 0.0))
                strength = max(known.strength, strongest)
                found[near] = _Link(known.kinds, strength, kinds)

    def _find_symbols(
        self, file: int, hop: int, link: _Link
    ) -> tuple[tuple[str, ...], int, int | None]:
        """Return what in a file uses another one, how much of it there is, and the first line."""
        only_files = not (link.kinds | link.kinds >> INFERRED_SHIFT) & SYMBOL_MASK
        statement = (
            statements.SELECT_IMPORT_LINES if only_files else statements.SELECT_USES_BETWEEN_FILES
        )
        rows = self._connection.execute(statement, (file, hop)).fetchall()
        labels = {label for label, _ in rows if label}
        lines = [line for _, line in rows if line]
        path = self._paths[file]
        shown = tuple(build_node_id(path, label) for label in sorted(labels)[:SHOWN_SYMBOLS])
        return shown, len(labels), min(lines, default=None)

    def _read_evidence(self, file: int, hop: int, link: _Link) -> str | None:
        """Return what shows that a file depends on another one, where a text does."""
        if not (link.kinds | link.kinds >> INFERRED_SHIFT) & SHOWN_MASK:
            return None
        key = file, hop
        if key not in self._evidence:
            row = self._connection.execute(statements.SELECT_EVIDENCE_BETWEEN_FILES, key).fetchone()
            self._evidence[key] = None if row is None else f"{row[0]}, line {row[1]}"
        return self._evidence[key]

    def _say(self, steps: Sequence[int], taken: Sequence[_Link]) -> str:
        parts = []
        for (source, target), link in zip(pairwise(steps), taken, strict=True):
            kind = _get_main_kind(link.kinds) or link.logical[0]
            shown = self._read_evidence(source, target, link) if kind in SHOWN_KINDS else None
            parts.append(describe_step(_VERBS.get(kind, "depends on"), self._paths[target], shown))
        return f"`{self._paths[steps[0]]}` " + ", which ".join(parts)


def _get_type(knowledge: str) -> str:
    return "external" if knowledge.startswith(EXTERNAL_PREFIX) else knowledge.partition(":")[0]


def _describe_link(link: _Link, evidence: str | None) -> tuple[Mapping[str, Any], ...]:
    stated = tuple({"kind": name, "resolution": STATED} for name in link.logical)
    found = _describe_kinds(link.kinds)
    if evidence is not None:
        found = tuple(
            edge | {"evidence": evidence} if edge["kind"] in SHOWN_KINDS else edge for edge in found
        )
    return found + stated


@cache
def _describe_kinds(kinds: int) -> tuple[dict[str, Any], ...]:
    found: list[dict[str, Any]] = []
    for code, kind in enumerate(EDGE_KINDS):
        exact, inferred = kinds >> code & 1, kinds >> (code + INFERRED_SHIFT) & 1
        if exact or inferred:
            found.append({"kind": kind.value, "resolution": "exact" if exact else "inferred"})
    return tuple(found)


@cache
def _get_main_kind(kinds: int) -> str:
    """Return the strongest kind of edge in a link."""
    both = kinds | kinds >> INFERRED_SHIFT
    codes = [code for code in range(len(EDGE_KINDS)) if both >> code & 1]
    return EDGE_KINDS[max(codes, key=lambda code: EDGE_WEIGHTS[code])].value if codes else ""
