"""Long lines of names, classes and calls give the same edges, whatever is linked first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from ripplegraph.failures import Failures
from ripplegraph.indexing.project_linker import build_resolvers
from ripplegraph.linking.linker import Linker
from ripplegraph.linking.project_analysis import build_analysis
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages

LONG = 1_300
"""Longer than the solver goes down at once, several times."""
MANY = 500
"""As many files are still longer than that."""

Tree = Mapping[str, str]
Edges = dict[str, list[tuple[str, str, str]]]


class Files:
    """A project in memory."""

    def __init__(self, tree: Tree) -> None:
        self.paths = frozenset(tree)
        self._tree = tree

    def read(self, path: str) -> bytes | None:
        return self._tree[path].encode() if path in self._tree else None


def link(tree: Tree, *, backwards: bool = False, failures: Failures | None = None) -> Edges:
    """Return the edges of each file."""
    facts = {path: extract_facts("python", text.encode()) for path, text in tree.items()}
    analysis = build_analysis(
        facts, find_languages(), build_resolvers({"python"}, Files(tree), Failures())
    )
    linker = Linker(analysis, facts, failures=failures)
    if backwards:
        linker.links = dict(reversed(linker.links.items()))
    links = linker.link()
    return {path: sorted(links[path].edges) for path in sorted(links)}


def one_file(head: str, line: str, end: str) -> Tree:
    return {"a.py": head + "".join(line.format(i, i - 1) for i in range(1, LONG)) + end}


def many_files(first: str, line: str) -> Tree:
    rest = {f"m{i}.py": line.format(i, i - 1) for i in range(1, MANY)}
    return {"m0.py": first, **rest}


def find_trees() -> Iterator[tuple[str, Tree, tuple[str, str, str]]]:
    """Yield a name, a project and an edge that has to be found in it."""
    last = LONG - 1
    yield (
        "aliases",
        one_file("def f(): pass\na0 = f\n", "a{0} = a{1}\n", f"def g(): a{last}()\n"),
        ("a.py::g", "calls", "a.py::f"),
    )
    yield (
        "results",
        one_file(
            "def f(): pass\ndef f0(): return f\n",
            "def f{0}(): return f{1}()\n",
            f"def g(): f{last}()()\n",
        ),
        ("a.py::g", "calls", "a.py::f"),
    )
    yield (
        "classes",
        one_file(
            "class A0:\n def n(self): pass\n",
            "class A{0}(A{1}): pass\n",
            # The nearest 256 are searched.
            "class B(A254):\n def m(self): super().n()\n",
        ),
        ("a.py::B.m", "calls", "a.py::A0.n"),
    )
    yield (
        "imports",
        many_files("def f(): pass\n", "from m{1} import f\ndef g(): f()\n"),
        (f"m{MANY - 1}.py::g", "calls", "m0.py::f"),
    )
    yield (
        "stars",
        many_files("def f(): pass\n", "from m{1} import *\ndef g(): f()\n"),
        (f"m{MANY - 1}.py::g", "calls", "m0.py::f"),
    )


@pytest.mark.parametrize(
    ("tree", "edge"), [pytest.param(tree, edge, id=name) for name, tree, edge in find_trees()]
)
def test_a_long_line_leads_to_its_end(tree: Tree, edge: tuple[str, str, str]) -> None:
    edges = link(tree)
    assert edge in edges[edge[0].partition("::")[0]]
    assert link(tree, backwards=True) == edges


def test_a_long_circle_leads_to_all_that_is_in_it() -> None:
    lines = "".join(f"def f{i}(): return f{(i + 1) % LONG}() or g\n" for i in range(LONG))
    tree = {"a.py": f"def g(): pass\n{lines}f0()()\n"}
    edges = link(tree)
    assert {("a.py", "calls", "a.py::f0"), ("a.py", "calls", "a.py::g")} <= {*edges["a.py"]}
    assert link(tree, backwards=True) == edges


def test_a_line_of_classes_that_is_too_long_to_be_searched_says_so() -> None:
    lines = "".join(f"class A{i}(A{i - 1}): pass\n" for i in range(1, 256))
    users = "class B(A254):\n def m(self): super().n()\nclass C(A255):\n def m(self): super().n()\n"
    failures = Failures()
    edges = link({"a.py": f"class A0:\n def n(self): pass\n{lines}{users}"}, failures=failures)
    assert ("a.py::B.m", "calls", "a.py::A0.n") in edges["a.py"]
    assert ("a.py::C.m", "calls", "a.py::A0.n") not in edges["a.py"]
    assert ("bases", 260) in {(failure.step, failure.line) for failure in failures}
