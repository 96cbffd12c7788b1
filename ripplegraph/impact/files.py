"""Describes files that an edit reaches: how, and through what inside them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ripplegraph.graph.ids import build_node_id
from ripplegraph.impact.reach import Reach
from ripplegraph.impact.report import Dependent
from ripplegraph.impact.weights import EDGE_WEIGHTS, INFERRED_SHIFT, compute_link_strength
from ripplegraph.store import statements
from ripplegraph.store.codes import EDGE_KINDS

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
}


class FileDescriber:
    """Turns numbers of files into rows of an answer."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        reach: Reach,
        starts: Sequence[int],
        paths: Mapping[int, str],
    ) -> None:
        self._connection = connection
        self._ways = reach.ways
        self._starts = frozenset(starts)
        self._paths = paths
        self._links: dict[int, dict[int, int]] = {}

    def describe(self, file: int, score: float) -> Dependent:
        steps = list(self._find_steps(file))
        hop = steps[1]
        kinds = self._read_links(file)[hop]
        symbols, count, line = self._find_symbols(file, hop)
        path = self._paths[file]
        way = self._ways[file]
        return Dependent(
            id=path,
            path=path,
            line=line,
            type="file",
            depth=way.depth,
            score=score,
            strength=round(way.strength, 4),
            edges=tuple(_describe_kinds(kinds)),
            via=self._say(steps),
            steps=tuple(self._paths[step] for step in steps),
            symbols=symbols,
            symbol_count=count,
        )

    def _find_steps(self, file: int) -> Iterator[int]:
        """Yield the files of the strongest path; of several the one with the smallest ids."""
        yield file
        while file not in self._starts:
            links = self._read_links(file)
            best = self._ways[file].strength
            nearest = [
                near
                for near, kinds in links.items()
                if self._is_on_path(near, compute_link_strength(kinds), best)
            ]
            file = min(nearest or [self._ways[file].hop], key=lambda near: self._paths[near])
            yield file

    def _is_on_path(self, near: int, strength: float, best: float) -> bool:
        known = 1.0 if near in self._starts else None
        if known is None:
            way = self._ways.get(near)
            known = way.strength if way is not None else 0.0
        return abs(known * strength - best) < 1e-9

    def _read_links(self, file: int) -> Mapping[int, int]:
        found = self._links.get(file)
        if found is None:
            rows = self._connection.execute(statements.SELECT_FILE_LINKS_FROM, (file,))
            found = self._links[file] = {
                target: kinds
                for target, kinds in rows
                if target in self._ways or target in self._starts
            }
        return found

    def _find_symbols(self, file: int, hop: int) -> tuple[tuple[str, ...], int, int | None]:
        """Return what in a file uses another one, how much of it there is, and the first line."""
        rows = self._connection.execute(
            statements.SELECT_USES_BETWEEN_FILES, (file, hop)
        ).fetchall()
        labels = {label for label, _ in rows if label}
        lines = [line for _, line in rows if line]
        path = self._paths[file]
        shown = tuple(build_node_id(path, label) for label in sorted(labels)[:SHOWN_SYMBOLS])
        return shown, len(labels), min(lines, default=None)

    def _say(self, steps: Sequence[int]) -> str:
        parts = []
        for source, target in pairwise(steps):
            verb = _VERBS.get(_get_main_kind(self._read_links(source)[target]), "depends on")
            parts.append(f"{verb} `{self._paths[target]}`")
        return f"`{self._paths[steps[0]]}` " + ", which ".join(parts)


def read_paths(connection: sqlite3.Connection, files: Iterable[int]) -> dict[int, str]:
    rows = connection.execute(statements.SELECT_PATHS_OF_FILES, (json.dumps(list(files)),))
    return dict(rows.fetchall())


def _describe_kinds(kinds: int) -> Iterator[Mapping[str, Any]]:
    for code, kind in enumerate(EDGE_KINDS):
        exact, inferred = kinds >> code & 1, kinds >> (code + INFERRED_SHIFT) & 1
        if exact or inferred:
            yield {"kind": kind.value, "resolution": "exact" if exact else "inferred"}


def _get_main_kind(kinds: int) -> str:
    """Return the strongest kind of edge in a link."""
    both = kinds | kinds >> INFERRED_SHIFT
    codes = [code for code in range(len(EDGE_KINDS)) if both >> code & 1]
    return EDGE_KINDS[max(codes, key=lambda code: EDGE_WEIGHTS[code])].value if codes else ""
