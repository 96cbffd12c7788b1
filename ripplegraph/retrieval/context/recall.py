"""Finds the memories that may matter for a task: near its files, like its words, or in general."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from ripplegraph.memory.desk import SHOWN_STATES, Desk
from ripplegraph.memory.finding import MemoryList
from ripplegraph.memory.text import LIGHT_WORDS, find_query_words
from ripplegraph.memory.view import MemoryView
from ripplegraph.store.memory_reading import MemoryFilter

MOST_LISTED = 200
MOST_FOUND = 20
MOST_WORDS = 12
SHORTEST_WORD = 3
MOST_QUESTION = 1_000
FEW, GOOD = 3, 0.5
"""With fewer memories than this above that relevance, one is imagined."""
IMAGINED = 0.6
"""How much what an imagined memory finds counts."""


@dataclass(frozen=True)
class Recalled:
    """Memories to choose from, each once."""

    views: tuple[MemoryView, ...]
    relevance: Mapping[str, float]
    """From 0 to 1, how well the words of the task fit; by id."""
    known: int
    """How many live memories there are."""


def recall(
    desk: Desk,
    task: str,
    near: Collection[str],
    files: Collection[str],
    *,
    imagine: Callable[[str], str] | None = None,
) -> Recalled:
    """Read what is near, what is about the files, what the task's words find, and what is best.

    Where the words find little, `imagine` writes the memory that would help, to search by.
    """
    listed = desk.list(MemoryFilter(states=SHOWN_STATES), limit=MOST_LISTED)
    views = {view.id: view for view in listed.memories}
    if near:
        _add(views, desk.list(MemoryFilter(states=SHOWN_STATES, ids=list(near)), limit=None))
    for path in files:
        _add(views, desk.list(MemoryFilter(states=SHOWN_STATES, about=path), limit=MOST_LISTED))
    relevance = _search(desk, task, views)
    good = sum(share > GOOD for share in relevance.values())
    if imagine is not None and task.strip() and good < FEW:
        for memory, share in _search(desk, imagine(task), views).items():
            relevance[memory] = max(relevance.get(memory, 0.0), IMAGINED * share)
    return Recalled(tuple(views.values()), relevance, listed.matched)


def _add(views: dict[str, MemoryView], found: MemoryList) -> None:
    for view in found.memories:
        views.setdefault(view.id, view)


def _search(desk: Desk, task: str, views: dict[str, MemoryView]) -> dict[str, float]:
    """Look for the task as a whole and for each of its words; what more of them find is better."""
    words = [
        word
        for word in find_query_words(task[:MOST_QUESTION])
        if len(word) >= SHORTEST_WORD and word not in LIGHT_WORDS
    ][:MOST_WORDS]
    if not words:
        return {}
    points: dict[str, float] = {}
    wanted = MemoryFilter(states=SHOWN_STATES)
    for word in words:
        found = desk.search(word, wanted, limit=MOST_FOUND)
        _add(views, found)
        # A word that is everywhere tells little.
        rarity = 1 / (1 + found.matched / MOST_FOUND)
        for view in found.memories:
            points[view.id] = points.get(view.id, 0.0) + rarity
    return {memory: min(1.0, share / len(words) * 2) for memory, share in points.items()}
