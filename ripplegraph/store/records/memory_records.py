"""A memory as the database keeps it, and the same as plain values for events and exports."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import msgspec

KNOWLEDGE = "knowledge"
"""The kind of an anchor that names no code: it is there as long as something names it."""
Plain = dict[str, Any]
"""What can be written as a JSON object."""


@dataclass(frozen=True)
class Move:
    """A rename or move of code that an anchor followed."""

    at: str
    old: str
    new: str
    reason: str = ""
    commit: str | None = None


@dataclass(frozen=True)
class Use:
    """Something that code depended on directly, and how it could be used then."""

    id: str
    kind: str
    fingerprint: str
    signature: str = ""
    language: str = ""
    metadata: Plain = field(default_factory=dict)
    """Flags, parameters and decorators, as the graph has them."""
    constructor: "Use | None" = None
    """Of a class."""


@dataclass(frozen=True)
class Look:
    """The look of code when someone vouched for a memory about it."""

    at: str
    commit: str | None = None
    signature: str | None = None
    signature_fingerprint: str | None = None
    body_fingerprint: str | None = None
    flags: tuple[str, ...] = ()
    parts: Mapping[str, str] | None = None
    """What a file offers, or the members of a class, with their fingerprints; None: not known."""
    uses: tuple[Use, ...] = ()
    has_double: bool = False
    """Whether other code looked just the same then."""


@dataclass(frozen=True)
class Anchor:
    """Code that a memory is about (`subject`), claims something of or names (`mention`).

    The target is what was written and never changes; where the code has gone since is in `moves`,
    one entry for each way that it went in some worktree. The first of the `looks` is from the
    writing, each further one from a time when the memory was found to hold still.
    """

    target: str
    role: str = "subject"
    kind: str = "file"
    resolved: bool = True
    looks: tuple[Look, ...] = ()
    moves: tuple[Move, ...] = ()

    @property
    def current_target(self) -> str:
        """Return where the code went last, in whichever worktree that was."""
        return self.moves[-1].new if self.moves else self.target

    @property
    def targets(self) -> tuple[str, ...]:
        """Return every place where the code may be, the latest first."""
        known = (move.new for move in reversed(self.moves))
        return tuple(dict.fromkeys((*known, self.target)))


@dataclass(frozen=True)
class Relation:
    """The relation of a memory to another one, or to a file: one of the two targets is set."""

    kind: str
    target_memory: str | None = None
    target_path: str | None = None
    confidence: float = 1.0
    auto_extracted: bool = False
    created_at: str = ""


@dataclass(frozen=True)
class Provenance:
    """The provenance of a memory: the channel that brought it, and who was at work."""

    channel: str
    raw_channel: str = ""
    role: str | None = None
    agent: str | None = None
    session: str | None = None
    work_unit: Plain | None = None
    task: str | None = None
    phase: str | None = None
    iteration: int | None = None
    commit: str | None = None
    branch: str | None = None
    confirmed_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Memory:
    """Something that was learned, with all that is kept about it."""

    id: str
    type: str
    raw_type: str
    title: str
    content: str
    provenance: Provenance
    created_at: str
    updated_at: str
    details: Plain = field(default_factory=dict)
    state: str = "active"
    scope: str = "global"
    scope_ref: str = ""
    confidence: float = 0.5
    importance: int = 50
    half_life_days: float | None = None
    pinned: bool = False
    user_verified: bool = False
    needs_review: bool = False
    tainted: bool = False
    tags: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    claims: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    verified_at: str | None = None
    last_used_at: str | None = None
    use_count: int = 0
    confirmations: int = 0
    expires_at: str | None = None
    archived_at: str | None = None
    merged_at: str | None = None

    @property
    def subjects(self) -> tuple[Anchor, ...]:
        return tuple(anchor for anchor in self.anchors if anchor.role == "subject")


@dataclass(frozen=True)
class Event:
    """One change of a memory: who did what, when and why, and the values before and after.

    `before` is None when the memory came into being, `after` when it was removed; otherwise both
    hold just what differs.
    """

    id: str
    memory_id: str
    at: str
    action: str
    actor: str
    reason: str = ""
    cause: str | None = None
    """The event that made this one happen."""
    undoes: str | None = None
    before: Plain | None = None
    after: Plain | None = None


@dataclass(frozen=True)
class TextKeys:
    """The search keys of a memory's text: itself, texts like it, and its words."""

    text_hash: str
    bands: tuple[int, ...]
    title_words: str
    body_words: str
    place_words: str


def to_plain(record: Memory | Event) -> Plain:
    """Return a record as JSON values; `from_plain` and `event_from_plain` undo it."""
    plain = _plain_object(msgspec.to_builtins(record))
    for anchor in plain.get("anchors", ()):
        anchor["looks"] = [_leave_out_empty(look) for look in anchor["looks"]]
    return plain


def from_plain(plain: Mapping[str, Any]) -> Memory:
    """Build a memory from JSON values; names that no field has are an error."""
    values = dict(plain)
    values["provenance"] = _build(Provenance, values["provenance"])
    values["anchors"] = tuple(
        _build_anchor(anchor, values["created_at"]) for anchor in values.get("anchors", ())
    )
    values["relations"] = tuple(_build(Relation, item) for item in values.get("relations", ()))
    values["tags"] = tuple(values.get("tags", ()))
    values["claims"] = tuple(values.get("claims", ()))
    return Memory(**values)


def build_looks(plain: Iterable[Mapping[str, Any]]) -> tuple[Look, ...]:
    """Build the looks of an anchor from JSON values."""
    return tuple(
        _build(Look, {**look, "uses": tuple(map(_build_use, look.get("uses", ())))})
        for look in plain
    )


def read_looks(text: str) -> tuple[Look, ...]:
    """Read the looks of an anchor from JSON as `looks_to_plain` has it: there can be much of it."""
    return _decode_looks(text)


def looks_to_plain(looks: Iterable[Look]) -> list[Plain]:
    """Return looks as JSON values, without what is empty: there can be many."""
    return [_leave_out_empty(_plain_object(msgspec.to_builtins(look))) for look in looks]


def event_from_plain(plain: Mapping[str, Any]) -> Event:
    return Event(**plain)


def find_differences(before: Plain, after: Plain) -> tuple[Plain, Plain]:
    """Return the entries in which two forms of a memory differ."""
    names = [name for name in after if before.get(name) != after[name]]
    return {name: before.get(name) for name in names}, {name: after[name] for name in names}


def _build_anchor(plain: Mapping[str, Any], created_at: str) -> Anchor:
    values = dict(plain)
    if "looks" not in values:
        # As version 2 of the schema had it: in old events and exports.
        look = build_look(
            created_at,
            values.pop("body_fingerprint", None),
            values.pop("signature_fingerprint", None),
            values.pop("signature", None),
            values.pop("commit", None),
        )
        is_subject = values.get("role") == "subject" and values.get("resolved", True)
        values["looks"] = [look] if is_subject else []
    looks = build_looks(values["looks"])
    moves = tuple(_build(Move, move) for move in values.get("moves", ()))
    return Anchor(**{**values, "looks": looks, "moves": moves})


def _build_use(plain: Mapping[str, Any]) -> Use:
    constructor = plain.get("constructor")
    return Use(**{**plain, "constructor": _build_use(constructor) if constructor else None})


def _leave_out_empty(values: Plain) -> Plain:
    return {
        name: [_leave_out_empty(item) for item in value] if name == "uses" else value
        for name, value in values.items()
        if value not in (None, "", (), [], False) and (value != {} or name == "parts")
    }


def _build(kind: type[Any], values: Mapping[str, Any]) -> Any:
    lists = {item.name for item in fields(kind) if item.default == ()}
    return kind(
        **{name: tuple(value) if name in lists else value for name, value in values.items()}
    )


_decode_looks = msgspec.json.Decoder(tuple[Look, ...]).decode


def _plain_object(values: Mapping[str, object]) -> Plain:
    return {name: _plain(item) for name, item in values.items()}


def _plain(value: object) -> Any:
    if isinstance(value, dict):
        return _plain_object(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def build_look(
    at: str, body: str | None, surface: str | None, signature: str | None, commit: str | None
) -> dict[str, object]:
    """Describe what an anchor of version 2 kept about its code as a look."""
    return {
        "at": at,
        "commit": commit,
        "signature": signature,
        "signature_fingerprint": surface,
        "body_fingerprint": body,
    }
