"""Answers over code and logical edges equal what networkx finds in both put together."""

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ripplegraph.closure import estimate, hub_dependents, packed_dependents
from ripplegraph.closure.build import build_closure
from ripplegraph.closure.query import Reach
from ripplegraph.errors import UnknownTargetError
from ripplegraph.graph.knowledge import LINK_KINDS, LogicalEdge, Overlay
from ripplegraph.graph.model import EdgeKind
from tests.support.closures import add_edge, add_files, add_package, empty_graph, get_path
from tests.support.examples import walk
from tests.support.searches import find_dependencies, find_dependents, find_path

FILES = range(1, 9)
PACKAGES = {18: "ext:requests", 19: "ext:redis"}
KNOWLEDGE = ("invariant:stock", "pattern:retry", "decision:cache")
PATHS = [get_path(file) for file in FILES]
SYMBOLS = [f"{path}::f" for path in PATHS]
FOLDERS = sorted({f"{path.partition('/')[0]}/" for path in PATHS})
ENDS = [*PATHS, *SYMBOLS, *FOLDERS, *PACKAGES.values(), *KNOWLEDGE]
IDS = {2 * file: path for file, path in zip(FILES, PATHS, strict=True)}
IDS |= {2 * file + 1: path for file, path in zip(FILES, SYMBOLS, strict=True)}
IDS |= PACKAGES

Link = tuple[str, EdgeKind, str]
Code = frozenset[tuple[int, int, EdgeKind]]

sources = some.integers(2, 17)
targets = some.integers(2, 19)
code_edges = some.frozensets(
    some.tuples(sources, targets, some.sampled_from([EdgeKind.CALLS, EdgeKind.FLOWS_TO])).filter(
        lambda edge: edge[0] != edge[1]
    ),
    max_size=20,
)
link_sets = some.sets(
    some.tuples(
        some.sampled_from(ENDS), some.sampled_from(LINK_KINDS[:2]), some.sampled_from(ENDS)
    ).filter(lambda link: link[0] != link[2]),
    max_size=6,
)

modest = walk(40)


@dataclass(frozen=True)
class World:
    """Code and links, as one graph by readable ids: of files, and of nodes."""

    code: Code
    links: frozenset[Link]

    def build(self, *, files: bool, kinds: Collection[EdgeKind] | None = None) -> "Oracle":
        full: networkx.DiGraph[str] = networkx.DiGraph()
        plain: networkx.DiGraph[str] = networkx.DiGraph()
        for source, target, kind in self.code:
            names = get_name(source, files=files), get_name(target, files=files)
            if kinds is not None and kind not in kinds:
                continue
            if files and "ext:" in names[1]:
                continue
            plain.add_edge(*names)
            full.add_edge(*names)
        for one, kind, other in self.links:
            if kinds is None or kind in kinds:
                full.add_edges_from(
                    (source, target)
                    for source in spread(one, files=files)
                    for target in spread(other, files=files)
                )
        return Oracle(full, plain)

    @property
    def overlay(self) -> Overlay:
        edges = (LogicalEdge(s, t, kind, 0.5, 0.8, "m-1", "x") for s, kind, t in self.links)
        ordered = sorted(edges, key=lambda edge: (edge.source, edge.kind, edge.target))
        return Overlay(tuple(ordered), frozenset(KNOWLEDGE))

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        with empty_graph() as connection:
            add_files(connection, FILES)
            for node, name in PACKAGES.items():
                add_package(connection, node, name.removeprefix("ext:"))
            for source, target, kind in self.code:
                add_edge(connection, source, target, kind=kind)
            build_closure(connection)
            yield connection


@dataclass(frozen=True)
class Oracle:
    """Code with links, and without."""

    full: "networkx.DiGraph[str]"
    plain: "networkx.DiGraph[str]"

    def measure(self, starts: Collection[str], *, back: bool, links: bool = True) -> dict[str, int]:
        """Return how far everything is from the nearest start."""
        graph = self.full if links else self.plain
        turned = graph.reverse() if back else graph
        found: dict[str, int] = {}
        for start in starts:
            if start in turned:
                for name, far in networkx.single_source_shortest_path_length(turned, start).items():
                    found[name] = min(far, found.get(name, far))
        return {name: far for name, far in found.items() if far and name not in starts}


def get_name(node: int, *, files: bool) -> str:
    return IDS[node].partition("::")[0] if files and node < 18 else IDS[node]


def spread(end: str, *, files: bool) -> list[str]:
    """Return what an end of a link stands for."""
    if end.endswith("/"):
        return [path for path in PATHS if path.startswith(end)]
    return [end.partition("::")[0] if files and not end.startswith("ext:") else end]


def is_of_files(end: str, links: Collection[Link]) -> bool:
    """Tell whether an end is answered with files: knowledge is, if links tie it to these alone."""
    if end not in KNOWLEDGE:
        return end in PATHS or end in FOLDERS
    ties = networkx.Graph([(one, other) for one, _, other in links])
    near = {end}
    for _ in KNOWLEDGE:
        known = [name for name in near if name in KNOWLEDGE and name in ties]
        near = near.union(*(ties[name] for name in known))
    ends = near - set(KNOWLEDGE)
    return bool(ends) and ends <= {*PATHS, *FOLDERS}


def find_inside(end: str, *, files: bool) -> list[str]:
    """Return the ends of paths that a target stands for: over nodes, all that is in its files."""
    places = spread(end, files=files)
    inside = [f"{place}::f" for place in places if place in PATHS and not files]
    return [*places, *inside]


def check_reach(reach: Reach, plain: Reach | None, world: World, *, files: bool) -> None:
    oracle = world.build(files=files)
    back = reach.direction == "dependents"
    starts = spread(reach.target, files=files)
    wanted = oracle.measure(starts, back=back)
    assert {item.id: item.depth for item in reach.items} == wanted
    by_code = oracle.measure(starts, back=back, links=False)
    for item in reach.items:
        edge = (item.id, item.via) if back else (item.via, item.id)
        assert oracle.full.has_edge(*edge)
        assert wanted.get(item.via, 0) == item.depth - 1
        assert item.logical == (by_code.get(item.id) != item.depth)
        assert (item.link is not None) == (item.logical and not oracle.plain.has_edge(*edge))
    if plain is not None:
        assert {item for item in reach.items if not item.logical} <= set(plain.items)


@pytest.mark.parametrize(
    ("most_files", "few_nodes", "small", "many"),
    [(1_000, 1_000, 10, 10), (2, 5, 0, 2), (2, 5, 1_000, 2)],
    ids=["closed", "large steps", "small steps"],
)
def test_every_answer_is_that_of_networkx(
    most_files: int, few_nodes: int, small: int, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimate, "MOST_FILES", most_files)
    monkeypatch.setattr(packed_dependents, "SIZE", 4)
    monkeypatch.setattr(packed_dependents, "FEW_NODES", few_nodes)
    monkeypatch.setattr(packed_dependents, "_SMALL", small)
    monkeypatch.setattr(hub_dependents, "MANY", many)

    @modest
    @given(code_edges, link_sets)
    def check(code: Code, links: set[Link]) -> None:
        world = World(code, frozenset(links))
        with world.write() as connection:
            for target in ENDS:
                files = is_of_files(target, links)
                for find in (find_dependents, find_dependencies):
                    reach = find(connection, target, overlay=world.overlay)
                    plain = None if target in KNOWLEDGE else find(connection, target)
                    check_reach(reach, plain, world, files=files)
                    for depth in (1, 2, 3):
                        some_of_it = find(connection, target, depth=depth, overlay=world.overlay)
                        assert some_of_it.items == tuple(
                            item for item in reach.items if item.depth <= depth
                        )

    check()


@modest
@given(code_edges, link_sets, some.sampled_from([[EdgeKind.FLOWS_TO], LINK_KINDS[:1]]))
def test_kinds_restrict_links_too(code: Code, links: set[Link], kinds: list[EdgeKind]) -> None:
    world = World(code, frozenset(links))
    with world.write() as connection:
        for target in ENDS:
            files = is_of_files(target, links)
            oracle = world.build(files=files, kinds=kinds)
            reach = find_dependents(connection, target, kinds=kinds, overlay=world.overlay)
            wanted = oracle.measure(spread(target, files=files), back=True)
            assert {item.id: item.depth for item in reach.items} == wanted


@modest
@given(code_edges, link_sets)
def test_paths_are_shortest_and_follow_the_answers(code: Code, links: set[Link]) -> None:
    world = World(code, frozenset(links))
    ends = [*PATHS[:3], *SYMBOLS[:3], *KNOWLEDGE, *FOLDERS[:1]]
    with world.write() as connection:
        for target in ends:
            reach = find_dependents(connection, target, overlay=world.overlay)
            vias = {item.id: item.via for item in reach.items}
            for source in ends:
                files = is_of_files(source, links) and is_of_files(target, links)
                oracle = world.build(files=files)
                starts, finish = (find_inside(end, files=files) for end in (source, target))
                far = oracle.measure(finish, back=True) | dict.fromkeys(finish, 0)
                lengths = [far[name] for name in starts if name in far]
                path = find_path(connection, source=source, target=target, overlay=world.overlay)
                assert len(path) == (min(lengths) + 1 if lengths else 0)
                assert all(oracle.full.has_edge(*step) for step in pairwise(path))
                if files == is_of_files(target, links):
                    assert bool(path) == any(name in vias or name in finish for name in starts)
                    assert all(vias[one] == other for one, other in pairwise(path))


@pytest.fixture
def graph() -> Iterator[sqlite3.Connection]:
    with World(frozenset(), frozenset()).write() as connection:
        yield connection


def lay(*links: Link) -> Overlay:
    return World(frozenset(), frozenset(links)).overlay


def test_a_link_of_a_symbol_is_one_of_its_file(graph: sqlite3.Connection) -> None:
    overlay = lay((SYMBOLS[0], EdgeKind.DEPENDS_LOGICALLY, PATHS[1]))
    (item,) = find_dependents(graph, PATHS[1], overlay=overlay).items
    assert (item.id, item.via, item.logical, item.link) == (
        PATHS[0], PATHS[1], True, "depends_logically",
    )  # fmt: skip
    (item,) = find_dependencies(graph, SYMBOLS[0], overlay=overlay).items
    assert item.id == PATHS[1]


def test_a_link_within_a_file_ties_symbols_only(graph: sqlite3.Connection) -> None:
    overlay = lay((SYMBOLS[0], EdgeKind.FLOWS_TO, PATHS[0]))
    assert find_dependents(graph, PATHS[0], overlay=overlay).total == 0
    assert find_dependencies(graph, SYMBOLS[0], overlay=overlay).total == 1


def test_knowledge_is_reached_and_leads_on(graph: sqlite3.Connection) -> None:
    stock, retry = KNOWLEDGE[:2]
    overlay = lay(
        (PATHS[2], EdgeKind.DEPENDS_LOGICALLY, stock),
        (stock, EdgeKind.DEPENDS_LOGICALLY, PATHS[1]),
        (SYMBOLS[3], EdgeKind.APPLIES_PATTERN, retry),
        (PATHS[4], EdgeKind.IS_ENTRYPOINT_FOR, retry),
    )
    reach = find_dependents(graph, PATHS[1], overlay=overlay)
    assert [(item.id, item.depth, item.via) for item in reach.items] == [
        (stock, 1, PATHS[1]),
        (PATHS[2], 2, stock),
    ]
    reach = find_dependents(graph, "pattern:Retry!", overlay=overlay)
    assert {(item.id, item.link) for item in reach.items} == {
        (SYMBOLS[3], "applies_pattern"),
        (PATHS[4], "is_entrypoint_for"),
    }
    assert reach.target == retry
    assert find_path(graph, source=PATHS[2], target=PATHS[1], overlay=overlay) == (
        PATHS[2], stock, PATHS[1],
    )  # fmt: skip
    assert find_dependents(graph, KNOWLEDGE[2], overlay=overlay).total == 0


def test_of_several_links_the_strongest_is_named(graph: sqlite3.Connection) -> None:
    kinds = (EdgeKind.HANDLES_ERRORS_FROM, EdgeKind.IS_ENTRYPOINT_FOR, EdgeKind.FLOWS_TO)
    overlay = lay(*((PATHS[0], kind, PATHS[1]) for kind in kinds))
    (item,) = find_dependents(graph, PATHS[1], overlay=overlay).items
    assert item.link == "is_entrypoint_for"


def test_links_do_not_change_the_way_that_code_leads() -> None:
    """Files 1 to 3 lie in 7/, 4/ and 1/: a link over 4/ would come before code over 7/."""
    code = frozenset({(6, 2, EdgeKind.CALLS), (2, 8, EdgeKind.CALLS)})
    one, two, three, four = PATHS[:4]
    links = {(three, EdgeKind.FLOWS_TO, two), (two, EdgeKind.FLOWS_TO, four)}
    world = World(code, frozenset(links))
    with world.write() as connection:
        reach = find_dependents(connection, four, overlay=world.overlay)
        assert [(item.id, item.via, item.logical) for item in reach.items] == [
            (two, four, True),
            (one, four, False),
            (three, one, False),
        ]
        path = find_path(connection, source=three, target=four, overlay=world.overlay)
        assert path == (three, one, four)


def test_limits_hold_for_what_links_add(graph: sqlite3.Connection) -> None:
    overlay = lay(("1/", EdgeKind.FLOWS_TO, KNOWLEDGE[0]))
    assert find_dependents(graph, KNOWLEDGE[0], overlay=overlay, limit=0).omitted == 1
    assert find_dependencies(graph, "1/", overlay=overlay, limit=1).items[0].id == KNOWLEDGE[0]


def test_many_are_sorted_like_few(
    graph: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ripplegraph.closure import node_graph

    target = KNOWLEDGE[0]
    overlay = lay(*((end, EdgeKind.FLOWS_TO, target) for end in ENDS if end != target))
    whole = find_dependents(graph, target, overlay=overlay)
    monkeypatch.setattr(node_graph, "_MANY", 0)
    assert find_dependents(graph, target, overlay=overlay, limit=9).items == whole.items[:9]


def test_an_end_that_is_not_there_leads_nowhere(graph: sqlite3.Connection) -> None:
    gone = ("gone.py", "gone/", "ext:gone", f"{PATHS[0]}::gone")
    overlay = lay(*((end, EdgeKind.FLOWS_TO, PATHS[0]) for end in gone))
    assert find_dependents(graph, PATHS[0], overlay=overlay).total == 0


def test_unknown_knowledge(graph: sqlite3.Connection) -> None:
    with pytest.raises(UnknownTargetError, match="invariant:Stack") as caught:
        find_dependents(graph, "invariant:Stack", overlay=lay())
    assert caught.value.near == ("invariant:stock",)
    for text in ("invariant:stock", "pattern:", "pattern:\udcff"):
        with pytest.raises(UnknownTargetError):
            find_dependents(graph, text)


def test_a_path_between_a_file_and_a_symbol_begins_and_ends_in_the_file(
    graph: sqlite3.Connection,
) -> None:
    overlay = lay((SYMBOLS[0], EdgeKind.FLOWS_TO, SYMBOLS[1]))
    for source, target in ((PATHS[0], SYMBOLS[1]), (SYMBOLS[0], PATHS[1])):
        path = find_path(graph, source=source, target=target, overlay=overlay)
        assert path == (SYMBOLS[0], SYMBOLS[1])
    assert find_path(graph, source=SYMBOLS[1], target=PATHS[0], overlay=overlay) == ()
