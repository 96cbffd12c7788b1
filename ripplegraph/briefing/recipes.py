"""Search for recipes by the words of the task that each is for."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ripplegraph.briefing.memory_cards import Card, build_cards
from ripplegraph.store.sql import statements

LEAST_SHARE = 0.5
"""Which part of the words of a recipe's pattern a task must have."""
LEAST_WORDS = 2
_WORD = re.compile(r"[^\W_]+")
_ENDINGS = ("ing", "ed", "es", "s")
_LIGHT = frozenset({
    "a", "an", "the", "this", "that", "it", "is", "are", "of", "to", "in", "on", "at", "for", "by",
    "with", "and", "or", "as", "so", "then", "when", "if", "each", "all", "new", "some", "any",
    "we", "you", "i", "our", "your", "from", "into", "how", "what", "please", "should", "can",
})  # fmt: skip


class Recipe(NamedTuple):
    """The steps of a class of task, and how well it fits."""

    id: str
    title: str
    task_pattern: str
    steps: tuple[str, ...]
    used: int
    """How often it worked."""
    confidence: float
    trusted: bool
    fits: float


class RecipeList(NamedTuple):
    """The recipes that fit a task best."""

    recipes: tuple[Recipe, ...]
    matched: int
    known: int
    """How many recipes there are for any task."""


def find_recipes(
    memories: sqlite3.Connection,
    graph: sqlite3.Connection | None,
    task: str,
    *,
    limit: int | None,
    trusted_only: bool = False,
) -> RecipeList:
    """Return recipes by how many words of their pattern are in the task, best first."""
    rows = memories.execute(statements.MEMORY_RECIPES).fetchall()
    words = find_stems(task)
    found = []
    for card in build_cards(graph, rows):
        recipe = _match(card, words)
        if recipe is not None and not card.is_stale and (card.trusted or not trusted_only):
            found.append(recipe)
    found.sort(key=lambda recipe: (-recipe.fits * recipe.confidence, recipe.id))
    return RecipeList(tuple(found[:limit]), len(found), len(rows))


def find_stems(text: str) -> set[str]:
    """Return the words of a text without common endings and without words that say little."""
    words = (match.group().casefold() for match in _WORD.finditer(text))
    return {_shorten(word) for word in words if word not in _LIGHT}


def _match(card: Card, words: set[str]) -> Recipe | None:
    pattern = str(card.details.get("task_pattern") or card.title)
    wanted = find_stems(pattern)
    common = wanted & words
    if not wanted or len(common) < min(LEAST_WORDS, len(wanted)):
        return None
    share = len(common) / len(wanted)
    if share < LEAST_SHARE:
        return None
    count = card.details.get("success_count")
    return Recipe(
        id=card.id[-8:],
        title=card.title,
        task_pattern=pattern,
        steps=_read_steps(card),
        used=count if isinstance(count, int) else 0,
        confidence=card.confidence,
        trusted=card.trusted,
        fits=round(share, 2),
    )


def _read_steps(card: Card) -> tuple[str, ...]:
    steps = card.details.get("steps")
    if not isinstance(steps, Sequence) or isinstance(steps, str) or not steps:
        return (card.content,)
    return tuple(_describe_step(step) for step in steps)


def _describe_step(step: Any) -> str:
    if not isinstance(step, Mapping):
        return str(step)
    for key in ("description", "action", "step", "text", "title"):
        if step.get(key):
            return str(step[key])
    return ", ".join(str(value) for value in step.values())


def _shorten(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
