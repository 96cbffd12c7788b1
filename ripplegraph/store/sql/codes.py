"""The numbers that stand for words in the graph database; numbers are only ever added.

A number takes one byte or none in a row and in each index over it, a word takes ten.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ripplegraph.graph.model import ChangeKind, EdgeKind, NodeKind, Resolution

NODE_KIND_CODES: Final[Mapping[NodeKind, int]] = MappingProxyType(
    {
        NodeKind.FILE: 0,
        NodeKind.DIRECTORY: 1,
        NodeKind.MODULE: 2,
        NodeKind.IMPORT: 3,
        NodeKind.FUNCTION: 4,
        NodeKind.CLASS: 5,
        NodeKind.INTERFACE: 6,
        NodeKind.VARIABLE: 7,
        NodeKind.EXTERNAL: 8,
        NodeKind.PATTERN: 9,
        NodeKind.DATAFLOW: 10,
        NodeKind.INVARIANT: 11,
        NodeKind.DECISION: 12,
    }
)
EDGE_KIND_CODES: Final[Mapping[EdgeKind, int]] = MappingProxyType(
    {
        EdgeKind.CALLS: 0,
        EdgeKind.REFERENCES: 1,
        EdgeKind.CONTAINS: 2,
        EdgeKind.IMPORTS: 3,
        EdgeKind.EXTENDS: 4,
        EdgeKind.IMPLEMENTS: 5,
        EdgeKind.DISPATCHES_TO: 6,
        EdgeKind.EXPORTS: 7,
        EdgeKind.IS_ENTRYPOINT_FOR: 8,
        EdgeKind.TESTS: 9,
        EdgeKind.FLOWS_TO: 10,
        EdgeKind.DEPENDS_LOGICALLY: 11,
        EdgeKind.HANDLES_ERRORS_FROM: 12,
        EdgeKind.APPLIES_PATTERN: 13,
        EdgeKind.CO_CHANGES: 14,
    }
)
RESOLUTION_CODES: Final[Mapping[Resolution, int]] = MappingProxyType(
    {Resolution.EXACT: 0, Resolution.INFERRED: 1, Resolution.AMBIGUOUS: 2}
)
CHANGE_KIND_CODES: Final[Mapping[ChangeKind, int]] = MappingProxyType(
    {
        ChangeKind.ADDED: 0,
        ChangeKind.REMOVED: 1,
        ChangeKind.MOVED: 2,
        ChangeKind.SIGNATURE_CHANGED: 3,
        ChangeKind.BODY_CHANGED: 4,
    }
)

NODE_KINDS: Final = tuple(sorted(NODE_KIND_CODES, key=NODE_KIND_CODES.__getitem__))
EDGE_KINDS: Final = tuple(sorted(EDGE_KIND_CODES, key=EDGE_KIND_CODES.__getitem__))
RESOLUTIONS: Final = tuple(sorted(RESOLUTION_CODES, key=RESOLUTION_CODES.__getitem__))
CHANGE_KINDS: Final = tuple(sorted(CHANGE_KIND_CODES, key=CHANGE_KIND_CODES.__getitem__))

CERTAIN: Final = 1000
"""Confidence is stored in thousandths."""
