"""Impact analysis, dependents, dependencies and paths agree, with links and knowledge."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ripplegraph.closure import estimate, hub_dependents, packed_dependents
from ripplegraph.closure.build import build_closure
from ripplegraph.closure.query import Reach, find_dependencies, find_dependents
from ripplegraph.closure.search_graph import is_of_files
from ripplegraph.graph.knowledge import LINK_KINDS, LogicalEdge, Overlay
from ripplegraph.graph.model import EdgeKind
from ripplegraph.impact.dependents.lookup import find_rows
from ripplegraph.impact.dependents.rows import Rows, Scope
from ripplegraph.impact.queries.dependency_path import DependencyPath, explain
from ripplegraph.store.connection import open_for_reading
from ripplegraph.targets.resolution import find_exact
from ripplegraph.targets.target import ResolvedTarget
from tests.support.databases import graph_of
from tests.support.examples import walk
from tests.support.impacts import FILES, build_project
from tests.support.searches import resolve

MORE = {
    "one.py": "import json\n\nimport two\n\n\ndef first():\n    return two.second()\n",
    "two.py": "import one\n\n\ndef second():\n    return one.first()\n",
    "go/go.mod": "module example.com/go\n",
    "go/a.go": "package main\n\nfunc Go1() int {\n\treturn Go2()\n}\n",
    "go/b.go": "package main\n\nfunc Go2() int {\n\treturn 2\n}\n",
    "web/a.ts": 'import { load } from "./b";\n\nexport function show() {\n  return load();\n}\n',
    "web/b.ts": "export function load() {\n  return 1;\n}\n",
}
KNOWLEDGE = ("invariant:stock", "pattern:retry")
SYMBOLS = (
    "pkg/core.py::verify", "pkg/core.py::Box.open", "pkg/use.py::login", "one.py::first",
    "sub/mod.py::f", "go/a.go::Go1", "go/b.go::Go2", "web/a.ts::show",
)  # fmt: skip
PLACES = ("pkg/core.py", "pkg/use.py", "a.py", "two.py", "web/b.ts", "go/b.go", "sub/", "web/")
LINKED = (*SYMBOLS, *PLACES, *KNOWLEDGE, "ext:json")
ENDS = (*LINKED, "**/a.py", "go/*.go")
ALL = Scope(depth=None, limit=None)

Link = tuple[str, EdgeKind, str]
link_sets = some.sets(
    some.tuples(
        some.sampled_from(LINKED), some.sampled_from(LINK_KINDS), some.sampled_from(LINKED)
    ).filter(lambda link: link[0] != link[2]),
    max_size=6,
)


def lay(links: set[Link]) -> Overlay:
    edges = [
        LogicalEdge(source, target, kind, 0.5, 0.8, "m-1", "x")
        for source, kind, target in sorted(links)
    ]
    return Overlay(tuple(edges), frozenset(KNOWLEDGE))


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The graph of a project, as the file that a scan wrote."""
    root = build_project(tmp_path_factory.mktemp("reach") / "p", FILES | MORE)
    with open_for_reading(graph_of(root)) as graph:
        whole = graph.serialize()
    # Two bytes say that the file has a log beside it, which one in memory cannot have.
    return whole[:18] + b"\1\1" + whole[20:]


@pytest.fixture
def graph(scanned: bytes) -> Iterator[sqlite3.Connection]:
    with closing(load(scanned)) as connection:
        yield connection


def load(scanned: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(scanned)
    return connection


class Answers(NamedTuple):
    """Everything that is asked about one set of links."""

    graph: sqlite3.Connection
    overlay: Overlay

    def resolve(self, text: str) -> ResolvedTarget:
        return resolve(self.graph, text, self.overlay)

    def analyze(self, text: str, scope: Scope = ALL) -> Rows:
        return find_rows(self.graph, [self.resolve(text)], scope, overlay=self.overlay)

    def find_dependents(self, text: str) -> Reach:
        return find_dependents(self.graph, self.resolve(text), overlay=self.overlay)

    def find_dependencies(self, text: str) -> Reach:
        return find_dependencies(self.graph, self.resolve(text), overlay=self.overlay)

    def find_path(self, source: str, target: str) -> DependencyPath:
        ends = self.resolve(source), self.resolve(target)
        return explain(self.graph, source=ends[0], target=ends[1], overlay=self.overlay)

    def find_place(self, text: str) -> str:
        """Return the file of a symbol, and any other target as it is."""
        end = self.resolve(text)
        return end.path if end.path is not None and end.is_symbol else text

    def find_files(self, text: str) -> set[str]:
        rows = (self.graph.execute("SELECT path FROM files WHERE id = ?", (file,)).fetchone()
                for file in self.resolve(text).files)  # fmt: skip
        return {path for (path,) in rows}

    def is_of_files(self, text: str) -> bool:
        """Tell whether a target is answered with files: so is knowledge about these alone."""
        return is_of_files(self.resolve(text), self.overlay)

    def is_in(self, found: str, text: str) -> bool:
        """Tell whether an id is a target, or in one of its files."""
        return found == text or found.partition("::")[0] in self.find_files(text)


def test_impact_analysis_and_dependents_agree(graph: sqlite3.Connection) -> None:
    @walk(40)
    @given(link_sets)
    def check(links: set[Link]) -> None:
        answers = Answers(graph, lay(links))
        for end in ENDS:
            rows, reach = answers.analyze(end), answers.find_dependents(end)
            assert dict(rows.reached) == {item.id: item.depth for item in reach.items}
            assert rows.counts == reach.counts

    check()


def test_a_path_is_found_exactly_where_dependents_have_one(graph: sqlite3.Connection) -> None:
    @walk(400)
    @given(link_sets, some.sampled_from(ENDS), some.sampled_from(ENDS))
    def check(links: set[Link], source: str, target: str) -> None:
        answers = Answers(graph, lay(links))
        path = answers.find_path(source, target)
        places = [answers.find_place(end) for end in (source, target)]
        if overlaps(answers, places):
            return
        fine = depends(answers, source, target)
        assert (bool(path.steps) and not path.files_only) == fine
        coarse = depends(answers, *places) or depends_by_files(answers, *places)
        assert bool(path.steps) == (fine or coarse)
        assert all(step.edges for step in path.steps)

    check()


def overlaps(answers: Answers, places: list[str]) -> bool:
    return places[0] == places[1] or bool(
        answers.find_files(places[0]) & answers.find_files(places[1])
    )


def depends(answers: Answers, source: str, target: str) -> bool:
    """Tell whether the answers about one of two ends name the other one, or anything in it."""
    first, last = answers.is_of_files(source), answers.is_of_files(target)
    if first and last:
        return depends_by_files(answers, source, target)
    found = set()
    if not last:
        found |= {name for name in answers.analyze(target).reached if answers.is_in(name, source)}
    if not first:
        items = answers.find_dependencies(source).items
        found |= {item.id for item in items if answers.is_in(item.id, target)}
    return bool(found)


def depends_by_files(answers: Answers, source: str, target: str) -> bool:
    """Tell whether the answers about one of two files or folders name the other end."""
    found = set()
    if answers.is_of_files(target):
        found |= answers.analyze(target).reached.keys() & {source, *answers.find_files(source)}
    if answers.is_of_files(source):
        items = answers.find_dependencies(source).items
        found |= {item.id for item in items} & {target, *answers.find_files(target)}
    return bool(found)


def forget_closure(graph: sqlite3.Connection) -> None:
    graph.execute("DELETE FROM file_dependents")
    graph.execute("DELETE FROM file_dependencies")


def pack(graph: sqlite3.Connection) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(estimate, "MOST_FILES", 0)
        patch.setattr(packed_dependents, "FEW_NODES", 0)
        patch.setattr(hub_dependents, "MANY", 2)
        build_closure(graph)


@pytest.mark.parametrize("change", [forget_closure, pack])
def test_answers_are_the_same_without_the_closure(
    scanned: bytes, change: Callable[[sqlite3.Connection], None]
) -> None:
    with closing(load(scanned)) as closed, closing(load(scanned)) as searched:
        change(searched)
        assert closed.execute("SELECT count(*) FROM file_dependents").fetchone() != (0,)
        assert searched.execute("SELECT count(*) FROM file_dependents").fetchone() == (0,)

        @walk(20)
        @given(links=link_sets)
        def check(links: set[Link]) -> None:
            one, other = (Answers(graph, lay(links)) for graph in (closed, searched))
            for end in ENDS:
                assert one.analyze(end) == other.analyze(end)
                assert one.find_dependents(end) == other.find_dependents(end)
                assert one.find_dependencies(end) == other.find_dependencies(end)
                assert one.find_path(end, "pkg/core.py") == other.find_path(end, "pkg/core.py")
                near = [answers.analyze(end, Scope(2, 5)) for answers in (one, other)]
                # How many are farther away is not counted in a large project.
                assert near[0]._replace(beyond=0) == near[1]._replace(beyond=0)

        check()


def test_knowledge_alone_has_no_path_over_files(graph: sqlite3.Connection) -> None:
    """Neither end has a file, so no answer about either names the other."""
    stock, retry = KNOWLEDGE
    links = {
        (stock, EdgeKind.FLOWS_TO, "pkg/core.py::verify"),
        ("pkg/core.py::Box", EdgeKind.FLOWS_TO, retry),
    }
    answers = Answers(graph, lay(links))
    assert answers.find_path(stock, retry).steps == ()
    assert answers.find_path("pkg/core.py", retry).steps
    assert find_exact(graph, "pkg/core.py::Box") is not None
