"""Compares the places of ripple's answers with those of an oracle."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.answers.oracles.truth import Oracle, Place, Sources, Symbol, Word
from ripplegraph.app.project import Project
from ripplegraph.store.connection import open_for_reading

_USES = frozenset({"uses", "by_other_name"})
_ROWS = _USES | {"likely", "possible"}
_NAMED = (
    "SELECT files.path || '::' || nodes.label, nodes.line, coalesce(nodes.end_line, nodes.line) "
    "FROM nodes JOIN files ON files.id = nodes.file_id "
    "WHERE files.path = ? AND nodes.name = ? AND nodes.kind IN (4, 5, 6, 7)"
)


@dataclass
class Answer:
    """One symbol: what ripple says, what is true, and how they differ."""

    symbol: Symbol
    id: str | None
    truth: set[Place]
    roles: Mapping[Place, str] = field(default_factory=dict)
    """By place, the best role that ripple gives a name there."""
    missed: Sequence[Place] = ()
    right: Counter[str] = field(default_factory=Counter)
    wrong: Sequence[tuple[str, Place, str]] = ()
    """Rows that mean something else: role, place, why."""
    open: Sequence[tuple[str, Place, str]] = ()
    """Rows of which the oracle says nothing."""

    @property
    def is_silent(self) -> bool:
        """Whether no row at all is shown, of a use that exists."""
        return not any(role in _ROWS for role in self.roles.values())


def find_id(graph: sqlite3.Connection, symbol: Symbol) -> str | None:
    """Return ripple's id of a definition; None where it knows none."""
    rows = graph.execute(_NAMED, (symbol.path, symbol.name)).fetchall()
    around = [row for row in rows if row[1] <= symbol.line <= row[2]]
    return max(around, key=lambda row: (row[1], -row[2]))[0] if around else None


class Comparer:
    """Compares answers about symbols of one project."""

    def __init__(self, project: Project, oracle: Oracle, sources: Sources) -> None:
        self._project = project
        self._oracle = oracle
        self._sources = sources
        self._declared: dict[str, set[Place]] = {}
        for symbol in oracle.find_symbols():
            self._declared.setdefault(symbol.name, set()).add(symbol.place)

    def find_truth(self, symbol: Symbol) -> set[Place]:
        """Return where a symbol is used: neither imports nor other declarations of its name."""
        found = self._oracle.find_references(symbol) - self._declared.get(symbol.name, set())
        return {place for place in found if self._sources.is_use(place)}

    def is_used_elsewhere(self, symbol: Symbol, truth: Iterable[Place]) -> bool:
        """Whether there is a use outside the definition."""
        return any(
            path != symbol.path or not symbol.line <= line <= max(symbol.line, symbol.last_line)
            for path, line in truth
        )

    def compare(self, symbol: Symbol, truth: set[Place]) -> Answer:
        """Ask ripple about a symbol, and the oracle about each row of the answer."""
        with open_for_reading(self._project.workspace.graph) as graph:
            target = find_id(graph, symbol)
        answer = Answer(symbol, target, truth)
        if target is None:
            return answer
        impact = self._project.analyze_impact(target, places="all", limit=None, scan=False)
        rows = [row for row in impact.places or () if row["as"] in (*_ROWS, "other", "text")]
        order = ("uses", "by_other_name", "likely", "possible", "other", "text")
        best: dict[Place, Mapping[str, Any]] = {}
        for row in sorted(rows, key=lambda row: order.index(row["as"])):
            best.setdefault((row["path"], row["line"]), row)
        answer.roles = {place: row["as"] for place, row in best.items()}
        answer.missed = sorted(
            place for place in truth if answer.roles.get(place) not in (*_USES, "likely")
        )
        self._judge_rows(answer, best)
        return answer

    def _judge_rows(self, answer: Answer, best: Mapping[Place, Mapping[str, Any]]) -> None:
        wrong, unknown = [], []
        for place, row in best.items():
            role = "uses" if row["as"] in _USES else row["as"]
            if role not in ("uses", "likely", "possible"):
                continue
            said = (role, place, str(row["why"]))
            if place in answer.truth:
                answer.right[role] += 1
                continue
            verdict = self._is_meant(answer, place, row)
            if verdict:
                answer.right[role] += 1
            elif verdict is None:
                unknown.append(said)
            else:
                wrong.append(said)
        answer.wrong, answer.open = wrong, unknown

    def _is_meant(self, answer: Answer, place: Place, row: Mapping[str, Any]) -> bool | None:
        """Whether a row that is no reference means the symbol all the same; None: not known."""
        symbol = answer.symbol
        if not self._sources.is_use(place):
            return None
        line = self._sources.get_line(place).encode()
        before = line[: row["column"] - 1].decode("utf-8", "replace")
        column = len(before.encode("utf-16-le")) // 2
        meant = self._oracle.find_meaning(Word(place, symbol.name, column))
        if meant is None:
            return None
        if any(p == symbol.path and symbol.line <= n <= symbol.last_line for p, n in meant):
            return True
        # A call through what it overrides may run it; it is shown as such, and not as certain.
        return row["as"] == "likely" and "overrides" in str(row["why"]) and bool(meant)


@dataclass
class Figures:
    """Sums over answers."""

    answers: Sequence[Answer]

    def describe(self) -> str:
        """Return the figures in a few lines."""
        known = [answer for answer in self.answers if answer.id is not None]
        silent = sum(answer.is_silent for answer in known)
        places = sum(len(answer.truth) for answer in self.answers)
        all_missed = sum(len(a.missed) if a.id else len(a.truth) for a in self.answers)
        missed = sum(len(answer.missed) for answer in known)
        of_known = sum(len(answer.truth) for answer in known)
        lines = [
            f"{len(self.answers)} symbols, {len(known)} known to ripple, {places} uses",
            f"answers without a row: {silent}",
            f"recall of uses and likely: {_share(of_known - missed, of_known)}"
            f", unknown symbols as missed: {_share(places - all_missed, places)}",
        ]
        for role in ("uses", "likely", "possible"):
            right = sum(answer.right[role] for answer in known)
            wrong = sum(said[0] == role for answer in known for said in answer.wrong)
            unknown = sum(said[0] == role for answer in known for said in answer.open)
            lines.append(
                f"precision of {role}: {_share(right, right + wrong)}, not judged: {unknown}"
            )
        return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f} ({part} of {whole})" if whole else "none"
