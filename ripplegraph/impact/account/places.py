"""Places of an account: occurrences of names, with their lines and what encloses them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.tests import is_test_path
from ripplegraph.impact.account.judgement import Finding
from ripplegraph.impact.account.occurrences import cut_line
from ripplegraph.store.sql import statements

LONGEST_CODE = 160
LIKELY, POSSIBLE = "likely", "possible"
BY_OTHER_NAME = "by_other_name"
_ORDER = {"uses": 0, BY_OTHER_NAME: 0, LIKELY: 1, POSSIBLE: 2, "other": 3, "unread": 4, "text": 5}


_LIKELY_SCORE, _POSSIBLE_SCORE = 0.2, 0.05
_WEIGHT_SHARE = 0.05
_HIGHEST, _LOWEST = 0.6, 0.02


class Place(NamedTuple):
    """An occurrence of a name, or a use under another one."""

    path: str
    line: int
    column: int
    """The byte in its line, from 1, as git counts columns."""
    role: str
    owner: str
    """The id of the innermost symbol around it, or of its file."""
    owner_node: int | None
    why: str
    code: str
    name: str
    weight: int = 0
    """How much speaks for a possible use."""

    def to_plain(self) -> Mapping[str, Any]:
        """Return the place as an answer shows it."""
        return {
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "as": self.role,
            "in": self.owner,
            "why": self.why,
            "code": self.code,
        }


def score_place(place: Place) -> float:
    """Return how sure a possible use is, on the scale of dependents."""
    first = _LIKELY_SCORE if place.role == LIKELY else _POSSIBLE_SCORE
    return round(min(_HIGHEST, max(_LOWEST, first + _WEIGHT_SHARE * place.weight)), 4)


class Owners:
    """Finds the symbols of files that enclose lines."""

    def __init__(self, graph: sqlite3.Connection) -> None:
        self._graph = graph
        self._known: dict[int, list[tuple[int, str, int, int]]] = {}

    def find(self, path: str, file: int | None, line: int) -> tuple[str, int | None]:
        """Return the id and the number of the innermost symbol around a line, or of the file."""
        best: tuple[str, int | None] = (path, None)
        for node, label, first, last in self._load(file) if file is not None else ():
            if first > line:
                break
            if line <= last:
                best = build_node_id(path, label), node
        return best

    def _load(self, file: int) -> list[tuple[int, str, int, int]]:
        known = self._known.get(file)
        if known is None:
            rows = self._graph.execute(statements.SELECT_OWNERS_OF_FILE, (file,))
            known = self._known[file] = [
                (node, label, first, last or first) for node, label, first, last in rows
            ]
        return known


def locate(data: bytes, position: int) -> tuple[int, int, str]:
    """Return the line, the column and the code of an offset."""
    start, text = cut_line(data, position)
    line = data.count(b"\n", 0, start) + 1
    shown = (
        text[: LONGEST_CODE * 4]
        if position - start < LONGEST_CODE
        else _cut_out(text, position - start)
    )
    code = shown.decode("utf-8", "replace").strip()
    return line, position - start + 1, code[:LONGEST_CODE]


def _cut_out(text: bytes, at: int) -> bytes:
    """Return the part of a long line around an offset."""
    return text[max(0, at - LONGEST_CODE // 2) : at + LONGEST_CODE]


def order_places(places: Iterator[Place] | list[Place]) -> list[Place]:
    """Put uses before likely and possible ones, and of each production code before tests."""
    return sorted(
        places,
        key=lambda place: (
            _ORDER[place.role],
            is_test_path(place.path),
            -place.weight,
            place.path,
            place.line,
            place.column,
        ),
    )


def build_place(
    path: str, data: bytes, finding: Finding, owners: Owners, file: int | None
) -> Place:
    """Return the place of a finding."""
    line, column, code = locate(data, finding.position)
    owner, node = owners.find(path, file, line)
    return Place(path, line, column, finding.role, owner, node, finding.why, code, finding.name)
