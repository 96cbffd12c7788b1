"""The rows of the graph database as a scan writes them; kinds and resolutions are codes."""

from typing import NamedTuple


class FileRow(NamedTuple):
    """A file of the project, parsed or not."""

    id: int
    path: str
    language: str | None
    content_hash: str
    blob: str | None
    size: int
    lines: int
    status: str
    reason: str | None


class NodeRow(NamedTuple):
    """A node; with a file, `label` is what its readable id has after the path."""

    id: int
    label: str
    kind: int
    name: str
    file_id: int | None = None
    line: int | None = None
    end_line: int | None = None
    signature: str | None = None
    doc: str | None = None
    body_fingerprint: str | None = None
    signature_fingerprint: str | None = None
    metadata: str | None = None


class EdgeRow(NamedTuple):
    """An edge: *source depends on target*; the confidence is in thousandths."""

    source: int
    target: int
    kind: int
    line: int | None
    resolution: int
    candidates: int
    confidence: int
    evidence: str | None = None
    """What shows it, where that is not the code itself."""


class DiagnosticRow(NamedTuple):
    """Something about a file that a person may want to know."""

    file_id: int
    line: int | None
    severity: str
    message: str


class FactsRow(NamedTuple):
    """The compressed facts of one content in one language."""

    content_hash: str
    language: str
    extractor_version: str
    data: bytes
