"""Compares code with what it looked like when someone vouched for a memory about it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ripplegraph.graph.changes import NodeState
from ripplegraph.graph.compatibility import Used, judge
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.model import NodeKind
from ripplegraph.memory.anchors.code_reader import CONSTRUCTORS, CodeReader
from ripplegraph.memory.anchors.fingerprints import AROUND, build_look, get_outer
from ripplegraph.memory.anchors.location import Place
from ripplegraph.memory.freshness.verdicts import (
    BODY_CHANGED,
    DEPENDENCY_CHANGED,
    FRESH,
    GONE,
    SIGNATURE_CHANGED,
    UNKNOWN,
    VERDICTS,
    SubjectState,
)
from ripplegraph.store.records.memory_records import Anchor, Look, Use

_UNREAD = frozenset({"partial", "failed", "skipped"})
_LISTED = 3


def compare_subject(code: CodeReader, anchor: Anchor, place: Place, seen: set[str]) -> SubjectState:
    """Compare one subject of a memory with the code of this worktree.

    What else than the subject was looked at goes to `seen`, to be watched.
    """
    target = place.target
    if not place.found:
        return SubjectState(target, *_judge_missing(code, anchor, target))
    if anchor.kind in ("directory", "glob", "external"):
        return SubjectState(target, FRESH, f"`{target}` is there")
    state = code.find(target)
    if state is None or not anchor.looks:
        return SubjectState(
            target, UNKNOWN, f"nothing is known of `{target}` at the time of writing"
        )
    now = build_look(code, state, at="")
    seen.update(use.id for use in now.uses)
    if (now.body_fingerprint or "").startswith(AROUND):
        seen.add(get_outer(state.id))
    found = [_compare(code, state, look, now) for look in anchor.looks]
    verdict, reason = min(found, key=lambda item: -VERDICTS.index(item[0]))
    if verdict != FRESH and code.get_status(state.path) in _UNREAD:
        # What is found in a file that cannot be read as a whole may be less than there is.
        return SubjectState(target, UNKNOWN, _say_unread(code, state.path))
    moved = f"; it was `{anchor.target}`" if target != anchor.target else ""
    return SubjectState(target, verdict, reason + moved)


def _judge_missing(code: CodeReader, anchor: Anchor, target: str) -> tuple[str, str]:
    path, _, label = target.partition(SEPARATOR)
    if not anchor.resolved:
        return UNKNOWN, f"`{target}` was not there when this was written, and still is not"
    if label and code.get_status(path) in _UNREAD:
        return UNKNOWN, _say_unread(code, path)
    if anchor.kind in ("file", "symbol") and code.is_left_out(path):
        return UNKNOWN, f"`{path}` is there, but scans leave it out"
    if anchor.kind == "glob":
        return GONE, f"no file matches `{target}` any more"
    if label and code.get_status(path) is None:
        return GONE, f"`{target}` is gone with its file"
    return GONE, f"`{target}` is gone"


def _say_unread(code: CodeReader, path: str) -> str:
    words = {"partial": "has a syntax error", "failed": "cannot be read", "skipped": "is not read"}
    return f"`{path}` {words[code.get_status(path) or 'failed']}"


def _compare(code: CodeReader, state: NodeState, then: Look, now: Look) -> tuple[str, str]:
    """Return verdict and reason for one look of a subject."""
    since = f" since {then.commit[:9]}" if then.commit else ""
    signature = next(_find_signature_changes(state, then, now), None)
    if signature:
        return SIGNATURE_CHANGED, signature
    body = next(_find_body_changes(state, then, now), None)
    used = next(_find_used_changes(code, then, now, edited=body is not None), None)
    if used:
        return DEPENDENCY_CHANGED, used
    if body:
        return BODY_CHANGED, f"{body}{since}"
    return FRESH, f"`{state.id}` has not changed{since}"


def _find_signature_changes(state: NodeState, then: Look, now: Look) -> Iterator[str]:
    if state.kind is NodeKind.FILE:
        yield from _find_lost_offers(state, then, now)
        return
    is_other = then.signature_fingerprint != now.signature_fingerprint
    if is_other and then.signature != now.signature:
        yield f"`{then.signature}` is now `{now.signature}`"
    for flag in (*then.flags, *now.flags):
        if (flag in then.flags) != (flag in now.flags):
            yield f"`{state.id}` is {'now' if flag in now.flags else 'no longer'} {_say(flag)}"
    if is_other:
        yield f"`{state.id}` is declared or decorated differently"
    for name in CONSTRUCTORS if then.parts is not None else ():
        old, new = (_get_offer(parts, name) for parts in (then.parts, now.parts))
        if old != new:
            yield f"`{state.id}` is constructed differently: `{name}` {_say_change(old, new)}"


def _find_lost_offers(state: NodeState, then: Look, now: Look) -> Iterator[str]:
    if then.parts is None:
        if then.signature_fingerprint and then.signature_fingerprint != now.signature_fingerprint:
            yield f"`{state.id}` offers something else"
        return
    new = now.parts or {}
    lost = [name for name in then.parts if name not in new]
    other = [name for name, look in then.parts.items() if name in new and new[name] != look]
    if lost:
        yield f"`{state.id}` no longer offers {_list(lost)}"
    if other:
        yield f"`{state.id}` offers {_list(other)} with another signature"


def _find_body_changes(state: NodeState, then: Look, now: Look) -> Iterator[str]:
    if then.body_fingerprint != now.body_fingerprint:
        prints = (then.body_fingerprint or "", now.body_fingerprint or "")
        if state.kind is NodeKind.FILE:
            yield f"the content of `{state.id}` changed"
        elif any(item.startswith(AROUND) for item in prints):
            yield f"`{state.id}` or the code around it changed"
        elif state.kind is NodeKind.VARIABLE:
            yield f"the value of `{state.id}` changed"
        else:
            yield f"the body of `{state.id}` changed"
    if state.kind is not NodeKind.FILE and then.parts is not None and then.parts != now.parts:
        new = now.parts or {}
        names = [n for n in {**then.parts, **new} if then.parts.get(n) != new.get(n)]
        yield f"{_list(names)} in `{state.id}` changed"


def _find_used_changes(code: CodeReader, then: Look, now: Look, *, edited: bool) -> Iterator[str]:
    """Yield direct dependencies that can no longer be used as they were."""
    current = {use.id: use for use in now.uses}
    known = {use.id for use in then.uses}
    for old in then.uses:
        new = current.get(old.id)
        if new is None and edited and code.exists(old.id):
            continue  # It is not a dependency any more.
        if new is None:
            new = _find_namesake(old, [use for use in now.uses if use.id not in known])
        if new is None:
            # Nobody edited the use of it: it may be that it cannot be used like that any more.
            state = code.find(old.id)
            new = code.build_use(state) if state is not None else None
        if new is not None:
            if replace(new, id=old.id) != old:
                verdict = judge(_build_used(old), _build_used(new))
                if verdict.compatible is False:
                    yield f"it uses `{new.id}`, which changed: {verdict.detail}"
        elif not edited:
            yield f"it uses `{old.id}`, which is gone"


def _find_namesake(old: Use, others: Sequence[Use]) -> Use | None:
    """Find what something that moved may be now: used here newly, with the same name."""
    name = _get_name(old.id)
    found = [use for use in others if _get_name(use.id) == name and use.kind == old.kind]
    return found[0] if len(found) == 1 else None


def _build_used(use: Use) -> Used:
    constructor = _build_state(use.constructor) if use.constructor else None
    fields = tuple(
        NodeState(
            f"{use.id}.{name}",
            NodeKind.VARIABLE,
            name,
            "",
            metadata='{"literal": ""}' if has_default else None,
        )
        for name, has_default in use.metadata.get("fields", ())
    )
    return Used(_build_state(use), constructor, fields)


def _build_state(use: Use) -> NodeState:
    return NodeState(
        use.id,
        NodeKind(use.kind),
        _get_name(use.id),
        use.id.partition(SEPARATOR)[0],
        use.language or None,
        signature=use.signature,
        signature_fingerprint=use.fingerprint,
        metadata=json.dumps(use.metadata),
    )


def _get_name(node_id: str) -> str:
    return node_id.partition(SEPARATOR)[2].rpartition(".")[2]


def _get_offer(parts: Mapping[str, str] | None, name: str) -> str | None:
    """Return how a member is used, without what is in its body."""
    found = (parts or {}).get(name)
    return None if found is None else found.rpartition(" ")[0]


def _say_change(old: str | None, new: str | None) -> str:
    return "was added" if old is None else "was removed" if new is None else "changed"


def _say(flag: str) -> str:
    return flag.replace("_", " ")


def _list(names: Sequence[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(f"`{name}`" for name in sorted(names)[:_LISTED]) + more
