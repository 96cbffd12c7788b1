"""Types that are written in documentation: of parameters, results, variables."""

from __future__ import annotations

import re
from typing import Final

from tree_sitter import Node

from ripplegraph.graph.expressions import Either, Expr, GenericType
from ripplegraph.parsers.tagged.context import Match, TaggedFile
from ripplegraph.parsers.tagged.types import own_type, parse_type, read_written

_TAG: Final = re.compile(r"@(?:phpstan-|psalm-)?(param|return|var)\s+")
_NAME: Final = re.compile(r"\s*(?:&\s*)?(?:\.\.\.)?(\$\w+)")
_VAGUE: Final = frozenset({"array", "iterable", "object", "mixed", "self", "static", "Self"})
"""Written types beside which what documentation says is worth more."""
_LISTS: Final = re.compile(
    r"\b(?:(?:non-empty-)?(?:array|list)|iterable|Traversable|Iterator|IteratorAggregate)(?=<)"
)
_OWN: Final = re.compile(r"\b(?:self|static)\b")
_SHAPE: Final = re.compile(r"\{[^{}]*\}|\((?:[^()]|\([^()]*\))*\)")
_OPEN, _CLOSED = "<{([", ">})]"

Types = dict[tuple[str, str], str]
"""Written types by tag and name; without a name, that of what the documentation stands before."""


class Documented:
    """What the comments of a file say about types, by the line that follows each of them."""

    def __init__(self, file: TaggedFile) -> None:
        self._file = file
        self._types: dict[int, Types] = {}
        if not file.tags.documented_types:
            return
        line_at = file.source.line_at
        for match in file.of("comment"):
            text = file.text(match.node)
            if text.startswith("/**") and "@" in text:
                found = _read_tags(text)
                if found:
                    self._types[line_at(max(match.start, match.end - 1)) + 1] = found

    def prefer(self, written: Expr, at: int, tag: str, node: Node, name: str = "") -> Expr:
        """Return a written type, or what documentation before a place says where that is more.

        `node` says where the type would be written.
        """
        types = self._types.get(self._file.source.line_at(at)) if self._types else None
        if types is None or (written is not None and not _is_vague(written)):
            return written
        text = types.get((tag, name)) or (types.get((tag, "")) if tag == "var" else None)
        found = self._read(text, node) if text else None
        return written if found is None else found

    def written(self, match: Match, tag: str, name: str = "", role: str = "type") -> Expr:
        """Return the type of what a match binds."""
        written = read_written(self._file, match, role)
        return self.prefer(written, match.start, tag, match.node, name) if self._types else written

    def _read(self, text: str, node: Node) -> Expr:
        """Return a documented type as the linker reads it."""
        if text in ("$this", "static"):
            return "Self"
        own = str(own_type(self._file, node) or "self")
        plain = _OWN.sub(own, _SHAPE.sub("", text).replace("\\", "."))
        return _as_lists(parse_type(_LISTS.sub("array", plain).strip("?.")))


def _read_tags(text: str) -> Types:
    found: Types = {}
    for tag in _TAG.finditer(text):
        written, end = _read_balanced(text, tag.end())
        named = _NAME.match(text, end) if tag[1] != "return" else None
        if written and (named or tag[1] != "param"):
            found.setdefault((tag[1], named[1] if named else ""), written)
    return found


def _read_balanced(text: str, start: int) -> tuple[str, int]:
    """Return what stands at a place up to a space that is in no brackets, and where it ends."""
    depth = 0
    for at in range(start, len(text)):
        character = text[at]
        depth += (character in _OPEN) - (character in _CLOSED)
        if (character.isspace() and depth <= 0) or character == "*":
            return "".join(text[start:at].split()), at
    return "", len(text)


def _is_vague(written: Expr) -> bool:
    return isinstance(written, str) and written in _VAGUE


def _as_lists(written: Expr) -> Expr:
    """Return a type in which arrays are lists of what they hold, whatever their keys."""
    if type(written) is Either:
        parts = [_as_lists(part) for part in written.options]
        return Either(tuple(part for part in parts if part is not None))
    if type(written) is not GenericType:
        return written
    inner = tuple(_as_lists(part) for part in written.arguments)
    if written.base in ("array", "[]"):
        return GenericType("[]", inner[-1:])
    if written.base == "Generator":
        return GenericType("[]", inner[1:2] or inner)
    return GenericType(_as_lists(written.base), inner)
