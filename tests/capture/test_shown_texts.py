"""What an agent was shown is known again when it repeats it; what is only like it is not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.briefing.briefing_text import CLOSING, OPENING
from ripplegraph.capture.shown_texts import MAX_KEPT, MAX_LINES, ShownTexts
from ripplegraph.capture.signals import Signal, match_signal
from ripplegraph.retrieval.context.builder import WARNING
from ripplegraph.server.answers import MEMORY_NOTICE, write

TEXT = "Use uv to run the tests"


def build_signal(text: str, kind: str = "fact") -> Signal:
    signal = match_signal(f"MEMORY:{kind}:{text}")
    assert signal is not None
    return signal


@pytest.mark.parametrize(
    "line",
    [
        f"- {TEXT}",
        f"- [gotcha] {TEXT}.",
        f"- **Use uv**: {TEXT}",
        f"* {TEXT} (8d2n5v0c, 3 days ago)",
        f"  - {TEXT.upper()}  [STALE]",
        TEXT,
    ],
)
@pytest.mark.parametrize("heading", ["## MEMORY", "### Session Memory", "## Project Knowledge"])
def test_a_memory_in_a_block_of_context_is_known_again(heading: str, line: str) -> None:
    echoes = ShownTexts()
    echoes.note(f"Some words.\n\n{heading}\n\n{line}\n")
    assert echoes.holds(build_signal(TEXT))
    assert echoes.holds(build_signal(f"{TEXT.lower()}."))


ANSWER = {
    "matched": 1,
    "notice": MEMORY_NOTICE,
    "memories": [{"id": "8d2n5v0c", "title": TEXT, "text": f'{TEXT}, not "pip" or tox.'}],
}
CONTEXT = f"## MEMORY\n{WARNING}\n```text\n- 8d2n5v0c [↗ Memory: fact] {TEXT}\n```\n"
HOOK = f"{OPENING}\nMemory context for this file:\n- [fact 8d2n5v0c] {TEXT}\n{CLOSING}"


@pytest.mark.parametrize(
    "shown",
    [
        CONTEXT,
        HOOK,
        write(ANSWER),
        json.dumps({"output": write(ANSWER)}),
        write({"phase": "implement", "text": CONTEXT, "known_memories": 1}),
        json.dumps([{"type": "text", "text": write({"text": CONTEXT, "known_memories": 1})}]),
    ],
)
def test_what_ripple_itself_shows_is_known_again(shown: str) -> None:
    echoes = ShownTexts()
    echoes.note(shown)
    assert echoes.holds(build_signal(TEXT))
    assert not echoes.holds(build_signal(f"{TEXT} only on Mondays"))


def test_quotes_in_an_answer_are_no_end_of_it() -> None:
    echoes = ShownTexts()
    echoes.note(write(ANSWER))
    assert echoes.holds(build_signal(f'{TEXT}, not "pip" or tox.'))


@pytest.mark.parametrize(
    "shown",
    [
        f"## MEMORY\n- {TEXT} only on Mondays",
        f"## MEMORY\n- Never, ever {TEXT}",
        f"## MEMORY\n- other\n\n## Task\n\n{TEXT}",
        f"A file says: {TEXT}",
        f"# {TEXT}",
        "",
    ],
)
def test_what_was_not_shown_so_is_the_agents_own(shown: str) -> None:
    echoes = ShownTexts()
    echoes.note(shown)
    assert not echoes.holds(build_signal(TEXT))


@pytest.mark.parametrize(
    "around",
    ["{}", "text\n{}", "```\n{}\n```", "> {}", "a\n\n   {}\r\nb", "   12→{}", "a.md:3:{}", '"{}",'],
)
def test_a_signal_that_was_shown_is_known_again(around: str) -> None:
    echoes = ShownTexts()
    assert echoes.note(around.format(f"MEMORY:fact:{TEXT}")) == 1
    assert echoes.holds(build_signal(TEXT.lower()))
    assert not echoes.holds(build_signal(TEXT, "gotcha"))


def test_ids_of_memories_are_noted_wherever_they_are() -> None:
    echoes = ShownTexts()
    echoes.note('{"id": "m-0fy3k9q2-8d2n5v0c", "other": "m-short"}')
    assert echoes.ids == {"m-0fy3k9q2-8d2n5v0c"}
    echoes.note("remembered m-0fy3k9q2-00000000")
    assert len(echoes.ids) == 2


def test_what_is_noted_is_bounded() -> None:
    echoes = ShownTexts()
    echoes.note("\n".join(f"MEMORY:fact:number {n}" for n in range(MAX_KEPT + 10)))
    echoes.note("## MEMORY\n" + "\n".join(f"- line number {n}" for n in range(MAX_LINES + 10)))
    plain = echoes.to_plain()
    assert len(plain["signals"]) == MAX_KEPT
    assert len(plain["lines"]) == MAX_LINES
    assert not echoes.holds(build_signal("number 0"))
    assert echoes.holds(build_signal(f"number {MAX_KEPT}"))


@given(st.lists(st.sampled_from(["MEMORY:fact:a", "## MEMORY", "- some words here", "m-1-2", ""])))
def test_what_is_noted_can_be_kept(lines: list[str]) -> None:
    echoes, restored = ShownTexts(), ShownTexts()
    echoes.note("\n".join(lines))
    restored.restore(echoes.to_plain())
    assert restored.to_plain() == echoes.to_plain()
    assert restored.ids == echoes.ids
