"""Reports of an ingestion: its signals, by outcome."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ripplegraph.memory.writing.drafts import Draft

MAX_LISTED = 1_000
"""How many entries of each kind a report lists; it counts them all."""


class Outcome(StrEnum):
    """The outcome of an accepted signal."""

    NEW = "new"
    CONFIRMED = "confirmed"
    """Someone else had said the same before."""
    KNOWN = "known"
    """It was taken before, or its own session had said the same; nothing changed."""


@dataclass(frozen=True)
class Offer:
    """A signal as it goes to the gate."""

    line: int
    dialect: str
    draft: Draft
    key: str = ""
    """What tells it from another one that says the same; empty where that does not matter."""
    shown: frozenset[str] = frozenset()
    """The ids of memories that the agent was shown before."""


@dataclass(frozen=True)
class Accepted:
    """A signal that passed the gate."""

    line: int
    dialect: str
    outcome: Outcome
    id: str
    """The memory that says so now; empty for one that would be new."""
    type: str
    title: str
    state: str


@dataclass(frozen=True)
class Refused:
    """A signal that did not pass, and why; what it says is not repeated, it may be a secret."""

    line: int
    dialect: str
    kind: str
    reason: str
    hint: str


@dataclass(frozen=True)
class Unreadable:
    """A line of the transcript that could not be read."""

    line: int
    reason: str


@dataclass(frozen=True)
class IngestReport:
    """The report of one transcript."""

    transcript: str
    format: str
    session: str | None
    first_line: int
    """Where reading began: after what was read before."""
    last_line: int
    messages: int
    """How many messages of agents were read; plain text is one."""
    new: int
    confirmed: int
    known: int
    accepted: tuple[Accepted, ...]
    refused_count: int
    refused: tuple[Refused, ...]
    ignored: Mapping[str, int]
    """How many signals did not count because of where they stood."""
    unreadable_count: int
    unreadable: tuple[Unreadable, ...]
    notices: tuple[str, ...]
    dry_run: bool = False
    spooled: bool = False
