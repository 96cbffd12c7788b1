"""What a file declares by full names: those of namespaces and classes, then its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from ripplegraph.graph.facts import Declaration, Scope

STAR: Final = "*"
_TYPES: Final = frozenset({"class", "interface", "module"})
_DEEPEST: Final = 12

Place = tuple[int, int]
"""A scope, and which of its bindings."""


class NamedScopes(Protocol):
    """The scopes of a file, with their tables of names."""

    scopes: Sequence[Scope]
    definitions: Sequence[Declaration]

    def table(self, scope: int) -> Mapping[str, Sequence[int]]:
        """Return the bindings of each name of a scope."""


class FullNames:
    """The names at the top of a file, and the members of its classes, each by its full name."""

    __slots__ = ("classes", "owners", "places")

    def __init__(self, file: NamedScopes) -> None:
        self.places: dict[str, list[Place]] = {}
        self.owners: dict[int, str] = {}
        """The full names of the classes, by their definitions."""
        self.classes: dict[str, list[int]] = {}
        """The definitions of the classes, by their full names."""
        for name, place in self._find(file, 0, "", 0) if file.scopes else ():
            self.places.setdefault(name, []).append(place)

    def _find(
        self, file: NamedScopes, scope: int, prefix: str, depth: int
    ) -> Iterator[tuple[str, Place]]:
        bindings = file.scopes[scope].bindings
        for name, indexes in file.table(scope).items():
            if name == STAR:
                continue
            full = f"{prefix}.{name}" if prefix else name
            for i in indexes:
                binding = bindings[i]
                if binding.kind in "if":
                    continue
                yield full, (scope, i)
                if binding.kind != "d":
                    continue
                definition = file.definitions[binding.index]
                if definition.kind in _TYPES and definition.body >= 0 and depth < _DEEPEST:
                    self.owners[binding.index] = full
                    self.classes.setdefault(full, []).append(binding.index)
                    yield from self._find(file, definition.body, full, depth + 1)
