"""Finds files that may change with targets: by common history, by edges, by name."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ripplegraph.closure.edge_strengths import LINK_STRENGTHS
from ripplegraph.impact.ranking.co_changes import read_co_changes
from ripplegraph.impact.ranking.file_names import get_stem
from ripplegraph.impact.ranking.score import Evidence, combine
from ripplegraph.store.sql import statements

MOST_TARGETS: Final = 20
"""So many target files are looked at, those that changed last; a folder may have thousands."""
_MOST_NAMESAKES: Final = 20


class Candidate(NamedTuple):
    """A file that may change with targets: the evidence, and how often it changed with them."""

    evidence: Evidence = Evidence()
    commits: int = 0
    """How many of the target's last changes the file took part in."""
    changes: int = 0
    """How many of the target's last changes were looked at."""

    @property
    def is_unexplained(self) -> bool:
        """Tell whether the two changed together more than once, and no edge says why."""
        return self.commits > 1 and not self.evidence.dependent and not self.evidence.dependency


Candidates = Mapping[str, Candidate]
"""By path."""


def find_candidates(
    connection: sqlite3.Connection, targets: Mapping[int, str], *, largest: int
) -> dict[str, Candidate]:
    """Find the files that may change with target files, which are given with their numbers.

    Dependents of the targets are not looked for. Commits with more files than `largest` do not
    count.
    """
    chosen = _choose(connection, targets)
    found = [_find_candidates(connection, file, targets[file], largest) for file in chosen]
    return merge_candidates(found)


def find_unexplained_co_changes(
    connection: sqlite3.Connection, targets: Mapping[int, str], *, largest: int
) -> dict[str, Candidate]:
    """Find only those files that change with the targets though no edge says why."""
    found = find_candidates(connection, targets, largest=largest)
    for file in targets:
        for path in _read_strengths(connection, statements.SELECT_LINKED_INTO, file):
            found.pop(path, None)
    return {path: candidate for path, candidate in found.items() if candidate.is_unexplained}


def merge_candidates(parts: Sequence[Candidates]) -> dict[str, Candidate]:
    """Merge the candidates of several targets; the strongest evidence of each kind counts."""
    if len(parts) == 1:
        return dict(parts[0])
    groups: dict[str, list[Candidate]] = {}
    for part in parts:
        for path, candidate in part.items():
            groups.setdefault(path, []).append(candidate)
    return {path: _merge(group) for path, group in groups.items()}


def _merge(group: Sequence[Candidate]) -> Candidate:
    closest = max(group, key=lambda found: (found.evidence.together, found.commits, found.changes))
    return closest._replace(evidence=combine(candidate.evidence for candidate in group))


def _choose(connection: sqlite3.Connection, targets: Mapping[int, str]) -> Iterable[int]:
    if len(targets) <= MOST_TARGETS:
        return targets
    values = (json.dumps(list(targets)), MOST_TARGETS)
    return [file for (file,) in connection.execute(statements.SELECT_FILES_CHANGED_LAST, values)]


def _find_candidates(
    connection: sqlite3.Connection, file: int, path: str, largest: int
) -> dict[str, Candidate]:
    changed = read_co_changes(connection, path, largest=largest)
    found = {
        other: Candidate(Evidence(*shares[:3]), shares.commits, shares.changes)
        for other, shares in changed.items()
    }
    uses = _read_strengths(connection, statements.SELECT_LINKED_FROM, file)
    for other, strength in uses.items():
        _add(found, other, dependency=strength)
    namesakes = _find_namesakes(connection, path)
    for other in namesakes:
        _add(found, other, namesake=1 / len(namesakes))
    return found


def _add(found: dict[str, Candidate], path: str, **pieces: float) -> None:
    candidate = found.get(path, Candidate())
    found[path] = candidate._replace(evidence=candidate.evidence._replace(**pieces))


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
