"""Text from a repository cannot drive the terminal that shows it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.cli.output import escape


@given(st.text(st.characters()))
def test_what_is_left_can_be_printed(text: str) -> None:
    shown = escape(text)
    shown.encode()
    assert not any(unicodedata.category(character) in {"Cc", "Cs"} for character in shown)


@given(st.text(st.characters(categories=["L", "N", "P"])))
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\x1b[2Jb", r"a\x1b[2Jb"), ("two\nlines", r"two\x0alines"), ("\u202e", r"\u202e")],
)
def test_what_a_terminal_would_obey_is_spelled_out(text: str, shown: str) -> None:
    assert escape(text) == shown
