"""Briefings of agents, by the event of their work that a hook reports."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ripplegraph.briefing.briefing_text import (
    NOTHING,
    Briefing,
    Item,
    count,
    put_together,
    word_card,
    word_glance,
    word_recipe,
    word_title,
)
from ripplegraph.briefing.memory_cards import PROACTIVE_TYPES, Card, build_cards, choose, read_cards
from ripplegraph.briefing.recipes import find_recipes
from ripplegraph.graph.escaping import fence
from ripplegraph.graph.ids import get_path
from ripplegraph.impact.attached_memories import find_attached
from ripplegraph.impact.preview import preview_file
from ripplegraph.store.sql import statements
from ripplegraph.targets.target import ResolvedTarget

if TYPE_CHECKING:
    from ripplegraph.graph.knowledge import Overlay

EVENTS = ("before-edit", "after-read", "after-edit", "session-start", "prompt", "stop")
TELL_OF_NO_INDEX = ("session-start", "before-edit")
"""Where an agent is told, once in a session, that there is no index to tell from."""
NO_INDEX = (
    "ripple has no current index of this project. Run `ripple scan` once: then it tells here what "
    "an edit reaches."
)
FILE_TITLE = "Memory context for this file:"
START_TITLE = "What holds for this project, from memory:"
RECIPE_TITLE = "## KNOWN WORKFLOW PATTERNS"
PROACTIVE_LIMIT = 4
EDIT_LIMIT = 6
START_LIMIT = 8
RECIPE_LIMIT = 2
REVIEW_LIMIT = 5
_MOST_PATHS = 5
_LISTED = 6


class HookEvent(NamedTuple):
    """An event in the work of an agent: something it is about to do or has just done."""

    name: str
    """Such as `before-edit`."""
    paths: tuple[str, ...] = ()
    """Files, as the agent names them."""
    prompt: str = ""
    session: str = ""
    is_new: bool = True
    """Of the start of a session: whether nothing that was told before is known any more."""


class Sources(NamedTuple):
    """The sources of a briefing."""

    graph: sqlite3.Connection | None
    memories: sqlite3.Connection | None
    told: frozenset[str]
    """Keys of earlier briefings of this session."""
    behind: str
    """Why the index may be out of date; empty where nothing speaks for that."""
    overlay: Overlay | None = None
    """Links that were added to the graph by hand."""
    problems: tuple[str, ...] = ()
    """Damaged databases, each with the command that helps."""


def brief(event: HookEvent, paths: tuple[str, ...], sources: Sources) -> Briefing:
    """Build the briefing of an event; `paths` are those of the event, in the project."""
    items = [Item(fence(text), key=f"damage:{text}") for text in sources.problems]
    items += [item for item in _BRIEFS[event.name](event, paths, sources) if item.text]
    if sources.graph is None and event.name in TELL_OF_NO_INDEX and not sources.problems:
        items.insert(0, Item(NO_INDEX, key="no index"))
    new = [item for item in items if item.key not in sources.told]
    if not new:
        return NOTHING
    if sources.behind:
        new.insert(0, Item(f"The index is behind: {sources.behind}. `ripple scan` brings it up."))
    return put_together(new)


def _brief_edit(event: HookEvent, paths: tuple[str, ...], sources: Sources) -> Iterator[Item]:
    for path in paths[:_MOST_PATHS]:
        glance = preview_file(sources.graph, path, listed=_LISTED) if sources.graph else None
        if glance is not None:
            yield word_glance(glance, _find_stated(path, sources.overlay))
        yield from _tell_about(path, event, sources, None, EDIT_LIMIT)
    more = len(paths) - _MOST_PATHS
    if more > 0:
        text = f"Not looked at: {count(more, 'more file', 'more files')}. analyze_impact does."
        yield Item(text, key=f"more:{paths[_MOST_PATHS]}")


def _find_stated(path: str, overlay: Overlay | None) -> list[str]:
    """Return the links to a file or to something in it, the surest first."""
    edges = overlay.edges if overlay else ()
    found = [edge for edge in edges if get_path(edge.target) == path]
    found.sort(key=lambda edge: (-edge.weight * edge.confidence, edge.source))
    return list(dict.fromkeys(edge.source for edge in found))


def _brief_use(event: HookEvent, paths: tuple[str, ...], sources: Sources) -> Iterator[Item]:
    for path in paths[:_MOST_PATHS]:
        yield from _tell_about(path, event, sources, PROACTIVE_TYPES, PROACTIVE_LIMIT)


def _brief_start(event: HookEvent, _: tuple[str, ...], sources: Sources) -> Iterator[Item]:
    if sources.graph is not None:
        files = sources.graph.execute(statements.COUNT_CODE_FILES).fetchone()[0]
        yield Item(
            f"ripple has indexed {files:,} files of code. Before you edit a file, "
            "`ripple analyze-impact FILE` says what depends on it.",
            key="start",
        )
    if sources.memories is None:
        return
    rows = sources.memories.execute(statements.MEMORY_GUIDING).fetchall()
    chosen = choose(build_cards(sources.graph, rows), session=event.session)
    # In the order in which they were read: the pinned ones first.
    places = {row[0]: at for at, row in enumerate(rows)}
    for card in sorted(chosen, key=lambda card: places[card.id])[:START_LIMIT]:
        yield word_card(card, START_TITLE)
    more = len(chosen) - START_LIMIT
    if more > 0:
        text = f"{count(more, 'more memory holds', 'more memories hold')} for it: memory_search."
        yield Item(text, key="start:more")


def _brief_prompt(event: HookEvent, _: tuple[str, ...], sources: Sources) -> Iterator[Item]:
    if sources.memories is None or not event.prompt:
        return
    found = find_recipes(
        sources.memories, sources.graph, event.prompt, limit=RECIPE_LIMIT, trusted_only=True
    )
    for recipe in found.recipes:
        yield word_recipe(recipe, RECIPE_TITLE)


def _brief_stop(_: HookEvent, __: tuple[str, ...], sources: Sources) -> Iterator[Item]:
    if sources.memories is None:
        return
    total = sources.memories.execute(statements.MEMORY_COUNT_TO_REVIEW).fetchone()[0]
    rows = sources.memories.execute(statements.MEMORY_TO_REVIEW).fetchall()
    waiting = count(total, "memory waits", "memories wait")
    title = f"{waiting} for a person (`ripple memories review`), the newest:"
    for card in build_cards(sources.graph, rows)[:REVIEW_LIMIT]:
        yield word_title(card, title)


_BRIEFS: Mapping[str, Callable[[HookEvent, tuple[str, ...], Sources], Iterator[Item]]] = {
    "before-edit": _brief_edit,
    "after-read": _brief_use,
    "after-edit": _brief_use,
    "session-start": _brief_start,
    "prompt": _brief_prompt,
    "stop": _brief_stop,
}


def _tell_about(
    path: str, event: HookEvent, sources: Sources, types: frozenset[str] | None, limit: int
) -> Iterator[Item]:
    cards = choose(_find_about(path, sources), session=event.session, types=types)
    new = [card for card in cards if card.id not in sources.told]
    for card in new[:limit]:
        yield word_card(card, FILE_TITLE)
    more = len(new) - limit
    if more > 0:
        text = count(more, "more memory is", "more memories are")
        yield Item(f"{text} about this file: memory_search.")


def _find_about(path: str, sources: Sources) -> list[Card]:
    """Read the memories about a file, about something in it, or about a folder around it."""
    if sources.memories is None:
        return []
    about = _find_new(sources.memories, path)
    if sources.graph is not None:
        known = _find_judged(sources.graph, about)
        about = {memory: place for memory, place in about.items() if memory not in known}
        target = ResolvedTarget(path, path, "file", path, files=(0,))
        attached = find_attached(sources.graph, [target], {}, None)
        about |= {memory: found.place for memory, found in attached.items()}
    return read_cards(sources.memories, sources.graph, about, about)


def _find_new(memories: sqlite3.Connection, path: str) -> dict[str, str]:
    """Return memories by the ids that their subjects had when they were written."""
    values = {"about": path, "first": f"{path}::", "end": f"{path}:;"}
    return dict(memories.execute(statements.MEMORY_SUBJECTS_AT, values))


def _find_judged(graph: sqlite3.Connection, about: Mapping[str, str]) -> frozenset[str]:
    """Return those that were compared with the code, which knows where their subjects are now."""
    rows = graph.execute(statements.SELECT_VERDICTS, (json.dumps(list(about)),))
    return frozenset(row[0] for row in rows)
