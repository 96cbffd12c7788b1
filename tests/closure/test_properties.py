"""The closure equals what networkx finds, on random graphs with cycles and after random changes."""

import sqlite3
from collections import Counter
from itertools import pairwise

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ripplegraph.closure import estimate, update
from ripplegraph.closure.build import build_closure
from ripplegraph.closure.dump import dump_closure
from ripplegraph.closure.levels import pack_levels, unpack_levels
from ripplegraph.closure.update import update_closure
from ripplegraph.closure.verify import verify_closure
from tests.support.closures import (
    add_files,
    add_links,
    empty_graph,
    find_distances,
    get_path,
    remove_file,
    remove_links_from,
)
from tests.support.examples import walk
from tests.support.searches import find_dependencies, find_dependents, find_path

FILES = range(1, 13)
numbers = some.sampled_from(FILES)
pairs = some.sets(
    some.tuples(numbers, numbers).filter(lambda pair: pair[0] != pair[1]), max_size=40
)

modest = walk(60)


def read_tables(connection: sqlite3.Connection) -> list[list[tuple[object, ...]]]:
    tables = ("file_links", "file_dependents", "file_dependencies", "link_blocks")
    return [connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in tables]


@given(some.lists(some.sets(some.integers(0, 300), min_size=1)))
def test_levels_are_unpacked_as_they_were_packed(levels: list[set[int]]) -> None:
    bits = [sum(1 << member for member in level) for level in levels]
    assert unpack_levels(pack_levels(bits)) == bits
    assert unpack_levels(pack_levels(bits), 2) == bits[:2]


@modest
@given(pairs)
def test_every_distance_is_the_shortest(links: set[tuple[int, int]]) -> None:
    wanted = find_distances(FILES, links)
    with empty_graph() as connection:
        add_files(connection, FILES)
        add_links(connection, links)
        build_closure(connection)
        assert verify_closure(connection) == []
        for file in map(get_path, FILES):
            dependents = find_dependents(connection, file)
            assert {(item.id, file): item.depth for item in dependents.items} == {
                pair: distance for pair, distance in wanted.items() if pair[1] == file
            }
            dependencies = find_dependencies(connection, file)
            assert {(file, item.id): item.depth for item in dependencies.items} == {
                pair: distance for pair, distance in wanted.items() if pair[0] == file
            }
            depths = Counter(item.depth for item in dependents.items)
            assert dependents.counts == tuple(depths[depth] for depth in sorted(depths))


@modest
@given(pairs, numbers, numbers)
def test_a_path_is_a_shortest_one_with_the_smallest_ids(
    links: set[tuple[int, int]], source: int, target: int
) -> None:
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(map(get_path, FILES))
    graph.add_edges_from((get_path(one), get_path(other)) for one, other in links)
    ends = get_path(source), get_path(target)
    with empty_graph() as connection:
        add_files(connection, FILES)
        add_links(connection, links)
        build_closure(connection)
        path = find_path(connection, source=ends[0], target=ends[1])
        vias = {item.id: item.via for item in find_dependents(connection, ends[1]).items}
    if not networkx.has_path(graph, *ends):
        assert path == ()
        return
    assert list(path) == min(networkx.all_shortest_paths(graph, *ends))
    assert all(vias[here] == there for here, there in pairwise(path))


@pytest.mark.parametrize("many", [0, 5, 1_000])
@pytest.mark.parametrize(("most", "free"), [(0, 0), (8, 10_000), (1_000, 30), (1_000, 10_000)])
def test_an_update_equals_a_build(
    most: int, free: int, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also around the limits at which the update goes another way."""
    monkeypatch.setattr(estimate, "MOST_FILES", most)
    monkeypatch.setattr(estimate, "FEW_FILES", 0)
    monkeypatch.setattr(estimate, "SAMPLE", 4)
    monkeypatch.setattr(estimate, "_FREE", free)
    monkeypatch.setattr(estimate, "_FREE_FOR_FILE", 0)
    monkeypatch.setattr(update, "_MANY_PAIRS", many)

    @modest
    @given(
        pairs,
        some.lists(
            some.tuples(some.sets(numbers, max_size=3), some.sets(numbers, max_size=2), pairs),
            min_size=1,
            max_size=4,
        ),
    )
    def check(
        links: set[tuple[int, int]],
        steps: list[tuple[set[int], set[int], set[tuple[int, int]]]],
    ) -> None:
        with empty_graph() as connection:
            add_files(connection, FILES)
            add_links(connection, links)
            build_closure(connection)
            present = set(FILES)
            for touched, gone, offered in steps:
                change_files(connection, present, touched, gone, offered)
                update_closure(connection, touched=touched - gone, gone=gone)
                updated = read_tables(connection)
                assert verify_closure(connection) == []
                lines = list(dump_closure(connection))
                build_closure(connection)
                assert read_tables(connection) == updated
                assert list(dump_closure(connection)) == lines

    check()


def change_files(
    connection: sqlite3.Connection,
    present: set[int],
    touched: set[int],
    gone: set[int],
    offered: set[tuple[int, int]],
) -> None:
    """Remove and bring back files, and write the links of the touched ones again."""
    for file in gone & present:
        remove_file(connection, file)
    present -= gone
    add_files(connection, touched - gone - present)
    present |= touched - gone
    for file in touched - gone:
        remove_links_from(connection, file)
    add_links(
        connection,
        [pair for pair in offered if pair[0] in touched - gone and pair[1] in present],
    )
