"""Rows of tool answers about dependents, tests, calls and memories."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ripplegraph.graph.excerpts import describe_how_to_see, shorten
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.impact.formats.account_lines import group_by_file
from ripplegraph.impact.formats.lines import leave_out_tests
from ripplegraph.memory.text import cut
from ripplegraph.server.answers import DEFAULT_BUDGET, Row, Section

if TYPE_CHECKING:
    from ripplegraph.impact.queries.call_trace import TracedCall
    from ripplegraph.impact.report import AttachedMemory, Dependent, Impact, Override
    from ripplegraph.memory.queries.search import MemoryList
    from ripplegraph.memory.queries.views import MemoryView

TEXT_SHARE = 6
"""A memory may take a sixth of a budget; of a longer one only its beginning is there."""
_WARNING_LENGTH = 200
_COUNTED = {
    "likely": "likely_dependents",
    "possible": "possible_dependents",
    "overriders": "overriders",
    "tests": "tests",
}
_PLACE_RANKS = {"uses": (0, 0), "by_other_name": (0, 0), "likely": (1, 0), "possible": (4, 1)}
"""Where each file with places stands among the rows of other kinds, by what the places are."""


def describe_impact(impact: "Impact", budget: int = DEFAULT_BUDGET) -> tuple[Row, list[Section]]:
    """Return the fixed part of an answer, and the rows that come as far as they fit."""
    counts = impact.counts
    head = {
        "targets": [{"id": target.id, "type": target.type} for target in impact.targets[:10]],
        "impact_score": _round(impact.impact_score),
        "dependents_by_depth": list(counts["by_depth"]),
        "counts": {said: counts[name] for said, name in _COUNTED.items() if counts[name]},
        "index": {"fresh": impact.index.fresh, "state": impact.index.reason},
        **({"account": _shorten_account(impact.account)} if impact.account is not None else {}),
    }
    if impact.omitted.get("places_by_limit"):
        head["places_not_listed"] = impact.omitted["places_by_limit"]
    if impact.omitted.get("stale_memories"):
        head["stale_memories_left_out"] = impact.omitted["stale_memories"]
    notes = [note for group in impact.memories.values() for note in group]
    notes.sort(key=lambda note: (note.distance, -note.confidence))
    near, far = leave_out_tests(impact)
    direct, farther = [*map(_describe_dependent, near)], [*map(_describe_dependent, far)]
    in_tests = len(impact.direct_dependents) - len(near)
    far_in_tests = len(impact.transitive_dependents) - len(far)
    warnings = [cut(text, _WARNING_LENGTH) for text in impact.warnings]
    memories = [describe_note(note, budget) for note in notes]
    entries = [{"id": one.id, "what": one.words} for one in impact.entry_points]
    return head, [
        Section("entry_points", entries, len(entries), 0, 2),
        Section("warnings", warnings, len(warnings), -1, 2),
        *_describe_places(impact),
        Section("overriders", _describe_overrides(impact.overriders), counts["overriders"], 0, 1),
        Section("overridden", _describe_overrides(impact.overridden), counts["overridden"], 3, 2),
        Section("memories", memories, counts["memories"], 0, 4),
        Section("dependents", direct, counts["direct_dependents"] - in_tests, 1, 2),
        Section("tests", _describe_tests(impact), counts["tests"], 3, 3),
        Section("farther", farther, counts["transitive_dependents"] - far_in_tests, 12, 3),
        Section("change_together", _describe_partners(impact), counts["co_changes"], 10, 4),
        Section("related", _describe_related(impact), counts["related"], 14, 4),
    ]


def _shorten_account(account: Mapping[str, Any]) -> Row:
    return {name: count for name, count in account.items() if count or name != "names_left_out"}


def _describe_places(impact: "Impact") -> Iterator[Section]:
    """Yield where names stand, a row for each file: all uses before anything else."""
    rows = group_by_file(impact.places)
    for role, (first, step) in _PLACE_RANKS.items():
        if role in rows:
            yield Section(role, rows[role], len(rows[role]), first, step)


def _round(score: float | None) -> float | None:
    return None if score is None else round(score, 2)


def _describe_dependent(row: "Dependent") -> Row:
    kinds = dict.fromkeys(str(edge["kind"]) for edge in row.edges)
    names = [symbol.partition(SEPARATOR)[2] for symbol in row.symbols[:2]]
    line = next((edge["line"] for edge in row.edges if edge.get("line")), row.line)
    marks = {
        "through_override": row.through_override,
        "breaks": row.breaks,
        "by_link": row.logical,
    }
    return {
        "id": row.id,
        "depth": row.depth,
        "score": round(row.score, 2),
        "by": ", ".join(kinds),
        **({"line": line} if line else {}),
        **({"in": names} if names else {}),
        **{name: True for name, holds in marks.items() if holds},
    }


def _describe_overrides(rows: "Sequence[Override]") -> list[Row]:
    return [{"id": row.id, "line": row.line, "how": row.how} for row in rows]


def _describe_tests(impact: "Impact") -> list[Row]:
    return [{"id": test.id, "score": round(test.score, 2)} for test in impact.tests]


def _describe_partners(impact: "Impact") -> list[Row]:
    return [
        {"path": item.path, "score": round(item.score, 2), "together": item.together}
        for item in impact.co_changes
    ]


def _describe_related(impact: "Impact") -> list[Row]:
    return [
        {"path": item.path, "score": round(item.score, 2), "why": item.reason}
        for item in impact.related
    ]


def describe_note(note: "AttachedMemory", budget: int = DEFAULT_BUDGET) -> Row:
    return {
        "id": note.id[-8:],
        "type": note.type,
        "text": _say(note.content, note.id, budget),
        "about": note.attached_to,
        "confidence": round(note.confidence, 2),
        **({"label": note.label} if note.label else {}),
    }


def _say(content: str, memory_id: str, budget: int | None) -> str:
    """Return the text of a memory, with a mark where it is cut; without a budget it is whole."""
    see = f"raise budget, or run `{describe_how_to_see(memory_id)}`"
    return shorten(content.strip(), budget and budget // TEXT_SHARE, see=see)


def describe_memory(memory: "MemoryView", budget: int | None = DEFAULT_BUDGET) -> Row:
    subjects = [anchor.target for anchor in memory.anchors if anchor.role == "subject"]
    return {
        "id": memory.short_id,
        "type": memory.type,
        "title": memory.title,
        "text": _say(memory.content, memory.id, budget),
        "confidence": round(memory.effective_confidence, 2),
        "state": memory.state,
        **({"about": subjects[:5]} if subjects else {}),
        **({"label": memory.label} if memory.label else {}),
        **({"user_verified": True} if memory.user_verified else {}),
    }


def describe_memories(found: "MemoryList", budget: int = DEFAULT_BUDGET) -> Section:
    rows = [describe_memory(memory, budget) for memory in found.memories]
    return Section("memories", rows, found.matched)


def describe_kept(memory: "MemoryView", **more: Any) -> Row:
    """Describe a memory that was written or changed."""
    return {
        "id": memory.id,
        "short_id": memory.short_id,
        "type": memory.type,
        "title": memory.title,
        "state": memory.state,
        "needs_review": memory.needs_review,
        "confidence": round(memory.effective_confidence, 2),
        "spooled": memory.spooled,
        **more,
    }


def flatten_calls(calls: "Sequence[TracedCall]", start: str) -> list[Row]:
    """List the calls of a chain by distance; `next_to` is the call that a call leads on from."""
    return [row for level in _walk(calls, start) for row in level]


def count_calls(calls: "Iterable[TracedCall]") -> int:
    """Count the calls of a chain, also those that were not followed."""
    return sum(1 + call.omitted + count_calls(call.calls) for call in calls)


def _walk(calls: "Sequence[TracedCall]", start: str) -> Iterator[list[Row]]:
    level = [(call, start) for call in calls]
    depth = 0
    while level:
        depth += 1
        yield [_describe_call(call, near, depth) for call, near in level]
        level = [(next_call, call.id) for call, _ in level for next_call in call.calls]


def _describe_call(call: "TracedCall", near: str, depth: int) -> Row:
    line = f":{call.line}" if call.line else ""
    return {
        "id": call.id,
        "next_to": near,
        "depth": depth,
        "at": f"{call.path}{line}",
        **({"passed": _shorten(call.passed)} if call.passed else {}),
        **({} if call.resolution == "exact" else {"resolution": call.resolution}),
    }


def _shorten(passed: Mapping[str, str]) -> dict[str, str]:
    return {name: cut(value, 60) for name, value in list(passed.items())[:6]}
