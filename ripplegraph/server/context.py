"""Puts together what to know before a task: memories about it, and what its files reach."""

from typing import TYPE_CHECKING, Any, Literal

from ripplegraph.errors import UsageError
from ripplegraph.memory.registry import build_registry
from ripplegraph.memory.text import LIGHT_WORDS, find_query_words
from ripplegraph.server.answers import MEMORY_NOTICE, Row, Section, fit
from ripplegraph.server.rows import describe_impact, describe_memory

if TYPE_CHECKING:
    from ripplegraph.app.project import Project
    from ripplegraph.memory.view import MemoryView

Phase = Literal["define", "implement", "validate", "refine", "explore", "reflect"]
_WORDS = 8
_FOUND = 20
_FILES = 20


def build_context(
    project: "Project", task: str, files: tuple[str, ...], phase: str, budget: int
) -> dict[str, Any]:
    """Return one answer for a task; what is about its files comes first."""
    if not task.strip():
        raise UsageError("The task is empty.", hint="Say in a sentence what is to be done.")
    head: Row = {"task": task[:200], "phase": phase, "notice": MEMORY_NOTICE}
    sections: list[Section] = []
    told: set[str] = set()
    if files:
        impact = project.analyze_impact(files[:_FILES], limit=_FOUND)
        own, sections = describe_impact(impact)
        head = {**head, **own}
        told = {row["id"] for section in sections[:1] for row in section.rows}
    found = [memory for memory in _find(project, task, phase) if memory.short_id not in told]
    rows = [describe_memory(memory) for memory in found]
    return fit(head, [*sections, Section("task_memories", rows, len(rows), 2, 2)], budget)


def _find(project: "Project", task: str, phase: str) -> "list[MemoryView]":
    """Find memories that have words of a task; what matters more in a phase comes first."""
    registry = build_registry(project.config.memory.types)
    hits: dict[str, int] = {}
    views: dict[str, MemoryView] = {}
    words = [word for word in find_query_words(task) if word not in LIGHT_WORDS and len(word) > 2]
    for word in sorted(words, key=len, reverse=True)[:_WORDS]:
        for view in project.search_memories(word, limit=_FOUND).memories:
            if not view.freshness.is_stale:
                hits[view.id] = hits.get(view.id, 0) + 1
                views[view.id] = view

    def weigh(view: "MemoryView") -> float:
        known = registry.get(view.type)
        weight = known.get_phase_weight(phase) if known else 1.0
        return hits[view.id] * weight * view.effective_confidence

    return sorted(views.values(), key=lambda view: (-weigh(view), view.id))[:_FOUND]
