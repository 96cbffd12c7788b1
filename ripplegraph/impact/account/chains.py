"""Names around an occurrence, read from the text: the chain before it, the role it plays."""

from __future__ import annotations

import re
from typing import NamedTuple

_BEFORE = re.compile(rb"([\w$@#\x80-\xff]+)\s*(?:\?\.|!\.|\.|::|->|\\)\s*\Z", re.ASCII)
_LINK = re.compile(rb"(?:\.|::|->|\\)\s*\Z")
_FAR = 160
_LONGEST = 7
_ASSIGNED = re.compile(rb"\s*=(?![=>~])")
_KEY = re.compile(rb"\s*\??:(?!:)")
_OPENED_CALL = re.compile(rb"[\w$\x80-\xff\])>]\s*\Z", re.ASCII)
_DECLARING = re.compile(
    rb"(?:\b(?:def|fn|func|fun|function|sub|lambda|async)\b[^()\n]*|=>\s*)\Z", re.ASCII
)
_FARTHEST_CALL = 4_000


class Chain(NamedTuple):
    """The names before an occurrence that lead to it, the first one first."""

    starts: tuple[int, ...]
    """Where each of them starts, the occurrence itself last."""
    text: bytes
    """The chain without the separators."""
    is_member: bool
    """Whether something stands before it that it is taken from."""

    @property
    def receiver(self) -> str:
        """The name that it is taken from, or "" where that is no name."""
        names = self.text.split(b".")
        return names[-2].decode("utf-8", "replace") if len(names) > 1 else ""


def read_chain(data: bytes, position: int, length: int) -> Chain:
    """Return the chain that ends with the name at an offset."""
    starts = [position]
    names = [data[position : position + length]]
    at = position
    while len(starts) <= _LONGEST:
        found = _BEFORE.search(data, max(0, at - _FAR), at)
        if found is None:
            break
        at = found.start(1)
        starts.append(at)
        names.append(found[1])
    is_member = _LINK.search(data, max(0, position - _FAR), position) is not None
    return Chain(tuple(reversed(starts)), b".".join(reversed(names)), is_member)


def is_called(data: bytes, end: int) -> bool:
    """Whether an opening parenthesis follows, maybe after types."""
    return data[end : end + 1] == b"(" or data[end : end + 80].lstrip()[:1] == b"("


def is_assigned(data: bytes, end: int) -> bool:
    """Whether an equals sign follows."""
    return _ASSIGNED.match(data, end) is not None


def is_key(data: bytes, end: int) -> bool:
    """Whether a colon follows, as after the key of an object or the name of a property."""
    return _KEY.match(data, end) is not None


def is_keyword_argument(data: bytes, position: int) -> bool:
    """Whether an assigned name stands directly in the parentheses of a call."""
    opening = _find_opening(data, position)
    if opening < 0:
        return False
    before = data[max(0, opening - 200) : opening]
    return _OPENED_CALL.search(before) is not None and _DECLARING.search(before) is None


def _find_opening(data: bytes, position: int) -> int:
    """Return the parenthesis that is open at an offset, or -1."""
    depth = 0
    for at in range(position - 1, max(-1, position - _FARTHEST_CALL), -1):
        letter = data[at]
        if letter in b")]}":
            depth += 1
        elif letter in b"([{":
            if not depth:
                return at if letter == ord("(") else -1
            depth -= 1
    return -1
