"""Finds the memories that may matter for a task: near its files, like its words, or in general."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from ripplegraph.memory.queries.search import MemoryList
from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.memory.services.memories import MemoryService
from ripplegraph.memory.states import SHOWN_STATES
from ripplegraph.retrieval.query_kinds import QUESTION, classify
from ripplegraph.retrieval.report import RankedMemories, Score
from ripplegraph.retrieval.request import SearchRequest
from ripplegraph.store.memory.memory_reader import MemoryFilter

MOST_LISTED = 200
MOST_FOUND = 40
MOST_QUESTION = 1_000
NEAR = 0.3
"""The cosine of a memory that matters although it shares no word with the task."""

Search = Callable[[SearchRequest], RankedMemories]


@dataclass(frozen=True)
class Recalled:
    """Memories to choose from, each once."""

    views: tuple[MemoryView, ...]
    relevance: Mapping[str, float]
    """From 0 to 1, how well they fit the task; by id."""
    known: int
    """How many live memories there are."""


def recall(
    service: MemoryService, search: Search, task: str, near: Collection[str], files: Collection[str]
) -> Recalled:
    """Read memories near the files, about them, found by the task, and the best ones."""
    listed = service.list(MemoryFilter(states=SHOWN_STATES), limit=MOST_LISTED)
    views = {view.id: view for view in listed.memories}
    if near:
        _add(views, service.list(MemoryFilter(states=SHOWN_STATES, ids=list(near)), limit=None))
    for path in files:
        _add(views, service.list(MemoryFilter(states=SHOWN_STATES, about=path), limit=MOST_LISTED))
    relevance: dict[str, float] = {}
    if task.strip():
        found = search(_ask(task, files))
        _add(views, found)
        relevance = {view.id: view.score.relevance for view in found.memories if _fits(view.score)}
    return Recalled(tuple(views.values()), relevance, listed.matched)


def _ask(task: str, files: Collection[str]) -> SearchRequest:
    return SearchRequest(
        task[:MOST_QUESTION],
        MemoryFilter(states=SHOWN_STATES),
        MOST_FOUND,
        # A few words are looked for at once; a model has to be loaded to tell what they mean.
        mode="fused" if classify(task) == QUESTION else "text",
        files=tuple(files),
        expand=False,
    )


def _fits(score: Score) -> bool:
    """Tell whether a task really leads to a memory: something is always nearest."""
    vector = score.lists.get("vectors")
    return "text" in score.lists or (vector is not None and vector.value >= NEAR)


def _add(views: dict[str, MemoryView], found: MemoryList) -> None:
    for view in found.memories:
        views.setdefault(view.id, view)
