"""The one way into the memories: everything that is to be written is checked here first."""

import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from ripplegraph.errors import UsageError
from ripplegraph.graph.ids import is_knowledge
from ripplegraph.memory.anchors.targets import normalise_target
from ripplegraph.memory.checks import check_json, check_tags, check_text, refuse_secrets
from ripplegraph.memory.clock import normalise_time
from ripplegraph.memory.ids import build_id
from ripplegraph.memory.paths import confine
from ripplegraph.memory.states import STATES
from ripplegraph.memory.text import TITLE_LENGTH, build_title, cut
from ripplegraph.memory.types.definition import SCOPES, MemoryType
from ripplegraph.memory.types.details import check_details, find_paths
from ripplegraph.memory.types.links import check_link
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.memory.writing.anchor_binding import AnchorBinder
from ripplegraph.memory.writing.drafts import (
    CHANNELS,
    REVIEWED_CHANNELS,
    Draft,
    resolve_channel,
    resolve_scope,
)
from ripplegraph.store.records.memory_records import Anchor, Memory, Plain, to_plain

OPTIONAL_TIMES = ("verified_at", "last_used_at", "expires_at", "archived_at", "merged_at")
MAX_COUNT = 2**31
TAINTED_SHARE = 0.6
"""What remains of the confidence in a memory that came after reading outside content."""


@dataclass(frozen=True)
class Gate:
    """The gate of a project's memories: its root and its types."""

    root: Path
    registry: TypeRegistry
    graph: sqlite3.Connection | None = None
    """The graph that subjects are looked up in; without one they can only be unresolved."""
    folder: Path | None = None
    """Where the paths of subjects may be relative to, beside the root."""

    def admit(self, draft: Draft, *, now: str, memory_id: str | None = None) -> Memory:
        """Check a draft and complete it to a memory, or raise what is wrong with it."""
        content = check_text(draft.content, "The text")
        details = check_json(draft.details)
        refuse_secrets(content, draft.title, draft.details, draft.tags, draft.about, draft.type)
        refuse_secrets(draft.scope, draft.scope_ref, draft.reason, vars(draft.provenance))
        refuse_secrets(draft.claims)
        tags = check_tags(draft.tags)
        kind = self.registry.resolve(draft.type, tags)
        self.check_details(details, kind)
        provenance = draft.provenance
        channel = resolve_channel(provenance.channel)
        binder = AnchorBinder(
            self.root,
            self.graph,
            now=now,
            allow_unresolved=draft.allow_unresolved,
            folder=self.folder,
        )
        subjects = binder.resolve_subjects(draft.about)
        check_link(kind.name, details, [anchor.target for anchor in subjects])
        claims = binder.check_claims(draft.claims)
        claimed = binder.resolve_claims(claims)
        scope, scope_ref = self._resolve_scope(draft, kind, subjects)
        review = draft.needs_review or draft.tainted or channel in REVIEWED_CHANNELS
        memory = Memory(
            id=memory_id or build_id(),
            type=kind.name,
            raw_type=draft.type,
            title=self.build_title(draft.title, content),
            content=content,
            details=details,
            state="candidate" if review else "active",
            scope=scope,
            scope_ref=scope_ref,
            confidence=_decide_confidence(draft, kind, channel),
            importance=_check_importance(draft.importance),
            half_life_days=draft.half_life_days,
            pinned=draft.pinned,
            user_verified=channel == "user_taught",
            needs_review=review,
            tainted=draft.tainted,
            provenance=replace(
                provenance,
                channel=channel,
                raw_channel=provenance.raw_channel or provenance.channel,
            ),
            tags=tags,
            anchors=binder.add_mentions((*subjects, *claimed), content),
            claims=tuple(map(str, claims)),
            created_at=now,
            updated_at=now,
            verified_at=now if channel == "user_taught" else None,
            expires_at=normalise_time(draft.expires_at) if draft.expires_at else None,
        )
        return replace(
            memory, provenance=replace(memory.provenance, confirmed_by=(get_witness(memory),))
        )

    def inspect(self, memory: Memory) -> None:
        """Check a memory that comes complete, from an export, as strictly as a draft."""
        plain = to_plain(memory)
        _check_kinds(plain, memory)
        # What the graph said of the code comes from names in it: `token` next to a fingerprint.
        refuse_secrets({**plain, "anchors": [anchor.targets for anchor in memory.anchors]})
        check_text(memory.content, "The text")
        check_text(memory.title, "The title", TITLE_LENGTH)
        kind = self.registry.resolve(memory.type)
        self.check_details(check_json(memory.details), kind)
        check_link(kind.name, memory.details, [anchor.target for anchor in memory.subjects])
        check_tags(memory.tags)
        resolve_channel(memory.provenance.channel)
        resolve_scope(memory.scope, SCOPES)
        _check_importance(memory.importance)
        for share in (memory.confidence, *(item.confidence for item in memory.relations)):
            _check_share(share)
        for target in (target for anchor in memory.anchors for target in anchor.targets):
            if normalise_target(target, self.root) != target and is_knowledge(target):
                raise UsageError(f"{target!r:.80} is not written as an export does.", hint="")
        AnchorBinder(self.root, self.graph, now="").check_claims(memory.claims)
        for relation in memory.relations:
            if relation.target_path:
                confine(relation.target_path, self.root)
        if memory.state not in STATES:
            raise UsageError(f"There is no state {memory.state!r:.80}.", hint="")
        for name in ("created_at", "updated_at", *OPTIONAL_TIMES):
            moment = getattr(memory, name)
            if moment is not None and normalise_time(moment) != moment:
                raise UsageError(f"{name} is not written as an export does.", hint="")

    def check_details(self, details: Plain, kind: MemoryType) -> None:
        """Check that details fit their type and name no file outside the project."""
        check_details(details, kind)
        for path in find_paths(details, kind):
            confine(path, self.root)

    def build_title(self, title: str | None, content: str) -> str:
        text = title.strip() if title else ""
        return cut(check_text(text, "The title"), TITLE_LENGTH) if text else build_title(content)

    def _resolve_scope(
        self, draft: Draft, kind: MemoryType, subjects: tuple[Anchor, ...]
    ) -> tuple[str, str]:
        asked = resolve_scope(draft.scope, SCOPES) if draft.scope else None
        scope = asked or kind.scope
        reference = draft.scope_ref or _find_reference(scope, draft, subjects)
        if scope in ("user", "global"):
            return scope, ""
        if not reference:
            if asked is None:
                return "global", ""
            raise UsageError(
                f"The scope {scope} needs to know which {scope.replace('_', ' ')}.",
                hint="Say it with --scope-ref, --session or --task.",
            )
        if scope == "module":
            reference = confine(reference, self.root)
        return scope, check_text(reference, "The scope", 500)


def _check_kinds(plain: Plain, memory: Memory) -> None:
    """Refuse values of the wrong kind, which a file may have anywhere."""
    try:
        msgspec.convert(plain, Memory)
    except msgspec.ValidationError as error:
        raise UsageError(f"This is no memory: {error}.", hint="") from error
    for name in ("use_count", "confirmations"):
        if not 0 <= getattr(memory, name) <= MAX_COUNT:
            raise UsageError(f"{name} cannot be {getattr(memory, name)}.", hint="")


def get_witness(memory: Memory) -> str:
    """Say who stands for a memory, so that the same one does not count twice."""
    origin = memory.provenance
    if origin.session:
        return f"session:{origin.session}"
    return f"agent:{origin.agent}" if origin.agent else f"source:{origin.channel}"


def _check_importance(importance: int | None) -> int:
    if importance is not None and not 0 <= importance <= 100:
        raise UsageError(f"The importance cannot be {importance}.", hint="Give 0 to 100.")
    return 50 if importance is None else importance


def _decide_confidence(draft: Draft, kind: MemoryType, channel: str) -> float:
    confidence = draft.confidence
    if confidence is None:
        confidence = 0.95 if channel == "user_taught" else min(kind.confidence, CHANNELS[channel])
    _check_share(confidence)
    return round(confidence * (TAINTED_SHARE if draft.tainted else 1), 4)


def _check_share(confidence: float) -> None:
    if not 0 <= confidence <= 1:
        raise UsageError(f"The confidence cannot be {confidence}.", hint="Give 0 to 1.")


def _find_reference(scope: str, draft: Draft, subjects: tuple[Anchor, ...]) -> str:
    origin = draft.provenance
    hierarchy = [str(item) for item in (origin.work_unit or {}).get("hierarchy", ())]
    match scope:
        case "session":
            return origin.session or ""
        case "work_unit":
            return "/".join(hierarchy) or origin.task or ""
        case "section":
            return "/".join(hierarchy[:-1])
        case "module":
            paths = [anchor.target.partition("::")[0] for anchor in subjects]
            return paths[0].rpartition("/")[0] + "/" if paths and "/" in paths[0] else ""
    return ""
