"""Types of a language's own library: what is above them, and what their members give.

A language names the package that holds its `library.txt`, one type on a line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class LibraryType:
    """A type from outside that much is known about."""

    above: tuple[str, ...] = ()
    is_final: bool = False
    """Whether nothing can be below it."""
    taken: int = -1
    """For a type that stands for a function, how much that takes; else -1."""
    results: dict[str, str] = field(default_factory=dict)
    """What its members give: methods by their names, and by how much they take; `.fields`."""


class Library:
    """The types of a library, by their names without packages."""

    def __init__(self, text: str) -> None:
        self._types: dict[str, LibraryType] = {}
        self._lineages: dict[str, list[str]] = {}
        for line in text.splitlines():
            head, *results = line.split(" ")
            front, _, above = head.partition("<")
            name = front.rstrip("!*0123456789")
            taken = front.removeprefix(name).removeprefix("*")
            self._types[name] = LibraryType(
                tuple(above.split(",")) if above else (),
                taken == "!",
                int(taken) if taken.isdigit() else -1,
                _read_results(results),
            )

    def find(self, name: str) -> LibraryType | None:
        """Return what is known about a type."""
        return self._types.get(name)

    def find_result(self, name: str, member: str) -> str:
        """Return the type of what a member gives, "" where it is not known.

        A method is named with how much it takes: `indexOf(1)`.
        """
        plain = member.partition("(")[0]
        for type_name in self.lineage(name):
            results = self._types[type_name].results
            found = results.get(member) or results.get(plain)
            if found:
                return found
        return ""

    def lineage(self, name: str) -> list[str]:
        """Return a type with all that are above it, the nearest first."""
        known = self._lineages.get(name)
        if known is not None:
            return known
        found = [name] if name in self._types else []
        for at in found:
            found += [n for n in self._types[at].above if n in self._types and n not in found]
        self._lineages[name] = found
        return found

    def distance(self, name: str, other: str) -> int | None:
        """Return how far a type is above another; None where it is not."""
        lineage = self.lineage(name)
        return lineage.index(other) if other in lineage else None


def _read_results(parts: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in parts:
        result, _, members = part.partition("=")
        found.update(dict.fromkeys(members.split(","), result))
    return found


@cache
def read_library(package: str) -> Library:
    """Return the library that a language names, or one without types."""
    if not package:
        return Library("")
    return Library(files(package).joinpath("library.txt").read_text(encoding="utf-8"))
