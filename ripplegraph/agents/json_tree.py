"""Reads JSON with comments and trailing commas, and remembers where everything stands."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn

from ripplegraph.agents.syntax_error import BrokenText

Path = tuple[str | int, ...]

_GAP = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_MAX_DEPTH = 200
_CLOSING = {"{": "}", "[": "]"}


@dataclass(frozen=True)
class Node:
    """A value and its place; an object or an array has parts, anything else has none."""

    start: int
    end: int
    opening: str
    """`{`, `[`, or nothing for a plain value."""
    plain: object
    parts: "tuple[Part, ...]"

    def find(self, key: str | int) -> "Part | None":
        """Return the part with a key; of several with one key the last counts, as in JSON."""
        if isinstance(key, int):
            fits = self.opening == "[" and -len(self.parts) <= key < len(self.parts)
            return self.parts[key] if fits else None
        return next((part for part in reversed(self.parts) if part.key == key), None)


@dataclass(frozen=True)
class Part:
    """A member of an object, from its key on, or an item of an array."""

    key: str | None
    start: int
    node: Node
    comma: int | None
    """Where the comma after it stands."""

    @property
    def end(self) -> int:
        return self.node.end


@lru_cache(maxsize=4)  # the same text is looked at for each of its entries
def read_tree(text: str) -> Node | None:
    """Read a whole document; one of nothing but space and comments has no root."""
    reader = _Reader(text)
    position = reader.skip(1 if text.startswith("\ufeff") else 0)
    if position == len(text):
        return None
    root = reader.read_value(position, 0)
    if reader.skip(root.end) != len(text):
        reader.fail("there is something after the end", reader.skip(root.end))
    return root


def find_node(root: Node | None, path: Sequence[str | int]) -> Node | None:
    """Follow a path of keys and positions."""
    for key in path:
        part = root.find(key) if root else None
        root = part.node if part else None
    return root


def to_value(node: Node) -> object:
    """Return the value of a node."""
    if node.opening == "{":
        return {part.key: to_value(part.node) for part in node.parts}
    if node.opening == "[":
        return [to_value(part.node) for part in node.parts]
    return node.plain


def find_gap_end(text: str, position: int) -> int:
    """Return where the space and comments that begin at a place end."""
    match = _GAP.match(text, position)
    return match.end() if match else position


class _Reader:
    """Reads values at locations of one text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def skip(self, position: int) -> int:
        return find_gap_end(self._text, position)

    def fail(self, problem: str, position: int) -> NoReturn:
        raise BrokenText(problem, text=self._text, position=position)

    def read_value(self, position: int, depth: int) -> Node:
        opening = self._text[position : position + 1]
        if opening in _CLOSING:
            if depth == _MAX_DEPTH:
                self.fail("it is nested too deeply", position)
            return self._read_container(position, opening, depth)
        pattern = _STRING if opening == '"' else _SCALAR
        match = pattern.match(self._text, position)
        if match is None:
            self.fail("a value is expected", position)
        return Node(position, match.end(), "", self._decode(match.group(), position), ())

    def _read_container(self, start: int, opening: str, depth: int) -> Node:
        parts: list[Part] = []
        position = self.skip(start + 1)
        while self._text[position : position + 1] != _CLOSING[opening]:
            if parts and parts[-1].comma is None:
                self.fail(f"a comma or {_CLOSING[opening]} is expected", position)
            part = self._read_part(position, opening, depth)
            parts.append(part)
            position = self.skip(part.end if part.comma is None else part.comma + 1)
        return Node(start, position + 1, opening, None, tuple(parts))

    def _read_part(self, start: int, opening: str, depth: int) -> Part:
        key, position = self._read_key(start) if opening == "{" else (None, start)
        node = self.read_value(position, depth + 1)
        after = self.skip(node.end)
        return Part(key, start, node, after if self._text[after : after + 1] == "," else None)

    def _read_key(self, start: int) -> tuple[str, int]:
        match = _STRING.match(self._text, start)
        if match is None:
            self.fail("a key in double quotes is expected", start)
        colon = self.skip(match.end())
        if self._text[colon : colon + 1] != ":":
            self.fail("a colon is expected", colon)
        return str(self._decode(match.group(), start)), self.skip(colon + 1)

    def _decode(self, source: str, position: int) -> object:
        try:
            return json.loads(source)
        except ValueError:
            self.fail("a value is not written as JSON has it", position)
