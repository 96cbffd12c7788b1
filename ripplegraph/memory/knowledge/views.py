"""Entries of knowledge as commands and programs see them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from ripplegraph.memory.freshness.verdicts import Freshness
from ripplegraph.memory.knowledge.entries import PREFIX, find_standing
from ripplegraph.memory.queries.views import MemoryView


@dataclass(frozen=True)
class KnowledgeEntry:
    """Something that is known under a key, or was proposed for it."""

    id: str
    category: str
    key: str
    value: str
    source: str
    role: str | None
    confidence: float
    state: str
    stands: bool
    """Whether it is what counts for its key."""
    user_verified: bool
    freshness: Freshness
    label: str
    """What to say before its value: that it is stale or in doubt, and why."""
    conflicts_with: tuple[str, ...]
    created_at: str
    updated_at: str


@dataclass(frozen=True)
class KnowledgeAnswer:
    """The entry that stands under a key, if one does, and what else was said."""

    category: str
    key: str
    entry: KnowledgeEntry | None
    alternatives: tuple[KnowledgeEntry, ...]


@dataclass(frozen=True)
class KnowledgeList:
    """Entries by category and key, for each key the one that stands first."""

    entries: tuple[KnowledgeEntry, ...]


@dataclass(frozen=True)
class KnowledgeReport:
    """The report of setting a value.

    `change` is created, updated, confirmed, accepted (a proposal took effect) or proposed; then
    `objection` says why it did not take effect, and `standing` is the entry that counts.
    """

    change: str
    entry: KnowledgeEntry
    objection: str
    standing: KnowledgeEntry | None


def build_entries(views: Iterable[MemoryView]) -> tuple[KnowledgeEntry, ...]:
    """Build entries from memories that are sorted by category and key."""
    return tuple(entry for _, group in groupby(views, _get_key) for entry in _build_group(group))


def _get_key(view: MemoryView) -> tuple[str, str]:
    return view.raw_type.casefold().removeprefix(PREFIX), str(view.details["key"])


def _build_group(group: Iterable[MemoryView]) -> Iterator[KnowledgeEntry]:
    views = list(group)
    standing = find_standing(views)
    for view in sorted(views, key=lambda view: view is not standing):
        yield _build_entry(view, stands=view is standing)


def _build_entry(view: MemoryView, *, stands: bool) -> KnowledgeEntry:
    category, key = _get_key(view)
    origin = view.provenance
    return KnowledgeEntry(
        id=view.id,
        category=category,
        key=key,
        value=view.content,
        source=origin.agent or origin.role or origin.channel,
        role=origin.role,
        confidence=view.effective_confidence,
        state=view.state,
        stands=stands,
        user_verified=view.user_verified,
        freshness=view.freshness,
        label=view.label,
        conflicts_with=tuple(
            relation.target_memory
            for relation in view.relations
            if relation.kind == "conflicts_with" and relation.target_memory
        ),
        created_at=view.created_at,
        updated_at=view.updated_at,
    )
