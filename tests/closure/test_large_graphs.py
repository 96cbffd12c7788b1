"""What is packed for large graphs, tried out on small ones by lowering the limits."""

import sqlite3

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ripplegraph.closure import hub_dependents, packed_dependents
from ripplegraph.closure.build import build_closure
from ripplegraph.closure.direction import DEPENDENTS
from ripplegraph.closure.node_graph import NodeGraph
from ripplegraph.closure.update import update_closure
from ripplegraph.closure.verify import verify_closure
from tests.support.closures import add_edge, add_files, empty_graph
from tests.support.examples import walk

FILES = range(1, 9)
NODES = range(2, 18)
TABLES = ("node_dependents", "hub_dependents")
numbers = some.sampled_from(NODES)
Edges = set[tuple[int, int]]
edge_sets = some.sets(some.tuples(numbers, numbers), max_size=60)
modest = walk(80)


@pytest.fixture(params=[0, 1_000], ids=["large steps", "small steps"])
def _low_limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_dependents, "SIZE", 4)
    monkeypatch.setattr(packed_dependents, "FEW_NODES", 5)
    monkeypatch.setattr(packed_dependents, "_SMALL", request.param)
    monkeypatch.setattr(hub_dependents, "MANY", 3)


def read_tables(connection: sqlite3.Connection) -> list[list[tuple[int, bytes]]]:
    return [connection.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in TABLES]


def check_queries(connection: sqlite3.Connection, edges: Edges) -> None:
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(NODES)
    graph.add_edges_from((target, source) for source, target in edges)
    for node in NODES:
        for depth in (1, 3, None):
            distances = networkx.single_source_shortest_path_length(graph, node, depth)
            dependents = NodeGraph(connection, DEPENDENTS, None)
            found = [sorted(level) for level in dependents.find_levels((node,), depth)]
            assert found == [
                sorted(near for near, distance in distances.items() if distance == step)
                for step in range(1, max(distances.values()) + 1)
            ]


@pytest.mark.usefixtures("_low_limits")
def test_searches_equal_those_of_networkx() -> None:
    @modest
    @given(edge_sets)
    def check(edges: Edges) -> None:
        with empty_graph() as connection:
            add_files(connection, FILES)
            for source, target in edges:
                add_edge(connection, source, target)
            build_closure(connection)
            assert verify_closure(connection) == []
            check_queries(connection, edges)

    check()


@pytest.mark.usefixtures("_low_limits")
def test_an_update_equals_a_build() -> None:
    @modest
    @given(
        edge_sets, some.lists(some.tuples(edge_sets, some.sets(numbers, max_size=2)), max_size=3)
    )
    def check(edges: Edges, steps: list[tuple[Edges, set[int]]]) -> None:
        with empty_graph() as connection:
            add_files(connection, FILES)
            for source, target in edges:
                add_edge(connection, source, target)
            build_closure(connection)
            now = set(edges)
            for toggled, removed in steps:
                changed = toggled | {pair for pair in now if removed.intersection(pair)}
                for source, target in sorted(changed):
                    if (source, target) in now:
                        values = (source, target)
                        connection.execute(
                            "DELETE FROM edges WHERE source = ? AND target = ?", values
                        )
                    else:
                        add_edge(connection, source, target)
                now ^= changed
                update_closure(connection, touched=FILES, gone=[], edges=changed)
                assert verify_closure(connection) == []
                updated = read_tables(connection)
                build_closure(connection)
                assert read_tables(connection) == updated

    check()


@pytest.mark.usefixtures("_low_limits")
def test_nodes_with_the_last_numbers_may_go() -> None:
    with empty_graph() as connection:
        add_files(connection, FILES)
        edges = {(source, 2) for source in range(3, 18)} | {(17, 16)}
        for source, target in edges:
            add_edge(connection, source, target)
        build_closure(connection)
        connection.execute("DELETE FROM files WHERE id = 8")
        gone = {pair for pair in edges if {16, 17}.intersection(pair)}
        update_closure(connection, touched=[], gone=[8], edges=gone)
        updated = read_tables(connection)
        assert updated[1]
        build_closure(connection)
        assert read_tables(connection) == updated


@pytest.mark.usefixtures("_low_limits")
def test_a_graph_that_shrinks_is_no_longer_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_dependents, "FEW_NODES", 16)
    with empty_graph() as connection:
        add_files(connection, FILES)
        for source in range(3, 18):
            add_edge(connection, source, 2)
        build_closure(connection)
        assert all(read_tables(connection))
        connection.execute("DELETE FROM files WHERE id = 8")
        update_closure(connection, touched=[], gone=[8], edges=[(16, 2), (17, 2)])
        assert not any(read_tables(connection))
        assert verify_closure(connection) == []


@pytest.mark.usefixtures("_low_limits")
def test_without_the_edges_an_update_packs_everything_again() -> None:
    with empty_graph() as connection:
        add_files(connection, FILES)
        for source in range(3, 18):
            add_edge(connection, source, 2)
        build_closure(connection)
        connection.execute("DELETE FROM edges WHERE source = 5")
        assert len(verify_closure(connection)) == 1
        update_closure(connection, touched=[2], gone=[])
        assert verify_closure(connection) == []
        connection.execute("DELETE FROM hub_dependents")
        assert verify_closure(connection) == ["the dependents of node number 2 differ"]
