"""Records what the names of a file were bound to, place by place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ripplegraph.graph.name_places import (
    AMBIGUOUS,
    FIRST_SET,
    MOST_PARTS,
    PART_BITS,
    UNKNOWN,
    hash_symbol,
    pack_places,
)
from ripplegraph.graph.stored_facts import LinkFacts


class PlaceRecorder:
    """Collects the places of one file."""

    __slots__ = ("_numbers", "_places")

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._numbers: dict[tuple[int, ...], int] = {}

    def add(self, position: int, verdict: int, part: int = 0) -> None:
        """Record the verdict of one name of the chain at an offset."""
        if part > MOST_PARTS:
            return
        key = position << PART_BITS | part
        known = self._places.get(key, UNKNOWN)
        if known >= FIRST_SET and known != verdict:
            verdict = self._join(known, verdict) if verdict >= FIRST_SET else known
        self._places[key] = verdict or known

    def _join(self, first: int, second: int) -> int:
        """Return the verdict that stands for the symbols of two."""
        sets = list(self._numbers)
        one, other = sets[first - FIRST_SET], sets[second - FIRST_SET]
        members = (one[0] & other[0], *sorted({*one[1:], *other[1:]}))
        return self._numbers.setdefault(members, FIRST_SET + len(self._numbers))

    def number(self, symbols: Iterable[str], *, ambiguous: bool = False) -> int:
        """Return the verdict that stands for some symbols of the project."""
        hashes = sorted({hash_symbol(symbol) for symbol in symbols})
        members = (AMBIGUOUS if ambiguous else 0, *hashes)
        return self._numbers.setdefault(members, FIRST_SET + len(self._numbers))

    def pack(self, facts: LinkFacts) -> bytes:
        """Return everything recorded, with what the facts say about places."""
        sets: list[Sequence[int]] = list(self._numbers)
        return pack_places(self._places.items(), sets, _find_imports(facts), facts.quiet)


def _find_imports(facts: LinkFacts) -> Iterator[int]:
    """Yield the first and the last line of each statement that imports or passes on a name."""
    for item in facts.imports:
        yield item.line
        yield max(item.line, item.end_line)
    for export in facts.exports:
        if export.spec:
            yield export.line
            yield export.line
