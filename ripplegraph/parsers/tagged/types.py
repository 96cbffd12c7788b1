"""Written types as the plain values the linker evaluates, read from their text."""

from __future__ import annotations

import re
from typing import Final

from tree_sitter import Node

from ripplegraph.graph.expressions import Either, Expr, GenericType
from ripplegraph.parsers.tagged.context import Match, TaggedFile

_TOKEN: Final = re.compile(r"[\w$@]+(?:\s*\.\s*[\w$@]+)*|\[[\s,\d]*\]|[<>,|()\[\]]|\?")
_MARKS: Final = "<>,|()[]"
_SILENT: Final = frozenset({"dynamic", "final", "mixed", "var", "void"})
"""What stands where a type may stand, and says nothing."""
_DEEPEST: Final = 20


def read_type(file: TaggedFile, node: Node | None, own: str = "") -> Expr:
    """Return a type, or None where it says nothing the linker could use.

    Where it is a word for the class around, that is the class, or what `own` says.
    """
    if node is None:
        return None
    found = parse_type(file.name(node).strip("."), file.tags.optional)
    if isinstance(found, str) and found in file.tags.own_types:
        return own or own_type(file, node)
    return found


def read_written(file: TaggedFile, match: Match, role: str = "type") -> Expr:
    """Return the type that a match writes down for its name.

    What a type is given may stand beside it and not in it, up to the name.
    """
    node, name = match.part(role), match.part("name")
    if not file.tags.loose_types or node is None or name is None or name.start_byte < node.end_byte:
        return read_type(file, node, "Self" if role == "returns" else "")
    return parse_type(file.source.text(node.start_byte, name.start_byte).strip())


def own_type(file: TaggedFile, node: Node) -> Expr:
    """Return the full name of the class that a place is in."""
    at, scopes = file.scope_regions.at(node.start_byte), file.builder.scopes
    while at > 0 and scopes[at].kind != "class":
        at = scopes[at].parent
    return file.prefixes.get(at) or None


def parse_type(text: str, optional: str = "") -> Expr:
    """Return the type that a text writes: `a.B<C>`, `A[]`, `?A`, `A|B`.

    With `optional` behind it, it is the type or nothing; elsewhere that mark says nothing.
    """
    if text in _SILENT:
        return None
    if len(text) < 60 and text.replace(".", "").isidentifier():
        return text
    return _Parser([t for t in _TOKEN.findall(text) if t != "?" or optional]).read_union(0)


class _Parser:
    """Reads the tokens of a type one after the other."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def read_union(self, depth: int) -> Expr:
        parts = [self._read_one(depth)]
        while self._peek() == "|":
            self._at += 1
            parts.append(self._read_one(depth))
        known = [part for part in parts if part is not None and part != "null"]
        if len(known) < 2:
            return known[0] if known else None
        return Either(tuple(known))

    def _read_one(self, depth: int) -> Expr:
        word = self._peek()
        if not word or word[0] in _MARKS or depth > _DEEPEST:
            return None
        self._at += 1
        found: Expr = "".join(word.split())
        if self._peek() == "<":
            found = GenericType(found, self._read_arguments(depth + 1))
        while self._peek()[:1] in ("[", "?") and self._peek():
            found = Either((found, None)) if self._peek() == "?" else GenericType("[]", (found,))
            self._at += 1
        return found

    def _read_arguments(self, depth: int) -> tuple[Expr, ...]:
        found: list[Expr] = []
        self._at += 1
        while self._peek() not in ("", ">"):
            found.append(self.read_union(depth))
            if self._peek() != ">":
                self._at += 1
        self._at += 1
        return tuple(found)
