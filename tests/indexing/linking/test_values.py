"""Values: what tells them apart, and how they nest."""

from __future__ import annotations

from typing import get_args

from ripplegraph.indexing.linking.value_sets import declared, generic, give_types, join, one, pruned
from ripplegraph.indexing.linking.values import (
    EMPTY,
    SELF,
    Class,
    Container,
    Function,
    Instance,
    Result,
    Text,
    TypedObject,
    Value,
    sort_key,
)

_ITEM = one(Instance("a.py", 1))


def test_values_of_two_kinds_differ_whatever_they_hold() -> None:
    values = {Function("a.py", 1), Class("a.py", 1), Instance("a.py", 1), Result("x"), Text("x")}
    assert len(values) == 5


def test_every_kind_of_value_can_be_sorted() -> None:
    assert _sort_key(Function("b.py", 1)) < _sort_key(Class("a.py", 1))
    assert _sort_key(Class("a.py", 1)) < _sort_key(Class("b.py", 1))
    for kind in get_args(Value):
        assert _sort_key(kind(*[""] * len(kind.__struct_fields__)))


def test_definitions_are_sorted_by_their_names_and_not_their_numbers() -> None:
    assert _sort_key(Class("a.py", 10)) < _sort_key(Class("a.py", 9))
    inner = Instance("a.py", 1, (one(Class("a.py", 10)),))
    assert _sort_key(inner) < _sort_key(Instance("a.py", 1, (one(Class("a.py", 9)),)))


def _sort_key(value: Value) -> tuple[object, ...]:
    names = {9: "late", 10: "early"}
    return sort_key(value, lambda path, index: f"{path}::{names.get(index, '')}")


def test_containers_of_one_kind_become_one() -> None:
    other = one(Instance("a.py", 2))
    joined = join((generic("iter", _ITEM), generic("iter", other)))
    assert joined == one(Container("iter", _ITEM | other, EMPTY))


def test_a_container_holds_only_what_is_simpler() -> None:
    boxed = generic("box", _ITEM)
    assert generic("iter", boxed | {SELF}) == one(Container("iter", boxed | {SELF}, EMPTY))
    assert generic("box", boxed | _ITEM) == one(Container("box", _ITEM, EMPTY))


def test_written_types_nest_to_a_depth() -> None:
    values = _ITEM
    for _ in range(6):
        values = declared("iter", values)
    assert values == EMPTY
    assert pruned(one(TypedObject((("x", _ITEM),))), 0) == EMPTY
    assert give_types("a.py", 1, [_ITEM], 0) == one(Instance("a.py", 1))
