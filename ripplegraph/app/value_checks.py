"""Checks the arguments of operations: their types, and what databases can hold.

Types are compared by name, so that a quick command loads neither `inspect` nor the classes.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ripplegraph.errors import UsageError

LARGEST = 2**63 - 1
_HALF = re.compile("[\ud800-\udfff]")
_ABSTRACT: dict[str, type] = {
    "Callable": Callable,  # type: ignore[dict-item]
    "Collection": Collection,
    "Iterable": Iterable,
    "Mapping": Mapping,
    "Sequence": Sequence,
}
_NUMBERS = {"float": (int, float), "int": (int,)}
_NAMES_OF_CODE = frozenset({"event", "targets"})
"""Parameters with names of files, which may hold bytes that are no text: those lead to nothing."""


class Signature:
    """The parameters of a method with the names of their types."""

    def __init__(self, method: Callable[..., object]) -> None:
        self._method = method

    def check(self, arguments: Sequence[object], options: Mapping[str, object]) -> None:
        """Refuse a value of another type, and text or a number that no database can hold."""
        for name, value in (*zip(self._names, arguments, strict=False), *options.items()):
            types = self._types.get(name)
            if types is None:
                continue
            if not any(_is(value, part) for part in types):
                wanted = " or ".join(types)
                where = f"{self._method.__name__}(): {name}"
                raise TypeError(f"{where} must be {wanted}, not {type(value).__name__}")
            _check_value(name, value)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        code = self._method.__code__
        names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
        return names

    @cached_property
    def _types(self) -> dict[str, tuple[str, ...]]:
        given = self._method.__annotations__
        return {name: _name_types(given[name]) for name in given if name != "return"}


def _name_types(annotation: Any) -> tuple[str, ...]:
    """Return the names in an annotation, each without its module: `X | None`, `Union[X, Y]`."""
    text = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    text = re.sub(r"(?:\w+\.)+", "", text)
    if text.startswith("Optional["):
        return (text[len("Optional[") : -1], "None")
    if text.startswith("Union["):
        return tuple(part.strip() for part in _split(text[len("Union[") : -1], ","))
    return tuple(part.strip() for part in _split(text, "|"))


def _split(text: str, mark: str) -> Iterator[str]:
    """Split a text at marks that are in no brackets."""
    depth, start = 0, 0
    for at, character in enumerate(text):
        depth += (character in "[(") - (character in "])")
        if character == mark and not depth:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def _is(value: object, name: str) -> bool:
    """Tell whether a value is of a type by its name, and so are the items of a list of texts."""
    name, _, inner = name.partition("[")
    if name == "None":
        return value is None
    if name == "IO":
        return hasattr(value, "read") or hasattr(value, "write")
    if name in _NUMBERS:
        return isinstance(value, _NUMBERS[name])
    if name in ("Any", "object"):
        return True
    if name not in _ABSTRACT:
        return any(base.__name__ == name for base in type(value).__mro__)
    if not isinstance(value, _ABSTRACT[name]) or isinstance(value, str | bytes):
        return False
    return inner != "str]" or all(isinstance(item, str) for item in _look_at(value))


def _look_at(value: object) -> Iterable[object]:
    """Return the items of a collection; what can be gone through only once is left alone."""
    return value if isinstance(value, Collection) else ()


def _check_value(name: str, value: object) -> None:
    if isinstance(value, str):
        if name not in _NAMES_OF_CODE and _HALF.search(value):
            raise UsageError(
                f"{name} is not valid text in UTF-8: it holds bytes or halves of characters.",
                hint="Give it as UTF-8.",
            )
    elif isinstance(value, int):
        if abs(value) > LARGEST:
            raise UsageError(f"{name} is too large a number.", hint=f"At most {LARGEST} will do.")
    else:
        for part, item in _take_apart(name, value):
            _check_value(part, item)


def _take_apart(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield the fields of a record, or the items of a list, with their names."""
    if name in _NAMES_OF_CODE:
        return
    fields: Iterable[str] = getattr(type(value), "__dataclass_fields__", ())
    fields = fields or getattr(value, "_fields", ())
    yield from ((field, getattr(value, field)) for field in fields)
    if not fields and isinstance(value, list | tuple | set | frozenset):
        yield from ((name, item) for item in value)
