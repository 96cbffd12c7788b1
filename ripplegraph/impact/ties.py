"""Collects what ties other files to targets: a common history, edges, and names."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ripplegraph.closure.strengths import LINK_STRENGTHS
from ripplegraph.impact.names import get_stem
from ripplegraph.impact.partners import read_partners
from ripplegraph.impact.ranking import Evidence, combine
from ripplegraph.records import Record
from ripplegraph.store import statements

MOST_TARGETS: Final = 20
"""Of so many files the ties are collected, those that changed last; a folder may have thousands."""
_MOST_NAMESAKES: Final = 20


class Tie(Record):
    """What ties a file to targets, and how often it changed with the one it changed with most."""

    evidence: Evidence = Evidence()
    commits: int = 0
    """How many of the target's last changes the file took part in."""
    changes: int = 0
    """How many of the target's last changes were looked at."""

    @property
    def is_unexplained(self) -> bool:
        """Tell whether the two changed together more than once, and no edge says why."""
        return self.commits > 1 and not self.evidence.dependent and not self.evidence.dependency


Ties = Mapping[str, Tie]
"""By path."""


def find_ties(
    connection: sqlite3.Connection, targets: Mapping[int, str], *, largest: int
) -> dict[str, Tie]:
    """Find what ties files to the target files, which are given with their numbers.

    Who depends on the targets is not looked for. Commits with more files than `largest` do not
    count.
    """
    chosen = _choose(connection, targets)
    found = [_find_ties(connection, file, targets[file], largest) for file in chosen]
    return merge_ties(found)


def find_partners_of_files(
    connection: sqlite3.Connection, targets: Mapping[int, str], *, largest: int
) -> dict[str, Tie]:
    """Find only those files that change with the targets though no edge says why."""
    found = find_ties(connection, targets, largest=largest)
    for file in targets:
        for path in _read_strengths(connection, statements.SELECT_LINKED_INTO, file):
            found.pop(path, None)
    return {path: tie for path, tie in found.items() if tie.is_unexplained}


def merge_ties(parts: Sequence[Ties]) -> dict[str, Tie]:
    """Put the ties to several targets together: of each kind, the strongest counts."""
    if len(parts) == 1:
        return dict(parts[0])
    groups: dict[str, list[Tie]] = {}
    for part in parts:
        for path, tie in part.items():
            groups.setdefault(path, []).append(tie)
    return {path: _merge(group) for path, group in groups.items()}


def _merge(group: Sequence[Tie]) -> Tie:
    closest = max(group, key=lambda tie: (tie.evidence.together, tie.commits, tie.changes))
    return closest._replace(evidence=combine(tie.evidence for tie in group))


def _choose(connection: sqlite3.Connection, targets: Mapping[int, str]) -> Iterable[int]:
    if len(targets) <= MOST_TARGETS:
        return targets
    values = (json.dumps(list(targets)), MOST_TARGETS)
    return [file for (file,) in connection.execute(statements.SELECT_FILES_CHANGED_LAST, values)]


def _find_ties(
    connection: sqlite3.Connection, file: int, path: str, largest: int
) -> dict[str, Tie]:
    partners = read_partners(connection, path, largest=largest)
    found = {
        other: Tie(Evidence(*shares[:3]), shares.commits, shares.changes)
        for other, shares in partners.items()
    }
    uses = _read_strengths(connection, statements.SELECT_LINKED_FROM, file)
    for other, strength in uses.items():
        _add(found, other, dependency=strength)
    namesakes = _find_namesakes(connection, path)
    for other in namesakes:
        _add(found, other, namesake=1 / len(namesakes))
    return found


def _add(found: dict[str, Tie], path: str, **pieces: float) -> None:
    tie = found.get(path, Tie())
    found[path] = tie._replace(evidence=tie.evidence._replace(**pieces))


def _read_strengths(connection: sqlite3.Connection, statement: str, file: int) -> dict[str, float]:
    """Return the files at the other end of links, with the strength of the link."""
    rows = connection.execute(statement, (file,))
    return {path: LINK_STRENGTHS[kinds] for path, kinds in rows}


def _find_namesakes(connection: sqlite3.Connection, path: str) -> list[str]:
    """Find the files with the same name; none if there are so many that it means nothing."""
    stem = get_stem(path)
    rows = connection.execute(statements.SELECT_FILES_NAMED_LIKE, (f"%{stem}%",)) if stem else ()
    found = [other for (other,) in rows if other != path and get_stem(other) == stem]
    return found if len(found) <= _MOST_NAMESAKES else []
