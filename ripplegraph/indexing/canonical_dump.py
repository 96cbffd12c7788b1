"""Writes a graph as lines that depend on nothing but the code, to compare two databases.

There are no row numbers, times, blob ids or generations in them: two databases with the same lines
answer every question alike, however they came to be.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from ripplegraph.closure.dump import dump_closure
from ripplegraph.closure.hub_dependents import find_packed_differences
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.database import Database
from ripplegraph.store.graph.graph_reader import read_edges, read_nodes
from ripplegraph.store.graph.graph_updater import read_files
from ripplegraph.store.graph.link_state import read_missed_calls
from ripplegraph.store.graph.summary import read_diagnostics, read_graph_summary, read_meta

_COUNTED = ("nodes", "edges", "calls", "settings")
"""What is recorded beside the rows, and has to fit them."""


def read_canonical(graph: Database) -> list[str]:
    """Return the lines of a graph database."""
    with open_for_reading(graph) as connection:
        return list(dump_graph(connection))


def dump_graph(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield files, nodes, edges, remarks, counts and the closure, each sorted."""
    files = read_files(connection).values()
    yield from sorted(_write("file", *row._replace(id=0, blob=None)) for row in files)
    yield from sorted(_write("node", *node) for node in read_nodes(connection))
    yield from sorted(_write("edge", *edge) for edge in read_edges(connection))
    yield from sorted(_write("remark", *remark) for remark in read_diagnostics(connection))
    yield from sorted(_write("missed", *row) for row in read_missed_calls(connection))
    yield from _dump_counts(connection)
    yield from dump_closure(connection)
    yield from (f"packed {text}" for text in find_packed_differences(connection, None))


def _dump_counts(connection: sqlite3.Connection) -> Iterator[str]:
    meta = read_meta(connection)
    for key in _COUNTED:
        value = json.loads(meta.get(key, "null"))
        yield _write("recorded", key, json.dumps(value, sort_keys=True))
    summary = read_graph_summary(connection)
    for name, counts in (("nodes", summary.nodes), ("edges", summary.edges)):
        yield _write("counted", name, json.dumps(counts, sort_keys=True))


def _write(word: str, *values: object) -> str:
    return f"{word} {json.dumps(values, ensure_ascii=False, default=str)}"


def find_differences(found: list[str], wanted: list[str]) -> list[str]:
    """Return the lines that only one of two dumps has, marked with `-` (found) or `+` (wanted)."""
    here, there = set(found), set(wanted)
    extra = [f"- {line}" for line in found if line not in there]
    lacking = [f"+ {line}" for line in wanted if line not in here]
    if not extra and not lacking and found != wanted:
        return [f"- {len(found)} lines", f"+ {len(wanted)} lines"]
    return extra + lacking
