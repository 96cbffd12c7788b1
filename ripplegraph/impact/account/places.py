"""Places of an account: occurrences of names, their order, and what encloses them."""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ripplegraph.graph.file_order import PRODUCT, rank_file
from ripplegraph.graph.ids import build_node_id
from ripplegraph.store.sql import statements

LONGEST_CODE = 160
LIKELY, POSSIBLE = "likely", "possible"
BY_OTHER_NAME = "by_other_name"
_ORDER = {"uses": 0, BY_OTHER_NAME: 0, LIKELY: 1, POSSIBLE: 2, "other": 3, "unread": 4, "text": 5}
_BEHIND = 3
"""So many groups of the product come before uses in tests: its own uses, and likely ones."""
_LIKELY_SCORE, _POSSIBLE_SCORE = 0.2, 0.05
_WEIGHT_SHARE = 0.05
_HIGHEST, _LOWEST = 0.6, 0.02


class Place(NamedTuple):
    """An occurrence of a name, or a use under another one."""

    path: str
    file: int | None
    """The number of its file in the graph."""
    line: int
    position: int
    role: str
    why: str
    name: str
    weight: int = 0
    """How much speaks for a possible use."""


class Owner(NamedTuple):
    """The innermost symbol around a place, or its file."""

    id: str
    node: int | None = None


def order_places(places: Iterable[Place]) -> list[Place]:
    """Put uses and likely uses of the product first, then uses in tests, then what is possible.

    Examples, fixtures and generated code come last among their like.
    """
    groups: dict[tuple[str, str], tuple[int, int, int]] = {}
    ranked = []
    for place in places:
        key = (place.role, place.path)
        group = groups.get(key)
        if group is None:
            group = groups[key] = _rank(*key)
        ranked.append((group, -place.weight, place.path, place.position, place))
    return [place for *_, place in sorted(ranked)]


def _rank(role: str, path: str) -> tuple[int, int, int]:
    file, order = rank_file(path), _ORDER[role]
    return order + (order if file == PRODUCT else _BEHIND), file, order


def score_place(place: Place) -> float:
    """Return how sure a possible use is, on the scale of dependents."""
    first = _LIKELY_SCORE if place.role == LIKELY else _POSSIBLE_SCORE
    return round(min(_HIGHEST, max(_LOWEST, first + _WEIGHT_SHARE * place.weight)), 4)


class Owners:
    """Finds the symbols of files that enclose places."""

    def __init__(self, graph: sqlite3.Connection) -> None:
        self._graph = graph
        self._starts: dict[int, list[int]] = {}
        self._symbols: dict[int, list[tuple[int, int, int, str]]] = {}
        self._found: dict[tuple[str, int], Owner] = {}

    def find(self, place: Place) -> Owner:
        """Return the innermost symbol around a place, or its file."""
        key = (place.path, place.line)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._search(place)
        return found

    def _search(self, place: Place) -> Owner:
        if place.file is None:
            return Owner(place.path)
        if place.file not in self._starts:
            self._load(place.file)
        line, symbols = place.line, self._symbols[place.file]
        for at in range(bisect_right(self._starts[place.file], line) - 1, -1, -1):
            _, last, node, label = symbols[at]
            if line <= -last:
                return Owner(build_node_id(place.path, label), node)
        return Owner(place.path)

    def _load(self, file: int) -> None:
        """Read where the symbols of a file begin, in order, and what they are."""
        columns = self._graph.execute(statements.SELECT_OWNERS_OF_FILE, (file,)).fetchone()
        # Inner symbols come last; in one row, as to step through many takes longer.
        found = sorted(zip(*map(json.loads, columns), strict=True))
        self._starts[file] = [row[0] for row in found]
        self._symbols[file] = found


def describe_place(place: Place, owner: Owner, data: bytes) -> Mapping[str, Any]:
    """Return a place as an answer shows it."""
    column, code = _cut_code(data, place.position)
    return {
        "path": place.path,
        "line": place.line,
        "column": column,
        "as": place.role,
        "in": owner.id,
        "why": place.why,
        "code": code,
    }


def _cut_code(data: bytes, position: int) -> tuple[int, str]:
    """Return the column of an offset and its line, of a long one the part around it."""
    start = data.rfind(b"\n", 0, position) + 1
    end = data.find(b"\n", position)
    first = start
    if position - start >= LONGEST_CODE:
        first = position - LONGEST_CODE // 2
    text = data[first : min(len(data) if end < 0 else end, first + 4 * LONGEST_CODE)]
    return position - start + 1, text.decode("utf-8", "replace").strip()[:LONGEST_CODE]
