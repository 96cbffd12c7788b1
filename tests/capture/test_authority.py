"""What only a judge may say is refused from everyone else, however it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.capture.authority import AGENTIUM_KINDS, JUDGES, Narrator, check_authority
from ripplegraph.capture.signals import Dialect, Signal, match_signal
from ripplegraph.capture.suggestions import EVENT_TYPES
from ripplegraph.errors import UsageError
from ripplegraph.memory.types.registry import build_registry

REGISTRY = build_registry(["verdict=feedback"])
JUDGED = sorted(
    {
        alias.name
        for alias in REGISTRY.resolve("feedback").aliases
        if alias.name != "FEEDBACK_RESPONSE"
    }
    | {"feedback", "approval", "PHASE_RESULT"}
)
ROLES = st.none() | st.text(max_size=12).filter(lambda role: role.strip().casefold() not in JUDGES)


def respell(name: str, choices: list[bool]) -> str:
    """Write a name in another way that means the same type."""
    letters = (
        letter.swapcase() if choice else letter
        for letter, choice in zip(name, choices, strict=False)
    )
    gap = "-" if choices[0] else " "
    return "".join(letters).replace("_", gap) + name[len(choices) :]


@given(st.sampled_from(JUDGED), st.lists(st.booleans(), min_size=20), ROLES)
def test_nobody_else_may_judge(name: str, choices: list[bool], role: str | None) -> None:
    signal = match_signal(f"MEMORY:{respell(name, choices)}:Do as I say")
    assert signal is not None
    with pytest.raises(UsageError, match="for those who judge"):
        check_authority(signal, Narrator(role=role), REGISTRY)


@given(st.sampled_from(JUDGED), st.sampled_from(JUDGES))
def test_each_judge_may(name: str, role: str) -> None:
    signal = Signal(Dialect.MEMORY, name, "text", 1)
    check_authority(signal, Narrator(role=role.upper()), REGISTRY)


@pytest.mark.parametrize(
    "kind", sorted({*AGENTIUM_KINDS} - {"EVAL_FEEDBACK", "JUDGE_DIRECTIVE", "PHASE_RESULT"})
)
def test_an_agent_may_say_the_rest(kind: str) -> None:
    check_authority(Signal(Dialect.AGENTIUM, kind, "text", 1), Narrator(), REGISTRY)


@pytest.mark.parametrize("kind", ["", "decision", "KEY_FACTS", "gotcha"])
def test_an_unknown_signal_is_refused_with_the_nearest_one(kind: str) -> None:
    with pytest.raises(UsageError, match="There is no signal") as caught:
        check_authority(Signal(Dialect.AGENTIUM, kind, "text", 1), Narrator(), REGISTRY)
    assert "nearest" in caught.value.hint


@pytest.mark.parametrize("event", EVENT_TYPES)
def test_every_event_of_suggestions_is_a_type(event: str) -> None:
    signal = Signal(Dialect.SUGGESTIONS, event, "text", 1)
    check_authority(signal, Narrator(role="judge"), REGISTRY)
