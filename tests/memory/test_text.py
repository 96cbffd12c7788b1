"""Titles, summaries, and when two texts say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.memory.text import (
    SUMMARY_LENGTH,
    TITLE_LENGTH,
    build_summary,
    build_title,
    cut,
    find_query_words,
    find_words,
    say_the_same,
)


@pytest.mark.parametrize(
    ("content", "title"),
    [
        (
            "session.Get() returns nil, not an error. Check it.",
            "session.Get() returns nil, not an error",
        ),
        ("Use the pool, e.g. get_pool(). Never connect.", "Use the pool, e.g. get_pool()"),
        ("# Heading\nText", "Heading"),
        ("- item one\n- item two", "item one"),
        ("No end", "No end"),
    ],
)
def test_the_title_is_the_first_sentence_or_line(content: str, title: str) -> None:
    assert build_title(content) == title


def test_a_long_title_is_cut_between_words() -> None:
    title = build_title("the function rebuild_everything_from_scratch " * 5)
    assert len(title) <= TITLE_LENGTH
    assert title.endswith("…")
    assert set(title.removesuffix("…").split()) <= {
        "the",
        "function",
        "rebuild_everything_from_scratch",
    }


def test_a_summary_ends_with_a_sentence() -> None:
    summary = build_summary("This is a sentence about config.load(). " * 50)
    assert SUMMARY_LENGTH - 60 < len(summary) <= SUMMARY_LENGTH
    assert summary.endswith("config.load().")


@given(st.text(), st.integers(10, 60))
def test_a_cut_text_fits_and_is_where_the_text_begins(text: str, length: int) -> None:
    short = cut(text, length)
    assert len(short) <= length
    assert text.strip().startswith(short.removesuffix("…"))


@given(st.lists(st.from_regex(r"[a-z_]{1,9}", fullmatch=True), max_size=40), st.integers(10, 60))
def test_a_cut_never_goes_through_a_word(words: list[str], length: int) -> None:
    short = cut(" ".join(words), length)
    assert set(short.removesuffix("…").split()) <= set(words)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "The session cache must be cleared before each test",
            "The session cache must be cleared before every test.",
        ),
        ("Always use UTC timestamps in the API layer", "always use UTC timestamps in API layer!"),
        (
            "The token refresh fails when the clock is skewed",
            "The token refresh fails if the clock is skewed",
        ),
    ],
)
def test_texts_that_differ_in_unimportant_words_say_the_same(first: str, second: str) -> None:
    assert say_the_same(first, second)
    assert say_the_same(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "Use tabs for indentation in every Makefile here",
            "Use spaces for indentation in every Makefile here",
        ),
        (
            "Always call the init function of the pool first",
            "Never call the init function of the pool first",
        ),
        (
            "It is safe to call the pool from a thread",
            "It isn't safe to call the pool from a thread",
        ),
        (
            "Retry the upload 3 times after a timeout of the store",
            "Retry the upload 5 times after a timeout of the store",
        ),
        (
            "The value of load_config is cached for the session",
            "The value of load_user is cached for the session",
        ),
        (
            "The lock is taken before the write to the journal",
            "The lock is taken after the write to the journal",
        ),
        ("", "something"),
    ],
)
def test_texts_that_differ_in_what_matters_do_not(first: str, second: str) -> None:
    assert not say_the_same(first, second)


def test_identifiers_are_found_by_their_parts() -> None:
    assert find_words("parseHTTPResponse get_session") == [
        "parse", "http", "response", "parsehttpresponse", "get", "session",
    ]  # fmt: skip
    assert find_query_words("parseHTTPResponse, get_session()") == [
        "parsehttpresponse", "get", "session",
    ]  # fmt: skip
