"""Finds the files that depend on target files, the most likely to change with them first."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from ripplegraph.closure.file_graph import FileGraph
from ripplegraph.closure.search_graph import get_members
from ripplegraph.impact.dependents.file_descriptions import FileDescriber
from ripplegraph.impact.dependents.file_paths import Distances, FilePaths, Strengths
from ripplegraph.impact.dependents.file_ranking import FileRanking
from ripplegraph.impact.dependents.rows import Rows, Scope, count_rows
from ripplegraph.impact.dependents.search import reach_files
from ripplegraph.impact.ranking.candidates import Candidates, find_candidates
from ripplegraph.impact.ranking.score import compute_odds
from ripplegraph.targets.target import ResolvedTarget


def find_file_rows(
    graph: sqlite3.Connection,
    searched: FileGraph,
    targets: Sequence[ResolvedTarget],
    scope: Scope,
) -> Rows:
    members = (file for target in targets for file in get_members(searched, target))
    starts = list(dict.fromkeys(members))
    added = searched.added_edges
    reach = reach_files(graph, searched, starts, scope.depth)
    paths = FilePaths(graph, added.names)
    paths.load(starts)
    targeted = {file: paths[file] for file in starts if file not in added.names}
    candidates = find_candidates(graph, targeted, largest=scope.largest_commit)
    describer = FileDescriber(graph, reach, starts, paths, added)
    ranking = FileRanking(reach, _weigh_candidates(candidates, paths), describer.find_links)
    direct, transitive = ranking.choose_best(paths, scope.limit)
    near = Distances(reach, paths)
    return Rows(
        [describer.describe(*found) for found in direct],
        [describer.describe(*found) for found in transitive],
        *count_rows(reach, scope),
        near,
        None,
        candidates,
        near,
        Strengths(reach, paths),
    )


def _weigh_candidates(candidates: Candidates, paths: FilePaths) -> dict[int, float]:
    """Return the odds that other evidence gives to files, by number."""
    numbers = paths.find_numbers(candidates)
    return {numbers[path]: compute_odds(candidates[path].evidence) for path in numbers}
