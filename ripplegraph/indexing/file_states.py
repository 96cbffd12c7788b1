"""What a single file would be in a graph, worked out from its bytes alone."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import basename

from ripplegraph.config import ScanConfig
from ripplegraph.graph.changes import NodeState
from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.graph.ids import build_symbol_id
from ripplegraph.graph.model import NodeKind
from ripplegraph.graph.stored_facts import store_facts
from ripplegraph.indexing.descriptions import describe_definition, describe_file
from ripplegraph.indexing.screening import find_reason_to_skip
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages, language_of
from ripplegraph.store.hashing import hash_content


def read_file_states(path: str, data: bytes, config: ScanConfig) -> Iterator[NodeState]:
    """Yield a file and what is defined in it; of a file that is not parsed just the file."""
    language = language_of(path)
    content_hash = hash_content(data)
    known = find_languages().get(language) if language else None
    if known is None or known.extract is None or find_reason_to_skip(path, data, config):
        yield NodeState(
            path, NodeKind.FILE, basename(path), path, language, content_hash=content_hash
        )
        return
    facts = store_facts(extract_facts(known.name, data))
    yield NodeState(
        path,
        NodeKind.FILE,
        basename(path),
        path,
        language,
        1,
        facts.lines,
        body_fingerprint=facts.body_print,
        signature_fingerprint=facts.surface_print,
        metadata=describe_file(facts, status="parsed", generated=False),
        content_hash=content_hash,
    )
    for item in facts.definitions:
        if item.qualified and not item.flags & ANONYMOUS:
            yield NodeState(
                build_symbol_id(path, item.qualified),
                NodeKind(item.kind),
                item.name,
                path,
                language,
                item.line,
                item.end_line,
                item.signature or None,
                item.body_print or None,
                item.signature_print or None,
                describe_definition(item, facts),
                content_hash,
            )
