"""Frozen values with named fields that cost almost nothing to define.

A `Record` is used like a `NamedTuple`, and for a type checker it is one. Defining a real one
compiles code for every field, which a command that runs for a few milliseconds has no time for.
"""

from typing import TYPE_CHECKING

__all__ = ["Record"]

if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:
    from _collections import _tuplegetter as build_field

    class Record(tuple):
        """A tuple whose items have the names that a subclass declares, with defaults or without."""

        __slots__ = ()
        _fields = ()

        def __init_subclass__(cls) -> None:
            declared = cls.__dict__
            # Asked of the class: from Python 3.14 on it makes them when they are asked for.
            cls._fields = cls.__match_args__ = fields = tuple(cls.__annotations__)
            cls._field_defaults = {name: declared[name] for name in fields if name in declared}
            cls._last = tuple(cls._field_defaults.values())
            for place, name in enumerate(fields):
                setattr(cls, name, build_field(place, None))

        def __new__(cls, *values, **named):
            missing = len(cls._fields) - len(values)
            if named:
                values = _complete(cls, values, named)
            elif missing:
                if not 0 < missing <= len(cls._last):
                    raise _describe(cls, values, named)
                values += cls._last[-missing:]
            return tuple.__new__(cls, values)

        _make = classmethod(tuple.__new__)
        # The fastest way to one from all of its values.

        def _replace(self, **changes):
            return type(self)(**self._asdict() | changes)

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self) -> str:
            pairs = (f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({', '.join(pairs)})"

        def __getnewargs__(self):
            return tuple(self)

    def _complete(kind, values, named):
        """Return the values of all fields; those that were not given have a default."""
        rest = kind._fields[len(values) :]
        given = kind._field_defaults | named
        try:
            values += tuple([given[name] for name in rest])
        except KeyError:
            raise _describe(kind, values, named) from None
        if len(values) > len(kind._fields) or not named.keys() <= set(rest):
            raise _describe(kind, values, named)
        return values

    def _describe(kind, values, named):
        given = f"{len(values)} values and {[*named]}"
        return TypeError(f"{kind.__name__} has the fields {kind._fields}; given are {given}")
