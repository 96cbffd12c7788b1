"""Rows about the freshness of memories in the graph database of one worktree."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ripplegraph.graph.ids import SEPARATOR, build_node_id, split_node_id
from ripplegraph.graph.watch_keys import (
    find_around,
    find_folders,
    name_arrivals,
    name_content,
    name_inside,
)
from ripplegraph.store.graph.graph_updater import Difference
from ripplegraph.store.memory.freshness_cursor import read_concerned, write_concerned
from ripplegraph.store.memory_progress import HEAD, read_progress
from ripplegraph.store.sql import statements

Reached = Mapping[str, bool | None]
"""For each commit whether it is part of what is checked out; None: nobody can tell."""

EVERYTHING = "*"
"""Stands for all memories among those that a scan concerns."""

_SAME_FILES = "same_files"


@dataclass(frozen=True)
class PlaceRow:
    """The place of an anchor that was written in some role and as some id."""

    role: str
    written: str
    target: str
    found: bool


@dataclass(frozen=True)
class StateRow:
    """The freshness of a memory."""

    memory: str
    basis: str
    """What it was found out from: another basis makes it worthless."""
    verdict: str
    checked_at: str
    report: Mapping[str, Any]
    places: tuple[PlaceRow, ...] = ()
    watches: frozenset[str] = field(default_factory=frozenset)
    """The ids in the graph whose changes matter to it."""
    swept: Mapping[str, Any] | None = None
    """Verdict and places as the last sweep reported them."""

    def find_place(self, role: str, written: str) -> PlaceRow | None:
        """Return where an anchor was found, if it was looked for."""
        found = (place for place in self.places if (place.role, place.written) == (role, written))
        return next(found, None)


def mark_concerned(
    connection: sqlite3.Connection, difference: Difference, unread: Iterable[str]
) -> None:
    """Note, within a scan, the memories to look at again, whatever the log of changes says.

    These are those that watch nodes from which edges lead to others than before, nodes to which
    other edges lead, or files that were not or are not read as a whole.
    """
    if connection.execute(statements.HAS_WATCHES).fetchone()[0] == 0:
        return
    found = {name_content(path) for path in unread}
    for node in _read_ids(connection, (source for source, _ in difference.pairs)):
        found.update(find_around(node))
        found.update(map(name_inside, find_folders(node.partition(SEPARATOR)[0])))
    targets = _read_ids(connection, (target for _, target in difference.pairs))
    for node in (*targets, *difference.unused):
        found.update(map(name_arrivals, find_around(node)))
        found.update(map(name_arrivals, find_folders(node.partition(SEPARATOR)[0])))
    concerned = find_watching(connection, found)
    if concerned:
        write_concerned(connection, read_concerned(connection) | concerned)


def mark_all_concerned(connection: sqlite3.Connection) -> None:
    """Note, within a scan that made everything anew, that every memory has to be looked at."""
    write_concerned(connection, frozenset({EVERYTHING}))


def mark_same_files(connection: sqlite3.Connection, paths: Collection[str]) -> None:
    """Note, within a scan by another version of ripple, which files have not changed.

    Only those that memories are about matter; what an earlier scan found changed stays so.
    """
    placed = {target.partition(SEPARATOR)[0] for target in _read_subjects(connection)}
    known = read_progress(connection).get(_SAME_FILES)
    same = placed.intersection(paths, *(() if known is None else (json.loads(known),)))
    if placed:
        text = json.dumps(sorted(same))
        connection.execute(statements.SET_MEMORY_PROGRESS, (_SAME_FILES, text))


def read_same_files(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the files that are as they were before another version of ripple scanned them."""
    return frozenset(json.loads(read_progress(connection).get(_SAME_FILES, "[]")))


def forget_same_files(connection: sqlite3.Connection) -> None:
    connection.execute(statements.DELETE_MEMORY_PROGRESS, (_SAME_FILES,))


def _read_subjects(connection: sqlite3.Connection) -> Iterator[str]:
    return (target for (target,) in connection.execute(statements.SELECT_SUBJECT_PLACES))


def _read_ids(connection: sqlite3.Connection, nodes: Iterable[int]) -> Iterator[str]:
    rows = connection.execute(statements.SELECT_NODE_IDS, (json.dumps(sorted(set(nodes))),))
    return (build_node_id(path, label) for _, path, label in rows)


def read_states(
    connection: sqlite3.Connection, memories: Collection[str] | None = None
) -> dict[str, StateRow]:
    """Return what is known about memories, or about all; without what they watch."""
    if memories is None:
        rows = connection.execute(statements.SELECT_ALL_VERDICTS).fetchall()
    else:
        listed = json.dumps(list(memories))
        rows = connection.execute(statements.SELECT_VERDICTS, (listed,)).fetchall()
    places = read_places(connection, [row[0] for row in rows])
    return {
        memory: StateRow(
            memory,
            basis,
            verdict,
            checked_at,
            json.loads(report),
            tuple(places[memory]),
            swept=None if swept is None else json.loads(swept),
        )
        for memory, basis, verdict, checked_at, report, swept in rows
    }


def read_all_verdicts(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the last verdict on each memory."""
    return dict(connection.execute(statements.SELECT_VERDICT_WORDS))


def read_places(
    connection: sqlite3.Connection, memories: Iterable[str]
) -> Mapping[str, list[PlaceRow]]:
    """Return where the anchors of memories are, in the order of the anchors."""
    found: dict[str, list[PlaceRow]] = defaultdict(list)
    rows = connection.execute(statements.SELECT_PLACES, (json.dumps(list(memories)),))
    for memory, role, written, target, is_found in rows:
        found[memory].append(PlaceRow(role, written, target, bool(is_found)))
    return found


def write_state(connection: sqlite3.Connection, row: StateRow) -> None:
    """Replace what is known about a memory."""
    delete_state(connection, row.memory)
    connection.execute(
        statements.INSERT_VERDICT,
        (
            row.memory,
            row.basis,
            row.verdict,
            row.checked_at,
            json.dumps(row.report, ensure_ascii=False),
            None if row.swept is None else json.dumps(row.swept, ensure_ascii=False),
        ),
    )
    connection.executemany(
        statements.INSERT_PLACE,
        [(row.memory, at, *_to_values(place)) for at, place in enumerate(row.places)],
    )
    connection.executemany(
        statements.INSERT_WATCH, [(node, row.memory) for node in sorted(row.watches)]
    )


def _to_values(place: PlaceRow) -> tuple[str, str, str, str, bool]:
    path, _ = split_node_id(place.target)
    is_file = path is not None and not set("*?") & set(path)
    return place.role, place.written, place.target, path if path and is_file else "", place.found


def delete_state(connection: sqlite3.Connection, memory: str) -> None:
    for statement in (
        statements.DELETE_VERDICT,
        statements.DELETE_PLACES,
        statements.DELETE_WATCHES,
    ):
        connection.execute(statement, (memory,))


def find_watching(connection: sqlite3.Connection, nodes: Iterable[str]) -> set[str]:
    """Return the memories to which a change of these nodes may matter."""
    rows = connection.execute(statements.SELECT_WATCHING, (json.dumps(list(nodes)),))
    return {memory for (memory,) in rows}


def find_at(connection: sqlite3.Connection, about: str, first: str, end: str) -> set[str]:
    """Return the memories with an anchor at an id, or at one between two."""
    values = {"about": about, "first": first, "end": end}
    return {memory for (memory,) in connection.execute(statements.SELECT_MEMORIES_AT, values)}


def find_placed(connection: sqlite3.Connection) -> set[str]:
    """Return all memories whose anchors have been looked for."""
    return {memory for (memory,) in connection.execute(statements.SELECT_PLACED_MEMORIES)}


def read_reached(connection: sqlite3.Connection) -> tuple[str | None, Reached]:
    """Return the commit that was checked out, and which commits were part of its history."""
    rows = connection.execute(statements.SELECT_REACHED)
    reached = {commit: None if known is None else bool(known) for commit, known in rows}
    return read_progress(connection).get(HEAD), reached


def write_reached(connection: sqlite3.Connection, head: str | None, reached: Reached) -> None:
    connection.execute(statements.DELETE_REACHED)
    connection.executemany(statements.INSERT_REACHED, list(reached.items()))
    connection.execute(statements.SET_MEMORY_PROGRESS, (HEAD, head or ""))
