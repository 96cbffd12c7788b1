"""Authority of narrators: some signals count only from those who judge the work of others."""

from dataclasses import dataclass

from ripplegraph.capture.signals import Dialect, Signal
from ripplegraph.errors import UsageError
from ripplegraph.memory.spelling import suggest_name
from ripplegraph.memory.types.registry import TypeRegistry

JUDGES = ("judge", "reviewer", "critic", "coordinator", "orchestrator")
"""The roles whose verdicts and directives count."""
RESERVED = frozenset({"approval", "phase_result"})
"""Signals that only a judge may give, beside all feedback."""
ANSWER = "feedback_response"
"""The one kind of feedback that is for whoever is judged."""
AGENTIUM_KINDS = (
    "KEY_FACT",
    "DECISION",
    "STEP_DONE",
    "STEP_PENDING",
    "FILE_MODIFIED",
    "FEEDBACK_RESPONSE",
    "ERROR",
    "PHASE_RESULT",
    "EVAL_FEEDBACK",
    "JUDGE_DIRECTIVE",
)


@dataclass(frozen=True)
class Narrator:
    """The speaker of a transcript, as far as the one who hands it in knows."""

    agent: str | None = None
    session: str | None = None
    task: str | None = None
    role: str | None = None
    outside: bool = False
    """Whether the agent had read content from outside before."""

    @property
    def is_judge(self) -> bool:
        return self.role is not None and self.role.strip().casefold() in JUDGES


def check_authority(signal: Signal, narrator: Narrator, registry: TypeRegistry) -> None:
    """Refuse a signal of an unknown kind, and one that this narrator may not give."""
    if signal.dialect is Dialect.AGENTIUM and signal.kind not in AGENTIUM_KINDS:
        raise UsageError(
            f"There is no signal {signal.kind!r:.80}.",
            hint=suggest_name(signal.kind, AGENTIUM_KINDS),
        )
    kind = registry.resolve(signal.kind).name
    simple = simplify(signal.kind)
    reserved = simple in RESERVED or (kind == "feedback" and simple != ANSWER)
    if reserved and not narrator.is_judge:
        raise UsageError(
            f"{signal.kind!r:.80} is for those who judge the work, not for who does it.",
            hint=f"With --role {', '.join(JUDGES[:-1])} or {JUDGES[-1]} it counts.",
        )


def simplify(kind: str) -> str:
    return kind.strip().casefold().replace("-", "_").replace(" ", "_")
