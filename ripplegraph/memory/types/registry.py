"""Finds the type that a name means: a canonical one, another vocabulary's, a project's own."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from functools import cache

from ripplegraph.errors import UsageError
from ripplegraph.memory.types.builtin import build_types
from ripplegraph.memory.types.definition import Alias, MemoryType

ENTRY_POINT_GROUP = "ripplegraph.memory_types"
OWN_FAMILY = "own"


class UnknownTypeError(UsageError):
    """A name that is no type of memory."""


class TypeRegistry:
    """All types of memory of a project; those of plugins are loaded when nothing else fits."""

    def __init__(self, types: Iterable[MemoryType]) -> None:
        self._types: dict[str, MemoryType] = {}
        self._names: dict[str, str] = {}
        self._tagged: dict[tuple[str, str], str] = {}
        self._plugins_loaded = False
        for known in types:
            self._add(known)

    def resolve(self, name: str, tags: Collection[str] = ()) -> MemoryType:
        """Return the type that a name means, or raise an error with the nearest name."""
        found = self._find(name, tags)
        if found is None and not self._plugins_loaded:
            self._load_plugins()
            found = self._find(name, tags)
        if found is None:
            raise self._build_error(name)
        return found

    def get(self, canonical: str) -> MemoryType | None:
        """Return a type by its canonical name; a plugin that defined it may be gone."""
        if canonical not in self._types and not self._plugins_loaded:
            self._load_plugins()
        return self._types.get(canonical)

    def list_types(self) -> tuple[MemoryType, ...]:
        """Return every type, those of plugins included."""
        if not self._plugins_loaded:
            self._load_plugins()
        return tuple(self._types.values())

    def _add(self, known: MemoryType) -> None:
        self._types[known.name] = known
        self._names[_simplify(known.name)] = known.name
        for alias in known.aliases:
            if alias.tag is None:
                self._names.setdefault(_simplify(alias.name), known.name)
            else:
                self._tagged[_simplify(alias.name), alias.tag] = known.name

    def _find(self, name: str, tags: Collection[str]) -> MemoryType | None:
        simple = _simplify(name)
        tagged = (self._tagged.get((simple, tag)) for tag in tags)
        canonical = next((found for found in tagged if found), self._names.get(simple))
        return None if canonical is None else self._types[canonical]

    def _load_plugins(self) -> None:
        self._plugins_loaded = True
        for known in _load_plugin_types():
            self._add(known)

    def _build_error(self, name: str) -> UnknownTypeError:
        nearest = get_close_matches(_simplify(name), self._names, n=1, cutoff=0)
        return UnknownTypeError(
            f"There is no memory type {name!r}.",
            hint=f"The nearest one is {nearest[0]!r}; `ripple memories types` lists them all.",
        )


def build_registry(own_types: Iterable[str] = ()) -> TypeRegistry:
    """Put the types of a project together from ripple's own and those in its settings.

    A setting reads `name`, for a type of its own, or `name=canonical` for another name.
    """
    return TypeRegistry(_apply_settings(build_types(), own_types))


def _apply_settings(
    built_in: Iterable[MemoryType], own_types: Iterable[str]
) -> Iterator[MemoryType]:
    types = {known.name: known for known in built_in}
    for setting in own_types:
        name, equals, canonical = (part.strip() for part in setting.partition("="))
        if not name or (equals and canonical not in types):
            raise UsageError(
                f"The setting memory.types has {setting!r}, which is no type.",
                hint="Write a name, or name=type with a type that ripple knows.",
            )
        if equals:
            known = types[canonical]
            types[canonical] = replace(known, aliases=(*known.aliases, Alias(name)))
        else:
            types[name] = MemoryType(name, OWN_FAMILY, "A type of this project.")
    yield from types.values()


@cache
def _load_plugin_types() -> tuple[MemoryType, ...]:
    from importlib.metadata import entry_points

    found = []
    for point in entry_points(group=ENTRY_POINT_GROUP):
        known = point.load()
        if not isinstance(known, MemoryType):
            raise UsageError(
                f"The entry point {point.name!r} of {point.value} is not a MemoryType.",
                hint="It must name a ripplegraph.memory.types.definition.MemoryType.",
            )
        found.append(known)
    return tuple(found)


def _simplify(name: str) -> str:
    """Make `KEY_FACT`, `Key fact` and `key-fact` one name."""
    return name.strip().casefold().replace("-", "_").replace(" ", "_")
