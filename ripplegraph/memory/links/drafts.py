"""Drafts of links, before the gate has checked them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ripplegraph.errors import UsageError
from ripplegraph.graph.ids import is_import
from ripplegraph.memory.types.definition import LINK
from ripplegraph.memory.types.links import describe, resolve_kind
from ripplegraph.memory.writing.anchor_binding import AnchorBinder
from ripplegraph.memory.writing.drafts import Draft, resolve_channel
from ripplegraph.store.records.memory_records import Provenance

SAID_CHANNELS = frozenset({"user_taught", "agent_explicit", "imported"})
"""Where someone said it; whatever else comes was extracted by a program."""


@dataclass(frozen=True)
class LinkDraft:
    """A link to be: *source depends on target*; what is None is decided by its kind."""

    source: str
    kind: str
    target: str
    why: str | None = None
    weight: float | None = None
    confidence: float | None = None
    allow_unresolved: bool = False
    tainted: bool = False
    provenance: Provenance = field(default_factory=lambda: Provenance("agent_explicit"))
    reason: str = ""

    def at(self, commit: str | None, branch: str | None) -> LinkDraft:
        """Say which commit and branch were checked out, where the draft does not."""
        own = self.provenance
        placed = replace(own, commit=own.commit or commit, branch=own.branch or branch)
        return replace(self, provenance=placed)


def build_link_draft(
    given: LinkDraft | str, kind: str | None, target: str | None, *, why: str | None
) -> LinkDraft:
    """Return a draft as it is, or one of the source, kind and target of a link."""
    if isinstance(given, LinkDraft):
        if (kind, target, why) != (None, None, None):
            raise TypeError("a LinkDraft has its own kind, target and why")
        return given
    if not (isinstance(given, str) and isinstance(kind, str) and isinstance(target, str)):
        raise TypeError("a link takes a LinkDraft, or the texts source, kind and target")
    return LinkDraft(given, kind, target, why)


def build_draft(wanted: LinkDraft, binder: AnchorBinder) -> Draft:
    """Describe a link as a memory; both ends are looked up, and named as they are found."""
    kind = resolve_kind(wanted.kind)
    source, target = (resolve_end(binder, text) for text in (wanted.source, wanted.target))
    if source == target:
        raise UsageError(f"{source} cannot be linked to itself.", hint="Name another end.")
    details: dict[str, Any] = {"kind": kind.value, "source": source, "target": target}
    if wanted.weight is not None:
        details["weight"] = wanted.weight
    if resolve_channel(wanted.provenance.channel) not in SAID_CHANNELS:
        details["auto_extracted"] = True
    return Draft(
        content=describe(kind, source=source, target=target) if wanted.why is None else wanted.why,
        type=LINK,
        title=f"{source} {kind.value} {target}",
        details=details,
        about=(source, target),
        allow_unresolved=wanted.allow_unresolved,
        confidence=wanted.confidence,
        tainted=wanted.tainted,
        provenance=wanted.provenance,
        reason=wanted.reason,
    )


def resolve_end(binder: AnchorBinder, text: str) -> str:
    """Return the id of an end: something that has a node of its own."""
    (anchor,) = binder.resolve_subjects((text,))
    if anchor.kind == "glob" or anchor.target in (".", "./") or is_import(text):
        raise UsageError(
            f"{text!r:.200} cannot be an end of a link.",
            hint="Name a file, a folder, a symbol, a package (ext:NAME) or a node of knowledge.",
        )
    return anchor.target
