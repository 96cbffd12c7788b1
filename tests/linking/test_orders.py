"""No edge depends on the order in which files are linked, or on what was asked first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.examples import choose
from tests.support.orders import (
    describe_order,
    find_order_differences,
    find_order_languages,
    generate_project,
)

PROJECTS = 40
"""Projects of each language; `scripts.soak --mode order` tries any number."""


@pytest.mark.walk
@pytest.mark.parametrize("language", find_order_languages())
def test_every_order_finds_the_same_edges(language: str) -> None:
    for seed in range(choose(PROJECTS)):
        if find_order_differences(generate_project(language, seed)):
            pytest.fail(describe_order(language, seed))


def test_a_difference_between_orders_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried would find a linker that answers by what it was asked first."""
    from ripplegraph.linking.lookup.names import Names

    asked: set[str] = set()
    follow = Names.follow

    def follow_once(self: Names, view: Any, scope: int, index: int) -> Any:
        name = view.scopes[scope].bindings[index].name
        if name in asked:
            return ()
        asked.add(name)
        return follow(self, view, scope, index)

    monkeypatch.setattr(Names, "follow", follow_once)
    tree = {"a.py": b"def f(): ...\nf()\n", "b.py": b"from a import f\nf()\n"}
    assert find_order_differences(tree)
