"""Finds memories about code that is near the files somebody works on."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping

from ripplegraph.closure.query import find_dependencies, find_dependents
from ripplegraph.config import HistoryConfig
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.indexing.history.cochange_queries import co_changes
from ripplegraph.store.memory.memory_reader import MemoryFilter
from ripplegraph.store.sql import statements
from ripplegraph.targets.resolution import find_exact

Nearness = Mapping[str, float]
"""How near files are to those of a request: 1 is one of them."""
FindNear = Callable[[Collection[str]], Nearness]

HERE = 1.0
SAME_FILE = 0.9
STEPS = (0.6, 0.4)
"""What is one and two steps away over dependencies, in either direction."""
_TOGETHER = 0.6
"""What a file that always changes together with one of them counts."""
_MENTION = 0.7
"""A memory that only names a file counts less than one about it."""
_FOLDER = 0.5
"""A memory about a folder counts less than one about the file in it."""
_MOST = 300


def build_finder(graph: sqlite3.Connection, history: HistoryConfig) -> FindNear:
    """Build the function that finds files near others in a graph."""

    def find(places: Collection[str]) -> Nearness:
        near: dict[str, float] = {}
        for place in places:
            for path, value in _find_around(graph, place, history):
                near[path] = max(value, near.get(path, 0.0))
        return near

    return find


def find_nearest(
    memories: sqlite3.Connection,
    wanted: MemoryFilter,
    places: Collection[str],
    near: Nearness,
    moved: Mapping[str, str],
) -> list[tuple[int, float]]:
    """Rank memories by how near the code is that they are about."""
    best: dict[int, float] = {}
    here = {place.removeprefix("./") for place in places}
    rows = memories.execute(statements.MEMORY_SUBJECTS, wanted.build_values())
    for number, written, role in rows:
        target = moved.get(written, written)
        value = _measure(target, here, near) * (1.0 if role == "subject" else _MENTION)
        if value > best.get(number, 0.0):
            best[number] = value
    return list(best.items())


def _measure(target: str, here: Collection[str], near: Nearness) -> float:
    if target in here:
        return HERE
    path = _get_file(target)
    if path in here or any(_get_file(place) == path for place in here):
        # The same file: sharper where a whole file was asked about than for another symbol of it.
        return HERE if path in here else SAME_FILE
    if not target.endswith("/"):
        return near.get(path, 0.0)
    inside = (value for place, value in near.items() if place.startswith(target))
    return _FOLDER * max(inside, default=0.0)


def _find_around(
    graph: sqlite3.Connection, place: str, history: HistoryConfig
) -> Iterable[tuple[str, float]]:
    path = _get_file(place.removeprefix("./"))
    yield path, HERE
    target = find_exact(graph, path)
    if target is None:
        # Not in the graph: new, ignored or misspelt. Words and vectors do not mind.
        return
    for search in (find_dependents, find_dependencies):
        reach = search(graph, target, depth=len(STEPS), limit=_MOST)
        yield from ((item.id, STEPS[item.depth - 1]) for item in reach.items)
    together = co_changes(graph, path, config=history, limit=20)
    yield from ((item.path, _TOGETHER * item.score) for item in together.files)


def _get_file(place: str) -> str:
    return place.partition(SEPARATOR)[0]
