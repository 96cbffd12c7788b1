"""Reads templates: the other templates, functions, filters and addresses that they name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

from ripplegraph.frameworks.declarations import Template, Templates

LONGEST: Final = 500_000
_MOST: Final = 1_000
ReadFile = Callable[[str], bytes | None]
"""Returns what a file holds."""


class Named(NamedTuple):
    """A name that a template gives something."""

    rule: Template
    name: str
    line: int


def find_named(data: bytes, kinds: list[Templates]) -> Iterator[Named]:
    """Yield what a template names, each once."""
    if len(data) > LONGEST or b"\0" in data:
        return
    text = data.decode("utf-8", "replace")
    seen: set[tuple[str, str]] = set()
    for kind in kinds:
        if kind.marks and not any(mark in text for mark in kind.marks):
            continue
        for rule in kind.reads:
            for found in _compile(rule.pattern).finditer(text):
                key = rule.registry, found["name"]
                if found["name"] and key not in seen and len(seen) < _MOST:
                    seen.add(key)
                    yield Named(rule, found["name"], text.count("\n", 0, found.start()) + 1)


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
