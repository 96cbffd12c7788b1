"""Lists the files that are likely to change with targets, though they do not depend on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ripplegraph.impact.dependents.rows import Rows
from ripplegraph.impact.ranking.candidates import Candidate
from ripplegraph.impact.ranking.score import compute_odds, compute_score, has_evidence
from ripplegraph.impact.report import CoChangedFile, RelatedFile, Target


class RelatedFiles(NamedTuple):
    """Files by score: co-changed ones that no edge explains, and all others."""

    co_changes: tuple[CoChangedFile, ...]
    related: tuple[RelatedFile, ...]
    counts: Mapping[str, int]
    """How many there are, shown or not."""


def find_related_files(rows: Rows, targets: Sequence[Target], limit: int | None) -> RelatedFiles:
    """Find the candidates that are neither targets nor dependents."""
    is_target = build_target_test(targets)
    scored = sorted(
        (-compute_score(compute_odds(candidate.evidence)), path)
        for path, candidate in rows.candidates.items()
        if path not in rows.near_paths and has_evidence(candidate.evidence) and not is_target(path)
    )
    found = [(path, -score, rows.candidates[path]) for score, path in scored]
    changed = [item for item in found if item[2].is_unexplained]
    related = [item for item in found if not item[2].is_unexplained]
    return RelatedFiles(
        tuple(_build_co_changed(*item) for item in changed[:limit]),
        tuple(_build_related(*item) for item in related[:limit]),
        {"co_changes": len(changed), "related": len(related)},
    )


def _build_co_changed(path: str, score: float, candidate: Candidate) -> CoChangedFile:
    return CoChangedFile(path, score, candidate.commits, candidate.changes)


def _build_related(path: str, score: float, candidate: Candidate) -> RelatedFile:
    return RelatedFile(path, score, "; ".join(_explain(candidate)))


def build_target_test(targets: Sequence[Target]) -> Callable[[str], bool]:
    """Return a function that tells whether a file is a target, or in a folder that is one."""
    paths = {target.path for target in targets if target.path is not None}
    folders = tuple("" if path == "./" else path for path in paths if path.endswith("/"))
    return lambda path: path in paths or path.startswith(folders)


def _explain(candidate: Candidate) -> Iterator[str]:
    evidence = candidate.evidence
    if evidence.dependency:
        yield "the target uses it"
    if evidence.namesake:
        yield "has the same name"
    if candidate.commits:
        yield f"{candidate.commits} of {candidate.changes} commits"
    elif evidence.indirect:
        yield "changes with files that change with the target"
