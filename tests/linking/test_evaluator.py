"""The evaluator gives the least fixpoint, whatever is asked first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ripplegraph.linking.engine import evaluator as evaluating
from ripplegraph.linking.engine.evaluator import Evaluator
from ripplegraph.linking.engine.marks import Marks
from ripplegraph.linking.engine.query_kinds import LOOKUP, TYPE, VALUES
from ripplegraph.linking.linker import deep_stack
from ripplegraph.linking.values.value import EMPTY, Number, Text, Values
from ripplegraph.linking.values.value_sets import one

Equation = tuple[frozenset[int], tuple[int, ...], tuple[tuple[int, int, int], ...]]
"""What a variable holds by itself, whose values it takes, and whose only if (one, has) a value."""


@st.composite
def systems(draw: st.DrawFn) -> list[Equation]:
    """Return monotone equations over a few variables, cycles and conditions included."""
    size = draw(st.integers(1, 9))
    variable = st.integers(0, size - 1)
    condition = st.tuples(variable, st.integers(0, 5), variable)
    equation = st.tuples(
        st.frozensets(st.integers(0, 5), max_size=2),
        st.lists(variable, max_size=3).map(tuple),
        st.lists(condition, max_size=2).map(tuple),
    )
    return draw(st.lists(equation, min_size=size, max_size=size))


def number(numbers: Iterable[int]) -> Values:
    return frozenset(Number(n) for n in numbers)


def least_fixpoint(system: list[Equation]) -> list[Values]:
    """Iterate all equations from nothing until none changes."""
    found: list[Values] = [EMPTY] * len(system)
    while True:
        after = []
        for own, taken, conditions in system:
            value = number(own).union(*(found[i] for i in taken))
            for variable, wanted, then in conditions:
                if Number(wanted) in found[variable]:
                    value |= found[then]
            after.append(value)
        if after == found:
            return found
        found = after


def ask(evaluator: Evaluator, system: list[Equation], index: int) -> Values:
    def work() -> Values:
        own, taken, conditions = system[index]
        value = number(own)
        for other in taken:
            value |= ask(evaluator, system, other)
        for variable, wanted, then in conditions:
            if Number(wanted) in ask(evaluator, system, variable):
                value |= ask(evaluator, system, then)
        return value

    return evaluator.solve(index, work)


@settings(deadline=None)
@given(systems())
def test_every_answer_is_the_least_fixpoint(system: list[Equation]) -> None:
    expected = least_fixpoint(system)
    evaluator = Evaluator(Marks())
    for index in range(len(system)):
        assert ask(evaluator, system, index) == expected[index]


@settings(deadline=None)
@given(systems(), st.data())
def test_the_order_of_questions_does_not_matter(
    system: list[Equation], data: st.DataObject
) -> None:
    expected = least_fixpoint(system)
    order = data.draw(st.permutations(range(len(system))))
    evaluator = Evaluator(Marks())
    assert {i: ask(evaluator, system, i) for i in order} == dict(enumerate(expected))
    assert [ask(evaluator, system, i) for i in range(len(system))] == expected


@settings(deadline=None)
@given(systems(), st.data())
def test_answers_that_depend_on_call_flow_are_worked_out_again(
    system: list[Equation], data: st.DataObject
) -> None:
    """A variable that takes from a flowing source gets the source's new values in a new round."""
    source = data.draw(st.integers(0, len(system) - 1))
    flows = [frozenset({7}), frozenset({8})]
    evaluator = Evaluator(Marks())

    def ask_flowing(index: int, current: frozenset[int]) -> Values:
        def work() -> Values:
            own, taken, _ = system[index]
            value = number(own)
            if index == source:
                evaluator.touched = frozenset({1})
                value |= number(current)
            for other in taken:
                value |= ask_flowing(other, current)
            return value

        return evaluator.solve(index, work)

    for current in flows:
        plain: list[Equation] = [(own, taken, ()) for own, taken, _ in system]
        plain[source] = (plain[source][0] | current, plain[source][1], ())
        expected = least_fixpoint(plain)
        order = data.draw(st.permutations(range(len(system))))
        assert {i: ask_flowing(i, current) for i in order} == dict(enumerate(expected))
        evaluator.forget_flow()


def test_a_long_way_down_stays_within_the_stack() -> None:
    evaluator = Evaluator(Marks())

    def down(index: int) -> Values:
        return evaluator.solve(
            index, lambda: down(index + 1) if index < 50_000 else one(Text("end"))
        )

    with deep_stack():
        assert down(0) == one(Text("end"))


@settings(deadline=None)
@given(systems(), st.data())
def test_answers_that_lie_deep_are_the_same(system: list[Equation], data: st.DataObject) -> None:
    acyclic: list[Equation] = [
        (own, tuple(i for i in taken if i > index), ())
        for index, (own, taken, _) in enumerate(system)
    ]
    order = data.draw(st.permutations(range(len(system))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluating, "DEEPEST", data.draw(st.integers(1, 4)))
        for equations in (system, acyclic):
            evaluator = Evaluator(Marks())
            found = {i: ask(evaluator, equations, i) for i in order}
            assert found == dict(enumerate(least_fixpoint(equations)))


def test_a_circle_longer_than_the_stack_ends() -> None:
    evaluator = Evaluator(Marks())
    size = 3_001

    def around(index: int) -> Values:
        return evaluator.solve(index, lambda: around((index + 1) % size) | one(Number(index % 3)))

    with deep_stack():
        assert around(0) == number(range(3))
    assert evaluator.steps < 10 * size


def test_a_question_that_explodes_is_given_up_and_others_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evaluating, "MOST_STEPS", 1_000)
    evaluator = Evaluator(Marks())

    def widen(index: int) -> Values:
        return evaluator.solve(index, lambda: widen(2 * index + 1) | widen(2 * index + 2))

    with deep_stack(), pytest.raises(evaluating.TooManyStepsError):
        widen(0)
    evaluator.start_over()
    assert evaluator.solve("other", lambda: one(Text("end"))) == one(Text("end"))


def test_an_answer_inside_two_cycles_waits_for_the_outer_one() -> None:
    system: list[Equation] = [
        (frozenset(), (4,), ()),
        (frozenset({0}), (), ((1, 0, 2),)),
        (frozenset(), (3,), ()),
        (frozenset(), (), ((0, 0, 2), (0, 0, 4))),
        (frozenset(), (3, 5, 1), ()),
        (frozenset({1}), (), ()),
    ]
    expected = least_fixpoint(system)
    evaluator = Evaluator(Marks())
    assert [ask(evaluator, system, i) for i in range(len(system))] == expected


def test_a_type_that_does_not_settle_is_unknown() -> None:
    """Either answer contradicts itself: that no round ever ends with the same one is noticed."""
    evaluator = Evaluator(Marks())

    def ask_type(key: str, other: str) -> str | None:
        return evaluator.solve(key, lambda: None if ask_type(other, key) else key, kind=TYPE)

    def ask_alone() -> str | None:
        return evaluator.solve("alone", lambda: None if ask_alone() else "text", kind=TYPE)

    assert ask_alone() is None
    assert ask_type("one", "other") is None
    assert ask_type("other", "one") is None


KINDS = (TYPE, LOOKUP, VALUES)
Branching = tuple[int, int, int, int]
"""Which kind of question it is, which other one decides, and which two it is then."""


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 2), *[st.integers(0, 6)] * 3), min_size=7, max_size=7),
    st.data(),
)
def test_questions_that_contradict_each_other_have_one_answer(
    system: list[Branching], data: st.DataObject
) -> None:
    """What is asked, and what is taken, depends on answers that come and go from round to round."""

    def ask_all(order: Sequence[int]) -> dict[int, Any]:
        evaluator = Evaluator(Marks())

        def ask_one(index: int) -> Any:
            kind, condition, one_way, other_way = system[index]

            def work() -> Any:
                known = ask_one(condition)
                taken = ask_one(one_way) if known else ask_one(other_way)
                if kind == 0:
                    return None if taken else index + 1
                if kind == 1:
                    return (index,) if not known else _listed(taken) if other_way else ()
                return frozenset({(index,)}) if not known else EMPTY

            return evaluator.solve(index, work, kind=KINDS[kind])

        return {index: ask_one(index) for index in order}

    expected = ask_all(range(7))
    assert ask_all(data.draw(st.permutations(range(7)))) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluating, "DEEPEST", data.draw(st.integers(1, 4)))
        assert ask_all(data.draw(st.permutations(range(7)))) == expected


def _listed(taken: Any) -> tuple[Any, ...]:
    return tuple(sorted(taken, key=repr)) if isinstance(taken, (tuple, frozenset)) else (taken,)
