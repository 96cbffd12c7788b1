"""Finds what depends on targets and describes it, with exact numbers."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ripplegraph.impact.files import FileDescriber, read_paths
from ripplegraph.impact.reach import Reach, reach_files, reach_symbols
from ripplegraph.impact.report import Dependent
from ripplegraph.impact.symbols import Edge, SymbolDescriber, build_edge
from ripplegraph.impact.targets import Aim
from ripplegraph.store import statements


class Scope(NamedTuple):
    """How far to look and how much to show; None means all."""

    depth: int | None = 3
    limit: int | None = 50


class Rows(NamedTuple):
    """Dependents in order, with exact numbers."""

    direct: list[Dependent]
    transitive: list[Dependent]
    counts: tuple[int, ...]
    """How many there are at each distance that was asked for."""
    beyond: int | None
    """How many are farther away; None: not counted."""
    near_paths: Mapping[str, int]
    """The files among them, or around them, with their distance."""
    near_symbols: Mapping[str, int] | None
    """The symbols among them; None where only files were asked about."""


NO_ROWS = Rows([], [], (), 0, {}, None)


def find_rows(
    graph: sqlite3.Connection,
    aims: Sequence[Aim],
    scope: Scope,
    *,
    breaking: Collection[str] = (),
) -> Rows:
    """Find the dependents of targets; those of the ids in `breaking` have to be adapted."""
    symbols = [aim for aim in aims if aim.is_symbol]
    files = [aim for aim in aims if not aim.is_symbol]
    found = [_find_symbol_rows(graph, symbols, scope)] if symbols else []
    found += [_find_file_rows(graph, files, scope)] if files else []
    merged = merge_rows(found, scope)
    if not breaking:
        return merged
    return merged._replace(
        direct=[row._replace(breaks=row.steps[-1] in breaking) for row in merged.direct]
    )


def merge_rows(parts: Sequence[Rows], scope: Scope) -> Rows:
    """Put the dependents of several kinds of targets together; the nearest way of each counts."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return NO_ROWS
    best: dict[str, Dependent] = {}
    for row in (row for part in parts for row in (*part.direct, *part.transitive)):
        known = best.get(row.id)
        if known is None or (row.depth, -row.score) < (known.depth, -known.score):
            best[row.id] = row
    order = sorted(best.values(), key=lambda row: (-row.score, row.id))
    lengths = max(len(part.counts) for part in parts)
    counts = tuple(
        sum(part.counts[at] for part in parts if at < len(part.counts)) for at in range(lengths)
    )
    beyond = [part.beyond for part in parts]
    symbols = [part.near_symbols for part in parts if part.near_symbols is not None]
    return Rows(
        [row for row in order if row.depth == 1][: scope.limit],
        [row for row in order if row.depth > 1][: scope.limit],
        counts,
        None if None in beyond else sum(count or 0 for count in beyond),
        _merge_distances(part.near_paths for part in parts),
        _merge_distances(symbols) if symbols else None,
    )


def _merge_distances(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    merged: dict[str, int] = {}
    for part in parts:
        for key, distance in part.items():
            merged[key] = min(distance, merged.get(key, distance))
    return merged


def _find_file_rows(graph: sqlite3.Connection, aims: Sequence[Aim], scope: Scope) -> Rows:
    starts = list(dict.fromkeys(file for aim in aims for file in aim.files))
    reach = reach_files(graph, starts, scope.depth)
    paths = read_paths(graph, [*starts, *reach.ways])
    describer = FileDescriber(graph, reach, starts, paths)
    order = sorted(reach.ways, key=lambda file: (-reach.ways[file].strength, paths[file]))
    direct, transitive = _split(order, reach, scope.limit)
    near = {paths[file]: way.depth for file, way in reach.ways.items()}
    return Rows(
        [describer.describe(file, _get_score(reach, file)) for file in direct],
        [describer.describe(file, _get_score(reach, file)) for file in transitive],
        *_count(reach, scope),
        near,
        None,
    )


def _find_symbol_rows(graph: sqlite3.Connection, aims: Sequence[Aim], scope: Scope) -> Rows:
    starts = [aim.node for aim in aims if aim.node is not None]
    reach = reach_symbols(graph, starts, scope.depth)
    describer = SymbolDescriber(graph, reach, starts)
    describer.load([*starts, *reach.ways])
    order = sorted(
        reach.ways, key=lambda node: (-reach.ways[node].strength, describer.get(node).id)
    )
    direct, transitive = _split(order, reach, scope.limit)
    certain = [describer.describe(node, _get_score(reach, node)) for node in direct]
    near_symbols = {describer.get(node).id: way.depth for node, way in reach.ways.items()}
    near_paths: dict[str, int] = {}
    for node, way in reach.ways.items():
        path = describer.get(node).path
        if path is not None:
            near_paths[path] = min(way.depth, near_paths.get(path, way.depth))
    return Rows(
        certain + _find_possible(graph, starts, reach, describer),
        [describer.describe(node, _get_score(reach, node)) for node in transitive],
        *_count(reach, scope),
        near_paths,
        near_symbols,
    )


def _split(
    order: Sequence[int], reach: Reach, limit: int | None
) -> tuple[Sequence[int], Sequence[int]]:
    direct = [member for member in order if reach.ways[member].depth == 1]
    transitive = [member for member in order if reach.ways[member].depth > 1]
    return direct[:limit], transitive[:limit]


def _get_score(reach: Reach, member: int) -> float:
    return round(reach.ways[member].strength, 4)


def _count(reach: Reach, scope: Scope) -> tuple[tuple[int, ...], int | None]:
    within = reach.counts[: scope.depth]
    return within, sum(reach.counts[len(within) :]) if reach.complete else None


def _find_possible(
    graph: sqlite3.Connection, starts: Sequence[int], reach: Reach, describer: SymbolDescriber
) -> list[Dependent]:
    """Find what uses a name that may mean a target; shown, not counted, not followed."""
    found: dict[int, list[Edge]] = {}
    rows = graph.execute(statements.SELECT_POSSIBLE_EDGES, (json.dumps(list(starts)),))
    for source, *edge in rows:
        way = reach.ways.get(source)
        if source not in starts and (way is None or way.depth > 1):
            found.setdefault(source, []).append(build_edge(*edge))
    described = [describer.describe_possible(node, edges) for node, edges in found.items()]
    return sorted(described, key=lambda row: (-row.score, row.id))
