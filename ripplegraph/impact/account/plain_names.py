"""What the text around a plain name tells of it, by the language that it stands in."""

from __future__ import annotations

import re

from ripplegraph.graph.name_places import PART_BITS, NamePlaces
from ripplegraph.impact.account.chains import find_bracket, is_assigned, is_called, is_key

_SCRIPTS = frozenset({"typescript", "tsx", "javascript", "vue", "svelte"})
_APART = frozenset({"python", "notebook", "rust", "go", "php", "lua", "zig"}) | _SCRIPTS
"""Languages in which members are only meant behind what has them."""
_READ_WHOLE = frozenset({"rust", "go", "java", "kotlin", "scala"}) | _SCRIPTS
"""Languages of which every name that is read was found: all other names bind or label."""
_TYPED_PARAMETERS = frozenset({"rust"}) | _SCRIPTS
"""Languages in which a name before a colon, directly in parentheses, is a parameter."""
_WORD = re.compile(rb"[\w$\x80-\xff]+", re.ASCII)
_LINKING = frozenset(b".>:\\")
_SEPARATING = (b"{", b",")
_ENDING = (b",", b"}", b"=")
_RENAMING = (b"as ", b"as\t", b"as\n", b"as\r")
"""What follows a name in braces that is exported under another one."""
_LONG = 40


class PlainNames:
    """Tells what the plain names of one file can be."""

    def __init__(self, data: bytes, places: NamePlaces, language: str) -> None:
        self._data = data
        self._places = places
        self._language = language
        self._heads: dict[bytes, int] | None = None

    def is_apart(self, position: int, end: int, *, is_read: bool) -> bool:
        """Whether no member can be meant: neither by itself, nor as the key of an object."""
        if self._language not in _APART:
            return False
        if self._language in ("python", "notebook"):
            return True
        if is_key(self._data, end) or self._stands_in_braces(position, end):
            return False
        if self._language not in _SCRIPTS or is_read:
            return True
        # What is called or assigned may be a method of an object, or an attribute of a tag.
        return not is_called(self._data, end) and not is_assigned(self._data, end)

    def binds(self, position: int, end: int) -> bool:
        """Whether a name that was not found to be read binds or labels something."""
        if self._language not in _READ_WHOLE or is_assigned(self._data, end):
            return False
        behind = self._data[end : end + _LONG].lstrip()
        if behind[:1] in (b"(", b".", b"!", b"<") or behind[:2] in (b"::", b"?."):
            return False
        return not is_key(self._data, end) and not self._stands_in_braces(position, end)

    def is_parameter(self, position: int, end: int) -> bool:
        """Whether a name with a type behind it is the parameter of a function."""
        if self._language not in _TYPED_PARAMETERS or not is_key(self._data, end):
            return False
        at = find_bracket(self._data, position)
        return at >= 0 and self._data[at : at + 1] == b"("

    def find_head(self, word: bytes) -> int:
        """Return what all chains of the file mean that begin with a word; -1 where they differ."""
        if self._heads is None:
            self._heads = self._read_heads()
        return self._heads.get(word, -1)

    def _read_heads(self) -> dict[bytes, int]:
        found: dict[bytes, int] = {}
        data, places = self._data, self._places
        for key, verdict in zip(places.read_keys(), places.verdicts, strict=True):
            start = key >> PART_BITS
            if key != start << PART_BITS or (start and data[start - 1] in _LINKING):
                continue
            word = _WORD.match(data, start)
            if word is not None and found.setdefault(word[0], verdict) != verdict:
                found[word[0]] = -1
        return found

    def _stands_in_braces(self, position: int, end: int) -> bool:
        """Whether a name stands alone between commas in braces, as the short form of a member."""
        before = self._data[max(0, position - _LONG) : position].rstrip()
        before = before.removesuffix(b"mut").removesuffix(b"ref").rstrip()
        behind = self._data[end : end + _LONG].lstrip()
        is_renamed = behind[:3] in _RENAMING
        if not before.endswith(_SEPARATING) or not (is_renamed or behind[:1] in _ENDING):
            return False
        at = find_bracket(self._data, position)
        return at >= 0 and self._data[at : at + 1] == b"{"
