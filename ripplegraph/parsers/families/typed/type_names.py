"""What overload resolution knows about the types that a language brings along, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ripplegraph.parsers.families.typed.types import (
    NOTHING,
    ArrayType,
    OutsideType,
    PlainType,
    Type,
)


def by_member(results: Mapping[str, str]) -> dict[str, str]:
    """Return the types of what members give, by their names, from the members of each type."""
    return {name: type_ for type_, names in results.items() for name in names.split()}


@dataclass(frozen=True)
class TypeNames:
    """The names of a language's own types, and which of them fit which."""

    plain: tuple[str, ...]
    """Types that are no classes; of two numbers the later one is the type of their sum."""
    text: str
    sum: str
    """The least type that a sum of numbers has."""
    roots: frozenset[str]
    """Types above all others."""
    wider: Mapping[str, tuple[str, ...]]
    """What a plain type is converted to without a word, the nearest first."""
    top: str = ""
    """The class of a library whose members every object has."""
    boxes: Mapping[str, str] = field(default_factory=dict)
    """The classes that stand for plain types."""
    sealed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Types with nothing below them, and with what is above them."""
    above: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What is known to be above other types from outside."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of types."""
    results: Mapping[str, str] = field(default_factory=dict)
    """What methods from outside give, by names that mean the same all over."""
    of_arrays: frozenset[str] = frozenset()
    """Types from outside that arrays have."""
    of_values: frozenset[str] = frozenset()
    """Types from outside that types have which are no classes and have none that stand for them."""

    def read(self, name: str) -> Type:
        """Return the type of a literal, or one from outside, by its name."""
        if name == "null":
            return NOTHING
        name = self.aliases.get(name, name)
        return PlainType(name) if name in self.plain else OutsideType(name)

    def read_library(self, name: str) -> Type:
        """Return a type that a library names, `byte[]`; None for no name."""
        if name.endswith("[]"):
            return ArrayType(self.read_library(name[:-2]))
        return self.read(name) if name else None

    def add(self, one: Type, other: Type) -> Type:
        """Return the type of a sum: text, or the wider one of two numbers."""
        if OutsideType(self.text) in (one, other):
            return OutsideType(self.text)
        if type(one) is not PlainType or type(other) is not PlainType:
            return None
        return self._find_widest([one, other, PlainType(self.sum)])

    def choose(self, parts: Sequence[Type]) -> Type:
        """Return the type of what is one of several things: numbers come out of their boxes."""
        known = [part for part in parts if part is not None]
        plain = [part for part in known if type(part) is PlainType]
        return self._find_widest(plain) if plain and self.boxes else next(iter(known), None)

    def _find_widest(self, types: Sequence[PlainType]) -> PlainType:
        return max(types, key=lambda plain: self.plain.index(plain.name))
