"""Sets of marks have numbers, and a number stands for the same set for good."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.linking.engine.marks import Marks

WORDS = st.sets(st.sampled_from("abcdefgh"), min_size=1)


@given(st.lists(WORDS, min_size=1))
def test_a_joined_set_has_what_its_parts_have(groups: list[set[str]]) -> None:
    marks = Marks()
    numbers = [marks.join({marks.of(word) for word in group}) for group in groups]
    for group, number in zip(groups, numbers, strict=True):
        assert marks.words([number]) == group
    assert marks.words([marks.join(numbers)]) == set().union(*groups)


@given(st.lists(WORDS, min_size=2))
def test_equal_sets_have_one_number(groups: list[set[str]]) -> None:
    marks = Marks()
    numbers = {frozenset(g): marks.join({marks.of(word) for word in g}) for g in groups}
    for group in groups:
        parts = [marks.of(word) for word in sorted(group, reverse=True)]
        assert marks.join(parts) == numbers[frozenset(group)]
    assert len(set(numbers.values())) == len(numbers)


def test_nothing_is_a_set_too() -> None:
    marks = Marks()
    assert marks.words([marks.join([])]) == set()
    assert marks.join([marks.join([]), marks.of("a")]) == marks.of("a")
