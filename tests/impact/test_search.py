"""What reaches files: the stored forms agree, and the best come first whatever is left out."""

from __future__ import annotations

import sqlite3
from itertools import islice

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ripplegraph.closure import estimate, packed_links
from ripplegraph.closure.build import build_closure
from ripplegraph.closure.direction import DEPENDENTS
from ripplegraph.closure.edge_strengths import LINK_STRENGTHS
from ripplegraph.closure.search_graph import build_file_graph
from ripplegraph.graph.model import EdgeKind, Resolution
from ripplegraph.impact.dependents import file_paths
from ripplegraph.impact.dependents.file_descriptions import FileDescriber
from ripplegraph.impact.dependents.file_paths import FilePaths
from ripplegraph.impact.dependents.file_ranking import FileRanking, Ranked
from ripplegraph.impact.dependents.reach import Reach
from ripplegraph.impact.dependents.search import reach_files
from ripplegraph.impact.ranking.score import compute_score, weigh_path
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KIND_CODES, RESOLUTION_CODES
from tests.support.closures import add_files, empty_graph, get_path
from tests.support.examples import walk

FILES = range(1, 13)
files = some.integers(1, 12)
KINDS = (EdgeKind.IMPORTS, EdgeKind.CALLS, EdgeKind.REFERENCES)
Links = dict[tuple[int, int], tuple[EdgeKind, bool]]

links = some.dictionaries(
    some.tuples(files, files).filter(lambda pair: pair[0] != pair[1]),
    some.tuples(some.sampled_from(KINDS), some.booleans()),
    max_size=40,
)

ties = some.dictionaries(files, some.sampled_from([0.1, 0.5, 2.0]), max_size=4)
depths = some.sampled_from([1, 2, 3, None])
limits = some.sampled_from([0, 1, 2, 5, None])
modest = walk(150)


def fill(connection: sqlite3.Connection, chosen: Links) -> None:
    add_files(connection, FILES)
    connection.executemany(
        "INSERT INTO edges (source, target, kind, resolution, candidates, confidence) "
        "VALUES (?, ?, ?, ?, 1, 100)",
        [
            (
                2 * source,
                2 * target,
                EDGE_KIND_CODES[kind],
                RESOLUTION_CODES[Resolution.INFERRED if inferred else Resolution.EXACT],
            )
            for (source, target), (kind, inferred) in chosen.items()
        ],
    )
    build_closure(connection)


def find_best_by_hand(
    connection: sqlite3.Connection, start: int, near: dict[int, int]
) -> dict[int, float]:
    """Follow all links again and again until nothing gets stronger."""
    last = max(near.values(), default=0)
    best = {start: 1.0}
    rows = connection.execute(statements.SELECT_FILE_LINKS).fetchall()
    for _ in FILES:
        for source, target, kinds in rows:
            if target == start or near.get(target, last) < last:
                found = best.get(target, 0.0) * LINK_STRENGTHS[kinds]
                if source != start and source in near and found > best.get(source, 0.0):
                    best[source] = found
    return best


def find_distances(chosen: Links, start: int, depth: int | None) -> dict[int, int]:
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(FILES)
    graph.add_edges_from((target, source) for source, target in chosen)
    found = networkx.single_source_shortest_path_length(graph, start, cutoff=depth)
    return {file: distance for file, distance in found.items() if distance}


def rank(
    connection: sqlite3.Connection,
    reach: Reach,
    start: int,
    tied: dict[int, float],
    limit: int | None,
) -> tuple[list[Ranked], list[Ranked]]:
    paths = FilePaths(connection, {})
    describer = FileDescriber(connection, reach, [start], paths)
    direct, transitive = FileRanking(reach, tied, describer.find_links).choose_best(paths, limit)
    for file, score in (*direct, *transitive):
        row = describer.describe(file, score)
        assert row.depth == reach.get_depth(file)
        assert row.steps[0] == get_path(file)
        assert row.steps[-1] == get_path(start)
    return direct, transitive


@pytest.mark.parametrize("many", [0, 1_000])
@pytest.mark.parametrize("size", [2, 4096])
@pytest.mark.parametrize("most", [0, 1_000])
def test_the_best_dependents_come_first(
    most: int, size: int, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimate, "MOST_FILES", most)
    monkeypatch.setattr(packed_links, "SIZE", size)
    monkeypatch.setattr(file_paths, "_MANY", many)

    @modest
    @given(links, files, depths, ties, limits)
    def check(
        chosen: Links, start: int, depth: int | None, tied: dict[int, float], limit: int | None
    ) -> None:
        with empty_graph() as connection:
            fill(connection, chosen)
            near = find_distances(chosen, start, depth)
            reach = reach_files(
                connection, build_file_graph(connection, DEPENDENTS), [start], depth
            )
            assert {file: reach.get_depth(file) for file in near} == near
            assert sum(map(len, reach.levels)) == len(near)
            best = find_best_by_hand(connection, start, near)
            scores = {
                file: compute_score(tied.get(file, 0.0) + weigh_path(best[file], depth=near[file]))
                for file in near
            }
            order = sorted(near, key=lambda file: (-scores[file], get_path(file)))
            direct, transitive = rank(connection, reach, start, tied, limit)
            wanted = [(file, scores[file]) for file in order if near[file] == 1]
            assert direct == list(islice(wanted, limit))
            wanted = [(file, scores[file]) for file in order if near[file] > 1]
            assert transitive == list(islice(wanted, limit))
            assert reach.strengths.find_all() == pytest.approx(best)

    check()
