"""Links of files as arrays of numbers: of each file, those at the other ends."""

from array import array
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from itertools import groupby
from typing import Final

Link = tuple[int, int, int]
"""A class of links, a file and one at the other end of a link of this class."""

_NUMBER: Final = "I"
_MOST_KEPT: Final = 64


class LinkArray:
    """The links of one class: the files with such links, where those of each end, other ends."""

    def __init__(
        self, code: int, files: "array[int]", ends: "array[int]", others: "array[int]"
    ) -> None:
        self.code = code
        self._places = dict(zip(files, range(len(files)), strict=True))
        self._begins = array(_NUMBER, (0,)) + ends
        self._others = others

    def find(self, files: Set[int]) -> "list[array[int]]":
        """Return what is at the other ends of the links of some files, for each apart."""
        begins, others = self._begins, self._others
        found = map(self._places.__getitem__, self._places.keys() & files)
        return [others[begins[place] : begins[place + 1]] for place in found]

    def find_linked(self, files: Set[int], ends: Set[int]) -> Iterator[int]:
        """Yield those of the files with a link that has one of the ends."""
        begins, others, places = self._begins, self._others, self._places
        for file in places.keys() & files:
            place = places[file]
            if not ends.isdisjoint(others[begins[place] : begins[place + 1]]):
                yield file


def pack(links: Iterable[Link]) -> bytes | None:
    """Pack links; nothing when there are none."""
    packed = array(_NUMBER)
    for code, part in groupby(sorted(links), key=lambda link: link[0]):
        files, ends, others = (array(_NUMBER) for _ in range(3))
        for file, of_file in groupby(part, key=lambda link: link[1]):
            others.extend(other for _, _, other in of_file)
            files.append(file)
            ends.append(len(others))
        packed.extend((code, len(files), len(others)))
        for numbers in (files, ends, others):
            packed.extend(numbers)
    return packed.tobytes() or None


@lru_cache(maxsize=_MOST_KEPT)
def unpack(packed: bytes) -> tuple[LinkArray, ...]:
    """Take links apart; a process that is asked again need not do it again."""
    data = array(_NUMBER)
    data.frombytes(packed)
    parts = []
    position = 0
    while position < len(data):
        code, files, links = data[position : position + 3]
        first = position + 3
        second, third = first + files, first + 2 * files
        position = third + links
        parts.append(LinkArray(code, data[first:second], data[second:third], data[third:position]))
    return tuple(parts)
