"""The nodes and edges of an export: those of code, then those that people added."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Final

from ripplegraph.export.formats import ORIGIN, Edge
from ripplegraph.graph.knowledge import LINK_KINDS, Overlay, get_knowledge_kind
from ripplegraph.store.graph.graph_reader import StoredNode, read_edges, read_nodes

_METADATA: Final = json.dumps({"origin": ORIGIN})


def find_nodes(connection: sqlite3.Connection, overlay: Overlay | None) -> Iterator[StoredNode]:
    """Yield every node, those of knowledge last."""
    yield from read_nodes(connection)
    for name in sorted(overlay.nodes) if overlay is not None else ():
        yield _build_node(name)


def find_edges(connection: sqlite3.Connection, overlay: Overlay | None) -> Iterator[Edge]:
    """Yield every edge, then the logical ones that code does not have already."""
    known = set()
    for edge in read_edges(connection):
        if edge.kind in LINK_KINDS:
            known.add((edge.source, edge.kind, edge.target))
        yield edge
    for link in overlay.edges if overlay is not None else ():
        if (link.source, link.kind, link.target) not in known:
            yield link


def _build_node(name: str) -> StoredNode:
    return StoredNode(
        id=name,
        kind=get_knowledge_kind(name),
        name=name.partition(":")[2],
        path=None,
        language=None,
        line=None,
        end_line=None,
        signature=None,
        doc=None,
        body_fingerprint=None,
        signature_fingerprint=None,
        metadata=_METADATA,
    )
