"""The method resolution order is the one Python itself works out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from ripplegraph.graph.facts import FileFacts
from ripplegraph.linking.lookup.base_orders import BaseOrders, merge_orders
from ripplegraph.linking.project_analysis import build_analysis
from ripplegraph.linking.values.value import Base, Class, External
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages

Hierarchy = list[tuple[int, ...]]


@st.composite
def hierarchies(draw: st.DrawFn) -> Hierarchy:
    """Return the bases of each class, by the numbers of earlier classes, as Python accepts them."""
    bases: Hierarchy = []
    made: list[type] = []
    for number in range(draw(st.integers(1, 9))):
        earlier = (
            st.lists(st.integers(0, number - 1), unique=True, max_size=3) if number else st.just([])
        )
        chosen = tuple(draw(earlier))
        try:
            cls = type(f"C{number}", tuple(made[i] for i in chosen), {})
        except TypeError:  # the orders of the bases contradict each other
            chosen = chosen[:1]
            cls = type(f"C{number}", tuple(made[i] for i in chosen), {})
        bases.append(chosen)
        made.append(cls)
    return bases


def read_numbers(order: Sequence[Base]) -> list[int]:
    return [value.definition for value in order if type(value) is Class]


def python_orders(bases: Hierarchy) -> list[list[str]]:
    made: list[type] = []
    for number, chosen in enumerate(bases):
        made.append(type(f"C{number}", tuple(made[i] for i in chosen), {}))
    return [[c.__name__ for c in cls.mro()[:-1]] for cls in made]


@settings(deadline=None)
@given(hierarchies())
def test_merging_gives_pythons_order(bases: Hierarchy) -> None:
    orders: list[list[Base]] = []
    for number, chosen in enumerate(bases):
        sequences = [orders[i] for i in chosen]
        sequences.append([Class("", i) for i in chosen])
        orders.append([Class("", number), *merge_orders(sequences)])
    names = [[f"C{number}" for number in read_numbers(order)] for order in orders]
    assert names == python_orders(bases)


def source_of(bases: Hierarchy) -> str:
    lines = []
    for number, chosen in enumerate(bases):
        lines.append(f"class C{number}({', '.join(f'C{i}' for i in chosen)}): pass\n")
    return "".join(lines)


@settings(deadline=None)
@given(hierarchies())
def test_a_linked_file_has_pythons_order(bases: Hierarchy) -> None:
    facts: FileFacts = extract_facts("python", source_of(bases).encode())
    analysis = build_analysis({"a.py": facts}, find_languages(), {})
    names = [d.name for d in facts.definitions]
    found = {
        name: [names[number] for number in read_numbers(analysis.classes.order("a.py", i))]
        for i, name in enumerate(names)
    }
    assert [found[f"C{i}"] for i in range(len(bases))] == python_orders(bases)


def test_contradicting_orders_still_give_every_class_once() -> None:
    a, b = External("a"), External("b")
    assert sorted(merge_orders([[a, b], [b, a]]), key=str) == [a, b]


def test_a_class_that_is_its_own_base_ends() -> None:
    facts = extract_facts("python", b"class A(B): pass\nclass B(A): pass\nclass C(C): pass\n")
    analysis = build_analysis({"a.py": facts}, find_languages(), {})
    for index in range(3):
        assert analysis.classes.order("a.py", index)[0] == Class("a.py", index)


def test_a_circle_of_classes_gives_each_once_and_what_is_above_them() -> None:
    source = b"class T: pass\nclass A(B, C, T): pass\nclass B(C, A): pass\nclass C(A, B): pass\n"
    analysis = build_analysis({"a.py": extract_facts("python", source)}, find_languages(), {})
    for index in (1, 2, 3):
        order = read_numbers(analysis.classes.order("a.py", index))
        assert order[0] == index
        assert sorted(order) == [0, 1, 2, 3]
        assert order[-1] == 0


def test_the_order_of_a_ladder_is_worked_out_once_for_each_class() -> None:
    bases: Hierarchy = [(), ()]
    for at in range(0, 120, 2):
        bases += [(at, at + 1), (at + 1, at)]
    analysis = build_analysis(
        {"a.py": extract_facts("python", source_of(bases).encode())}, find_languages(), {}
    )
    asked = Counter[tuple[str, int]]()
    find = analysis.classes.bases

    def count(path: str, index: int) -> tuple[Base, ...]:
        asked[path, index] += 1
        assert asked[path, index] < 10
        return find(path, index)

    analysis.classes._orders = BaseOrders(analysis, count)
    for index in range(len(bases)):
        assert analysis.classes.order("a.py", index)[0] == Class("a.py", index)
