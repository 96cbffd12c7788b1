"""Reads the strict block of JSON under `## MEMORY_SUGGESTIONS`."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ripplegraph.errors import UsageError
from ripplegraph.memory.spelling import suggest_name
from ripplegraph.memory.text import SUMMARY_LENGTH

HEADING = re.compile(r" {0,3}##[ \t]+MEMORY_SUGGESTIONS[ \t]*")
EVENT_TYPES = (
    "hint",
    "decision",
    "submission",
    "follow_up",
    "rejection",
    "approval",
    "wont_fix",
    "commit",
    "dispute",
    "guidance",
)
SCOPES = ("task", "section", "project")
MAX_BLOCK = 200_000
MAX_ENTRIES = 100
_REQUIRED = ("scope", "event_type", "summary")
_KINDS: Mapping[str, type] = {
    "scope": str,
    "event_type": str,
    "summary": str,
    "importance": int,
    "tags": list,
    "details": dict,
}
_HINT = 'Write [{"scope": "project", "event_type": "hint", "summary": "..."}] in one fence.'


@dataclass(frozen=True)
class Suggestion:
    """One entry of a block, as strict as it has to be."""

    scope: str
    event_type: str
    summary: str
    importance: int = 50
    tags: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)


def parse_block(text: str) -> list[Suggestion | UsageError]:
    """Read the JSON of a block: each of its entries, or what is wrong with it.

    What is no list at all raises.
    """
    entries = _load(text)
    if not isinstance(entries, list):
        raise UsageError("The suggestions are not a JSON array.", hint=_HINT)
    if len(entries) > MAX_ENTRIES:
        raise UsageError(
            f"There are {len(entries)} suggestions.", hint=f"Make at most {MAX_ENTRIES}."
        )
    return [_try_entry(entry) for entry in entries]


def _load(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"The suggestions are not JSON: {error}.", hint=_HINT) from error


def _try_entry(entry: object) -> Suggestion | UsageError:
    try:
        return _check_entry(entry)
    except UsageError as error:
        return error


def _check_entry(entry: object) -> Suggestion:
    if not isinstance(entry, dict):
        raise UsageError("A suggestion is not a JSON object.", hint=_HINT)
    _check_names(entry)
    for name, value in entry.items():
        if not isinstance(value, _KINDS[name]) or isinstance(value, bool):
            raise UsageError(f"{name!r} of a suggestion has the wrong type.", hint=_HINT)
    if not all(isinstance(tag, str) for tag in entry.get("tags", ())):
        raise UsageError("The tags of a suggestion are not all texts.", hint=_HINT)
    _check_choice("scope", entry["scope"], SCOPES)
    _check_choice("event type", entry["event_type"], EVENT_TYPES)
    if len(entry["summary"]) > SUMMARY_LENGTH:
        raise UsageError(
            f"The summary of a suggestion has {len(entry['summary']):,} characters.",
            hint=f"Use at most {SUMMARY_LENGTH}.",
        )
    return Suggestion(**{**entry, "tags": tuple(entry.get("tags", ()))})


def _check_names(entry: Mapping[str, object]) -> None:
    for name in _REQUIRED:
        if name not in entry:
            raise UsageError(f"A suggestion has no {name!r}.", hint=_HINT)
    for name in entry:
        if name not in _KINDS:
            raise UsageError(
                f"A suggestion cannot have {name!r:.80}.", hint=suggest_name(name, _KINDS)
            )


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise UsageError(
            f"There is no {name} {value!r:.80} of suggestions.", hint=suggest_name(value, choices)
        )
