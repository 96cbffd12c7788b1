"""Works out what changed between two scans, from the nodes of the files that changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ripplegraph.graph.changes import CHANGING_KINDS, GraphChange, NodeState
from ripplegraph.graph.compatibility import (
    Used,
    Verdict,
    get_body_print,
    is_declared,
    is_used_differently,
    judge,
    read_metadata,
    takes_fields,
)
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.model import ChangeKind, NodeKind
from ripplegraph.indexing.changes.moves import get_label, pair_nodes

_CONSTRUCTORS: Final = ("__init__", "__new__", "constructor")
_ORDER: Final = {
    ChangeKind.REMOVED: 0,
    ChangeKind.MOVED: 1,
    ChangeKind.ADDED: 2,
    ChangeKind.SIGNATURE_CHANGED: 3,
    ChangeKind.BODY_CHANGED: 4,
}
_LISTED_NAMES: Final = 5


def compute_changes(
    before: Iterable[NodeState], after: Iterable[NodeState], renames: Mapping[str, str]
) -> list[GraphChange]:
    """Compare the nodes of changed files; `renames` gives the new path of each renamed file.

    Nodes of files that did not change may be left out of both sides or be in both. The order is
    by path and name, whatever the order of the nodes.
    """
    old = {state.id: state for state in before if state.kind in CHANGING_KINDS}
    new = {state.id: state for state in after if state.kind in CHANGING_KINDS}
    return _Comparison(old, new, renames).find_changes()


class _Comparison:
    def __init__(
        self,
        before: Mapping[str, NodeState],
        after: Mapping[str, NodeState],
        renames: Mapping[str, str],
    ) -> None:
        self._before = before
        self._after = after
        self._pairs = pair_nodes(before, after, renames)
        self._fields = _find_fields(before), _find_fields(after)

    def find_changes(self) -> list[GraphChange]:
        found = [change for old, new in self._pairs for change in self._compare(old, new)]
        found += self._find_unpaired()
        found += self._find_changed_surfaces(found)
        found.sort(key=lambda change: (*_split_id(change.id), _ORDER[change.kind]))
        return found

    def _find_unpaired(self) -> Iterator[GraphChange]:
        kept = {old.id for old, _ in self._pairs}
        came = {new.id for _, new in self._pairs}
        for key in self._before.keys() - kept:
            yield _build(
                ChangeKind.REMOVED,
                self._before[key],
                None,
                f"{_name_kind(self._before[key])} removed",
            )
        for key in self._after.keys() - came:
            yield _build(
                ChangeKind.ADDED, None, self._after[key], f"{_name_kind(self._after[key])} added"
            )

    def _compare(self, old: NodeState, new: NodeState) -> Iterator[GraphChange]:
        if old.id != new.id:
            yield _build(ChangeKind.MOVED, old, new, _describe_move(old, new))
        if new.kind is not NodeKind.FILE:
            yield from self._compare_use(old, new)
        if _is_changed_inside(old, new):
            yield _build(ChangeKind.BODY_CHANGED, old, new, _describe_body(old, new))

    def _compare_use(self, old: NodeState, new: NodeState) -> Iterator[GraphChange]:
        before = self._describe_use(old, self._before, self._fields[0])
        after = self._describe_use(new, self._after, self._fields[1])
        if is_used_differently(old, new) or _is_made_differently(before, after):
            verdict = judge(before, after)
            yield _build(ChangeKind.SIGNATURE_CHANGED, old, new, verdict.detail, verdict)

    def _describe_use(
        self,
        state: NodeState,
        states: Mapping[str, NodeState],
        fields: Mapping[str, list[NodeState]],
    ) -> Used:
        if state.kind is not NodeKind.CLASS:
            return Used(state)
        found = (states.get(f"{state.id}.{name}") for name in _CONSTRUCTORS)
        constructor = next((item for item in found if item is not None), None)
        if constructor is not None or not takes_fields(state):
            return Used(state, constructor)
        return Used(state, None, tuple(fields.get(state.id, ())))

    def _find_changed_surfaces(self, found: Iterable[GraphChange]) -> Iterator[GraphChange]:
        """Judge what a file offers by what happened to the definitions in it."""
        inside: dict[str, list[GraphChange]] = defaultdict(list)
        for change in found:
            inside[_split_id(change.id)[0]].append(change)
            if change.previous_id is not None:
                inside[_split_id(change.previous_id)[0]].append(change)
        for old, new in self._pairs:
            if new.kind is NodeKind.FILE and old.signature_fingerprint != new.signature_fingerprint:
                changes = inside[new.path] + (inside[old.path] if old.path != new.path else [])
                verdict = _judge_surface(old, new, changes)
                yield _build(ChangeKind.SIGNATURE_CHANGED, old, new, verdict.detail, verdict)


def _judge_surface(old: NodeState, new: NodeState, changes: Iterable[GraphChange]) -> Verdict:
    if not (old.signature_fingerprint and new.signature_fingerprint):
        was_read = bool(old.signature_fingerprint)
        return Verdict(None, "could not be read" if was_read else "can be read now")
    groups: dict[str, set[str]] = defaultdict(set)
    worst: set[bool | None] = {True}
    for change in changes:
        path, label = _split_id(change.id)
        left = change.previous_id is not None and _split_id(change.previous_id) != (old.path, label)
        if not label:
            continue
        if change.kind is ChangeKind.REMOVED:
            groups["no longer offers"].add(label)
            worst.add(False)
        elif change.kind is ChangeKind.MOVED and left and change.previous_id is not None:
            if _split_id(change.previous_id)[0] == old.path:
                groups["no longer offers"].add(_split_id(change.previous_id)[1])
                worst.add(False)
            if path == new.path:
                groups["now offers"].add(label)
        elif change.kind is ChangeKind.ADDED:
            groups["now offers"].add(label)
        elif change.kind is ChangeKind.SIGNATURE_CHANGED:
            groups["changes"].add(label)
            worst.add(change.compatible)
    texts = [f"{words} {_list_names(names)}" for words, names in sorted(groups.items())]
    compatible = False if False in worst else None if None in worst else True
    return Verdict(compatible, "; ".join(texts) or "offers the same in another order")


def _is_changed_inside(old: NodeState, new: NodeState) -> bool:
    if old.body_fingerprint and new.body_fingerprint:
        return old.body_fingerprint != new.body_fingerprint
    return get_body_print(old) != get_body_print(new)


def _is_made_differently(before: Used, after: Used) -> bool:
    """Tell whether a class is constructed in another way."""
    old, new = before.constructor, after.constructor
    if old is not None and new is not None:
        return is_used_differently(old, new)
    if (old is None) != (new is None):
        return True
    return [_describe_field(item) for item in before.fields] != [
        _describe_field(item) for item in after.fields
    ]


def _describe_field(state: NodeState) -> tuple[str, bool]:
    return state.name, "literal" in read_metadata(state)


def _find_fields(states: Mapping[str, NodeState]) -> Mapping[str, list[NodeState]]:
    """Return the variables of each class by its id, in the order in which they are written."""
    fields: dict[str, list[NodeState]] = defaultdict(list)
    for state in states.values():
        if state.kind is NodeKind.VARIABLE and "." in get_label(state) and is_declared(state):
            fields[state.id.rpartition(".")[0]].append(state)
    for found in fields.values():
        found.sort(key=lambda state: (state.line or 0, state.id))
    return fields


def _build(
    kind: ChangeKind,
    old: NodeState | None,
    new: NodeState | None,
    detail: str,
    verdict: Verdict | None = None,
) -> GraphChange:
    state = new or old
    if state is None:
        raise ValueError("a change needs a node")
    signature = kind is ChangeKind.SIGNATURE_CHANGED
    return GraphChange(
        kind=kind,
        id=state.id,
        node_kind=state.kind,
        detail=detail,
        previous_id=old.id if old and kind is ChangeKind.MOVED else None,
        compatible=verdict.compatible if verdict else None,
        old_signature=old.signature if old and signature else None,
        new_signature=new.signature if new and signature else None,
        old_signature_fingerprint=old.signature_fingerprint if old else None,
        new_signature_fingerprint=new.signature_fingerprint if new else None,
        old_body_fingerprint=get_body_print(old) if old else None,
        new_body_fingerprint=get_body_print(new) if new else None,
    )


def _describe_move(old: NodeState, new: NodeState) -> str:
    old_label, new_label = get_label(old), get_label(new)
    if old_label == new_label:
        return f"moved from {old.path}"
    if old.path == new.path:
        return f"renamed from {old_label}"
    return f"moved from {old.id}"


def _describe_body(old: NodeState, new: NodeState) -> str:
    if new.kind is NodeKind.FILE:
        return "code outside definitions changed" if new.body_fingerprint else "content changed"
    values = [read_metadata(state).get("literal") for state in (old, new)]
    if new.kind is NodeKind.VARIABLE and None not in values and values[0] != values[1]:
        return f"value is {values[1]}, was {values[0]}"
    return "body changed"


def _name_kind(state: NodeState) -> str:
    is_method = state.kind is NodeKind.FUNCTION and "." in get_label(state)
    return "member function" if is_method else str(state.kind)


def _list_names(names: Iterable[str]) -> str:
    listed = sorted(names)
    more = f" and {len(listed) - _LISTED_NAMES} more" if len(listed) > _LISTED_NAMES else ""
    return ", ".join(f"`{name}`" for name in listed[:_LISTED_NAMES]) + more


def _split_id(key: str) -> tuple[str, str]:
    path, _, label = key.partition(SEPARATOR)
    return path, label
