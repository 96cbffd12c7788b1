"""Brings the closure up to date with the edges that a scan of some files has written."""

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from ripplegraph.closure.build import write_levels
from ripplegraph.closure.direction import DEPENDENCIES, DEPENDENTS, DIRECTIONS, Direction
from ripplegraph.closure.estimate import is_worth_storing
from ripplegraph.closure.file_links import (
    FileLinks,
    Pair,
    derive_links_from,
    find_neighbours,
    read_links_around,
    read_pairs,
)
from ripplegraph.closure.hub_dependents import update_packed
from ripplegraph.closure.levels import (
    Levels,
    close_links,
    find_members,
    pack_levels,
    unpack_levels,
)
from ripplegraph.closure.packed_links import has_links, update_links
from ripplegraph.store.sql import statements

_MANY_PAIRS: Final = 100_000
"""From here on it is faster to close both directions than to carry changes over."""


def update_closure(
    connection: sqlite3.Connection,
    *,
    touched: Collection[int],
    gone: Collection[int],
    edges: Collection[Pair] | None = None,
) -> None:
    """Change the rows that differ; to be called in the transaction that changed the edges.

    `touched` are the numbers of the files whose outgoing edges were written again, or may differ
    for any other reason; `gone` are those of the files that are no longer there. `edges` are
    the pairs of nodes whose edges came, went or changed; only a graph of more than 150,000
    nodes needs them, and packs all its edges again without. The result is that of
    `build_closure`.
    """
    update_packed(connection, edges)
    present = set(touched) - set(gone)
    old = read_links_around(connection, sources={*touched, *gone}, targets=gone)
    new = derive_links_from(connection, present)
    if old != new:
        _write_links(connection, old, new)
        pairs = {pair for pair, _ in old.items() ^ new.items()}
        changed = old.keys() ^ new.keys()
        # Other kinds of links change nothing in what the choice of a form depends on.
        worth = is_worth_storing(connection) if changed else not has_links(connection)
        update_links(connection, pairs, worth=not worth)
        if changed:
            _update_levels(connection, changed, worth=worth)


def _write_links(connection: sqlite3.Connection, old: FileLinks, new: FileLinks) -> None:
    connection.executemany(statements.DELETE_FILE_LINK, sorted(old.keys() - new.keys()))
    written = sorted(new.items() - old.items())
    rows = ((source, target, kinds) for (source, target), kinds in written)
    connection.executemany(statements.INSERT_FILE_LINK, rows)


def _update_levels(
    connection: sqlite3.Connection, changed: Collection[Pair], *, worth: bool
) -> None:
    stored = _has_levels(connection)
    if not worth and not stored:
        return
    links = read_pairs(connection)
    if not (worth and stored):
        write_levels(connection, links, worth=worth)
        return
    sides = sorted(_build_sides(links, changed), key=lambda side: len(side.affected))
    toggled = _close_again(connection, sides[0])
    if sum(bits.bit_count() for levels in toggled.values() for bits in levels) <= _MANY_PAIRS:
        _toggle(connection, sides[1].direction, _transpose(toggled))
    else:
        _close_again(connection, sides[1])


@dataclass(frozen=True)
class _Side:
    """One direction of the closure, with the only files whose rows there can differ.

    Those are the files from which a file with changed links can be reached: whoever reached one
    through a link that is no more, reaches the file where that link began through others.
    """

    direction: Direction
    links: Mapping[int, Collection[int]]
    affected: set[int]


def _build_sides(links: Collection[Pair], changed: Collection[Pair]) -> tuple[_Side, _Side]:
    inward = find_neighbours(links, DEPENDENTS)
    outward = find_neighbours(links, DEPENDENCIES)
    sources, targets = zip(*changed, strict=True)
    return (
        _Side(DEPENDENCIES, outward, _spread(sources, inward)),
        _Side(DEPENDENTS, inward, _spread(targets, outward)),
    )


def _close_again(connection: sqlite3.Connection, side: _Side) -> dict[int, Levels]:
    """Recompute the affected rows; returns, for each that differs, what to toggle in its levels."""
    around = {near for file in side.affected for near in side.links.get(file, ())} - side.affected
    settled = _read_levels(connection, side.direction, around)
    closed = close_links(side.links, side.affected, settled)
    old = _read_levels(connection, side.direction, side.affected)
    differing = {
        file: closed.get(file, ())
        for file in side.affected
        if old.get(file, ()) != closed.get(file, ())
    }
    _write_levels(connection, side.direction, differing)
    return {file: _combine(old.get(file, ()), levels) for file, levels in differing.items()}


def _toggle(
    connection: sqlite3.Connection, direction: Direction, toggled: Mapping[int, Levels]
) -> None:
    """Change just what the other direction found changed, which is often far less work."""
    old = _read_levels(connection, direction, toggled)
    new = {file: _combine(old.get(file, ()), levels) for file, levels in toggled.items()}
    _write_levels(connection, direction, new)


def _transpose(levels_by_file: Mapping[int, Levels]) -> dict[int, list[int]]:
    """Turn what each file reaches into what reaches each file."""
    turned: dict[int, list[int]] = {}
    for file, levels in levels_by_file.items():
        for depth, bits in enumerate(levels):
            for member in find_members(bits):
                row = turned.setdefault(member, [])
                row.extend([0] * (depth + 1 - len(row)))
                row[depth] |= 1 << file
    return turned


def _combine(first: Levels, second: Levels) -> list[int]:
    """Return the levels that have what is in just one of two."""
    levels = [one ^ other for one, other in zip_longest(first, second, fillvalue=0)]
    while levels and not levels[-1]:
        levels.pop()
    return levels


def _write_levels(
    connection: sqlite3.Connection, direction: Direction, rows: Mapping[int, Levels]
) -> None:
    emptied = [(file,) for file in sorted(rows) if not rows[file]]
    connection.executemany(direction.delete_levels, emptied)
    filled = ((file, pack_levels(rows[file])) for file in sorted(rows) if rows[file])
    connection.executemany(direction.insert_levels, filled)


def _spread(starts: Iterable[int], links: Mapping[int, Collection[int]]) -> set[int]:
    reached = set(starts)
    waiting = list(reached)
    while waiting:
        found = set(links.get(waiting.pop(), ())) - reached
        reached |= found
        waiting.extend(found)
    return reached


def _read_levels(
    connection: sqlite3.Connection, direction: Direction, files: Iterable[int]
) -> dict[int, Levels]:
    found: dict[int, Levels] = {}
    for file in files:
        row = connection.execute(direction.select_levels, (file,)).fetchone()
        if row is not None:
            found[file] = unpack_levels(row[0])
    return found


def _has_levels(connection: sqlite3.Connection) -> bool:
    return all(connection.execute(item.has_levels).fetchone()[0] for item in DIRECTIONS)
