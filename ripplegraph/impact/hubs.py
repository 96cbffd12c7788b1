"""Finds what is riskiest to touch: much depends on it, it changes often, few tests see it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from ripplegraph.closure.levels import unpack_levels
from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.tests import is_test_path
from ripplegraph.store import statements

CALM_SHARE = 0.5
"""What remains of the risk of a file that never changes, against the one that changes most."""
UNTESTED_SHARE = 1.25


@dataclass(frozen=True)
class RiskyFile:
    """A file with what makes it risky to touch."""

    path: str
    risk: float
    """From 0 to 1, for comparing files of one project."""
    direct_dependents: int
    dependents: int
    """At any distance, tests included."""
    changes: int
    """How many of the commits that were read changed it."""
    test_files: int
    """How many test files depend on it directly."""
    warnings: int
    """How many live memories warn of it."""


@dataclass(frozen=True)
class BusySymbol:
    """A symbol that many others use directly."""

    id: str
    type: str
    direct_dependents: int


@dataclass(frozen=True)
class Hubs:
    """The riskiest files and the busiest symbols, the worst first."""

    files: tuple[RiskyFile, ...]
    symbols: tuple[BusySymbol, ...]


def find_hubs(connection: sqlite3.Connection, *, limit: int) -> Hubs:
    """Rank all files and symbols of a project outside its tests."""
    return Hubs(tuple(_find_files(connection)[:limit]), tuple(_find_symbols(connection, limit)))


def _find_files(connection: sqlite3.Connection) -> list[RiskyFile]:
    paths: dict[int, str] = dict(connection.execute(statements.SELECT_FILE_PATHS).fetchall())
    changes: Mapping[str, int] = dict(connection.execute(statements.COUNT_TOUCHES).fetchall())
    warnings: Mapping[str, int] = dict(connection.execute(statements.COUNT_WARNINGS).fetchall())
    direct: dict[int, list[int]] = {}
    for source, target in connection.execute(statements.SELECT_FILE_PAIRS):
        direct.setdefault(target, []).append(source)
    reached = _count_dependents(connection, direct)
    most = max(reached.values(), default=0) or 1
    busiest = max((changes.get(paths[file], 0) for file in reached), default=0) or 1
    found = []
    for file, count in reached.items():
        path = paths[file]
        if is_test_path(path):
            continue
        tests = sum(is_test_path(paths[source]) for source in direct[file])
        churn = changes.get(path, 0) / busiest
        risk = count / most * (CALM_SHARE + (1 - CALM_SHARE) * churn)
        risk = min(1.0, risk * (1.0 if tests else UNTESTED_SHARE))
        found.append(
            RiskyFile(
                path,
                round(risk, 4),
                len(direct[file]),
                count,
                changes.get(path, 0),
                tests,
                warnings.get(path, 0),
            )
        )
    return sorted(found, key=lambda item: (-item.risk, item.path))


def _count_dependents(
    connection: sqlite3.Connection, direct: Mapping[int, list[int]]
) -> dict[int, int]:
    """Return how many files depend on each at any distance; direct ones where that is not kept."""
    rows = connection.execute(statements.SELECT_ALL_FILE_DEPENDENTS).fetchall()
    if rows:
        return {file: sum(map(int.bit_count, unpack_levels(data))) for file, data in rows}
    return {file: len(sources) for file, sources in direct.items()}


def _find_symbols(connection: sqlite3.Connection, limit: int) -> list[BusySymbol]:
    from ripplegraph.store.codes import NODE_KINDS

    rows = connection.execute(statements.SELECT_BUSY_SYMBOLS)
    found = []
    for path, label, kind, count in rows:
        if not is_test_path(path):
            found.append(BusySymbol(build_node_id(path, label), NODE_KINDS[kind].value, count))
            if len(found) == limit:
                break
    return found
