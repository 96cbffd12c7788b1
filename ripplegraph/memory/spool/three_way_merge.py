"""Brings a change of a memory that waited together with what happened to it meanwhile.

Each value is looked at by itself. What nobody else changed is taken over. Counts, and trust that
grew by a confirmation, are added up; lists get what was added and lose what was removed. Any other
value that was changed on both sides stays as the others have it by now.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ripplegraph.memory.anchors.fingerprints import add_look
from ripplegraph.memory.writing.additions import MAX_CONFIDENCE
from ripplegraph.memory.writing.relations import HIGHEST, LOWEST
from ripplegraph.store.records.memory_records import Plain, build_looks, looks_to_plain

UNITS = (("type", "raw_type", "details"), ("scope", "scope_ref"), ("state", "archived_at"))
"""Values that only make sense together."""
COUNTS = ("confirmations", "use_count")
TIMES = ("verified_at", "last_used_at")
BOOKKEEPING = frozenset({"updated_at", "last_used_at", "use_count"})
"""What says nothing about whether a memory is still the one that somebody removed."""
ROLES = ("subject", "claim", "mention")


@dataclass(frozen=True)
class MergedMemory:
    """A memory with a change, and the values that the change could not have."""

    result: Plain
    overruled: Plain = field(default_factory=dict)


def merge(before: Plain, after: Plain, now: Plain, *, action: str) -> MergedMemory:
    """Apply what a change made different to a memory as it is now."""
    if now == before:
        return MergedMemory(after)
    result = dict(now)
    overruled: Plain = {}
    for names in _find_changed(before, after):
        if all(now[name] == before.get(name) for name in names):
            result.update({name: after[name] for name in names})
            continue
        for name in names:
            _combine(name, before, after, now, action=action, to=(result, overruled))
    return MergedMemory(result, overruled)


def overrule(before: Plain, after: Plain, now: Plain) -> MergedMemory:
    """Leave a memory as it is, whatever a change wanted."""
    names = [name for unit in _find_changed(before, after) for name in unit]
    return MergedMemory(now, {name: after[name] for name in names if now[name] != after[name]})


def is_same_memory(before: Plain, now: Plain) -> bool:
    """Tell whether a memory is, but for bookkeeping, what it was when somebody removed it."""
    return _describe(before) == _describe(now)


def _describe(plain: Plain) -> Plain:
    kept = {name: value for name, value in plain.items() if name not in BOOKKEEPING}
    return {**kept, "anchors": [_get_anchor_key(anchor) for anchor in plain["anchors"]]}


def _find_changed(before: Plain, after: Plain) -> Iterator[tuple[str, ...]]:
    """Yield the names of values that a change made different, with those that belong to them."""
    together = {name: unit for unit in UNITS for name in unit}
    changed = (name for name in after if before.get(name) != after[name] and name != "updated_at")
    yield from dict.fromkeys(together.get(name, (name,)) for name in changed)


def _combine(
    name: str,
    before: Plain,
    after: Plain,
    now: Plain,
    *,
    action: str,
    to: tuple[Plain, Plain],
) -> None:
    result, overruled = to
    values = (before.get(name), after[name], now[name])
    if values[0] == values[1]:
        return
    if name == "confidence":
        found = _combine_confidence(before, after, now, action)
    elif name in _WAYS:
        found = _WAYS[name](*values)
    else:
        found = None
    if found is not None:
        result[name] = found
    elif now[name] != after[name]:
        overruled[name] = after[name]


def _combine_confidence(before: Plain, after: Plain, now: Plain, action: str) -> float | None:
    """Do again to the trust of now what a change did to the trust of then."""
    old, new, current = before["confidence"], after["confidence"], now["confidence"]
    if action == "flag_wrong":
        return float(new)
    if action == "propagate":
        return round(float(min(HIGHEST, max(LOWEST, current + new - old))), 4)
    if action != "confirm" or not old < new:
        return None
    if not _has_new_witness(before, after, now) or current >= MAX_CONFIDENCE:
        return float(current)
    share = (new - old) / (MAX_CONFIDENCE - old) if old < MAX_CONFIDENCE else 0.0
    return round(float(current + share * (MAX_CONFIDENCE - current)), 4)


def _has_new_witness(before: Plain, after: Plain, now: Plain) -> bool:
    """Tell whether a confirmation comes from someone who had not confirmed the memory of now."""
    if "provenance" not in after:
        return True
    known = before["provenance"]["confirmed_by"]
    new = [witness for witness in after["provenance"]["confirmed_by"] if witness not in known]
    return not new or any(witness not in now["provenance"]["confirmed_by"] for witness in new)


def _add_up(old: int, new: int, now: int) -> int:
    return max(0, now + new - old)


def _take_later(_: str | None, new: str | None, now: str | None) -> str | None:
    return max(new, now) if new and now else None


def _merge_lists(old: list[Any] | None, new: list[Any], now: list[Any]) -> list[Any]:
    known = old or []
    kept = [item for item in now if item in new or item not in known]
    return kept + [item for item in new if item not in known and item not in kept]


def _merge_provenance(old: Plain, new: Plain, now: Plain) -> Plain:
    witnesses = _merge_lists(old["confirmed_by"], new["confirmed_by"], now["confirmed_by"])
    return {**now, "confirmed_by": witnesses}


def _merge_relations(old: list[Plain], new: list[Plain], now: list[Plain]) -> list[Plain]:
    return _merge_keyed(old, new, now, get_relation_key, lambda _, item, __: item)


def _merge_anchors(old: list[Plain], new: list[Plain], now: list[Plain]) -> list[Plain]:
    found = _merge_keyed(old, new, now, _get_anchor_key, _merge_anchor)
    return sorted(found, key=lambda anchor: ROLES.index(anchor["role"]))


def _merge_anchor(old: Plain | None, new: Plain, now: Plain) -> Plain:
    known: Mapping[str, Any] = old or {"looks": [], "moves": []}
    looks = build_looks(
        look for look in now["looks"] if look in new["looks"] or look not in known["looks"]
    )
    for look in build_looks(look for look in new["looks"] if look not in known["looks"]):
        looks = add_look(looks, look)
    moves = _merge_lists(known["moves"], new["moves"], now["moves"])
    return {**now, "looks": looks_to_plain(looks), "moves": moves}


def _merge_keyed(
    old: list[Plain],
    new: list[Plain],
    now: list[Plain],
    get_key: Callable[[Plain], tuple[Any, ...]],
    merge_item: Callable[[Plain | None, Plain, Plain], Plain],
) -> list[Plain]:
    """Merge lists whose items are told apart by a part of them."""
    before = {get_key(item): item for item in old}
    wanted = {get_key(item): item for item in new}
    found = {}
    for item in now:
        key = get_key(item)
        if key not in wanted and key in before:
            continue
        changed = key in wanted and wanted[key] != before.get(key)
        found[key] = merge_item(before.get(key), wanted[key], item) if changed else item
    added = {key: item for key, item in wanted.items() if key not in before and key not in found}
    return [*found.values(), *added.values()]


def get_relation_key(relation: Plain) -> tuple[Any, ...]:
    return relation["kind"], relation["target_memory"], relation["target_path"]


def _get_anchor_key(anchor: Plain) -> tuple[Any, ...]:
    return anchor["role"], anchor["target"]


_WAYS: Mapping[str, Callable[[Any, Any, Any], Any]] = {
    **dict.fromkeys(COUNTS, _add_up),
    **dict.fromkeys(TIMES, _take_later),
    "tags": _merge_lists,
    "claims": _merge_lists,
    "provenance": _merge_provenance,
    "relations": _merge_relations,
    "anchors": _merge_anchors,
}
