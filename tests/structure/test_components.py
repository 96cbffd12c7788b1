"""Components, layers and cycles, compared with networkx on random graphs."""

from __future__ import annotations

import networkx
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.structure.components import (
    find_components,
    find_levels,
    find_shortest_cycle,
)
from ripplegraph.structure.layer_order import order_members

NODES = [f"n{number}" for number in range(9)]
graphs = st.fixed_dictionaries(
    {node: st.sets(st.sampled_from(NODES), max_size=4) for node in NODES}
).map(lambda graph: {node: targets - {node} for node, targets in graph.items()})
weighted = graphs.flatmap(
    lambda graph: st.fixed_dictionaries(
        {
            node: st.fixed_dictionaries({target: st.integers(1, 9) for target in sorted(targets)})
            for node, targets in graph.items()
        }
    )
)

Graph = dict[str, set[str]]


def to_networkx(graph: Graph) -> networkx.DiGraph[str]:
    oracle: networkx.DiGraph[str] = networkx.DiGraph()
    oracle.add_nodes_from(graph)
    oracle.add_edges_from((node, target) for node in graph for target in graph[node])
    return oracle


@given(graphs)
def test_components_are_those_of_networkx_lowest_first(graph: Graph) -> None:
    found = find_components(graph)
    expected = networkx.strongly_connected_components(to_networkx(graph))
    assert sorted(found) == sorted(sorted(members) for members in expected)
    seen: set[str] = set()
    for members in found:
        assert {target for node in members for target in graph[node]} <= seen | set(members)
        seen.update(members)


@given(graphs)
def test_levels_are_the_longest_way_down(graph: Graph) -> None:
    components = find_components(graph)
    levels = find_levels(graph, components)
    condensed = networkx.condensation(to_networkx(graph))
    for level, generation in enumerate(networkx.topological_generations(condensed.reverse())):
        for number in generation:
            for node in condensed.nodes[number]["members"]:
                assert levels[node] == level


@given(graphs)
def test_the_shortest_cycle_of_each_component(graph: Graph) -> None:
    for members in find_components(graph):
        if len(members) == 1:
            continue
        cycle = find_shortest_cycle(graph, members)
        assert len(set(cycle)) == len(cycle)
        for node, target in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            assert target in graph[node]
        inside = to_networkx({node: graph[node] & set(members) for node in members})
        assert len(cycle) == min(map(len, networkx.simple_cycles(inside, length_bound=len(cycle))))


@given(weighted)
def test_without_what_goes_against_the_order_there_is_no_cycle(
    weights: dict[str, dict[str, int]],
) -> None:
    graph = {node: set(targets) for node, targets in weights.items()}
    for members in find_components(graph):
        ranks, against = order_members(weights, members)
        assert ranks.keys() == set(members)
        inside = {node: graph[node] & set(members) for node in members}
        for node, target in against:
            inside[node].remove(target)
        assert all(ranks[target] < ranks[node] for node in inside for target in inside[node])
        assert bool(against) == (len(members) > 1)
        if len(members) > 1:
            total = sum(weights[node].get(target, 0) for node in members for target in members)
            assert sum(weights[node][target] for node, target in against) <= total / 2


def test_a_long_chain_needs_no_recursion() -> None:
    size = 50_000
    chain = {str(n): [str(n + 1)] if n < size - 1 else [] for n in range(size)}
    components = find_components(chain)
    assert len(components) == size
    assert max(find_levels(chain, components).values()) == size - 1


def test_the_weakest_dependency_is_the_one_against_the_order() -> None:
    weights = {"a": {"b": 9}, "b": {"c": 9, "a": 1}, "c": {"a": 2}}
    ranks, against = order_members(weights, ["a", "b", "c"])
    assert against == [("b", "a"), ("c", "a")]
    assert ranks == {"a": 2, "b": 1, "c": 0}
