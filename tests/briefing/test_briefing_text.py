"""Texts for agents stay within their bounds, and sessions remember what they were told."""

import string
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.briefing.briefing_text import (
    CLOSING,
    MOST_BYTES,
    OPENING,
    Item,
    put_together,
    word_card,
)
from ripplegraph.briefing.memory_cards import Card
from ripplegraph.briefing.session_log import MOST_BYTES as MOST_SESSION_BYTES
from ripplegraph.briefing.session_log import SessionLog
from ripplegraph.graph.escaping import escape, escape_lines, fence
from ripplegraph.memory.types.builtin import build_types
from tests.support.examples import walk

ITEMS = st.lists(
    st.builds(
        Item,
        st.text(min_size=1, max_size=900),
        st.text(string.ascii_letters, max_size=8),
        st.sampled_from(["", "Title one:", "Title two:"]),
        st.sampled_from(["", "memories"]),
    ),
    max_size=12,
)


@walk(500)
@given(ITEMS)
def test_a_text_is_within_its_budget_and_no_item_is_cut(items: list[Item]) -> None:
    told = put_together(items)
    assert len(told.text.encode("utf-8", errors="surrogatepass")) <= MOST_BYTES
    if told.text:
        body = told.text.removeprefix(f"{OPENING}\n").removesuffix(f"\n{CLOSING}")
        kept = [item for item in items if item.text in body]
        assert kept
        assert set(told.keys) <= {item.key for item in kept}


def test_one_large_item_does_not_hide_the_rest() -> None:
    told = put_together([Item("x" * 5_000, "a", counted="memories"), Item("short", "b")])
    assert told.keys == ("b",)
    assert "Left out to be short: 1 memories." in told.text


def build_card(content: str, title: str = "Tried caching with lru_cache:…") -> Card:
    return Card("m-575ced82-e1r5ggck", "dead_end", title, content, {}, 0.9, True, None)


def test_a_memory_is_told_whole_where_there_is_room() -> None:
    content = "Tried caching with lru_cache: results went stale. " + "Because of this. " * 30
    item = word_card(build_card(content), "Memories:")
    told = put_together([item])
    assert content.strip() in told.text
    assert "more characters" not in told.text
    full = put_together([Item("x" * 1_000), item])
    assert full.keys == ("m-575ced82-e1r5ggck",)
    assert "went stale" in full.text
    assert "more characters: ripple memories show e1r5ggck]" in full.text


def test_a_title_that_says_something_else_is_told_before_the_text() -> None:
    assert "Caches: They are lost." in word_card(build_card("They are lost.", "Caches"), "").text


@given(st.text())
def test_fenced_text_is_one_inert_line(text: str) -> None:
    line = fence(text)
    assert not set("<>`\n\r\x1b\u2028\u202e") & set(line)
    assert fence(line) == line.replace("<", "&lt;")
    assert "\x1b" not in escape_lines(text)
    assert escape(escape_lines(text)).count("\n") == 0


def test_types_that_are_not_injectable_are_not_told() -> None:
    from ripplegraph.briefing.memory_cards import PROACTIVE_TYPES, STALE_VERDICTS, UNTOLD_TYPES
    from ripplegraph.memory.freshness.verdicts import STALE
    from ripplegraph.memory.writing.drafts import REVIEWED_CHANNELS

    names = {known.name for known in build_types()}
    assert {known.name for known in build_types() if not known.injectable} <= UNTOLD_TYPES
    assert names >= PROACTIVE_TYPES | UNTOLD_TYPES
    assert STALE_VERDICTS == STALE
    from ripplegraph.briefing import memory_cards

    assert memory_cards.REVIEWED_CHANNELS == REVIEWED_CHANNELS


def test_sessions_are_apart_and_the_file_is_bounded(tmp_path: Path) -> None:
    sessions = SessionLog(tmp_path)
    sessions.add("one", ["a", "b"])
    sessions.add("two", ["c"])
    assert sessions.find_told("one") == {"a", "b"}
    assert sessions.find_told("two") == {"c"}
    assert sessions.find_told("three") == frozenset()
    for number in range(3_000):
        sessions.add("many", [f"{number:080}"])
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size <= MOST_SESSION_BYTES
    assert f"{2_999:080}" in sessions.find_told("many")
    assert sessions.find_told("one") == frozenset()
