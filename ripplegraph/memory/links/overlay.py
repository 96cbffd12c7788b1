"""Builds what is laid over the graph of a worktree from the links among the memories."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ripplegraph.graph.ids import is_knowledge
from ripplegraph.graph.knowledge import LogicalEdge, Overlay
from ripplegraph.graph.model import EdgeKind
from ripplegraph.memory.freshness.verdicts import TRUST
from ripplegraph.memory.types.links import get_weight
from ripplegraph.store.memory.freshness_cursor import read_cursor, read_position
from ripplegraph.store.memory.freshness_rows import read_all_verdicts, read_places
from ripplegraph.store.memory.memory_links import LinkRow, read_knowledge, read_links

Places = Mapping[tuple[str, str], str | None]
"""Where an end of a link, as the link was written, is in this worktree; None: it is gone."""


def build_overlay(memories: sqlite3.Connection, graph: sqlite3.Connection, root: Path) -> Overlay:
    """Return the links whose ends are there in this worktree, and every node of knowledge."""
    links = list(read_links(memories))
    places = _find_places(memories, graph, root, links)
    trust = {memory: TRUST[verdict] for memory, verdict in read_all_verdicts(graph).items()}
    edges: dict[tuple[str, EdgeKind, str], LogicalEdge] = {}
    for edge in _build_edges(links, places, trust):
        key = edge.source, edge.kind, edge.target
        known = edges.get(key)
        if known is None or known.confidence < edge.confidence:
            edges[key] = edge
    ends = (end for edge in edges.values() for end in (edge.source, edge.target))
    nodes = read_knowledge(memories).union(filter(is_knowledge, ends))
    return Overlay(tuple(edges[key] for key in sorted(edges)), nodes)


def _build_edges(
    links: Iterable[LinkRow], places: Places, trust: Mapping[str, float]
) -> Iterator[LogicalEdge]:
    for link in links:
        details = link.details
        source, target = (places[link.memory, details[name]] for name in ("source", "target"))
        if source is not None and target is not None and source != target:
            yield LogicalEdge(
                source,
                target,
                EdgeKind(details["kind"]),
                get_weight(details),
                round(link.confidence * trust.get(link.memory, 1.0), 4),
                link.memory,
                link.content,
                bool(details.get("auto_extracted")),
            )


def _find_places(
    memories: sqlite3.Connection, graph: sqlite3.Connection, root: Path, links: list[LinkRow]
) -> Places:
    """Find the ends of links as scans did, and look for those that no scan has seen yet."""
    cursor = read_cursor(graph)
    followed = read_position(graph, cursor.event) == cursor
    known = read_places(graph, [link.memory for link in links]) if followed else {}
    found: dict[tuple[str, str], str | None] = {}
    for memory, rows in known.items():
        for row in rows:
            if row.role == "subject":
                found[memory, row.written] = row.target if row.found else None
    missing = set()
    for link in links:
        for name in (link.details["source"], link.details["target"]):
            if is_knowledge(name):
                found[link.memory, name] = name
            elif (link.memory, name) not in found:
                missing.add(link.memory)
    return found | _look_for(memories, graph, root, missing) if missing else found


def _look_for(
    memories: sqlite3.Connection, graph: sqlite3.Connection, root: Path, wanted: set[str]
) -> dict[tuple[str, str], str | None]:
    # Imported here: after a scan there is nothing to look for.
    from ripplegraph.memory.anchors.location import Place
    from ripplegraph.memory.freshness.status import build_anchor_finder
    from ripplegraph.store.memory.memory_reader import MemoryFilter, find_memories, read_memories

    finder = build_anchor_finder(graph, root)
    last = {
        (memory, row.role, row.written): Place(row.target, row.found)
        for memory, rows in read_places(graph, wanted).items()
        for row in rows
    }
    found = {}
    for memory in read_memories(memories, find_memories(memories, MemoryFilter(ids=wanted))):
        for end in memory.subjects:
            place = finder.find(end, last.get((memory.id, end.role, end.target)))
            found[memory.id, end.target] = place.target if place.found else None
    return found
