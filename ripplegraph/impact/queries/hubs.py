"""Finds what is riskiest to touch: much depends on it, it changes often, few tests see it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from ripplegraph.closure.levels import close_links, unpack_levels
from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.tests import is_test_path
from ripplegraph.store.graph.file_dependencies import find_links_for_types
from ripplegraph.store.sql import statements

CALM_SHARE = 0.5
"""What remains of the risk of a file that never changes, against the one that changes most."""
UNTESTED_SHARE = 1.25
TYPES_SHARE = 0.25
"""What a dependent counts that only imports for types lead to, against one that runs."""


@dataclass(frozen=True)
class RiskyFile:
    """A file with what makes it risky to touch."""

    path: str
    risk: float
    """From 0 to 1, for comparing files of one project."""
    direct_dependents: int
    dependents: int
    """At any distance, tests included."""
    running_dependents: int
    """Those of them that are reached without imports for types only."""
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
    running = _count_running(connection, paths, direct, reached)
    weights = {file: _weigh(reached[file], running[file]) for file in reached}
    most = max(weights.values(), default=0.0) or 1.0
    busiest = max((changes.get(paths[file], 0) for file in reached), default=0) or 1
    found = []
    for file, weight in weights.items():
        path = paths[file]
        if is_test_path(path):
            continue
        tests = sum(is_test_path(paths[source]) for source in direct[file])
        churn = changes.get(path, 0) / busiest
        risk = weight / most * (CALM_SHARE + (1 - CALM_SHARE) * churn)
        risk = min(1.0, risk * (1.0 if tests else UNTESTED_SHARE))
        found.append(
            RiskyFile(
                path=path,
                risk=round(risk, 4),
                direct_dependents=len(direct[file]),
                dependents=reached[file],
                running_dependents=running[file],
                changes=changes.get(path, 0),
                test_files=tests,
                warnings=warnings.get(path, 0),
            )
        )
    return sorted(found, key=_order)


def _order(file: RiskyFile) -> tuple[float, int, int, int, str]:
    """Order by risk; of equal risks by the number of dependents, then of direct ones."""
    return (
        -file.risk,
        -file.running_dependents,
        -file.dependents,
        -file.direct_dependents,
        file.path,
    )


def _weigh(reached: int, running: int) -> float:
    return running + TYPES_SHARE * (reached - running)


def _count_dependents(
    connection: sqlite3.Connection, direct: Mapping[int, list[int]]
) -> dict[int, int]:
    """Return how many files depend on each at any distance; direct ones where that is not kept."""
    rows = connection.execute(statements.SELECT_ALL_FILE_DEPENDENTS).fetchall()
    if rows:
        return {file: sum(map(int.bit_count, unpack_levels(data))) for file, data in rows}
    return {file: len(sources) for file, sources in direct.items()}


def _count_running(
    connection: sqlite3.Connection,
    paths: Mapping[int, str],
    direct: Mapping[int, list[int]],
    reached: Mapping[int, int],
) -> Mapping[int, int]:
    """Count dependents as `reached` does, without links that are for types only."""
    for_types = find_links_for_types(connection)
    if not for_types:
        return reached
    running = {
        target: [source for source in sources if (paths[source], paths[target]) not in for_types]
        for target, sources in direct.items()
    }
    if connection.execute(statements.SELECT_ALL_FILE_DEPENDENTS).fetchone() is None:
        return {file: len(sources) for file, sources in running.items()}
    closed = close_links(running, running)
    return {file: sum(map(int.bit_count, closed.get(file, ()))) for file in reached}


def _find_symbols(connection: sqlite3.Connection, limit: int) -> list[BusySymbol]:
    from ripplegraph.store.sql.codes import NODE_KINDS

    rows = connection.execute(statements.SELECT_BUSY_SYMBOLS)
    found = []
    for path, label, kind, count in rows:
        if not is_test_path(path):
            found.append(BusySymbol(build_node_id(path, label), NODE_KINDS[kind].value, count))
            if len(found) == limit:
                break
    return found
