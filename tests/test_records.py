"""Records behave like the named tuples that type checkers take them for."""

import copy
import pickle
from collections.abc import Callable
from types import new_class
from typing import NamedTuple

import msgspec
import pytest

from ripplegraph.records import Record


class Place(Record):
    """A record."""

    path: str
    line: int = 1
    """With a line."""
    names: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return f"{self.path}:{self.line}"


class Twin(NamedTuple):
    """The same as a named tuple."""

    path: str
    line: int = 1
    names: tuple[str, ...] = ()


def test_fields_and_defaults() -> None:
    place = Place("a.py", names=("f",))
    assert (place.path, place.line, place.names, place.label) == ("a.py", 1, ("f",), "a.py:1")
    assert place == ("a.py", 1, ("f",))
    assert Place("a.py", 2) == Place(path="a.py", line=2)
    assert Place._fields == ("path", "line", "names")
    assert hash(place) == hash(("a.py", 1, ("f",)))


def test_annotations_may_be_made_when_they_are_asked_for() -> None:
    """From Python 3.14 on they are not in the dictionary of the class."""

    class Lazy(type):
        @property
        def __annotations__(cls) -> dict[str, type]:  # type: ignore[override]
            return {"path": str, "line": int}

    made = new_class("Made", (Record,), {"metaclass": Lazy}, lambda names: names.update(line=1))
    assert made("a.py") == ("a.py", 1)
    assert made("a.py").line == 1


def test_changes_make_another_one() -> None:
    place = Place("a.py")
    assert place._replace(line=3) == Place("a.py", 3)
    assert place._asdict() == {"path": "a.py", "line": 1, "names": ()}
    assert Place._make(["b.py", 4, ()]) == Place("b.py", 4)
    with pytest.raises(AttributeError):
        place.line = 4  # type: ignore[misc]
    with pytest.raises((TypeError, ValueError)):
        place._replace(column=4)  # type: ignore[call-arg]


def test_copies_are_the_same() -> None:
    place = Place("a.py", 7)
    for other in (copy.deepcopy(place), pickle.loads(pickle.dumps(place))):  # noqa: S301
        assert other == place
        assert type(other) is Place
    assert repr(place) == "Place(path='a.py', line=7, names=())"


@pytest.mark.parametrize(
    "build",
    [
        lambda kind: kind(),
        lambda kind: kind("a", 1, (), 2),
        lambda kind: kind("a", path="b"),
        lambda kind: kind("a", column=2),
        lambda kind: kind(line=2),
        lambda kind: kind("a", 1, (), names=()),
    ],
)
def test_what_does_not_fit_is_refused(build: Callable[[type], object]) -> None:
    for kind in (Place, Twin):
        with pytest.raises(TypeError):
            build(kind)


def test_they_can_be_sent() -> None:
    place = Place("a.py", names=("f", "g"))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(place), type=Place) == place
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(["a.py"]), type=Place) == Place("a.py")
