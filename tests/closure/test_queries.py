"""Which edges are followed, what a target may be, and how much is returned."""

import sqlite3
from collections.abc import Iterator

import pytest

from ripplegraph.closure.build import build_closure
from ripplegraph.closure.query import Reach
from ripplegraph.closure.update import update_closure
from ripplegraph.closure.verify import verify_closure
from ripplegraph.errors import UnknownTargetError, UsageError
from ripplegraph.graph.model import EdgeKind, Resolution
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import EDGE_KIND_CODES, RESOLUTION_CODES
from tests.support.closures import add_edge, add_files, empty_graph, get_path
from tests.support.searches import find_dependencies, find_dependents, find_path


@pytest.fixture
def graph() -> Iterator[sqlite3.Connection]:
    with empty_graph() as connection:
        add_files(connection, range(1, 9))
        yield connection


def name_items(reach: Reach) -> list[tuple[str, int]]:
    return [(item.id, item.depth) for item in reach.items]


def path_of(file: int) -> str:
    return get_path(file)


def test_only_sure_dependencies_are_followed(graph: sqlite3.Connection) -> None:
    add_edge(graph, 2, 4)
    add_edge(graph, 6, 4, kind=EdgeKind.CONTAINS)
    add_edge(graph, 8, 4, kind=EdgeKind.CO_CHANGES)
    add_edge(graph, 10, 5, kind=EdgeKind.CALLS, resolution=Resolution.INFERRED)
    add_edge(graph, 12, 5, kind=EdgeKind.CALLS, resolution=Resolution.AMBIGUOUS)
    add_edge(graph, 14, 12)
    build_closure(graph)
    reach = find_dependents(graph, path_of(2))
    assert {item.id for item in reach.items} == {path_of(1), path_of(5)}
    assert reach.possible == (path_of(6),)
    reach = find_dependents(graph, f"{path_of(2)}::f")
    assert name_items(reach) == [(path_of(5), 1)]
    assert reach.possible == (path_of(6),)
    assert find_dependencies(graph, path_of(6)).possible == (path_of(2),)


def test_the_codes_in_the_statements_are_those_of_the_words() -> None:
    kinds = sorted(EDGE_KIND_CODES[kind] for kind in EdgeKind if not kind.is_dependency)
    unsure = RESOLUTION_CODES[Resolution.AMBIGUOUS]
    condition = f"edges.kind NOT IN ({kinds[0]}, {kinds[1]}) AND edges.resolution < {unsure}"
    assert len(kinds) == 2
    assert unsure == max(RESOLUTION_CODES.values())
    assert condition in statements.SELECT_NODE_DEPENDENTS


def test_kinds_restrict_what_is_followed(graph: sqlite3.Connection) -> None:
    add_edge(graph, 2, 4)
    add_edge(graph, 4, 6)
    add_edge(graph, 8, 7, kind=EdgeKind.CALLS)
    build_closure(graph)
    everything = find_dependents(graph, path_of(3))
    assert everything.counts == (2, 1)
    assert name_items(find_dependents(graph, path_of(3), kinds=["imports"])) == [
        (path_of(2), 1),
        (path_of(1), 2),
    ]
    assert find_dependents(graph, path_of(3), kinds=["calls", "extends"]).counts == (1,)
    assert find_dependents(graph, f"{path_of(3)}::f", kinds=["imports"]).total == 0
    with pytest.raises(UsageError, match="no dependency of kind 'contains'"):
        find_dependents(graph, path_of(3), kinds=["contains"])


def test_depth_and_limit_bound_an_answer_and_say_so(graph: sqlite3.Connection) -> None:
    for file in range(1, 8):
        add_edge(graph, 2 * file, 2 * file + 2)
    build_closure(graph)
    for target in (path_of(8), path_of(8)):
        assert find_dependents(graph, target, depth=3).counts == (1, 1, 1)
        reach = find_dependents(graph, target, limit=2)
        assert [item.id for item in reach.items] == [path_of(7), path_of(6)]
        assert (reach.total, reach.omitted) == (7, 5)
        assert find_dependents(graph, target, limit=0).items == ()
    with pytest.raises(UsageError, match="Depth 0"):
        find_dependents(graph, path_of(8), depth=0)


def test_a_symbol_is_answered_with_symbols(graph: sqlite3.Connection) -> None:
    add_edge(graph, 3, 5, kind=EdgeKind.CALLS)
    add_edge(graph, 5, 7, kind=EdgeKind.CALLS)
    add_edge(graph, 7, 3, kind=EdgeKind.CALLS)
    build_closure(graph)
    symbols = [f"{path_of(file)}::f" for file in (1, 2, 3)]
    reach = find_dependents(graph, symbols[2])
    assert name_items(reach) == [(symbols[1], 1), (symbols[0], 2)]
    assert [item.via for item in reach.items] == [symbols[2], symbols[1]]
    assert find_path(graph, source=symbols[0], target=symbols[2]) == tuple(symbols)
    assert find_path(graph, source=path_of(1), target=symbols[2]) == tuple(symbols)
    assert find_path(graph, source=symbols[0], target=path_of(2)) == tuple(symbols[:2])


def test_a_directory_stands_for_its_files(graph: sqlite3.Connection) -> None:
    # Files 1 and 11 lie in 7/, 2 in 4/, 3 in 1/.
    add_files(graph, [11])
    add_edge(graph, 2, 22)
    add_edge(graph, 4, 2)
    add_edge(graph, 6, 4)
    build_closure(graph)
    assert path_of(1).startswith("7/")
    for name in ("7/", "7", "./7"):
        reach = find_dependents(graph, name)
        assert reach.target == "7/"
        assert name_items(reach) == [(path_of(2), 1), (path_of(3), 2)]
    assert find_dependents(graph, ".").total == 0


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("7/f1.pi", "7/f1.py"),
        ("f1.py", "7/f1.py"),
        ("7/f1.py::g", None),
        ("", None),
        ("/", None),
        ("::", None),
        ("ext:nothing", None),
        ("\udcff.py", None),
        ("7/f1.py::", None),
    ],
)
def test_an_unknown_target(graph: sqlite3.Connection, text: str, near: str | None) -> None:
    with pytest.raises(UnknownTargetError, match="Unknown target") as caught:
        find_dependents(graph, text)
    if near:
        assert near in caught.value.near
        assert near in caught.value.hint


def test_a_pair_goes_with_its_last_edge(graph: sqlite3.Connection) -> None:
    add_edge(graph, 2, 4)
    add_edge(graph, 3, 5, kind=EdgeKind.CALLS)
    build_closure(graph)
    graph.execute("DELETE FROM edges WHERE source = 2")
    update_closure(graph, touched=[1], gone=[])
    assert find_dependents(graph, path_of(2)).total == 1
    assert find_dependents(graph, path_of(2), kinds=["imports"]).total == 0
    graph.execute("DELETE FROM edges WHERE source = 3")
    update_closure(graph, touched=[1], gone=[])
    assert find_dependents(graph, path_of(2)).total == 0


def test_verification_finds_what_differs(graph: sqlite3.Connection) -> None:
    add_edge(graph, 2, 4)
    add_edge(graph, 4, 6)
    build_closure(graph)
    assert verify_closure(graph, sample=3) == []
    graph.execute("DELETE FROM file_dependents WHERE file_id = 3")
    (difference,) = verify_closure(graph)
    assert difference == f"the dependents of {path_of(3)} differ: [] by depth, not [1, 1]"
    graph.execute("DELETE FROM file_links WHERE source = 1")
    assert any("has kinds None, not 8" in line for line in verify_closure(graph))
