"""Every signal of a text is found, in each dialect, and nothing else is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.capture.quotation_filter import Place
from ripplegraph.capture.signals import Dialect, Flaw, Signal, find_signals

KINDS = st.sampled_from(["gotcha", "pitfall", "KEY_FACT", "dead end", "knowledge/fact"])
LINES = st.text(
    alphabet=st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=60
)
WORDS = LINES.map(str.strip).filter(bool)
SIGNALS = st.one_of(
    st.builds("MEMORY:{}:{}".format, KINDS, WORDS),
    st.builds("AGENTIUM_MEMORY: {} {}".format, st.sampled_from(["DECISION", "KEY_FACT"]), WORDS),
)
FENCES = st.sampled_from(["```", "~~~~", "`````python", "- ```", "  ~~~"])


def find_open(text: str) -> list[tuple[str, str]]:
    return [
        (found.kind, found.text)
        for found in find_signals(text)
        if isinstance(found, Signal) and found.place is Place.OPEN
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("MEMORY:pattern:Tests use testify", [("pattern", "Tests use testify")]),
        ("MEMORY: pitfall : a: b: c ", [("pitfall", "a: b: c")]),
        ("   MEMORY:fact:three spaces\r", [("fact", "three spaces")]),
        ("    MEMORY:fact:indented code", []),
        ("\tMEMORY:fact:indented code", []),
        ("say MEMORY:fact:not at the beginning", []),
        ("- MEMORY:fact:a list", []),
        ("`MEMORY:fact:code`", []),
        ('"MEMORY:fact:quoted"', []),
        ("memory:fact:lowercase", []),
        ("MEMORY: there is no more of it", []),
        ("MEMORY:8080:no type begins with a digit", []),
        ("MEMORY:fact:", [("fact", "")]),
        ("AGENTIUM_MEMORY: KEY_FACT Uses pytest", [("KEY_FACT", "Uses pytest")]),
        ("AGENTIUM_MEMORY:DECISION\tUse it", [("DECISION", "Use it")]),
        ("AGENTIUM_MEMORY: STEP_DONE", [("STEP_DONE", "")]),
        ("AGENTIUM_MEMORY: decision lowercase", [("decision", "lowercase")]),
        ("MY_AGENTIUM_MEMORY: DECISION x", []),
        ("MEMORY:a\u2028MEMORY:fact:one line still", []),
    ],
)
def test_a_line_is_a_signal_or_not(line: str, found: list[tuple[str, str]]) -> None:
    assert find_open(line) == found


@given(KINDS, WORDS)
def test_the_text_of_a_signal_comes_back(kind: str, text: str) -> None:
    assert find_open(f"MEMORY:{kind}:{text}") == [(kind, text)]


@given(st.lists(SIGNALS, max_size=5), st.lists(LINES, max_size=3), FENCES)
def test_no_signal_in_a_fence_is_found(signals: list[str], lines: list[str], fence: str) -> None:
    inside = [line for line in lines if line.strip(" \t`~")]
    end = "".join(mark for mark in fence if mark in "`~")
    text = "\n".join([fence, *inside, *signals, *inside, "  " + end])
    assert find_open(text) == []
    counted = [found for found in find_signals(text) if isinstance(found, Signal)]
    assert len(counted) >= len(signals)


@given(st.lists(SIGNALS, max_size=5), FENCES)
def test_a_fence_that_is_not_closed_hides_the_rest(signals: list[str], fence: str) -> None:
    assert find_open("\n".join([fence, *signals])) == []


@given(st.lists(SIGNALS, max_size=5))
def test_no_signal_in_a_quotation_is_found(signals: list[str]) -> None:
    assert find_open("\n".join(f"> {line}" for line in signals)) == []
    assert find_open("\n".join(["<example>", *signals, "</example>"])) == []
    assert find_open("\n".join(["## Project Knowledge", *signals])) == []


PROSE = st.lists(st.one_of(SIGNALS, st.sampled_from(["words", "", "- item", "# Title"])))


@given(PROSE, PROSE)
def test_two_texts_one_after_the_other_have_the_signals_of_both(
    first: list[str], second: list[str]
) -> None:
    one, two = "\n".join(first), "\n".join(second)
    assert find_open(f"{one}\n{two}") == find_open(one) + find_open(two)


@given(st.text(alphabet='`~>#- \n:MEORY_SUGTIN{}[]"<!/pre1.\t'))
def test_any_text_can_be_read(text: str) -> None:
    list(find_signals(text))


def build_block(entries: object, *, fence: str = "```json") -> str:
    return f"## MEMORY_SUGGESTIONS\n\n{fence}\n{json.dumps(entries)}\n```\n"


ENTRY = {
    "scope": "project",
    "event_type": "hint",
    "summary": "Use uv",
    "importance": 70,
    "tags": ["uv"],
    "details": {"key": "tool"},
}


def test_a_block_of_suggestions_is_read() -> None:
    (found,) = find_signals("Text.\n\n" + build_block([ENTRY]) + "More.")
    assert isinstance(found, Signal)
    assert (found.dialect, found.kind, found.text) == (Dialect.SUGGESTIONS, "hint", "Use uv")
    assert found.row == 3
    assert found.suggestion is not None
    assert found.suggestion.importance == 70
    assert found.suggestion.tags == ("uv",)
    assert found.suggestion.details == {"key": "tool"}


@pytest.mark.parametrize(
    "text",
    [
        "## MEMORY_SUGGESTIONS\n[]",
        "## MEMORY_SUGGESTIONS\nHere they are:\n```json\n[]\n```",
        "## MEMORY_SUGGESTIONS\n```python\n[]\n```",
        "## MEMORY_SUGGESTIONS\n```json\n[}\n```",
        "## MEMORY_SUGGESTIONS\n```json\n{}\n```",
        "## MEMORY_SUGGESTIONS\n```json\n[]",
        "## MEMORY_SUGGESTIONS",
        build_block([[]]),
        build_block([{**ENTRY, "extra": 1}]),
        build_block([{**ENTRY, "importance": "70"}]),
        build_block([{**ENTRY, "importance": True}]),
        build_block([{**ENTRY, "tags": [1]}]),
        build_block([{**ENTRY, "details": []}]),
        build_block([{**ENTRY, "scope": "universe"}]),
        build_block([{**ENTRY, "event_type": "order"}]),
        build_block([{**ENTRY, "summary": "x" * 801}]),
        build_block([{"summary": "no scope"}]),
        build_block([ENTRY] * 101),
        "## MEMORY_SUGGESTIONS\n```json\n" + "[" * 100_000 + "\n```",
        "## MEMORY_SUGGESTIONS\n```json\n" + '["",\n' * 100_000 + "\n```",
    ],
)
def test_what_is_not_strictly_so_is_a_flaw(text: str) -> None:
    (found,) = find_signals(text)
    assert isinstance(found, Flaw)
    assert found.row == 1
    assert found.reason.endswith(".")
    assert found.hint


@pytest.mark.parametrize(
    "text",
    [
        "### MEMORY_SUGGESTIONS\n```json\n[1]\n```",
        "## memory_suggestions\n```json\n[1]\n```",
        "~~~\n" + build_block([ENTRY]) + "~~~",
        "> ## MEMORY_SUGGESTIONS\n> ```json\n> []\n> ```",
    ],
)
def test_another_heading_is_none(text: str) -> None:
    assert list(find_signals(text)) == []


def test_a_flaw_does_not_hide_the_other_entries_and_lines() -> None:
    text = build_block([ENTRY, {}]) + "MEMORY:fact:after it"
    good, flaw, after = find_signals(text)
    assert isinstance(good, Signal)
    assert isinstance(flaw, Flaw)
    assert isinstance(after, Signal)
    broken = "## MEMORY_SUGGESTIONS\nMEMORY:fact:at once"
    assert [type(found) for found in find_signals(broken)] == [Flaw, Signal]
