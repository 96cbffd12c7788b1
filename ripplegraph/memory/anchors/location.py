"""Finds where the code that a memory is about is in this worktree, after renames and moves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ripplegraph.graph.changes import NodeState, RecordedChange
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.model import ChangeKind, NodeKind
from ripplegraph.memory.anchors.code_reader import CodeReader, Prints
from ripplegraph.memory.anchors.fingerprints import find_parts
from ripplegraph.store.records.memory_records import Anchor, Look
from ripplegraph.targets.globs import get_fixed_folder

Renames = Mapping[str, str]
FOLDERS = ("directory", "glob")
"""The kinds of anchors that stand for whatever files are there."""
_TELLING_LINES = 4
"""So long a definition is told from any other by its looks alone."""
_MOST_COMPARED = 50


@dataclass(frozen=True)
class Place:
    """The place of an anchor's code, or the last one."""

    target: str
    found: bool


@dataclass(frozen=True)
class Moves:
    """Moves of code that scans found, in the order of the scans."""

    scans: tuple[Renames, ...] = ()
    """For each scan, new ids by old ones: all moves of one scan happened at once."""

    def follow(self, target: str, kind: str = "") -> str:
        """Return where something went that is of the kind of an anchor."""
        for renames in self.scans:
            if kind in FOLDERS:
                target = follow_folder(target, renames, kind)
            else:
                target = renames.get(target, target)
        return target


def collect_moves(changes: Iterable[RecordedChange]) -> Moves:
    scans: dict[int, dict[str, str]] = defaultdict(dict)
    for change in changes:
        if change.kind is ChangeKind.MOVED and change.previous_id is not None:
            scans[change.scan][change.previous_id] = change.id
    return Moves(tuple(scans[scan] for scan in sorted(scans)))


def follow_folder(target: str, renames: Renames, kind: str) -> str:
    """Follow a folder, or the folder of a pattern, most of whose moved files went to one other."""
    folder = get_fixed_folder(target) if kind == "glob" else target
    if not folder.endswith("/"):
        return target
    found: Counter[str | None] = Counter()
    for old, new in renames.items():
        if SEPARATOR not in old and old.startswith(folder):
            rest = old[len(folder) :]
            found[new[: -len(rest)] if new.endswith(f"/{rest}") else None] += 1
    new_folder, count = found.most_common(1)[0] if found else (None, 0)
    if new_folder is None or count * 2 <= found.total():
        return target
    return new_folder + target[len(folder) :]


@dataclass
class AnchorFinder:
    """Finds anchors in a graph; what cannot be found by id is looked for by its looks."""

    code: CodeReader
    moves: Moves = field(default_factory=Moves)
    find_renames: Callable[[str], Renames] | None = None
    """Says which files were renamed since a commit."""

    def find(self, anchor: Anchor, last: Place | None, commit: str | None = None) -> Place:
        """Find the code of an anchor.

        `last` is where it was in this worktree before, `commit` what was checked out when it was
        written. Where it may be at several places, it is where it looks as it did.
        """
        before = last.target if last is not None else anchor.target
        if anchor.kind in FOLDERS and last is not None and self._exists(anchor, before):
            # Some of its files may have moved, but it is still there.
            return Place(before, found=True)
        moved = self.moves.follow(before, anchor.kind)
        nearest = (moved,) if last is not None or moved != before else ()
        places = dict.fromkeys((*nearest, *anchor.targets))
        known = [target for target in places if self._exists(anchor, target)]
        if len(known) > 1:
            known = [target for target in known if self._is_alike(anchor, target)] or known
        found = known[0] if known else self._find_elsewhere(anchor, commit)
        if found is not None:
            return Place(found, found=True)
        return Place(moved if last is not None else anchor.current_target, found=False)

    def _exists(self, anchor: Anchor, target: str) -> bool:
        return self.code.exists(target, anchor.kind)

    def _is_alike(self, anchor: Anchor, target: str) -> bool:
        state = self.code.find(target)
        return state is not None and _has_looks(self.code, state, anchor.looks)

    def _find_elsewhere(self, anchor: Anchor, commit: str | None) -> str | None:
        """Look for code that is at none of the places it is known to have been at."""
        return self._find_renamed(anchor, commit) or self._find_by_looks(anchor)

    def _find_renamed(self, anchor: Anchor, written_at: str | None) -> str | None:
        find = self.find_renames
        for commit in _list_commits(anchor, written_at) if find is not None else ():
            renames = find(commit) if find is not None else {}
            for target in anchor.targets:
                path, separator, label = target.partition(SEPARATOR)
                new = renames.get(path, path)
                if anchor.kind in FOLDERS:
                    moved = follow_folder(target, renames, anchor.kind)
                else:
                    moved = f"{new}{separator}{label}"
                if moved != target and self._exists(anchor, moved):
                    return moved
        return None

    def _find_by_looks(self, anchor: Anchor) -> str | None:
        """Return the only definition that looks just as this one did, if it cannot be chance.

        Code that had a double when it was looked at is not searched: the double is another one.
        """
        looks = [look for look in anchor.looks if not look.has_double]
        if anchor.kind != "symbol" or not looks:
            return None
        alike = self.code.find_alike(find_prints(looks))
        labels = {target.partition(SEPARATOR)[2] for target in anchor.targets}
        named = [node for node in alike if node.partition(SEPARATOR)[2] in labels]
        for nodes, least in ((named, 0), (alike, _TELLING_LINES)):
            found = self._compare(nodes, looks)
            if len(found) == 1 and _count_lines(found[0]) >= least:
                return found[0].id
        return None

    def _compare(self, nodes: Sequence[str], looks: Iterable[Look]) -> list[NodeState]:
        """Return those of the nodes that look right; of too many none can be told."""
        states = map(self.code.find, nodes if len(nodes) <= _MOST_COMPARED else ())
        return [state for state in states if state and _has_looks(self.code, state, looks)]


def find_prints(looks: Iterable[Look]) -> Iterator[Prints]:
    """Yield what definitions that look like that are found by."""
    for look in looks:
        if look.body_fingerprint:
            yield look.signature_fingerprint, look.body_fingerprint


def has_double(code: CodeReader, state: NodeState, look: Look) -> bool:
    """Tell whether there is other code that looks just like this."""
    nodes = [node for node in code.find_alike(find_prints([look])) if node != state.id]
    if look.parts is None or len(nodes) > _MOST_COMPARED:
        return bool(nodes)
    others = map(code.find, nodes)
    return any(other is not None and _has_looks(code, other, [look]) for other in others)


def _has_looks(code: CodeReader, state: NodeState, looks: Iterable[Look]) -> bool:
    """Tell whether a file or definition looks as it did in one of the looks."""
    return any(
        look.signature_fingerprint is not None
        and state.signature_fingerprint == look.signature_fingerprint
        and (state.kind is NodeKind.FILE or _is_same_inside(code, state, look))
        for look in looks
    )


def _is_same_inside(code: CodeReader, state: NodeState, look: Look) -> bool:
    same = state.body_fingerprint == look.body_fingerprint
    return same and (look.parts is None or look.parts == find_parts(code, state))


def _list_commits(anchor: Anchor, written_at: str | None) -> Iterator[str]:
    """Yield the commits at which code was where an anchor says, the latest first."""
    found = [move.commit for move in reversed(anchor.moves)]
    found += [look.commit for look in reversed(anchor.looks)]
    yield from dict.fromkeys(commit for commit in (*found, written_at) if commit)


def _count_lines(state: NodeState) -> int:
    return (state.end_line or 0) - (state.line or 0) + 1
