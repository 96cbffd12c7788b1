"""Kinds of questions that may lead back to themselves, each with what is declared about cycles.

A kind says what the answer is as long as no other is known, when a later answer may replace an
earlier one, and what becomes of an answer that does not settle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ripplegraph.linking.values.value import EMPTY
from ripplegraph.linking.values.value_sets import join

PATIENCE = 8
"""How often an answer in a cycle may lose something before it may only grow."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """What is declared about the questions of one kind."""

    name: str
    first: Any
    """The answer in a cycle as long as no other is known."""
    includes: Callable[[Any, Any], bool]
    """Whether the second answer has everything that the first one has."""
    settle: Callable[[Any, Any], Any]
    """What becomes of an answer and the one of the next round once patience is out. It may only
    grow, and not for ever."""
    patience: int = PATIENCE
    follows_flow: bool = True
    """Whether it is answered again when what calls pass along changes."""


def _includes_set(before: Any, after: Any) -> bool:
    return bool(before <= after)


def _join_values(before: Any, after: Any) -> Any:
    return join((before, after))


def _includes_items(before: Any, after: Any) -> bool:
    return {*before} <= {*after}


def _keep_first(before: Any, after: Any) -> Any:
    return after if _includes_items(before, after) else before


def _join_items(before: Any, after: Any) -> Any:
    return tuple(dict.fromkeys((*before, *after)))


def _is_same(before: Any, after: Any) -> bool:
    return before is None or bool(before == after)


def _give_up(_before: Any, _after: Any) -> Any:
    return None


def _includes_lists(before: Any, after: Any) -> bool:
    return all(_includes_items(items, after.get(key, ())) for key, items in before.items())


def _join_lists(before: Any, after: Any) -> Any:
    keys = {**before, **after}
    return {key: sorted({*before.get(key, ()), *after.get(key, ())}) for key in keys}


def _either(before: Any, after: Any) -> Any:
    return before or after


VALUES = Kind("values", EMPTY, _includes_set, _join_values)
"""What something may be: in the end all that it was in turn."""
LOOKUP = Kind("lookup", (), _includes_items, _keep_first, patience=0)
"""Where a name leads: the first place that is found stays, and others are only added."""
FIRST = Kind("first", (), _includes_items, _either, patience=0)
"""What is found first, and nothing else: where going around once more would add without end."""
BASES = Kind("bases", (), _includes_items, _join_items, follows_flow=False)
"""The direct bases of a class: what names show, before calls pass anything along."""
TYPE = Kind("type", None, _is_same, _give_up)
"""The type of an expression: unknown where it does not settle."""
FLAG = Kind("flag", False, _is_same, _either)
"""Whether something is so: it is if it was so at any time."""
INDEX = Kind("index", {}, _includes_lists, _join_lists)
"""What is found under each name or class."""
SUBCLASSES = Kind("subclasses", {}, _includes_lists, _join_lists, follows_flow=False)
"""Which classes extend which: like the bases that it is made of."""
