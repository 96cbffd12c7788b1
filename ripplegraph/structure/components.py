"""Cycles and layers of a directed graph, in plain Python without recursion."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

Graph = Mapping[str, Iterable[str]]
"""What each node depends on; every node has an entry."""


def find_components(graph: Graph) -> list[list[str]]:
    """Return the strongly connected components, each after all that it depends on.

    Tarjan's algorithm. Members are sorted; which of several possible orders is taken depends
    only on the names.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    components: list[list[str]] = []
    for root in sorted(graph):
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for target in rest:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(sorted(graph[target]))))
                    break
                if target in on_stack:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    components.append(_take_component(stack, on_stack, node))
    return components


def _take_component(stack: list[str], on_stack: set[str], root: str) -> list[str]:
    members: list[str] = []
    while not members or members[-1] != root:
        members.append(stack.pop())
    on_stack.difference_update(members)
    return sorted(members)


def find_levels(graph: Graph, components: Sequence[Sequence[str]]) -> Mapping[str, int]:
    """Return how high each node stands: 0 depends on nothing outside its own cycle.

    A level is one more than the highest level that is depended on, so it is the length of the
    longest way down. `components` must be in the order of `find_components`.
    """
    levels: dict[str, int] = {}
    for members in components:
        below = {target for node in members for target in graph[node]}.difference(members)
        level = max((levels[target] + 1 for target in below), default=0)
        levels.update(dict.fromkeys(members, level))
    return levels


def find_shortest_cycle(graph: Graph, members: Sequence[str]) -> list[str]:
    """Return a shortest cycle within a component, smallest names first; it starts once only."""
    inside = set(members)
    best: list[str] = []
    for start in sorted(members):
        found = _find_way_back(graph, start, inside, shorter_than=len(best))
        if found:
            best = found
        if len(best) == 2:
            break
    return best


def _find_way_back(
    graph: Graph, start: str, inside: set[str], *, shorter_than: int
) -> list[str] | None:
    """Return a shortest way from a node back to itself; `shorter_than` 0 allows any length."""
    previous: dict[str, str] = {}
    depths = {start: 1}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if shorter_than and depths[node] >= shorter_than:
            return None
        for target in sorted(inside.intersection(graph[node])):
            if target == start:
                way = [node]
                while way[-1] != start:
                    way.append(previous[way[-1]])
                return way[::-1]
            if target not in depths:
                depths[target] = depths[node] + 1
                previous[target] = node
                queue.append(target)
    return None
