"""Reads nodes and edges of the graph, in words and readable ids."""

import sqlite3
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.model import EdgeKind, NodeKind, Resolution
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import CERTAIN, EDGE_KINDS, NODE_KINDS, RESOLUTIONS


class StoredNode(NamedTuple):
    """A node, with its readable id and the file it lies in."""

    id: str
    kind: NodeKind
    name: str
    path: str | None
    language: str | None
    line: int | None
    end_line: int | None
    signature: str | None
    doc: str | None
    body_fingerprint: str | None
    signature_fingerprint: str | None
    metadata: str | None
    """A JSON object."""


class StoredEdge(NamedTuple):
    """An edge between readable ids: *source depends on target*."""

    source: str
    target: str
    kind: EdgeKind
    line: int | None
    resolution: Resolution
    candidates: int
    confidence: float
    evidence: str | None = None
    """What shows it, where that is not the code itself."""


def read_nodes(connection: sqlite3.Connection) -> Iterator[StoredNode]:
    """Yield every node, one at a time, in the order in which they were written."""
    for label, code, name, path, *rest in connection.execute(statements.SELECT_NODES):
        kind = NODE_KINDS[code]
        place = label if kind is NodeKind.DIRECTORY else path
        yield StoredNode(build_node_id(path, label), kind, name, place, *rest)


def read_edges(connection: sqlite3.Connection) -> Iterator[StoredEdge]:
    """Yield every edge, one at a time, by source, kind and target."""
    for row in connection.execute(statements.SELECT_EDGES):
        source, target, (kind, line, resolution, candidates, confidence, evidence) = (
            row[:2],
            row[2:4],
            row[4:],
        )
        yield StoredEdge(
            build_node_id(*source),
            build_node_id(*target),
            EDGE_KINDS[kind],
            line,
            RESOLUTIONS[resolution],
            candidates,
            confidence / CERTAIN,
            evidence,
        )


def read_cached_facts(
    connection: sqlite3.Connection, versions: Mapping[str, str]
) -> frozenset[tuple[str, str]]:
    """Return the (content hash, language) pairs whose facts are there in the right version."""
    return frozenset(
        (content_hash, language)
        for content_hash, language, version in connection.execute(statements.SELECT_FACTS_KEYS)
        if versions.get(language) == version
    )


def read_facts(connection: sqlite3.Connection, content_hash: str, language: str) -> bytes:
    """Return compressed facts that `read_cached_facts` listed."""
    (data,) = connection.execute(statements.SELECT_FACTS, (content_hash, language)).fetchone()
    return bytes(data)
