"""Drafts of memories from signals."""

import re
from collections.abc import Iterator
from typing import Any

from ripplegraph.capture.authority import Narrator, simplify
from ripplegraph.capture.signals import Dialect, Signal
from ripplegraph.memory.checks import MAX_TAG
from ripplegraph.memory.writing.drafts import Draft, Head
from ripplegraph.store.records.memory_records import Provenance

CONFIDENCE = 0.6
"""What an agent says of its own accord is worth before anyone has looked at it."""
MAX_TAGS = 5
_SEARCHED = 2_000
_STEPS = {
    "step_done": "completed_steps",
    "step_pending": "pending_steps",
    "file_modified": "files_modified",
}
"""Signals about the state of work, and the detail that keeps what they say."""
_PATH = re.compile(r"[\w./-]{0,200}\w\.[A-Za-z]\w{0,5}\b")
_CODE = re.compile(r"`([A-Za-z_][\w.]*)")


def is_about_work(kind: str) -> bool:
    """Tell whether a kind of signal tells how work stands, which may change and change back."""
    return simplify(kind) in _STEPS


def build_draft(signal: Signal, narrator: Narrator, head: Head) -> Draft:
    """Build the draft of a candidate, which someone has to review."""
    if signal.suggestion is not None:
        return _build_suggested(signal, narrator, head)
    detail = _STEPS.get(simplify(signal.kind))
    return Draft(
        signal.text,
        type=signal.kind,
        details={detail: [signal.text]} if detail else {},
        tags=tuple(find_tags(signal.text)),
        scope="session" if detail and narrator.session and not narrator.task else None,
        **_build_trust(signal, narrator, head),
    )


def build_taught(signal: Signal, narrator: Narrator, head: Head) -> Draft:
    """Build the draft of a memory that a person asked for: it counts at once."""
    origin = _build_origin("user_taught", Narrator(session=narrator.session, role="user"), head)
    return Draft(
        signal.text,
        type=signal.kind,
        tags=tuple(find_tags(signal.text)),
        provenance=origin,
        reason=_build_reason(signal),
    )


def find_tags(text: str) -> list[str]:
    """Name the files and definitions that a text speaks of, so that it is found by them."""
    names = _find_names(text[:_SEARCHED])
    found = dict.fromkeys(name for name in names if 2 < len(name) <= MAX_TAG)
    return list(found)[:MAX_TAGS]


def _find_names(text: str) -> Iterator[str]:
    for match in _PATH.finditer(text):
        *folders, name = match.group().casefold().split("/")
        yield name.rpartition(".")[0].strip("._-")
        yield folders[-1].strip("._-") if folders else ""
    for match in _CODE.finditer(text):
        yield match[1].casefold().rpartition(".")[2]


def _build_suggested(signal: Signal, narrator: Narrator, head: Head) -> Draft:
    suggestion = signal.suggestion
    if suggestion is None:
        raise ValueError("not a suggestion")
    return Draft(
        signal.text,
        type=signal.kind,
        details=suggestion.details,
        tags=(*suggestion.tags, *find_tags(signal.text)),
        scope=suggestion.scope,
        importance=suggestion.importance,
        **_build_trust(signal, narrator, head),
    )


def _build_trust(signal: Signal, narrator: Narrator, head: Head) -> dict[str, Any]:
    return {
        "confidence": CONFIDENCE,
        "needs_review": True,
        "tainted": narrator.outside,
        "provenance": _build_origin("agent_explicit", narrator, head),
        "reason": _build_reason(signal),
    }


def _build_origin(channel: str, narrator: Narrator, head: Head) -> Provenance:
    commit, branch = head
    return Provenance(
        channel,
        role=narrator.role,
        agent=narrator.agent,
        session=narrator.session,
        task=narrator.task,
        commit=commit,
        branch=branch,
    )


def _build_reason(signal: Signal) -> str:
    said = {Dialect.REMEMBER: "a person asked for it"}
    return said.get(signal.dialect, f"signal {signal.dialect}")
