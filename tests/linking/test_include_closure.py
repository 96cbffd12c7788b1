"""What a file includes at any depth is what networkx finds, and found in a step for each file."""

import networkx
from hypothesis import given
from hypothesis import strategies as some

from ripplegraph.parsers.families.c import include_closure
from ripplegraph.parsers.families.c.include_closure import IncludeClosure
from tests.support.examples import walk

FILES = [f"m{number}.h" for number in range(10)]
files = some.sampled_from(FILES)


@walk(150)
@given(some.sets(some.tuples(files, files), max_size=30), some.permutations(FILES), some.booleans())
def test_it_is_what_networkx_finds(
    links: set[tuple[str, str]], order: list[str], keep_nothing: bool
) -> None:
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(FILES)
    graph.add_edges_from(links)
    kept = include_closure._MOST_KEPT
    include_closure._MOST_KEPT = -1 if keep_nothing else kept
    try:
        closure = IncludeClosure(lambda path: sorted(graph.successors(path)))
        for path in order:
            wanted = networkx.descendants(graph, path)
            if networkx.has_path(graph, path, path) and any(
                networkx.has_path(graph, near, path) for near in graph.successors(path)
            ):
                wanted.add(path)
            assert {other for other in FILES if closure.has(path, other)} == wanted
    finally:
        include_closure._MOST_KEPT = kept


def test_a_chain_takes_a_step_for_each_file_in_any_order() -> None:
    for size in (50, 200, 800):
        for order in (range(size), reversed(range(size))):
            asked = 0

            def find_direct(path: str) -> list[str]:
                nonlocal asked
                asked += 1
                return [f"{int(path) - 1}"] if path != "0" else []

            closure = IncludeClosure(find_direct)
            assert all(closure.has(str(file), "0") == (file > 0) for file in order)
            assert asked <= 2 * size
