"""Finds what speaks against calling symbols unused: the account of their names, file by file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ripplegraph.git.word_search import WordSearch
from ripplegraph.impact.account.account import Account, AccountBuilder
from ripplegraph.impact.account.judgement import (
    BINDS,
    IN_WORDS,
    OTHER,
    PASSED_ON,
    POSSIBLE,
    TEXT,
    UNREAD,
    USES,
)
from ripplegraph.impact.account.occurrences import Matches
from ripplegraph.impact.account.places import LIKELY, Place
from ripplegraph.impact.account.subjects import Subject, find_subjects
from ripplegraph.store.sql import statements

_AT_ONCE = 400
"""So many names are looked for at once."""


class UnusedCandidate(NamedTuple):
    """A symbol that nothing seems to use."""

    node: int
    id: str
    name: str


class PossibleUses:
    """Looks for the names of symbols in all files of a project."""

    def __init__(self, graph: sqlite3.Connection, root: Path, *, in_git: bool) -> None:
        self._graph = graph
        self._root = root
        self._in_git = in_git

    def find(self, suspects: Sequence[UnusedCandidate]) -> dict[int, str]:
        """Return by symbol the first place that may use it, in words; nothing where none does."""
        found: dict[int, str] = {}
        for group in _split(suspects):
            subjects = find_subjects(self._graph, [suspect.node for suspect in group])
            by_node = {suspect.node: suspect for suspect in group}
            for at in range(0, len(subjects), _AT_ONCE):
                found |= self._find_in_group(subjects[at : at + _AT_ONCE], by_node)
        return found

    def _find_in_group(
        self, subjects: Sequence[Subject], suspects: Mapping[int, UnusedCandidate]
    ) -> dict[int, str]:
        builder = AccountBuilder(self._graph, self._root, subjects, everything=True)
        account = builder.build(self._find_matches([subject.name for subject in subjects]))
        owners = {subject.name: suspects[subject.symbols[0].node] for subject in subjects}
        found: dict[int, str] = {}
        for place in account.places:
            suspect = owners.get(place.name)
            if suspect is not None and suspect.node not in found:
                reason = _say_doubt(place, suspect, account)
                if reason:
                    found[suspect.node] = reason
        return found

    def _find_matches(self, names: Sequence[str]) -> Matches:
        matches = WordSearch(self._root, names).read() if self._in_git else None
        if matches is not None:
            return matches
        return {path: None for (path,) in self._graph.execute(statements.SELECT_ALL_PATHS)}


def _split(suspects: Iterable[UnusedCandidate]) -> Iterator[list[UnusedCandidate]]:
    """Yield groups in which each name stands for one symbol."""
    groups: list[dict[str, UnusedCandidate]] = []
    for suspect in suspects:
        for group in groups:
            if suspect.name not in group:
                group[suspect.name] = suspect
                break
        else:
            groups.append({suspect.name: suspect})
    yield from ([*group.values()] for group in groups)


def _say_doubt(place: Place, suspect: UnusedCandidate, account: Account) -> str:
    """Say why a place may be a use of a symbol; nothing where it is none."""
    where = f"{place.path}:{place.line}"
    if place.role in (POSSIBLE, LIKELY):
        return f"{where} may use it: {place.why}"
    if place.role == UNREAD:
        return f"{where} has its name: {place.why}"
    if place.role == OTHER and place.why in (PASSED_ON, BINDS):
        return f"{where} imports, binds or passes on its name"
    if place.role == TEXT and place.why == IN_WORDS:
        return f"{where} has its name in a string"
    if place.role == USES:
        owner = account.owners.find(place).id
        if owner != suspect.id and not owner.startswith(f"{suspect.id}."):
            return f"{where} uses it"
    return ""
