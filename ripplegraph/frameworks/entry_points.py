"""Collects what is said of each entry point of a file."""

from __future__ import annotations

from typing import Final

from ripplegraph.frameworks.mechanisms.evidence import fill
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, FileLinks

STARTS: Final = "is_entrypoint_for"
SURE: Final = 0.8


class EntryPoints:
    """Collects what is said of each entry point of a file."""

    def __init__(self, view: FileView) -> None:
        self._view = view
        self._words: dict[tuple[str, str], dict[str, int]] = {}

    def add(self, target: str, position: int, line: int, words: str) -> None:
        """Keep that a framework runs something: code of this file, or what it hands over."""
        is_own = target.partition("::")[0] == self._view.path
        source = target if is_own else self._view.source_at(position)
        self._words.setdefault((source, target), {}).setdefault(words, line)

    def link(self, links: FileLinks) -> None:
        """Add an edge for each: of code of this file, one that leads to itself."""
        for (source, target), words in self._words.items():
            text, line = "; ".join(sorted(words)), min(words.values())
            links.add(source, STARTS, target, line, INFERRED, 1, SURE, fill(text))
