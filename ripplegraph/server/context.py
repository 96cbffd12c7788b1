"""Answers of `get_context`: the text of a context within a budget, and its items."""

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from ripplegraph.errors import UsageError
from ripplegraph.memory.text import cut
from ripplegraph.retrieval.context.budget import JSON
from ripplegraph.server.answers import HOW_TO_SEE, write

if TYPE_CHECKING:
    from ripplegraph.app.project import Project
    from ripplegraph.retrieval.context.parts import Context

Phase = Literal["define", "implement", "validate", "refine", "explore", "reflect"]
_FILES = 20
_WARNINGS = 2
_WARNING_LENGTH = 100


def build_context(
    project: "Project", task: str, files: tuple[str, ...], phase: str, budget: int
) -> "tuple[dict[str, Any], Context]":
    """Return an answer for a task that fits, and the context in it."""
    if not task.strip():
        raise UsageError("The task is empty.", hint="Say in a sentence what is to be done.")
    unread = len(files[_FILES:])
    context = project.build_context(
        task,
        files=files[:_FILES],
        phase=phase,
        budget=budget,
        unit=JSON,
        find_excess=lambda context: len(write(_describe(context, unread))) - budget,
    )
    return _describe(context, unread), context


def _describe(context: "Context", unread: int) -> dict[str, Any]:
    """Say what fits into the answer whatever the budget; the text is all that grows."""
    answer = {
        "phase": context.phase,
        "text": context.text,
        "items": dict(Counter(item.block for item in context.items)),
        "known_memories": context.known,
        "warnings": [cut(text, _WARNING_LENGTH) for text in context.warnings[:_WARNINGS]],
    }
    missing = {"files": unread, "warnings": len(context.warnings[_WARNINGS:])}
    left_out = {**context.left_out, **{name: count for name, count in missing.items() if count}}
    return answer | ({"left_out": left_out, "hint": HOW_TO_SEE} if left_out else {})
