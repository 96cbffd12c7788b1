"""What is stored and searched grows about as fast as the links, whatever the shape of a project."""

import sqlite3
from collections.abc import Callable

import pytest

from ripplegraph.closure import estimate, levels
from ripplegraph.closure.build import build_closure
from ripplegraph.closure.direction import DEPENDENCIES, DEPENDENTS
from ripplegraph.closure.estimate import count_levels, is_worth_storing
from ripplegraph.closure.file_graph import FileGraph
from ripplegraph.closure.file_links import find_neighbours
from ripplegraph.closure.update import update_closure
from ripplegraph.closure.verify import verify_closure
from tests.support.closures import Pairs, add_edge, add_files, empty_graph, remove_links_from

SIZES = (100, 400, 1_600)
FASTEST = 5
"""How much more there may be of anything, when there are four times as many files."""


def chain(size: int) -> Pairs:
    return [(file + 1, file) for file in range(1, size)]


def ring(size: int) -> Pairs:
    return [*chain(size), (1, size)]


def hub(size: int) -> Pairs:
    return [(file, 1) for file in range(2, size + 1)]


def collector(size: int) -> Pairs:
    return [(1, file) for file in range(2, size + 1)]


def grid(size: int) -> Pairs:
    width = int(size**0.5)
    right = [(file, file + 1) for file in range(1, size) if file % width]
    return [*right, *((file, file + width) for file in range(1, size - width + 1))]


def layers(size: int) -> Pairs:
    return [
        (file, below)
        for file in range(9, size + 1)
        for below in range((file - 1) // 8 * 8 - 7, (file - 1) // 8 * 8 + 1)
    ]


def combs(size: int) -> Pairs:
    """Chains of fifty files."""
    return [pair for pair in chain(size) if pair[1] % 50]


SHAPES = (chain, ring, hub, collector, grid, layers, combs)


def write_graph(connection: sqlite3.Connection, size: int, links: Pairs) -> None:
    add_files(connection, range(1, size + 1))
    for source, target in links:
        add_edge(connection, 2 * source, 2 * target)


def count_stored(connection: sqlite3.Connection) -> int:
    """Count the bytes of everything that is stored beside the links themselves."""
    columns = {"file_dependents": "levels", "file_dependencies": "levels", "link_blocks": "links"}
    sums = [f"SELECT coalesce(sum(length({columns[name]})), 0) FROM {name}" for name in columns]
    return sum(connection.execute(statement).fetchone()[0] for statement in sums)


@pytest.fixture
def closed_levels(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many levels each closing of links found."""
    counted: list[int] = []
    take_step = levels._take_step

    def count(*arguments: object) -> dict[int, int]:
        found = take_step(*arguments)  # type: ignore[arg-type]
        counted.append(len(found))
        return found

    monkeypatch.setattr(levels, "_take_step", count)
    return counted


@pytest.mark.parametrize("shape", SHAPES)
def test_the_closure_takes_what_the_number_of_files_allows(
    shape: Callable[[int], Pairs], closed_levels: list[int]
) -> None:
    for size in SIZES:
        closed_levels.clear()
        with empty_graph() as connection:
            write_graph(connection, size, shape(size))
            build_closure(connection)
            assert sum(closed_levels) <= estimate._FREE + estimate._FREE_FOR_FILE * size
            assert count_stored(connection) <= 100_000 + 1_000 * size
            assert verify_closure(connection, sample=3) == []


@pytest.mark.parametrize("shape", [chain, ring, layers])
def test_deep_graphs_store_as_much_for_each_file(shape: Callable[[int], Pairs]) -> None:
    stored = []
    for size in SIZES[1:]:
        with empty_graph() as connection:
            write_graph(connection, size, shape(size))
            build_closure(connection)
            stored.append(count_stored(connection))
    assert stored[1] <= FASTEST * stored[0]


@pytest.mark.parametrize("shape", SHAPES)
def test_counting_levels_ends_when_they_are_too_many(shape: Callable[[int], Pairs]) -> None:
    neighbours = find_neighbours(shape(400), DEPENDENTS)
    everything = count_levels(neighbours, neighbours, enough=10**9)
    exact = sum(map(len, levels.close_links(neighbours, neighbours).values()))
    assert everything == exact
    assert count_levels(neighbours, neighbours, enough=10) <= 10 + len(neighbours)


def test_broad_projects_are_closed_and_deep_ones_are_not() -> None:
    worth = {}
    for shape in SHAPES:
        with empty_graph() as connection:
            write_graph(connection, 1_600, shape(1_600))
            build_closure(connection)
            worth[shape.__name__] = is_worth_storing(connection)
    assert worth == {
        "chain": False,
        "ring": False,
        "hub": True,
        "collector": True,
        "grid": True,
        "layers": False,
        "combs": True,
    }


def test_an_update_of_a_long_chain_closes_nothing(closed_levels: list[int]) -> None:
    size = 1_600
    with empty_graph() as connection:
        write_graph(connection, size, chain(size))
        build_closure(connection)
        written = connection.total_changes
        remove_links_from(connection, 800)
        add_edge(connection, 2 * 800, 2)
        edges = [(1_600, 1_598), (1_600, 2)]
        update_closure(connection, touched=[800], gone=[], edges=edges)
        assert closed_levels == []
        assert connection.total_changes - written < 20
        assert verify_closure(connection, sample=5) == []


def test_a_chain_that_is_cut_often_enough_is_closed_again() -> None:
    size = 1_600
    with empty_graph() as connection:
        write_graph(connection, size, chain(size))
        build_closure(connection)
        assert not is_worth_storing(connection)
        cut = [file for file in range(1, size) if file % 50 == 0]
        for file in cut:
            remove_links_from(connection, file)
        update_closure(connection, touched=cut, gone=[], edges=[])
        assert is_worth_storing(connection)
        assert verify_closure(connection, sample=20) == []


@pytest.mark.parametrize("direction", [DEPENDENTS, DEPENDENCIES])
def test_a_search_of_a_long_chain_looks_at_each_link_once(
    direction: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ripplegraph.closure import link_arrays

    size, looked = 1_600, 0
    find = link_arrays.LinkArray.find

    def count(part: link_arrays.LinkArray, files: set[int]) -> object:
        nonlocal looked
        found = find(part, files)
        looked += len(found)
        return found

    monkeypatch.setattr(link_arrays.LinkArray, "find", count)
    with empty_graph() as connection:
        write_graph(connection, size, chain(size))
        build_closure(connection)
        start = 1 if direction is DEPENDENTS else size
        graph = FileGraph(connection, direction, None)  # type: ignore[arg-type]
        assert len(list(graph.find_levels((start,), None))) == size - 1
        assert looked <= size
