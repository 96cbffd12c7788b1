"""The state of a single file in a graph, from its bytes alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from posixpath import basename
from tempfile import TemporaryDirectory

from ripplegraph.config import ScanConfig
from ripplegraph.graph.changes import NodeState
from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.graph.ids import build_symbol_id
from ripplegraph.graph.model import NodeKind
from ripplegraph.graph.stored_facts import StoredFacts
from ripplegraph.indexing.descriptions import describe_definition, describe_file
from ripplegraph.indexing.extraction.file_filter import find_reason_to_skip
from ripplegraph.indexing.extraction.file_reader import FileTask, ReadingRules
from ripplegraph.indexing.extraction.packed_facts import unpack_facts
from ripplegraph.indexing.extraction.worker_pool import read_files
from ripplegraph.parsers.registry import find_languages, language_of
from ripplegraph.store.files.content_hash import hash_content

_NAME = "content"


def read_file_states(path: str, data: bytes, config: ScanConfig) -> Iterator[NodeState]:
    """Yield a file and what is defined in it; of a file that is not parsed just the file."""
    language = language_of(path)
    content_hash = hash_content(data)
    known = find_languages().get(language) if language else None
    facts = None
    if known is not None and known.extract is not None:
        facts = _read_facts(path, data, known.name, config)
    if facts is None:
        yield NodeState(
            path, NodeKind.FILE, basename(path), path, language, content_hash=content_hash
        )
        return
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


def _read_facts(path: str, data: bytes, language: str, config: ScanConfig) -> StoredFacts | None:
    """Read bytes as a scan would: what may hang or kill a parser goes to a process of its own."""
    if find_reason_to_skip(path, data, config):
        return None
    with TemporaryDirectory(prefix="ripple-") as folder:
        Path(folder, _NAME).write_bytes(data)
        rules = ReadingRules(os.fsencode(folder), config)
        (outcome,) = read_files([FileTask(_NAME, language, len(data))], rules, jobs=1)
    return unpack_facts(outcome.facts) if outcome.facts else None
