"""The words of the graph: kinds of nodes and edges, and how an edge was found."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class NodeKind(StrEnum):
    """The kind of a node; the last four come from people and agents, not from code."""

    FILE = "file"
    DIRECTORY = "directory"
    MODULE = "module"
    IMPORT = "import"
    FUNCTION = "function"
    CLASS = "class"
    INTERFACE = "interface"
    VARIABLE = "variable"
    EXTERNAL = "external"
    PATTERN = "pattern"
    DATAFLOW = "dataflow"
    INVARIANT = "invariant"
    DECISION = "decision"


class EdgeKind(StrEnum):
    """How the source of an edge depends on, contains or moves with its target."""

    IMPORTS = "imports"
    CALLS = "calls"
    IS_ENTRYPOINT_FOR = "is_entrypoint_for"
    EXTENDS = "extends"
    IMPLEMENTS = "implements"
    DISPATCHES_TO = "dispatches_to"
    EXPORTS = "exports"
    FLOWS_TO = "flows_to"
    REFERENCES = "references"
    TESTS = "tests"
    DEPENDS_LOGICALLY = "depends_logically"
    HANDLES_ERRORS_FROM = "handles_errors_from"
    APPLIES_PATTERN = "applies_pattern"
    CONTAINS = "contains"
    CO_CHANGES = "co_changes"

    @property
    def is_dependency(self) -> bool:
        """Whether a change of the target can reach the source."""
        return self in IMPACT_WEIGHTS


class Resolution(StrEnum):
    """How an edge's target was found."""

    EXACT = "exact"
    INFERRED = "inferred"
    AMBIGUOUS = "ambiguous"


class ChangeKind(StrEnum):
    """The kind of a node's change; one node can have moved and changed in the same scan."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    SIGNATURE_CHANGED = "signature_changed"
    BODY_CHANGED = "body_changed"


class FileStatus(StrEnum):
    """How far a scan got with a file."""

    PARSED = "parsed"
    PARTIAL = "partial"
    KNOWN = "known"
    SKIPPED = "skipped"
    FAILED = "failed"


IMPACT_WEIGHTS: Mapping[EdgeKind, float] = MappingProxyType(
    {
        EdgeKind.IMPORTS: 0.9,
        EdgeKind.CALLS: 0.8,
        EdgeKind.IS_ENTRYPOINT_FOR: 0.8,
        EdgeKind.EXTENDS: 0.7,
        EdgeKind.IMPLEMENTS: 0.7,
        EdgeKind.DISPATCHES_TO: 0.7,
        EdgeKind.EXPORTS: 0.6,
        EdgeKind.FLOWS_TO: 0.6,
        EdgeKind.REFERENCES: 0.5,
        EdgeKind.TESTS: 0.5,
        EdgeKind.DEPENDS_LOGICALLY: 0.5,
        EdgeKind.HANDLES_ERRORS_FROM: 0.4,
        EdgeKind.APPLIES_PATTERN: 0.3,
    }
)
