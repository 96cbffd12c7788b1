"""A target of a question, as the graph knows it."""

from __future__ import annotations

from typing import Final, NamedTuple

from ripplegraph.graph.ids import SEPARATOR

_LONGEST_NAME: Final = 4_096


class ResolvedTarget(NamedTuple):
    """A target by numbers: a node, or the files of a folder or a file."""

    asked: str
    id: str
    type: str
    path: str | None = None
    line: int | None = None
    node: int | None = None
    files: tuple[int, ...] = ()
    status: str = ""
    """Of a file: how far the scan got with it."""

    @property
    def is_symbol(self) -> bool:
        return not self.files


def is_spellable(text: str) -> bool:
    """Tell whether a text can be a name at all; invalid text never is."""
    if not text or text.startswith(SEPARATOR) or text.endswith(SEPARATOR):
        return False
    if len(text) > _LONGEST_NAME:
        return False
    return not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in text)
