"""Fingerprints of normalised syntax, which formatting and comments do not change.

A file's tokens become one stream, in which everything a formatter may write in several ways is
written in one, and which is cut at the borders of definitions: a fingerprint is the hash of the
pieces that belong to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Final

BLOCK_START: Final = "\x02"
BLOCK_END: Final = "\x03"
BORDER: Final = "\x1e"
SEPARATOR: Final = "\x1f"

Cut = tuple[int, int, int, str]
"""Start, rank among cuts at one place, end, and the marker that stands for the text between."""
ENDS, BORDERS, STARTS = 0, 1, 2
"""Ranks: what ends at a place comes before the border there, what starts comes after."""


class Pieces:
    """The normalised tokens of a file, cut at borders."""

    __slots__ = ("_index", "_pieces")

    def __init__(
        self,
        raw: str,
        cuts: list[Cut],
        borders: Iterable[int],
        tokens: Callable[[str], list[str]],
        normalise: Callable[[str], str],
    ) -> None:
        places = sorted(set(borders))
        self._index = {place: i for i, place in enumerate(places, 1)}
        cuts += [(place, BORDERS, place, BORDER) for place in places]
        cuts.sort()
        found = tokens(_kept_text(raw, cuts))
        stream = normalise(f"{SEPARATOR}{SEPARATOR.join(found)}{SEPARATOR}")
        self._pieces = stream.split(BORDER)

    def fingerprint(self, *spans: tuple[int | None, int | None]) -> str:
        """Return a short hash of the tokens between borders; None is the file's start or end."""
        index, pieces = self._index, self._pieces
        text: list[str] = []
        for start, end in spans:
            first = 0 if start is None else index[start]
            text += pieces[first : len(pieces) if end is None else index[end]]
        return short_hash(SEPARATOR.join(text))


def _kept_text(raw: str, cuts: list[Cut]) -> str:
    """Return the text with every cut replaced by its marker; borders inside a cut stay."""
    parts: list[str] = []
    at = 0
    for start, _, end, marker in cuts:
        if start >= at:
            parts.append(raw[at:start])
            parts.append(marker)
            at = end
        elif marker == BORDER:
            parts.append(marker)
    parts.append(raw[at:])
    return " ".join(parts)


def short_hash(text: str) -> str:
    """Return a hash that is short to store and still tells any two texts apart."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
