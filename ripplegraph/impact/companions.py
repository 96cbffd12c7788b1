"""Lists the files that are likely to change with targets, though they do not depend on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ripplegraph.impact.ranking import compute_odds, compute_score, is_tied
from ripplegraph.impact.report import Partner, Related, Target
from ripplegraph.impact.rows import Rows
from ripplegraph.impact.ties import Tie
from ripplegraph.records import Record


class Companions(Record):
    """Files by score: partners in the history that no edge explains, and all others."""

    partners: tuple[Partner, ...]
    related: tuple[Related, ...]
    counts: Mapping[str, int]
    """How many there are, shown or not."""


def find_companions(rows: Rows, targets: Sequence[Target], limit: int | None) -> Companions:
    """Find the files with ties to the targets that are not among the dependents."""
    is_target = recognize(targets)
    scored = sorted(
        (-compute_score(compute_odds(tie.evidence)), path)
        for path, tie in rows.ties.items()
        if path not in rows.near_paths and is_tied(tie.evidence) and not is_target(path)
    )
    partners = [(-score, path) for score, path in scored if rows.ties[path].is_unexplained]
    related = [(-score, path) for score, path in scored if not rows.ties[path].is_unexplained]
    return Companions(
        tuple(_build_partner(path, score, rows.ties[path]) for score, path in partners[:limit]),
        tuple(_build_related(path, score, rows.ties[path]) for score, path in related[:limit]),
        {"co_changes": len(partners), "related": len(related)},
    )


def _build_partner(path: str, score: float, tie: Tie) -> Partner:
    return Partner(path, score, tie.commits, tie.changes)


def _build_related(path: str, score: float, tie: Tie) -> Related:
    return Related(path, score, "; ".join(_explain(tie)))


def recognize(targets: Sequence[Target]) -> Callable[[str], bool]:
    """Return what tells whether a file is a target, or in a folder that is one."""
    paths = {target.path for target in targets if target.path is not None}
    folders = tuple("" if path == "./" else path for path in paths if path.endswith("/"))
    return lambda path: path in paths or path.startswith(folders)


def _explain(tie: Tie) -> Iterator[str]:
    evidence = tie.evidence
    if evidence.dependency:
        yield "the target uses it"
    if evidence.namesake:
        yield "has the same name"
    if tie.commits:
        yield f"{tie.commits} of {tie.changes} commits"
    elif evidence.indirect:
        yield "changes with files that change with the target"
