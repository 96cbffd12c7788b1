"""Finds what depends on files and describes it, the most likely to change with them first."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from ripplegraph.closure.bridges import Bridges
from ripplegraph.impact.file_paths import Distances, FilePaths
from ripplegraph.impact.file_ranking import FileRanking
from ripplegraph.impact.files import FileDescriber
from ripplegraph.impact.ranking import compute_odds
from ripplegraph.impact.reach import reach_files
from ripplegraph.impact.rows import Rows, Scope, count_rows
from ripplegraph.impact.targets import Aim
from ripplegraph.impact.ties import Ties, find_ties


def find_file_rows(
    graph: sqlite3.Connection, aims: Sequence[Aim], scope: Scope, bridges: Bridges
) -> Rows:
    starts = list(dict.fromkeys(file for aim in aims for file in aim.files))
    reach = reach_files(graph, starts, scope.depth, bridges)
    paths = FilePaths(graph, bridges.names)
    paths.load(starts)
    targets = {file: paths[file] for file in starts}
    ties = find_ties(graph, targets, largest=scope.largest_commit)
    describer = FileDescriber(graph, reach, starts, paths, bridges)
    ranking = FileRanking(reach, _weigh_ties(ties, paths), describer.find_links)
    direct, transitive = ranking.choose_best(paths, scope.limit)
    near = Distances(reach, paths)
    return Rows(
        [describer.describe(*found) for found in direct],
        [describer.describe(*found) for found in transitive],
        *count_rows(reach, scope),
        near,
        None,
        ties,
        near,
    )


def _weigh_ties(ties: Ties, paths: FilePaths) -> dict[int, float]:
    """Return what else speaks for files, by number."""
    numbers = paths.find_numbers(ties)
    return {numbers[path]: compute_odds(ties[path].evidence) for path in numbers}
