"""What it costs in C++ to convert what is passed to what is taken, going by written types."""

from __future__ import annotations

from typing import Final, NamedTuple

from ripplegraph.linking.values.value import Class
from ripplegraph.parsers.families.overloads import Cost

CONST: Final = "const "
ANY: Final = "auto"
"""What stands for a type that a template is given."""
_WORDS = (
    "int short long unsigned char bool size_t ssize_t ptrdiff_t wchar_t int8_t int16_t int32_t"
    " int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t 0"
)
_INTEGERS = frozenset(_WORDS.split())
_FLOATS = frozenset({"float", "double"})
_TEXTS = frozenset({"string", "String", "string_view", "StringRef", "Slice", "StringPiece"})

_MADE_OF: Final = {"char": _TEXTS, "wchar_t": frozenset({"wstring", "wstring_view"})}
"""The types of texts that are made of pointers to characters."""
_PLAIN = frozenset({ANY, "void", "nullptr"})

_SAME, _ALIKE, _GENERIC, _LIKE_NUMBER, CONVERTED = (0, 0), (0, 1), (0, 2), (0, 4), (0, 5)
UNKNOWN: Final = (0, 6)
"""The cost of what may fit or not."""


class WrittenType(NamedTuple):
    """A written type, taken apart: `const ns.Item*&`."""

    base: str
    stars: int = 0
    is_const: bool = False
    is_reference: bool = False
    own: Class | None = None
    """The class of the project that it is, where that is known."""

    @property
    def is_float(self) -> bool:
        """Whether it is a number with a fraction."""
        return not _FLOATS.isdisjoint(self.base.split())

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        words = self.base.split()
        return self.is_float or (bool(words) and _INTEGERS.issuperset(words))


NOTHING: Final = WrittenType("")
"""The type of what nothing says a type of."""


def split_type(text: str) -> tuple[WrittenType, str]:
    """Return a written type taken apart, and its whole name, with what stands before it."""
    marked = text.removeprefix(CONST).removesuffix("&")
    name = marked.rstrip("*")
    stars, is_const = len(marked) - len(name), text.startswith(CONST)
    return WrittenType(name.rpartition(".")[2], stars, is_const, text.endswith("&")), name


def is_plain(written: WrittenType) -> bool:
    """Whether a type is no class of a project, whatever such a class may be called."""
    return written.base in _PLAIN or written.is_number


def find_cost(passed: WrittenType, taken: WrittenType) -> Cost | None:
    """Return how well something that is passed fits a parameter; None where it cannot."""
    if _is_one(passed, taken) and passed.stars == taken.stars:
        if passed.is_const == taken.is_const:
            return _SAME
        is_changed = bool(passed.stars) or taken.is_reference
        return None if passed.is_const and not taken.is_const and is_changed else _ALIKE
    if taken.base == ANY:
        return _cost_of_any(passed, taken)
    if passed.base == "nullptr":
        return _ALIKE if taken.stars else (None if taken.is_number else UNKNOWN)
    if passed.base == "0" and taken.stars:
        return UNKNOWN
    if passed.stars:
        return _cost_of_pointer(passed, taken)
    return _cost_of_object(passed, taken)


def _is_one(one: WrittenType, other: WrittenType) -> bool:
    """Whether two types have one name, and are not known to be two classes."""
    if one.own is not None and other.own is not None:
        return one.own == other.own
    return one.base == other.base


def _cost_of_any(passed: WrittenType, taken: WrittenType) -> Cost | None:
    """Return how well a template takes a type: nothing that is passed is converted for it.

    Names of types may be other names of what a function takes: they say nothing.
    """
    if taken.stars > passed.stars and passed.is_number:
        return None
    if passed.base == "char" and passed.stars:
        return _GENERIC
    if passed.base == "wchar_t" and passed.stars:
        return CONVERTED
    return _LIKE_NUMBER if passed.is_number else UNKNOWN


def _cost_of_pointer(passed: WrittenType, taken: WrittenType) -> Cost | None:
    if taken.stars:
        if passed.is_number and taken.is_number:
            return None
        return CONVERTED if taken.base == "void" else UNKNOWN
    if taken.is_number:
        return UNKNOWN if taken.base == "bool" else None
    return CONVERTED if taken.base in _MADE_OF.get(passed.base, ()) else UNKNOWN


def _cost_of_object(passed: WrittenType, taken: WrittenType) -> Cost | None:
    if taken.stars:
        return None if passed.is_number or passed.base in _TEXTS else UNKNOWN
    if passed.is_number and taken.is_number:
        if passed.base == "0":
            return _ALIKE if taken.base == "int" else CONVERTED
        return _LIKE_NUMBER if passed.is_float == taken.is_float else CONVERTED
    if passed.base in _TEXTS and taken.is_number:
        return None
    return None if passed.is_number and taken.base in _TEXTS else UNKNOWN
