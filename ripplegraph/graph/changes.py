"""Differences between two scans: pure values, by readable ids."""

from dataclasses import dataclass
from typing import NamedTuple

from ripplegraph.graph.model import ChangeKind, NodeKind

CHANGING_KINDS = frozenset(
    {
        NodeKind.FILE,
        NodeKind.MODULE,
        NodeKind.FUNCTION,
        NodeKind.CLASS,
        NodeKind.INTERFACE,
        NodeKind.VARIABLE,
    }
)
"""Kinds of nodes whose changes are recorded: files, and what is defined in them."""


class NodeState(NamedTuple):
    """The state of a file or a definition in the graph at one time."""

    id: str
    kind: NodeKind
    name: str
    path: str
    language: str | None = None
    line: int | None = None
    end_line: int | None = None
    signature: str | None = None
    body_fingerprint: str | None = None
    signature_fingerprint: str | None = None
    metadata: str | None = None
    """A JSON object, as `describe_definition` writes it."""
    content_hash: str | None = None
    """Of the file it lies in."""


@dataclass(frozen=True, slots=True)
class GraphChange:
    """One difference between two scans.

    All changes of one scan happened at once: two files that swapped names are two moves, each
    with the other's `previous_id`. A node that moved and changed has its move first, and the
    change under its new id.
    """

    kind: ChangeKind
    id: str
    """Of the node now; of one that was removed, the id it had."""
    node_kind: NodeKind
    detail: str
    """What happened, in words."""
    previous_id: str | None = None
    """Only of a move."""
    compatible: bool | None = None
    """Only of a changed signature: whether all who used the old one can go on; None: unknown."""
    old_signature: str | None = None
    new_signature: str | None = None
    old_signature_fingerprint: str | None = None
    new_signature_fingerprint: str | None = None
    old_body_fingerprint: str | None = None
    new_body_fingerprint: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedChange(GraphChange):
    """A change with its number in the log and the scan that found it."""

    number: int = 0
    scan: int = 0
    """The number of the first change that the scan found: those with the same happened at once."""


@dataclass(frozen=True, slots=True)
class RecordedScan:
    """A scan that found changes, by the number of the first."""

    first: int
    last: int
    scanned_at: str
    commit: str | None


@dataclass(frozen=True, slots=True)
class ChangeLog:
    """The changes after a number, and whether they are all there were.

    Numbers go on from scan to scan within a generation. With another generation than before, or
    when `complete` is false, a reader that follows the log has to look at everything again.
    """

    generation: str | None
    """None where nothing was scanned yet."""
    first: int
    """The lowest number still kept; older changes are forgotten."""
    last: int
    """The highest number so far: the cursor of a reader that has read all; 0 for none."""
    complete: bool
    """Whether every change after the asked-for number is among `changes`."""
    scans: tuple[RecordedScan, ...]
    changes: tuple[RecordedChange, ...]
