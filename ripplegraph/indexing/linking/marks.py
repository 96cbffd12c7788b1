"""What answers depend on, as bits: files, call sites of functions, members of subclasses.

Every answer carries the union of the bits of all it was worked out from. A file is linked again
when something it depends on changes, and only then.
"""

from __future__ import annotations

from collections.abc import Iterator

MEMBER = "<member> "
"""Before a name: stands for which classes have a member of that name."""
BELOW = "<below> "
"""Before the key of a class and a name: stands for the subclasses that may have that member."""
SUBMODULE = "<submodule> "
"""Before a path without its extension: stands for the module or folder that may lie there."""
CALLS = "<calls> "
"""Before the key of a function: stands for all of its call sites."""


class Marks:
    """Gives each thing that an answer can depend on a bit of its own."""

    def __init__(self) -> None:
        self._bits: dict[str, int] = {}
        self._names: list[str] = []
        self._known: dict[int, int] = {}

    def bit(self, name: str) -> int:
        """Return the bit of a path, or of one of the words above with what follows it."""
        found = self._bits.get(name)
        if found is None:
            found = self._bits[name] = 1 << len(self._names)
            self._names.append(name)
        return found

    def share(self, mask: int) -> int:
        """Return an equal mask that others hold too: most answers depend on the same few sets."""
        return self._known.setdefault(mask, mask)

    def names(self, mask: int) -> Iterator[str]:
        """Yield what the bits of a mask stand for."""
        while mask:
            lowest = mask & -mask
            yield self._names[lowest.bit_length() - 1]
            mask ^= lowest
