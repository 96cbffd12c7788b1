"""Expressions: their encoding, and the parts that they are made of."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from ripplegraph.graph.expressions import (
    Attribute,
    Awaited,
    Either,
    Expr,
    Form,
    FunctionType,
    GenericType,
    InstanceOf,
    Item,
    ObjectType,
    Spread,
    TextLiteral,
    find_parts,
)

_EXPRESSIONS: list[Expr] = [
    None,
    "a.b",
    7,
    Attribute(7, "x"),
    Item("a", TextLiteral("k")),
    Either(("a", None, Awaited(3))),
    InstanceOf(GenericType("list", (ObjectType((("x", "X"),)),))),
    FunctionType(("A", Spread("B")), None),
]


@pytest.mark.parametrize("expression", _EXPRESSIONS, ids=repr)
def test_an_expression_is_decoded_as_it_was(expression: Expr) -> None:
    encoded = msgspec.msgpack.encode(expression)
    assert msgspec.msgpack.decode(encoded, type=Expr) == expression


def test_a_form_encodes_as_its_tag_and_its_fields() -> None:
    assert msgspec.msgpack.encode(Attribute(7, "x")) == msgspec.msgpack.encode([".", 7, "x"])


def test_no_two_forms_have_one_tag() -> None:
    tags = [form.__struct_config__.tag for form in get_args(Form)]
    assert len(set(tags)) == len(tags) > 20


def test_the_parts_of_an_expression_are_expressions_and_no_names_of_members() -> None:
    assert find_parts(Attribute("a", "x")) == ("a",)
    assert find_parts(Either(("a", 7))) == ("a", 7)
    assert find_parts(GenericType("list", ("A", "B"))) == ("list", "A", "B")
    assert find_parts(FunctionType(("A",), "B")) == ("A", "B", None)
    assert find_parts(ObjectType((("x", "X"),))) == ("X",)
    assert find_parts("a.b") == ()
