"""Drafts of memories, before the gate has checked them."""

from dataclasses import dataclass, field, replace

from ripplegraph.errors import UsageError
from ripplegraph.memory.spelling import suggest_name
from ripplegraph.store.records.memory_records import Plain, Provenance

CHANNELS = {
    "user_taught": 1.0,
    "agent_explicit": 0.8,
    "qa_auto": 0.8,
    "mcp_auto": 0.75,
    "commit_auto": 0.7,
    "imported": 0.7,
    "event_auto": 0.6,
    "observer_inferred": 0.6,
}
"""Each way into the memories, with the confidence that it can give at most by itself."""
REVIEWED_CHANNELS = frozenset({"mcp_auto", "observer_inferred"})
"""What comes in this way is a candidate until someone has looked at it."""

_CHANNEL_ALIASES = {
    "automatic": "event_auto",
    "explicit": "agent_explicit",
    "user": "user_taught",
    "agent": "agent_explicit",
    "orchestrator": "agent_explicit",
}
Head = tuple[str | None, str | None]
"""The commit and the branch that are checked out, as far as there are any."""
_SCOPE_ALIASES = {"project": "global", "task": "work_unit", "file": "session"}


@dataclass(frozen=True)
class Draft:
    """A memory to be; what is None is decided by its type and channel."""

    content: str
    type: str = "fact"
    title: str | None = None
    details: Plain = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    scope: str | None = None
    scope_ref: str | None = None
    about: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    allow_unresolved: bool = False
    confidence: float | None = None
    importance: int | None = None
    half_life_days: float | None = None
    expires_at: str | None = None
    pinned: bool = False
    tainted: bool = False
    needs_review: bool = False
    provenance: Provenance = field(default_factory=lambda: Provenance("agent_explicit"))
    reason: str = ""


def build_draft(
    given: Draft | str,
    *,
    type_name: str | None = None,
    about: tuple[str, ...] = (),
    tags: tuple[str, ...] = (),
) -> Draft:
    """Return a draft as it is, or one of a text that a user writes in Python."""
    if isinstance(given, Draft):
        if type_name is not None or about or tags:
            raise TypeError("a Draft has its own type, about and tags")
        return given
    if not isinstance(given, str):
        raise TypeError(f"a memory must be a text or a Draft, not {type(given).__name__}")
    return Draft(given, type=type_name or "fact", about=about, tags=tags)


def resolve_channel(name: str) -> str:
    channel = _CHANNEL_ALIASES.get(name, name)
    if channel not in CHANNELS:
        raise UsageError(f"There is no source {name!r:.80}.", hint=suggest_name(name, CHANNELS))
    return channel


def resolve_scope(name: str, scopes: tuple[str, ...]) -> str:
    scope = _SCOPE_ALIASES.get(name, name)
    if scope not in scopes:
        raise UsageError(f"There is no scope {name!r:.80}.", hint=suggest_name(name, scopes))
    return scope


def place_at(draft: Draft, commit: str | None, branch: str | None) -> Draft:
    """Say which commit and branch were checked out, where the draft does not."""
    origin = draft.provenance
    return replace(
        draft,
        provenance=replace(origin, commit=origin.commit or commit, branch=origin.branch or branch),
    )
