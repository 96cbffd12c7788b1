"""The nodes of source text as the graph would hold them, for comparing two versions."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from posixpath import splitext

from ripplegraph.graph.changes import NodeState
from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.stored_facts import store_facts
from ripplegraph.indexing.assembly import GraphAssembly, ScannedFile
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.store.records.graph_rows import FileRow
from ripplegraph.store.sql.codes import NODE_KINDS

LANGUAGES = {".py": "python", ".ts": "typescript", ".tsx": "tsx", ".js": "javascript"}


class NoNumbers:
    """The nodes of a graph that is made from nothing: none."""

    def __init__(self) -> None:
        self._last = 0

    def find(self, key: str) -> int | None:  # noqa: ARG002
        return None

    def take(self) -> int:
        self._last += 1
        return self._last


def read_states(files: Mapping[str, str]) -> list[NodeState]:
    """Parse files, by path, and return their nodes with those of everything in them."""
    assembly = GraphAssembly(NoNumbers(), {})
    rows = {}
    for number, (path, text) in enumerate(sorted(files.items()), 1):
        data = text.encode()
        language = LANGUAGES.get(splitext(path)[1])
        content_hash = hashlib.sha256(data).hexdigest()
        status = "parsed" if language else "known"
        lines = len(text.splitlines())
        row = FileRow(number, path, language, content_hash, None, len(data), lines, status, None)
        rows[number] = row
        facts = extract_facts(language, data) if language else None
        assembly.add_file(ScannedFile(row, None), store_facts(facts) if facts else None)
    return [
        NodeState(
            build_node_id(rows[node.file_id].path, node.label),
            NODE_KINDS[node.kind],
            node.name,
            rows[node.file_id].path,
            rows[node.file_id].language,
            node.line,
            node.end_line,
            node.signature,
            node.body_fingerprint,
            node.signature_fingerprint,
            node.metadata,
            rows[node.file_id].content_hash,
        )
        for node in assembly.nodes
        if node.file_id is not None
    ]
