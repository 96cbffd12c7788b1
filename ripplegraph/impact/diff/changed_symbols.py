"""Classifies changed symbols: added, removed, renamed, signature, body, or nothing.

Both sides of every changed file are parsed and compared by their fingerprints; the hunks of the
diff say which other symbols were touched without any effect, by formatting or comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ripplegraph.config import ScanConfig
from ripplegraph.git.diff import FileDiff, Span
from ripplegraph.graph.changes import GraphChange, NodeState
from ripplegraph.graph.compatibility import is_declared
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.model import ChangeKind, NodeKind
from ripplegraph.impact.scoring import CHANGE_SHARES
from ripplegraph.indexing.changes.graph_changes import compute_changes
from ripplegraph.indexing.extraction.file_states import read_file_states

_WORST_FIRST = tuple(sorted(CHANGE_SHARES, key=lambda name: -CHANGE_SHARES[name]))


class ChangedSymbol(NamedTuple):
    """A file or symbol that a change touches."""

    id: str
    """Now; of what was removed, before."""
    type: str
    path: str
    line: int | None
    change: str
    """A key of `scoring.CHANGE_SHARES`."""
    compatible: bool | None
    detail: str
    previous_id: str | None
    lines: tuple[Span, ...]
    """The lines of the new side, or of the old one for what was removed."""

    @property
    def breaks(self) -> bool:
        """Whether those who use it have to be adapted."""
        return self.change in ("removed", "signature_incompatible", "renamed")


def find_changed_symbols(diffs: Sequence[FileDiff], config: ScanConfig) -> list[ChangedSymbol]:
    """Return what a change touches, in the order of paths and lines."""
    before: dict[str, NodeState] = {}
    after: dict[str, NodeState] = {}
    renames: dict[str, str] = {}
    for diff in diffs:
        if diff.old_path is not None and diff.old is not None:
            before |= {s.id: s for s in read_file_states(diff.old_path, diff.old, config)}
        if diff.new_path is not None and diff.new is not None:
            after |= {s.id: s for s in read_file_states(diff.new_path, diff.new, config)}
        if diff.old_path and diff.new_path and diff.old_path != diff.new_path:
            renames[diff.old_path] = diff.new_path
    changes = compute_changes(before.values(), after.values(), renames)
    found = dict(_classify(changes, before, after))
    for diff in diffs:
        _add_lines(found, diff, before, after)
        _add_without_content(found, diff)
    touched = (item for item in found.values() if not _is_explained(item, found))
    return sorted(touched, key=lambda item: (item.path, item.line or 0, item.id))


def _classify(
    changes: Iterable[GraphChange],
    before: Mapping[str, NodeState],
    after: Mapping[str, NodeState],
) -> Iterator[tuple[str, ChangedSymbol]]:
    """Yield for each node that changed the class that weighs most, with all details."""
    groups: dict[str, list[GraphChange]] = {}
    for change in changes:
        groups.setdefault(change.id, []).append(change)
    for node, group in groups.items():
        state = after.get(node) or before[node]
        named = [(_name(change), change) for change in group]
        kind, main = min(named, key=lambda item: _WORST_FIRST.index(item[0]))
        previous = next((c.previous_id for c in group if c.previous_id is not None), None)
        yield (
            node,
            ChangedSymbol(
                node,
                str(state.kind),
                state.path,
                state.line,
                kind,
                main.compatible,
                "; ".join(dict.fromkeys(change.detail for change in group)),
                previous,
                (),
            ),
        )


def _name(change: GraphChange) -> str:
    match change.kind:
        case ChangeKind.ADDED:
            return "added"
        case ChangeKind.REMOVED:
            return "removed"
        case ChangeKind.MOVED:
            return "renamed"
        case ChangeKind.BODY_CHANGED:
            return "body"
    word = {True: "compatible", False: "incompatible", None: "unknown"}[change.compatible]
    return f"signature_{word}"


def _add_lines(
    found: dict[str, ChangedSymbol],
    diff: FileDiff,
    before: Mapping[str, NodeState],
    after: Mapping[str, NodeState],
) -> None:
    """AttachedMemory the lines of each hunk with the innermost symbol around them."""
    for path, spans, states in (
        (diff.new_path, diff.new_spans, after),
        (diff.old_path, diff.old_spans, before),
    ):
        if path is None:
            continue
        inside = [state for state in states.values() if state.path == path]
        for span in spans:
            for state in _find_around(inside, span):
                known = found.get(state.id)
                if known is None and state.id in after and is_declared(state):
                    known = _build_untouched(state)
                if known is not None and (states is after or known.change == "removed"):
                    found[state.id] = known._replace(lines=(*known.lines, span))


def _add_without_content(found: dict[str, ChangedSymbol], diff: FileDiff) -> None:
    """AttachedMemory a file that changed though there is nothing in it to compare."""
    old_side, new_side = diff.old_path is not None, diff.new_path is not None
    unread = (old_side and diff.old is None) or (new_side and diff.new is None)
    if diff.path in found or not (unread or diff.old == diff.new):
        return
    change = "body" if old_side and new_side else "added" if new_side else "removed"
    detail = "not read: a submodule, a link, or too large"
    if not unread:
        change, detail = "formatting", "only the mode changed"
    found[diff.path] = ChangedSymbol(
        diff.path, str(NodeKind.FILE), diff.path, None, change, None, detail, None, ()
    )


def _find_around(states: Sequence[NodeState], span: Span) -> list[NodeState]:
    """Return the innermost definitions that a span overlaps, or the file where there is none."""
    first, last = span
    if last < first:
        last = first
    overlapping = [
        state
        for state in states
        if state.line is not None
        and state.kind is not NodeKind.FILE
        and state.line <= last
        and (state.end_line or state.line) >= first
    ]
    ids = {state.id for state in overlapping}
    innermost = [
        state for state in overlapping if not any(o.startswith(f"{state.id}.") for o in ids)
    ]
    return innermost or [state for state in states if state.kind is NodeKind.FILE]


def _build_untouched(state: NodeState) -> ChangedSymbol:
    return ChangedSymbol(
        state.id,
        str(state.kind),
        state.path,
        state.line,
        "formatting",
        True,
        "only formatting or comments changed",
        None,
        (),
    )


def _is_explained(item: ChangedSymbol, found: Mapping[str, ChangedSymbol]) -> bool:
    """Tell whether what changed about a file is all said by what changed in it."""
    if SEPARATOR in item.id or item.change in ("removed", "body"):
        return False
    inside = f"{item.id}{SEPARATOR}"
    return item.change != "renamed" and any(node.startswith(inside) for node in found)
