"""Finds which of the nodes that went are the ones that came: renames and moves.

Git says which files were renamed. Beyond that a move is believed when one node that went and one
that came, and no others, are of one kind and look the same inside and out, members included. Of
several chances the best is taken: the same name within its file, then the same name, then just
the same looks. What is too short to be told from any other, such as a function that only returns
a constant, needs more than looks: see `_is_telling`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Final

from ripplegraph.graph.changes import NodeState
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.model import NodeKind

Pairs = list[tuple[NodeState, NodeState]]

_TELLING_LINES: Final = 4
_TELLING_LINES_IN_PLACE: Final = 2
_SHARE_OF_A_FILE: Final = 0.5


def pair_nodes(
    before: Mapping[str, NodeState], after: Mapping[str, NodeState], renames: Mapping[str, str]
) -> Pairs:
    """Return each node that is still there as it was and as it is, by readable ids."""
    return _Pairing(before, after, renames).pairs


def get_label(state: NodeState) -> str:
    """Return what the id has after the path; a file has nothing there."""
    return state.id.partition(SEPARATOR)[2]


class _Pairing:
    """The nodes that are left to pair, and the pairs so far."""

    def __init__(
        self, before: Mapping[str, NodeState], after: Mapping[str, NodeState], renames: Renames
    ) -> None:
        self.pairs: Pairs = []
        self._gone = dict(before)
        self._come = dict(after)
        self._members = _find_members(before), _find_members(after)
        self._follow_renames(_check_renames(before, after, renames))
        for key in before.keys() & after.keys():
            self._pair(key, key)
        self._match_files()
        for identify in (_by_label, _by_name, _by_looks):
            self._match(identify)
        self._match_files_by_content()

    def _pair(self, old: str, new: str) -> None:
        gone, come = self._gone.get(old), self._come.get(new)
        if gone is not None and come is not None:
            del self._gone[old], self._come[new]
            self.pairs.append((gone, come))

    def _follow_renames(self, renames: Renames) -> None:
        for old, new in sorted(renames.items()):
            self._pair(old, new)
        for old in list(self._gone):
            path, _, label = old.partition(SEPARATOR)
            if label and path in renames:
                self._pair(old, f"{renames[path]}{SEPARATOR}{label}")

    def _match_files(self) -> None:
        """Pair files with the same bytes, where git says nothing: not committed, or no git."""
        sides = [
            _group(
                (state for state in side.values() if state.kind is NodeKind.FILE),
                lambda state: state.content_hash if state.end_line else None,
            )
            for side in (self._gone, self._come)
        ]
        found = {
            sides[0][key][0].path: sides[1][key][0].path
            for key in sides[0].keys() & sides[1].keys()
            if len(sides[0][key]) == len(sides[1][key]) == 1
        }
        self._follow_renames(found)

    def _match(self, identify: Callable[[NodeState, str], object]) -> None:
        for old, new in self._find_unique(identify):
            self._pair(old.id, new.id)
            self._follow_members(old.id, new.id)

    def _find_unique(self, identify: Callable[[NodeState, str], object]) -> Pairs:
        """Return what only one that went and one that came have; outer ones come first."""
        sides = []
        for side, members in zip((self._gone, self._come), self._members, strict=True):
            looks = {key: _describe_looks(state, members) for key, state in side.items()}
            sides.append(
                _group(
                    (state for state in side.values() if looks[state.id]),
                    lambda state, looks=looks: identify(state, looks[state.id]),  # type: ignore[misc]
                )
            )
        found = [
            (sides[0][key][0], sides[1][key][0])
            for key in sides[0].keys() & sides[1].keys()
            if len(sides[0][key]) == len(sides[1][key]) == 1
        ]
        telling = [pair for pair in found if _is_telling(*pair)]
        return sorted(telling, key=lambda pair: (get_label(pair[0]).count("."), pair[0].id))

    def _follow_members(self, old: str, new: str) -> None:
        for member in self._members[0].get(old, ()):
            self._pair(member.id, new + member.id[len(old) :])

    def _match_files_by_content(self) -> None:
        """Pair a file that went with the one that most of what it defined moved to."""
        moved: dict[str, Counter[str]] = defaultdict(Counter)
        sizes: Counter[str] = Counter()
        for state in self._members[0].get("", ()):
            sizes[state.path] += 1
        for old, new in self.pairs:
            if old.path in self._gone and new.path in self._come and old.kind is not NodeKind.FILE:
                moved[old.path][new.path] += 1
        for path in sorted(moved):
            ((target, count),) = moved[path].most_common(1)
            if count > sizes[path] * _SHARE_OF_A_FILE:
                self._follow_renames({path: target})


Renames = Mapping[str, str]


def _check_renames(
    before: Mapping[str, NodeState], after: Mapping[str, NodeState], renames: Renames
) -> Renames:
    """Keep the renames from a file that went, or was renamed over, to one that came."""
    known = {old: new for old, new in renames.items() if old in before and new in after}
    targets = Counter(known.values())
    return {
        old: new
        for old, new in known.items()
        if targets[new] == 1
        and (old not in after or old in targets)
        and (new not in before or new in known)
    }


def _find_members(states: Mapping[str, NodeState]) -> Mapping[str, list[NodeState]]:
    """Return everything inside each definition by its id, and all definitions under an empty id."""
    members: dict[str, list[NodeState]] = defaultdict(list)
    for state in states.values():
        path, _, label = state.id.partition(SEPARATOR)
        if not label:
            continue
        members[""].append(state)
        names = label.split(".")
        for depth in range(1, len(names)):
            members[f"{path}{SEPARATOR}{'.'.join(names[:depth])}"].append(state)
    return members


def _group(
    states: Iterable[NodeState], identify: Callable[[NodeState], object]
) -> dict[object, list[NodeState]]:
    groups: dict[object, list[NodeState]] = defaultdict(list)
    for state in states:
        key = identify(state)
        if key is not None:
            groups[key].append(state)
    return groups


def _describe_looks(state: NodeState, members: Mapping[str, list[NodeState]]) -> str:
    """Return a fingerprint of a definition with its members; empty for what has no looks."""
    if state.kind is NodeKind.FILE or not state.body_fingerprint or not state.signature_fingerprint:
        return ""
    inner = sorted(
        f"{member.id[len(state.id) :]} {member.kind} "
        f"{member.signature_fingerprint} {member.body_fingerprint}"
        for member in members.get(state.id, ())
    )
    text = "\n".join((state.signature_fingerprint, state.body_fingerprint, *inner))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def _by_label(state: NodeState, looks: str) -> object:
    return state.kind, get_label(state), looks


def _by_name(state: NodeState, looks: str) -> object:
    return state.kind, state.name, looks


def _by_looks(state: NodeState, looks: str) -> object:
    return state.kind, looks


def _is_telling(old: NodeState, new: NodeState) -> bool:
    """Tell whether looks are enough: the name stays, or there is enough text to compare.

    A new name in the same place is a likelier story than a new name somewhere else.
    """
    if get_label(old) == get_label(new):
        return True
    in_place = old.path == new.path and _get_outer(old) == _get_outer(new)
    enough = _TELLING_LINES_IN_PLACE if in_place else _TELLING_LINES
    if old.name == new.name and not old.name.startswith("__"):
        enough = _TELLING_LINES_IN_PLACE
    return _count_lines(old) >= enough and old.kind is not NodeKind.VARIABLE


def _get_outer(state: NodeState) -> str:
    return get_label(state).rpartition(".")[0]


def _count_lines(state: NodeState) -> int:
    if state.line is None or state.end_line is None:
        return 0
    return state.end_line - state.line + 1
