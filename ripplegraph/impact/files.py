"""Collects what ties the files of a project to one of them, and ranks them by it."""

import sqlite3
from collections import defaultdict
from typing import Final

from ripplegraph.graph.model import IMPACT_WEIGHTS
from ripplegraph.impact.names import get_stem
from ripplegraph.impact.partners import read_partners
from ripplegraph.impact.ranking import Evidence, Ranked, rank
from ripplegraph.store import statements
from ripplegraph.store.codes import CERTAIN, EDGE_KIND_CODES

_MOST_NAMESAKES: Final = 20
_WEIGHTS: Final = {EDGE_KIND_CODES[kind]: weight for kind, weight in IMPACT_WEIGHTS.items()}


def rank_files(connection: sqlite3.Connection, path: str, *, largest: int) -> tuple[Ranked, ...]:
    """Return the files that something ties to a file, most likely to change with it first."""
    return rank(find_evidence(connection, path, largest=largest))


def find_evidence(
    connection: sqlite3.Connection, path: str, *, largest: int
) -> dict[str, Evidence]:
    """Collect what ties other files to a file: history, edges between the two, and their names.

    Who depends on the file through others is not looked for: see `ranking.fade` for how to add
    them. Commits with more files than `largest` do not count.
    """
    found: defaultdict[str, Evidence] = defaultdict(Evidence)
    for other, partner in read_partners(connection, path, largest=largest).items():
        found[other] = Evidence(*partner)
    dependents = _read_strengths(connection, statements.SELECT_DEPENDENT_STRENGTHS, path)
    for other, strength in dependents.items():
        found[other] = found[other]._replace(dependent=strength)
    dependencies = _read_strengths(connection, statements.SELECT_DEPENDENCY_STRENGTHS, path)
    for other, strength in dependencies.items():
        found[other] = found[other]._replace(dependency=strength)
    namesakes = _find_namesakes(connection, path)
    for other in namesakes:
        found[other] = found[other]._replace(namesake=1 / len(namesakes))
    return dict(found)


def _read_strengths(connection: sqlite3.Connection, statement: str, path: str) -> dict[str, float]:
    """Return the files at the other end of edges, each with its strongest edge."""
    strengths: defaultdict[str, float] = defaultdict(float)
    for other, kind, confidence in connection.execute(statement, (path,)):
        strengths[other] = max(strengths[other], _WEIGHTS[kind] * confidence / CERTAIN)
    return strengths


def _find_namesakes(connection: sqlite3.Connection, path: str) -> list[str]:
    """Find the files with the same name; none if there are so many that it means nothing."""
    stem = get_stem(path)
    rows = connection.execute(statements.SELECT_FILES_NAMED_LIKE, (f"%{stem}%",)) if stem else ()
    found = [other for (other,) in rows if other != path and get_stem(other) == stem]
    return found if len(found) <= _MOST_NAMESAKES else []
