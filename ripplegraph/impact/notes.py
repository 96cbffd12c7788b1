"""Finds what was learned about the code that an edit touches and reaches."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ripplegraph.graph.ids import SEPARATOR, get_path
from ripplegraph.impact.note_groups import Found
from ripplegraph.impact.report import Note
from ripplegraph.impact.targets import Aim
from ripplegraph.memory.clock import get_now
from ripplegraph.memory.decay import HALF_LIVES, fade
from ripplegraph.store import statements

_MANY = 2_000
"""Of more files than that are fewer memories, and these are gone through instead."""
_STALE = frozenset({"gone", "claim_false", "signature_changed"})
_TRUST = {"dependency_changed": 0.7, "body_changed": 0.8, "unknown": 0.8, "gone": 0.2}
_TRUST |= {"claim_false": 0.2, "signature_changed": 0.4}


class Attachment(NamedTuple):
    """Where a memory hangs, and how far that is from the target."""

    target: str
    distance: int


def find_attached(
    graph: sqlite3.Connection,
    aims: Sequence[Aim],
    near_paths: Mapping[str, int],
    near_symbols: Mapping[str, int] | None,
) -> dict[str, Attachment]:
    """Return the memories about targets and about what reaches them, the nearest place of each.

    `near_paths` are the files that depend on targets with their distance; `near_symbols`, where
    symbols were asked about, the symbols that do.
    """
    found: dict[str, Attachment] = {}
    for memory, target in _read_subjects(graph, aims, near_paths):
        distance = _measure(target, aims, near_paths, near_symbols)
        if distance is not None:
            _keep(found, memory, Attachment(target, distance))
    for memory, target in graph.execute(statements.SELECT_WIDE_SUBJECTS):
        if any(_covers(target, aim) for aim in aims):
            _keep(found, memory, Attachment(target, 0))
    return found


def _read_subjects(
    graph: sqlite3.Connection, aims: Sequence[Aim], near_paths: Mapping[str, int]
) -> Iterable[tuple[str, str]]:
    """Read what memories are about, at least in the files of targets and of what reaches them."""
    if len(near_paths) > _MANY or any(aim.type == "directory" for aim in aims):
        return graph.execute(statements.SELECT_SUBJECTS)
    own = {aim.path for aim in aims if aim.path is not None}
    paths = [*own, *(path for path in near_paths if path not in own)]
    return graph.execute(statements.SELECT_SUBJECTS_IN_FILES, (json.dumps(paths),))


def _keep(found: dict[str, Attachment], memory: str, new: Attachment) -> None:
    known = found.get(memory)
    if known is None or new.distance < known.distance:
        found[memory] = new


def _measure(
    target: str,
    aims: Sequence[Aim],
    near_paths: Mapping[str, int],
    near_symbols: Mapping[str, int] | None,
) -> int | None:
    """Return how far what a memory is about is from the targets; None: it is not reached."""
    path = get_path(target) or ""
    for aim in aims:
        if aim.id == target or _is_inside(target, aim) or _is_around(target, aim):
            return 0
    if near_symbols is None:
        return near_paths.get(path)
    return near_symbols.get(target, near_paths.get(path) if SEPARATOR not in target else None)


def _is_inside(target: str, aim: Aim) -> bool:
    if aim.type == "directory":
        return aim.id == "./" or target.startswith(aim.id)
    return target.startswith(f"{aim.id}." if SEPARATOR in aim.id else f"{aim.id}{SEPARATOR}")


def _is_around(target: str, aim: Aim) -> bool:
    """Tell whether a memory is about the file, or the class, that a target is in."""
    return aim.is_symbol and (target == aim.path or aim.id.startswith(f"{target}."))


def _covers(target: str, aim: Aim) -> bool:
    """Tell whether a folder or a pattern has the file of a target in it."""
    if target == aim.id:
        return True
    if aim.path is None:
        return False
    if target.endswith("/"):
        return target == "./" or aim.path.startswith(target)
    from ripplegraph.memory.globs import is_glob, translate_glob

    return is_glob(target) and translate_glob(target).fullmatch(aim.path) is not None


def read_notes(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection,
    attached: Mapping[str, Attachment],
    *,
    limit: int | None,
    own_stale: bool = False,
) -> Found:
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
        place = attached[memory]
        if word is None:
            unchecked += 1
        elif word in _STALE and not (own_stale and place.distance == 0):
            stale += 1
        else:
            half_life = HALF_LIVES.get(kind) if own is None else own
            trust = fade(confidence, half_life, moments, now=now) * _TRUST.get(word, 1.0)
            ranked.append((place.distance, -round(trust, 4), memory))
    ranked.sort()
    notes = _build_notes(graph, memories, ranked[:limit], attached)
    return Found(notes, len(ranked), stale, unchecked)


def _build_notes(
    graph: sqlite3.Connection,
    memories: sqlite3.Connection,
    ranked: Sequence[tuple[int, float, str]],
    attached: Mapping[str, Attachment],
) -> list[Note]:
    listed = (json.dumps([memory for _, _, memory in ranked]),)
    verdicts = {row[0]: row[1:] for row in graph.execute(statements.SELECT_VERDICTS, listed)}
    rows = {row[0]: row for row in memories.execute(statements.MEMORY_NOTES, listed)}
    return [
        _build_note(rows[memory], verdicts[memory], attached[memory], -distrust)
        for _, distrust, memory in ranked
        # Somebody may have removed it a moment ago.
        if memory in rows and memory in verdicts
    ]


def _build_note(
    row: Sequence[Any], verdict: Sequence[Any], place: Attachment, confidence: float
) -> Note:
    memory, kind, title, content, provenance, user_verified = row
    _, word, checked_at, report, _ = verdict
    reason = json.loads(report)["reason"]
    origin = json.loads(provenance)
    kept = ("channel", "role", "agent", "session", "task", "commit", "branch")
    mark = "STALE" if word in _STALE else "CHECK"
    return Note(
        id=memory,
        type=kind,
        title=title,
        content=content,
        label=f"[{mark}: {reason}]" if word in _TRUST else "",
        confidence=confidence,
        freshness={"verdict": word, "reason": reason, "checked_at": checked_at},
        provenance={name: origin.get(name) for name in kept}
        | {"user_verified": bool(user_verified)},
        attached_to=place.target,
        distance=place.distance,
    )
