"""Fingerprints of normalised syntax, which formatting and comments do not change.

A file becomes one stream, in which everything a formatter may write in several ways is written in
one, and which is cut at the borders of definitions: a fingerprint is the hash of the pieces that
belong to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

    from ripplegraph.parsers.definition_fields import DefinitionFields

BLOCK_START: Final = b"\x02"
BLOCK_END: Final = b"\x03"
BORDER: Final = b"\x1e"
SEPARATOR: Final = b"\x1f"

Cut = tuple[int, int, int, bytes]
"""Start, rank among cuts at one place, end, and the marker that stands for the text between."""
ENDS, BORDERS, STARTS = 0, 1, 2
"""Ranks: what ends at a place comes before the border there, what starts comes after."""

_SHORT = 64


class TextPieces:
    """The normalised text of a file, cut at borders."""

    __slots__ = ("_index", "_pieces")

    def __init__(
        self,
        data: bytes,
        cuts: list[Cut],
        borders: set[int],
        normalise: Callable[[bytes], bytes],
    ) -> None:
        places = sorted(borders)
        self._index: dict[int | None, int] = {place: i for i, place in enumerate(places, 1)}
        self._index[None] = 0
        cuts += [(place, BORDERS, place, BORDER) for place in places]
        cuts.sort()
        self._pieces = normalise(_kept_text(data.replace(BORDER, b" "), cuts)).split(BORDER)

    def fingerprint(self, *spans: tuple[int | None, int | None]) -> str:
        """Return a short hash of the text between borders; None is the file's start or end."""
        index, pieces = self._index, self._pieces
        text: list[bytes] = []
        for start, end in spans:
            first, last = index[start], index[end]
            if first + 1 == last:
                text.append(pieces[first])
            else:
                text += pieces[first : last or None]
        return short_hash(SEPARATOR.join(filter(None, text)))


def _kept_text(data: bytes, cuts: list[Cut]) -> bytes:
    """Return the text with every cut replaced by its marker; borders inside a cut stay."""
    parts: list[bytes] = []
    at = 0
    for start, _, end, marker in cuts:
        if start >= at:
            parts.append(data[at:start])
            parts.append(marker)
            at = end
        elif marker == BORDER:
            parts.append(marker)
    parts.append(data[at:])
    return b" ".join(parts)


def short_hash(data: bytes) -> str:
    """Return a hash that is short to store and still tells any two texts apart."""
    return _hash_short(data) if len(data) < _SHORT else _hash(data)


def _hash(data: bytes) -> str:
    return blake2b(data, digest_size=10).hexdigest()


# Short texts, such as the parameters `(self)`, come again and again.
_hash_short = lru_cache(maxsize=4096)(_hash)


class DefinitionExtent(NamedTuple):
    """Where a definition begins, where its body does, and where it ends; with its fields."""

    fields: DefinitionFields
    start: int
    body: int
    end: int


def print_definitions(
    data: bytes,
    comments: Iterable[Node],
    extents: list[DefinitionExtent],
    normalise: Callable[[bytes], bytes],
) -> tuple[str, str]:
    """Fill in the fingerprints of definitions; return those of the file's surface and of the rest.

    They are what formatting and comments do not change.
    """
    cuts: list[Cut] = [(node.start_byte, ENDS, node.end_byte, b" ") for node in comments]
    borders = {place for item in extents for place in item[1:]}
    pieces = TextPieces(data, cuts, borders, normalise)
    surface: list[str] = []
    for fields, start, body, end in extents:
        fields["signature_print"] = pieces.fingerprint((start, body))
        if body < end:
            fields["body_print"] = pieces.fingerprint((body, end))
        surface.append(f"{fields['qualified']} {fields['signature_print']}")
    return short_hash("\n".join(surface).encode()), pieces.fingerprint(*_find_outside(extents))


def _find_outside(extents: Iterable[DefinitionExtent]) -> list[tuple[int | None, int | None]]:
    """Return the parts of a file between its outermost definitions."""
    found: list[tuple[int | None, int | None]] = []
    at: int | None = None
    for item in sorted(extents, key=lambda item: (item.start, -item.end)):
        if at is None or item.start >= at:
            found.append((at, item.start))
            at = item.end
    found.append((at, None))
    return found
