"""Accounts of fields: where they are set, read, passed by name and named in strings."""

from __future__ import annotations

from pathlib import Path

from tests.impact.test_account import ask, build, check_sums, find

FILES = {
    "models.py": """from dataclasses import dataclass


@dataclass
class Item:
    price: int


class Cart:
    def __init__(self, owner):
        self.owner = owner

    def label(self):
        return self.owner
""",
    "use.py": """from models import Cart, Item


def make():
    return Item(price=1)


def read(item: Item):
    return make().price + getattr(item, "price")


def write(cart: Cart):
    cart.owner = "me"


def other(thing):
    return thing.price, thing.make().owner
""",
}


def test_fields_have_readers_and_writers(tmp_path: Path) -> None:
    build(tmp_path, FILES)
    impact = ask(tmp_path, "models.py::Item.price", places="all")
    check_sums(tmp_path, impact)
    assert find(impact, "uses") == {("use.py", 5), ("use.py", 9)}
    assert find(impact, "other") == {("models.py", 6)}
    assert find(impact, "likely") == {("use.py", 17)}


def test_a_field_that_a_method_sets_is_a_symbol(tmp_path: Path) -> None:
    build(tmp_path, FILES)
    impact = ask(tmp_path, "models.py::Cart.owner", places="all")
    check_sums(tmp_path, impact)
    assert find(impact, "uses") == {("models.py", 14), ("use.py", 13)}
    assert find(impact, "other") == {("models.py", 10), ("models.py", 11)}
    readers = {item.id for item in impact.direct_dependents}
    assert readers >= {"models.py::Cart.label", "use.py::write"}
