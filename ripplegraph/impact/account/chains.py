"""Names around an occurrence, read from the text: the chain before it, the role it plays."""

from __future__ import annotations

import re
from typing import NamedTuple

_BEFORE = re.compile(rb"\s*(?:\.[?!]?|::|>-|\\)\s*([\w$@#\x80-\xff]+)", re.ASCII)
"""A separator and the name before it, backwards."""
_LINKS = (b".", b"::", b"->", b"\\")
_ENDS = (b".", b":", b"->", b"\\")
"""What links end with: a `:` may be the end of one."""
_FAR = 160
_LONGEST = 7
_DECLARING = ("def ", "fn ", "func ", "fun ", "function", "sub ", "lambda", "=>")
_FARTHEST_CALL = 4_000
_BRACKET = re.compile(rb"[()\[\]{}]")


class Chain(NamedTuple):
    """The names before an occurrence that lead to it, the first one first."""

    starts: tuple[int, ...]
    """Where each of them starts, the occurrence itself last."""
    text: bytes
    """The chain without the separators."""
    is_member: bool
    """Whether something stands before it that it is taken from."""

    @property
    def is_named(self) -> bool:
        """Whether it begins with a name: what an expression has, only its own place tells."""
        return len(self.starts) > 1 or not self.is_member

    @property
    def receiver(self) -> str:
        """The name that it is taken from, or "" where that is no name."""
        names = self.text.split(b".")
        return names[-2].decode("utf-8", "replace") if len(names) > 1 else ""


def read_chain(data: bytes, position: int, length: int) -> Chain:
    """Return the chain that ends with the name at an offset."""
    name = data[position : position + length]
    before = data[max(0, position - _FAR) : position]
    stripped = before.rstrip()
    if not stripped.endswith(_ENDS):
        return Chain((position,), name, False)
    back = before[::-1]
    starts, names, at = [position], [name], 0
    while len(starts) <= _LONGEST:
        found = _BEFORE.match(back, at)
        if found is None:
            break
        at = found.end()
        starts.append(position - at)
        names.append(found[1][::-1])
    return Chain(tuple(starts[::-1]), b".".join(names[::-1]), stripped.endswith(_LINKS))


def is_called(data: bytes, end: int) -> bool:
    """Whether an opening parenthesis follows, maybe after a gap."""
    return data[end : end + 1] == b"(" or data[end : end + 40].lstrip()[:1] == b"("


def is_assigned(data: bytes, end: int) -> bool:
    """Whether an equals sign follows."""
    behind = data[end : end + 40].lstrip()[:2]
    return behind[:1] == b"=" and behind not in (b"==", b"=>", b"=~")


def is_key(data: bytes, end: int) -> bool:
    """Whether a colon follows, as after the key of an object or the name of a property."""
    behind = data[end : end + 40].lstrip().removeprefix(b"?")
    return behind[:1] == b":" and behind[:2] not in (b"::", b":=")


def is_keyword_argument(data: bytes, position: int) -> bool:
    """Whether an assigned name stands directly in the parentheses of a call."""
    opening = find_bracket(data, position)
    if opening < 0 or data[opening : opening + 1] != b"(":
        return False
    line = data[data.rfind(b"\n", 0, opening) + 1 : opening].decode("latin-1")
    if any(word in line for word in _DECLARING):
        return False
    last = line.rstrip()[-1:]
    return last.isalnum() or last in ("_", "$", "]", ")", ">")


def find_bracket(data: bytes, position: int) -> int:
    """Return the innermost bracket that is open at an offset, or -1."""
    depth = 0
    for found in _BRACKET.finditer(data[max(0, position - _FARTHEST_CALL) : position][::-1]):
        if found[0] in b")]}":
            depth += 1
        elif not depth:
            return position - found.end()
        else:
            depth -= 1
    return -1
