"""Finds the memories about the targets of an answer and about their dependents."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ripplegraph.graph.ids import SEPARATOR, get_path
from ripplegraph.impact.memory_groups import FoundMemories
from ripplegraph.impact.report import AttachedMemory
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.decay import HALF_LIVES, fade
from ripplegraph.store.sql import statements
from ripplegraph.targets.target import ResolvedTarget

_MANY = 2_000
"""Of more files than that are fewer memories, and these are gone through instead."""
_STALE = frozenset({"gone", "claim_false", "signature_changed"})
_TRUST = {"dependency_changed": 0.7, "body_changed": 0.8, "unknown": 0.8, "gone": 0.2}
_TRUST |= {"claim_false": 0.2, "signature_changed": 0.4}


class Attachment(NamedTuple):
    """Where a memory hangs, and how far that is from the target."""

    place: str
    distance: int


def find_attached(
    graph: sqlite3.Connection,
    targets: Sequence[ResolvedTarget],
    near_paths: Mapping[str, int],
    near_symbols: Mapping[str, int] | None,
) -> dict[str, Attachment]:
    """Return the memories about targets and about what reaches them, the nearest place of each.

    `near_paths` are the files that depend on targets with their distance; `near_symbols`, where
    symbols were asked about, the symbols that do.
    """
    found: dict[str, Attachment] = {}
    for memory, place in _read_subjects(graph, targets, near_paths):
        distance = _measure(place, targets, near_paths, near_symbols)
        if distance is not None:
            _keep(found, memory, Attachment(place, distance))
    for memory, place in graph.execute(statements.SELECT_WIDE_SUBJECTS):
        if any(_covers(place, target) for target in targets):
            _keep(found, memory, Attachment(place, 0))
    return found


def _read_subjects(
    graph: sqlite3.Connection, targets: Sequence[ResolvedTarget], near_paths: Mapping[str, int]
) -> Iterable[tuple[str, str]]:
    """Read what memories are about, at least in the files of targets and of what reaches them."""
    if len(near_paths) > _MANY or any(target.type == "directory" for target in targets):
        return graph.execute(statements.SELECT_SUBJECTS)
    own = {target.path for target in targets if target.path is not None}
    paths = [*own, *(path for path in near_paths if path not in own)]
    return graph.execute(statements.SELECT_SUBJECTS_IN_FILES, (json.dumps(paths),))


def _keep(found: dict[str, Attachment], memory: str, new: Attachment) -> None:
    known = found.get(memory)
    if known is None or new.distance < known.distance:
        found[memory] = new


def _measure(
    place: str,
    targets: Sequence[ResolvedTarget],
    near_paths: Mapping[str, int],
    near_symbols: Mapping[str, int] | None,
) -> int | None:
    """Return how far what a memory is about is from the targets; None: it is not reached."""
    path = get_path(place) or ""
    for target in targets:
        if target.id == place or _is_inside(place, target) or _is_around(place, target):
            return 0
    if near_symbols is None:
        return near_paths.get(path)
    return near_symbols.get(place, near_paths.get(path) if SEPARATOR not in place else None)


def _is_inside(place: str, target: ResolvedTarget) -> bool:
    if target.type == "directory":
        return target.id == "./" or place.startswith(target.id)
    return place.startswith(
        f"{target.id}." if SEPARATOR in target.id else f"{target.id}{SEPARATOR}"
    )


def _is_around(place: str, target: ResolvedTarget) -> bool:
    """Tell whether a memory is about the file, or the class, that a target is in."""
    return target.is_symbol and (place == target.path or target.id.startswith(f"{place}."))


def _covers(place: str, target: ResolvedTarget) -> bool:
    """Tell whether a folder or a pattern has the file of a target in it."""
    if place == target.id:
        return True
    if target.path is None:
        return False
    if place.endswith("/"):
        return place == "./" or target.path.startswith(place)
    from ripplegraph.targets.globs import is_glob, translate_glob

    return is_glob(place) and translate_glob(place).fullmatch(target.path) is not None


def read_memories(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection,
    attached: Mapping[str, Attachment],
    *,
    limit: int | None,
    own_stale: bool = False,
) -> FoundMemories:
    """Read the best of attached memories that are live; what is stale is counted and left out.

    With `own_stale` stale memories about the targets themselves are there, too: of a change one
    wants to know which memories it makes untrue.
    """
    listed = (json.dumps(list(attached)),)
    words = dict(graph.execute(statements.SELECT_VERDICT_WORDS_OF, listed).fetchall())
    ranked = []
    stale = unchecked = 0
    now = get_now()
    for memory, kind, confidence, own, *moments in memories.execute(
        statements.MEMORY_TRUST, listed
    ):
        word = words.get(memory)
        attachment = attached[memory]
        if word is None:
            unchecked += 1
        elif word in _STALE and not (own_stale and attachment.distance == 0):
            stale += 1
        else:
            half_life = HALF_LIVES.get(kind) if own is None else own
            trust = fade(confidence, half_life, moments, now=now) * _TRUST.get(word, 1.0)
            ranked.append((attachment.distance, -round(trust, 4), memory))
    ranked.sort()
    found = _build_memories(graph, memories, ranked[:limit], attached)
    return FoundMemories(found, len(ranked), stale, unchecked)


def _build_memories(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection,
    ranked: Sequence[tuple[int, float, str]],
    attached: Mapping[str, Attachment],
) -> list[AttachedMemory]:
    listed = (json.dumps([memory for _, _, memory in ranked]),)
    verdicts = {row[0]: row[1:] for row in graph.execute(statements.SELECT_VERDICTS, listed)}
    rows = {row[0]: row for row in memories.execute(statements.MEMORY_NOTES, listed)}
    return [
        _build_memory(rows[memory], verdicts[memory], attached[memory], -distrust)
        for _, distrust, memory in ranked
        # Somebody may have removed it a moment ago.
        if memory in rows and memory in verdicts
    ]


def _build_memory(
    row: Sequence[Any], verdict: Sequence[Any], attachment: Attachment, confidence: float
) -> AttachedMemory:
    memory, kind, title, content, provenance, user_verified = row
    _, word, checked_at, report, _ = verdict
    reason = json.loads(report)["reason"]
    origin = json.loads(provenance)
    kept = ("channel", "role", "agent", "session", "task", "commit", "branch")
    mark = "STALE" if word in _STALE else "CHECK"
    return AttachedMemory(
        id=memory,
        type=kind,
        title=title,
        content=content,
        label=f"[{mark}: {reason}]" if word in _TRUST else "",
        confidence=confidence,
        freshness={"verdict": word, "reason": reason, "checked_at": checked_at},
        provenance={name: origin.get(name) for name in kept}
        | {"user_verified": bool(user_verified)},
        attached_to=attachment.place,
        distance=attachment.distance,
    )
