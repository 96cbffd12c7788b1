"""Answers of `get_context`: the text of a context within a budget of JSON, and what it holds."""

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from ripplegraph.errors import UsageError
from ripplegraph.server.answers import HOW_TO_SEE, write

if TYPE_CHECKING:
    from ripplegraph.app.project import Project
    from ripplegraph.retrieval.context.parts import Context

Phase = Literal["define", "implement", "validate", "refine", "explore", "reflect"]
_FILES = 20
_AROUND = 400
"""Room for everything but the text."""
_WRITTEN = 1.08
"""How much longer a text usually is in JSON: a line break takes two characters."""
_TRIES = 4


def build_context(
    project: "Project", task: str, files: tuple[str, ...], phase: str, budget: int
) -> "tuple[dict[str, Any], Context]":
    """Return an answer for a task that fits, and the context in it."""
    if not task.strip():
        raise UsageError("The task is empty.", hint="Say in a sentence what is to be done.")
    room = int((budget - _AROUND) / _WRITTEN)
    for _ in range(_TRIES):
        context = project.build_context(task, files=files[:_FILES], phase=phase, budget=room)
        answer = _describe(context)
        excess = len(write(answer)) - budget
        if excess <= 0:
            break
        room = max(0, room - excess)
    return answer, context


def _describe(context: "Context") -> dict[str, Any]:
    """Say what fits into the answer whatever the budget; the text is all that grows."""
    answer = {
        "phase": context.phase,
        "text": context.text,
        "items": dict(Counter(item.block for item in context.items)),
        "known_memories": context.known,
        "warnings": [text[:100] for text in context.warnings[:2]],
    }
    missing = {"left_out": dict(context.left_out), "hint": HOW_TO_SEE}
    return answer | (missing if context.left_out else {})
