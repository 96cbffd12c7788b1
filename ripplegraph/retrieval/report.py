"""Results of a search: memories with their scores and ranks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ripplegraph.memory.queries.search import MemoryList
from ripplegraph.memory.queries.views import MemoryView


@dataclass(frozen=True)
class ListRank:
    """The place of a memory in one list."""

    rank: int
    value: float
    """The sort key of the list: a rank of full text, a cosine, or nearness in the graph."""


@dataclass(frozen=True)
class Score:
    """The score of a memory: `total` is the product of the numbers after it."""

    total: float
    relevance: float
    """From 0 to 1: how high it stands in the lists, each with its weight."""
    trust: float
    freshness: float
    recency_and_use: float
    phase: float
    hat: float
    lists: Mapping[str, ListRank] = field(default_factory=dict)
    via: str = ""
    """Why it is here although the query did not lead to it."""


@dataclass(frozen=True)
class RankedView(MemoryView):
    """A memory and its score."""

    score: Score


@dataclass(frozen=True)
class Ranking:
    """The ranking of an answer."""

    mode: str
    kind: str
    """The kind of the query: `words`, `name` or `question`."""
    weights: Mapping[str, float]
    """The lists that were there, with their shares; together they are 1."""
    model: str | None
    """Which model made the vectors."""
    files: tuple[str, ...]
    """The files that nearness in the graph was measured from."""
    notes: tuple[str, ...]
    """Problems, such as a model that did not answer."""


@dataclass(frozen=True)
class RankedMemories(MemoryList):
    """Memories, best first, how they were ranked, and what was left out and why."""

    memories: tuple[RankedView, ...]
    ranking: Ranking
    left_out: Mapping[str, int]
