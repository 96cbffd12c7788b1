"""Finds where the code that a memory is about is in this worktree, after renames and moves."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ripplegraph.graph.changes import ChangeKind, NodeState, RecordedChange
from ripplegraph.graph.ids import SEPARATOR, build_node_id
from ripplegraph.graph.model import NodeKind
from ripplegraph.memory.freshness.code import Code, get_fixed_folder, is_glob
from ripplegraph.store import statements
from ripplegraph.store.memory_records import Anchor

Renames = Mapping[str, str]
_TELLING_LINES = 4
"""So long a definition is told from any other by its looks alone."""


@dataclass(frozen=True)
class Place:
    """Where the code of an anchor is, or where it was last."""

    target: str
    found: bool


@dataclass(frozen=True)
class Moves:
    """What scans found moved, in the order of the scans."""

    scans: tuple[Renames, ...] = ()
    """For each scan, new ids by old ones: all moves of one scan happened at once."""

    def follow(self, target: str) -> str:
        for renames in self.scans:
            target = renames.get(target) or follow_folder(target, renames)
        return target


def collect_moves(changes: Iterable[RecordedChange]) -> Moves:
    scans: dict[int, dict[str, str]] = defaultdict(dict)
    for change in changes:
        if change.kind is ChangeKind.MOVED and change.previous_id is not None:
            scans[change.scan][change.previous_id] = change.id
    return Moves(tuple(scans[scan] for scan in sorted(scans)))


def follow_folder(target: str, renames: Renames) -> str:
    """Follow a folder, or the folder of a pattern, whose files all went to the same one."""
    folder = get_fixed_folder(target) if is_glob(target) else target
    if not folder.endswith("/"):
        return target
    found = set()
    for old, new in renames.items():
        if SEPARATOR not in old and old.startswith(folder):
            rest = old[len(folder) :]
            found.add(new[: -len(rest)] if new.endswith(f"/{rest}") else None)
    (new_folder,) = found if len(found) == 1 else (None,)
    return target if new_folder is None else new_folder + target[len(folder) :]


@dataclass
class Finder:
    """Finds anchors in a graph; what cannot be found by id is looked for by its looks."""

    code: Code
    moves: Moves = field(default_factory=Moves)
    find_renames: Callable[[str], Renames] | None = None
    """Says which files were renamed since a commit; None: do not look farther than ids."""

    def find(self, anchor: Anchor, last: Place | None) -> Place:
        """Find the code of an anchor; `last` is where it was in this worktree before."""
        before = last.target if last is not None else anchor.target
        moved = self.moves.follow(before)
        if (last is not None or moved != before) and self.code.exists(moved):
            return Place(moved, found=True)
        known = [target for target in anchor.targets if self.code.exists(target)]
        if len(known) > 1:
            known = [target for target in known if self._looks_alike(anchor, target)] or known
        if known:
            return Place(known[0], found=True)
        # What is known to be gone is not taken for its double somewhere else.
        lost = self.find_renames is not None and (last is None or last.found)
        found = self._find_elsewhere(anchor) if lost else None
        if found is not None:
            return Place(found, found=True)
        return Place(moved if last is not None else anchor.current_target, found=False)

    def _looks_alike(self, anchor: Anchor, target: str) -> bool:
        state = self.code.find(target)
        return state is not None and any(_has_prints(state, anchor))

    def _find_elsewhere(self, anchor: Anchor) -> str | None:
        """Look for code that is at none of the places it is known to have been at."""
        if not anchor.looks:
            return None
        return self._find_renamed(anchor) or self._find_by_looks(anchor)

    def _find_renamed(self, anchor: Anchor) -> str | None:
        for look in reversed(anchor.looks):
            renames = self.find_renames(look.commit) if look.commit and self.find_renames else {}
            for target in anchor.targets:
                path, separator, label = target.partition(SEPARATOR)
                new = renames.get(path)
                moved = f"{new}{separator}{label}" if new else follow_folder(target, renames)
                if moved != target and self.code.exists(moved):
                    return moved
        return None

    def _find_by_looks(self, anchor: Anchor) -> str | None:
        """Return the only definition that looks just as this one did, if it cannot be chance."""
        bodies = [look.body_fingerprint for look in anchor.looks if look.body_fingerprint]
        if anchor.kind != "symbol" or not bodies:
            return None
        rows = self.code.connection.execute(statements.SELECT_NODES_LIKE, (json.dumps(bodies),))
        ids = [build_node_id(*row) for row in rows]
        states = [state for state in map(self.code.find, ids) if state is not None]
        alike = [state for state in states if any(_has_prints(state, anchor))]
        name = anchor.target.rpartition(SEPARATOR)[2].rpartition(".")[2]
        named = [state for state in alike if state.name == name]
        if len(named) == 1 and not name.startswith("__"):
            return named[0].id
        if len(alike) == 1 and _count_lines(alike[0]) >= _TELLING_LINES:
            return alike[0].id
        return None


def _has_prints(state: NodeState, anchor: Anchor) -> Iterable[bool]:
    """Compare a definition with each look of an anchor."""
    for look in anchor.looks:
        same = state.signature_fingerprint == look.signature_fingerprint
        inside = state.kind is NodeKind.FILE or state.body_fingerprint == look.body_fingerprint
        yield same and inside and state.signature_fingerprint is not None


def _count_lines(state: NodeState) -> int:
    return (state.end_line or 0) - (state.line or 0) + 1
