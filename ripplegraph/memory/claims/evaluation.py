"""Checks claims against a graph, and says what shows that they hold or do not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from ripplegraph.graph.changes import NodeState
from ripplegraph.graph.compatibility import read_metadata
from ripplegraph.graph.ids import EXTERNAL_PREFIX, SEPARATOR, build_node_id, split_node_id
from ripplegraph.graph.model import EdgeKind, NodeKind, Resolution
from ripplegraph.graph.watch_keys import ROOT, name_arrivals, name_inside
from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.claims.grammar import Claim
from ripplegraph.memory.claims.results import ClaimState
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KIND_CODES, RESOLUTIONS
from ripplegraph.targets.globs import get_fixed_folder, is_glob

Locate = Callable[[str], str | None]
"""Says where a target of a claim is in this worktree; None where it is not."""
_QUOTES = frozenset("\"'`")
_SHOWN = 3
_UNREAD = frozenset({"partial", "failed", "skipped"})
_SPACE = re.compile(r"\s+|,(?=\s*[)\]}])")


class ClaimEvaluator:
    """Answers claims from one graph."""

    def __init__(self, code: CodeReader) -> None:
        self._code = code
        self._seen: set[str] = set()

    def check(self, claim: Claim, locate: Locate, seen: set[str]) -> ClaimState:
        """Say whether a claim holds; `locate` follows what was renamed or moved.

        What else than its targets was looked at goes to `seen`, to be watched.
        """
        self._seen = seen
        places = [locate(target) for target in claim.targets]
        missing = [t for t, place in zip(claim.targets, places, strict=True) if place is None]
        if missing and claim.predicate != "exists":
            holds = None if claim.predicate == "no_callers" else self._judge_missing(missing[0])
            return ClaimState(str(claim), holds, f"`{missing[0]}` is not in the graph")
        found = [place for place in places if place is not None]
        holds, evidence = _CHECKS[claim.predicate](self, claim, found)
        return ClaimState(str(claim), holds, evidence)

    def _judge_missing(self, target: str) -> bool | None:
        """Something missing makes a claim false, unless it is just not readable now."""
        return self._believe(False, target)

    def _believe(self, holds: bool, place: str) -> bool | None:
        """Believe that a claim is false only of a file that was read as a whole."""
        status = self._code.get_status(place.partition(SEPARATOR)[0])
        return None if not holds and status in _UNREAD else holds

    # One method for each predicate --------------------------------------------------------------

    def _check_exists(self, claim: Claim, found: Sequence[str]) -> tuple[bool | None, str]:
        if found:
            return True, f"`{found[0]}` is there"
        return self._judge_missing(claim.targets[0]), f"`{claim.targets[0]}` is not in the graph"

    def _check_calls(self, _: Claim, found: Sequence[str]) -> tuple[bool | None, str]:
        return self._check_edges(EdgeKind.CALLS, "calls", found)

    def _check_imports(self, _: Claim, found: Sequence[str]) -> tuple[bool | None, str]:
        whole = [place if _is_outside(place) else place.partition(SEPARATOR)[0] for place in found]
        return self._check_edges(EdgeKind.IMPORTS, "imports", whole)

    def _check_edges(
        self, kind: EdgeKind, verb: str, found: Sequence[str]
    ) -> tuple[bool | None, str]:
        source, target = found
        rows = self._find_edges(kind, sources=self._find_nodes(source), target=target)
        if not rows:
            evidence = f"nothing shows that `{source}` {verb} `{target}`"
            return self._believe(False, source), evidence
        *_, line, resolution = rows[0]
        origin = build_node_id(*rows[0][:2])
        where = f"{origin.partition(SEPARATOR)[0]}:{line}" if line else origin
        if RESOLUTIONS[resolution] is Resolution.AMBIGUOUS:
            return None, f"`{origin}` may call `{target}` ({where}), or something else of that name"
        return True, f"`{origin}` {verb} `{build_node_id(*rows[0][2:4])}` ({where})"

    def _check_no_callers(self, _: Claim, found: Sequence[str]) -> tuple[bool | None, str]:
        target = found[0]
        self._seen.add(name_arrivals(self._get_folder(target) or target))
        rows = self._find_edges(EdgeKind.CALLS, sources=None, target=target)
        certain = [row for row in rows if RESOLUTIONS[row[5]] is not Resolution.AMBIGUOUS]
        if certain:
            return False, f"`{target}` is called by {_list_callers(certain)}"
        if rows:
            return None, f"`{target}` may be called by {_list_callers(rows)}"
        through = self._find_callers_through(target)
        if through:
            return None, f"it may run where {_list_callers(through)} calls what it overrides"
        others = self._find_edges(EdgeKind.REFERENCES, sources=None, target=target)
        if others:
            return None, f"no call was found, but {_list_callers(others)} refers to `{target}`"
        return True, f"no call of `{target}` was found"

    def _check_signature(self, claim: Claim, found: Sequence[str]) -> tuple[bool | None, str]:
        state = self._code.find(found[0])
        if state is None or state.signature is None:
            return None, f"`{found[0]}` has no signature"
        wanted, written = _squeeze(claim.value or ""), _squeeze(state.signature)
        bare = written[written.find("(") :] if "(" in written else written
        same = wanted in (written, bare)
        evidence = f"`{found[0]}` is declared as `{state.signature}`"
        return self._believe(same, found[0]), evidence

    def _check_value(self, claim: Claim, found: Sequence[str]) -> tuple[bool | None, str]:
        state = self._code.find(found[0])
        literal = _read_literal(state)
        if literal is None:
            return None, f"the value of `{found[0]}` is no plain literal"
        same = _is_value(claim.value or "", literal)
        return self._believe(same, found[0]), f"`{found[0]}` is {literal}"

    # Reading ------------------------------------------------------------------------------------

    def _find_nodes(self, place: str) -> list[int]:
        """Return the numbers of a node and everything in it; of a folder, of all its files."""
        path, label = split_node_id(place)
        connection = self._code.connection
        folder = self._get_folder(place)
        if folder:
            self._seen.add(name_inside(folder))
            found = sorted(self._code.find_matches(place))
            return [number for match in found for number in self._find_nodes(match)]
        if path is None:
            self._seen.add(name_inside(label))
            row = connection.execute(statements.SELECT_NODE_WITHOUT_FILE, (label,)).fetchone()
            own = [int(row[0])] if row else []
            inside = (label, f"{label[:-1]}0") if label != ROOT else ("", "\U0010ffff")
            below = () if _is_outside(label) else inside
            rows = connection.execute(statements.SELECT_NODES_BELOW, below) if below else ()
            return own + [number for (number,) in rows]
        values = {
            "path": path,
            "label": label,
            "first": f"{label}.",
            "end": f"{label}/",
            "whole": not label,
        }
        return [number for (number,) in connection.execute(statements.SELECT_NODES_AT, values)]

    def _get_folder(self, place: str) -> str | None:
        """Return the folder that a pattern is about; None for what is no pattern."""
        is_pattern = is_glob(place) and not self._code.exists(place)
        return (get_fixed_folder(place) or ROOT) if is_pattern else None

    def _find_edges(
        self, kind: EdgeKind, *, sources: Sequence[int] | None, target: str
    ) -> list[tuple[Any, ...]]:
        values = {
            "kind": EDGE_KIND_CODES[kind],
            "targets": json.dumps(self._find_nodes(target)),
            "limit": _SHOWN + 1,
        }
        if sources is None:
            statement = statements.SELECT_EDGES_INTO
        else:
            statement = statements.SELECT_EDGES_BETWEEN
            values["sources"] = json.dumps(sources)
        return self._code.connection.execute(statement, values).fetchall()

    def _find_callers_through(self, target: str) -> list[tuple[Any, ...]]:
        """Find the calls of methods that this one overrides."""
        path, label = split_node_id(target)
        connection = self._code.connection
        own = connection.execute(
            statements.SELECT_NODES_AT,
            {"path": path, "label": label, "first": label, "end": label, "whole": False},
        ).fetchone()
        rows = connection.execute(statements.SELECT_OVERRIDDEN, own).fetchall() if own else ()
        numbers = json.dumps([number for (number,) in rows])
        for _, *parts in connection.execute(statements.SELECT_NODE_IDS, (numbers,)):
            self._seen.add(name_arrivals(build_node_id(*parts)))
        values = {
            "kind": EDGE_KIND_CODES[EdgeKind.CALLS],
            "targets": numbers,
            "limit": _SHOWN + 1,
        }
        return connection.execute(statements.SELECT_EDGES_INTO, values).fetchall()


def _list_callers(rows: Sequence[tuple[Any, ...]]) -> str:
    callers = list(dict.fromkeys(f"`{build_node_id(*row[:2])}`" for row in rows))
    shown = ", ".join(callers[:_SHOWN])
    return f"{shown} and others" if len(callers) > _SHOWN else shown


def _read_literal(state: NodeState | None) -> str | None:
    if state is None or state.kind is not NodeKind.VARIABLE:
        return None
    literal = read_metadata(state).get("literal")
    return None if literal is None else str(literal)


def _is_value(wanted: str, literal: str) -> bool:
    """Compare a value with a literal; a text may come without its quotation marks."""
    if literal[:1] in _QUOTES and literal[-1:] == literal[:1]:
        is_quoted = len(wanted) > 1 and wanted[0] in _QUOTES and wanted[-1] == wanted[0]
        return (wanted[1:-1] if is_quoted else wanted) == literal[1:-1]
    return _squeeze(wanted) == _squeeze(literal)


def _squeeze(text: str) -> str:
    """Leave out what a formatter may choose."""
    return _SPACE.sub("", text).replace("'", '"')


def _is_outside(place: str) -> bool:
    return place.startswith(EXTERNAL_PREFIX)


_CHECKS = {
    "exists": ClaimEvaluator._check_exists,
    "calls": ClaimEvaluator._check_calls,
    "imports": ClaimEvaluator._check_imports,
    "signature": ClaimEvaluator._check_signature,
    "no_callers": ClaimEvaluator._check_no_callers,
    "value": ClaimEvaluator._check_value,
}
