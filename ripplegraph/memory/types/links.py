"""The memory type for links: its kinds, its two ends, and their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ripplegraph.errors import UsageError
from ripplegraph.graph.knowledge import LINK_KINDS
from ripplegraph.graph.model import IMPACT_WEIGHTS, EdgeKind
from ripplegraph.memory.spelling import suggest_name
from ripplegraph.memory.types.definition import LINK
from ripplegraph.store.records.memory_records import Anchor, Memory

_WORDS = {
    EdgeKind.DEPENDS_LOGICALLY: "depends logically on",
    EdgeKind.IS_ENTRYPOINT_FOR: "is an entry point for",
    EdgeKind.HANDLES_ERRORS_FROM: "handles errors from",
    EdgeKind.APPLIES_PATTERN: "applies",
    EdgeKind.FLOWS_TO: "flows to",
}


class Ends(NamedTuple):
    """The two ends of a link: *source depends on target*."""

    source: Anchor
    target: Anchor


def resolve_kind(name: str) -> EdgeKind:
    """Return the kind that a name means, or raise an error with the nearest name."""
    if name not in LINK_KINDS:
        known = [kind.value for kind in LINK_KINDS]
        raise UsageError(f"There is no link of kind {name!r:.80}.", hint=suggest_name(name, known))
    return EdgeKind(name)


def describe(kind: EdgeKind, *, source: str, target: str) -> str:
    """Say in a sentence what a link says, for those that come without a reason."""
    return f"`{source}` {_WORDS[kind]} `{target}`."


def has_own_words(memory: Memory) -> bool:
    """Tell whether someone said why a link is there."""
    details = memory.details
    kind = EdgeKind(details["kind"])
    return memory.content != describe(kind, source=details["source"], target=details["target"])


def get_weight(details: Mapping[str, object]) -> float:
    """Return how much of a change passes over a link: as it says, or as its kind does."""
    weight = details.get("weight")
    kind = EdgeKind(str(details["kind"]))
    return float(weight) if isinstance(weight, int | float) else IMPACT_WEIGHTS[kind]


def get_ends(memory: Memory) -> Ends:
    return Ends(*memory.subjects)


def check_link(type_name: str, details: Mapping[str, object], about: Sequence[str]) -> None:
    """Refuse a memory of type link that is none: it has a kind, and two ends that it is about."""
    if type_name != LINK:
        return
    kind, *ends = (details.get(name) for name in ("kind", "source", "target"))
    if kind not in LINK_KINDS or ends != list(about) or len(set(about)) != len(ends):
        raise UsageError(
            "A link is made of a source, a kind and a target.",
            hint="`ripple link SOURCE KIND TARGET` makes one.",
        )
    weight = details.get("weight")
    if isinstance(weight, int | float) and not 0 <= weight <= 1:
        raise UsageError(f"The weight cannot be {weight}.", hint="Give 0 to 1.")
