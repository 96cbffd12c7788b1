"""A context is never longer than its budget, and never holds a part of an item."""

from collections.abc import Sequence
from random import Random

import pytest

from ripplegraph.retrieval.context.budget import Budget, count_tokens
from ripplegraph.retrieval.context.builder import (
    OVER_BUDGET,
    OVER_COUNT,
    TITLE_ONLY,
    WARNING,
    BuiltText,
    build_text,
)
from ripplegraph.retrieval.context.parts import Block, Item
from tests.support.examples import choose

BLOCKS = (
    Block("a", "FIRST", limit=4, groups={"x": "### X", "y": "### Y"}),
    Block("b", "SECOND", intro="Learnings:", others_first=True, groups={"x": "### X"}),
    Block("c", "THIRD", fenced=False),
)
# Letters of one and of many bytes, so that tokens and characters differ.
LETTERS = "ab \u00e9\u4e16\U0001f600`#<["
CASES = choose(10_000)


def make_items(random: Random) -> list[Item]:
    found = []
    for at in range(random.randint(0, 12)):
        length = random.choice([1, 5, 20, 60, 60, 2_000])
        whole = f"- <{at}:{''.join(random.choices(LETTERS, k=length))}>"
        forms = (whole, f"- <{at}>") if random.random() < 0.5 else (whole,)
        block, group = random.choice("abc"), random.choice(["", "x", "y", "z"])
        found.append(Item(str(at), "k", block, group, (random.randint(0, 3),), forms))
    return found


def assert_sound(built: BuiltText, given_items: Sequence[Item], budget: Budget) -> None:
    assert budget.count(built.text) <= budget.size
    lines = built.text.splitlines()
    forms = {item.id: item.forms for item in given_items}
    shown = [placed.text for placed in built.items]
    assert all(placed.text in forms[placed.id] for placed in built.items)
    # What stands in the text is whole items and nothing else that begins like one.
    assert sorted(line for line in lines if line.startswith("- <")) == sorted(shown)
    assert len(built.items) == len({placed.id for placed in built.items})
    missing = built.left_out.get(OVER_BUDGET, 0) + built.left_out.get(OVER_COUNT, 0)
    assert len(built.items) + missing == len(given_items)
    titles = sum(placed.form == "title" for placed in built.items)
    assert titles == built.left_out.get(TITLE_ONLY, 0)
    assert sum(placed.block == "a" for placed in built.items) <= 4
    assert (WARNING in lines) == bool(built.items)
    assert lines.count("```text") == sum(
        any(placed.block == key for placed in built.items) for key in "ab"
    )


@pytest.mark.walk
def test_a_context_keeps_its_budget_and_its_items_whole() -> None:
    for case in range(CASES):
        random = Random(case)  # noqa: S311
        given_items = make_items(random)
        budget = Budget(
            random.randint(0, random.choice([300, 1_000, 6_000])),
            random.choice(["characters", "tokens"]),
        )
        reasons = random.sample(["stale", "of_this_session"], k=random.randint(0, 2))
        counts = {reason: random.choice([0, 1, 9, 10, 1_000]) for reason in reasons}
        built = build_text(BLOCKS, given_items, budget, counts)
        try:
            assert_sound(built, given_items, budget)
            assert all(built.left_out.get(name, 0) == count for name, count in counts.items())
        except AssertionError as error:
            error.add_note(f"in case {case}")
            raise


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_large_item_hides_no_other(place: int) -> None:
    texts = ["- <0>", "- <1>", "- <2>"]
    texts[place] = f"- <{place}{'x' * 5_000}>"
    given_items = [Item(str(at), "k", "c", "", (at,), (text,)) for at, text in enumerate(texts)]
    built = build_text(BLOCKS, given_items, Budget(400), {})
    assert [placed.id for placed in built.items] == [str(at) for at in range(3) if at != place]
    assert built.text.endswith("(left out: 1 over budget)\n")


def test_everything_that_fits_exactly_is_there() -> None:
    given_items = [Item(str(at), "k", "b", "x", (at,), (f"- <{at}>",)) for at in range(5)]
    whole = build_text(BLOCKS, given_items, Budget(10_000), {}).text
    assert len(build_text(BLOCKS, given_items, Budget(len(whole)), {}).items) == 5
    assert len(build_text(BLOCKS, given_items, Budget(len(whole) - 1), {}).items) < 5


def test_tokens_are_estimated_on_the_safe_side() -> None:
    assert [count_tokens(text) for text in ("", "a", "abcd", "abcde", "\u4e16\u754c")] == [
        0, 1, 1, 2, 2,
    ]  # fmt: skip
