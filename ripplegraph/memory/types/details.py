"""Checks the details of a memory against the fields of its type."""

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from ripplegraph.errors import UsageError
from ripplegraph.memory.types.definition import Field, MemoryType

_MISSPELLED = 0.8
"""A name this similar to that of a field is taken for a slip, not for something new."""


class DetailsError(UsageError):
    """Details that do not fit the type of their memory."""


def check_details(details: Mapping[str, object], kind: MemoryType) -> None:
    """Refuse a value of the wrong kind, and a name that is nearly the name of a field.

    Names may be written `approach_tried` or `approachTried`; entries that no field describes
    are kept as they are.
    """
    fields = {_simplify(field.name): field for field in kind.fields}
    for name, value in details.items():
        field = fields.get(_simplify(name))
        if field is None:
            _refuse_slip(name, fields, kind)
        elif value is not None and not _KINDS[field.kind](value):
            raise DetailsError(
                f"{name!r} in the details of a {kind.name} must be {_WORDS[field.kind]}.",
                hint=f"It is {value!r:.80} now.",
            )
        elif field.choices and value not in field.choices:
            raise DetailsError(
                f"{name!r} in the details of a {kind.name} cannot be {value!r:.80}.",
                hint=f"It is one of {', '.join(field.choices)}.",
            )


def find_paths(details: Mapping[str, object], kind: MemoryType) -> Iterator[str]:
    """Yield the files of the project that details name."""
    fields = {_simplify(field.name): field for field in kind.fields}
    for name, value in details.items():
        field = fields.get(_simplify(name))
        if field and field.is_path:
            yield from (value,) if isinstance(value, str) else _as_list(value)
        elif field and field.name == "steps":
            for step in _as_list(value):
                yield from (step[key] for key in step if _simplify(key) == "canonicalfile")


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _refuse_slip(name: str, fields: Mapping[str, Field], kind: MemoryType) -> None:
    near = get_close_matches(_simplify(name), fields, n=1, cutoff=_MISSPELLED)
    if near:
        raise DetailsError(
            f"A {kind.name} has no detail {name!r}.",
            hint=f"Did you mean {fields[near[0]].name!r}?",
        )


def _simplify(name: str) -> str:
    return name.replace("_", "").casefold()


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_list_of(item: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(isinstance(one, item) for one in value)


_KINDS: Mapping[str, Callable[[object], bool]] = {
    "text": lambda value: isinstance(value, str),
    "integer": _is_integer,
    "number": _is_number,
    "boolean": lambda value: isinstance(value, bool),
    "texts": _is_list_of(str),
    "object": lambda value: isinstance(value, dict),
    "objects": _is_list_of(dict),
}
_WORDS = {
    "text": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "texts": "a list of texts",
    "object": "an object",
    "objects": "a list of objects",
}
