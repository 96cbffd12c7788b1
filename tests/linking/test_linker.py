"""The linker ends, and gives the same answers in any order, on source out of the ordinary."""

from __future__ import annotations

import random

import pytest

from ripplegraph.linking.linker import Linker
from ripplegraph.linking.project_analysis import build_analysis
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.registry import find_languages


def calls_of(text: str) -> set[tuple[str, str]]:
    facts = extract_facts("python", text.encode())
    links = Linker(build_analysis({"a.py": facts}, find_languages(), {}), ["a.py"]).link()["a.py"]
    return {(e.source, e.target) for e in links.edges.values() if e.kind == "calls"}


@pytest.mark.parametrize("length", [10, 100, pytest.param(1_000)])
def test_a_long_chain_of_aliases_ends(length: int) -> None:
    chain = "".join(f"f{i + 1} = f{i}\n" for i in range(length))
    found = calls_of(f"def f0(): pass\n{chain}f{length}()\n")
    assert found <= {("a.py", "a.py::f0")}
    if length <= 100:
        assert found == {("a.py", "a.py::f0")}


def test_a_long_chain_of_calls_ends() -> None:
    text = "class A:\n    def b(self):\n        return self\n\n\nA()" + ".b()" * 1_000 + "\n"
    assert ("a.py", "a.py::A.b") in calls_of(text)


def test_a_long_chain_of_functions_ends() -> None:
    functions = "".join(f"def f{i}():\n    return f{i + 1}()\n\n\n" for i in range(500))
    found = calls_of(f"{functions}def f500():\n    return 1\n")
    assert ("a.py::f499", "a.py::f500") in found
    assert len(found) == 500


def test_a_deep_hierarchy_ends() -> None:
    classes = "".join(f"class C{i + 1}(C{i}):\n    pass\n\n\n" for i in range(100))
    text = f"class C0:\n    def go(self): pass\n\n\n{classes}C100().go()\n"
    assert ("a.py", "a.py::C0.go") in calls_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "x = x\nx()\n",
        "x = y\ny = x\nx()\n",
        "def f(): return f\nf()()()\n",
        "def f(g=f): return g()\nf(f)\n",
        "class A(A): pass\nA().b()\n",
        "class A(B): pass\nclass B(A): pass\nA().b()\n",
        "x = [x]\nx[0]()\n",
        "def f(a): return f(f(a))\nf(f)(f)\n",
        "x = x.y\nx.y()\n",
        "from a import *\nf()\n",
        "import a\na.a.a.b()\n",
        "class A:\n    def __iter__(self): return self\n    def __next__(self): return self\n"
        "for x in A(): x()\n",
        "def f():\n    yield from f()\nfor x in f(): x()\n",
    ],
)
def test_what_leads_to_itself_ends(text: str) -> None:
    calls_of(text)


def test_the_order_of_files_does_not_matter() -> None:
    texts = {
        "a.py": "from b import *\n\n\ndef run(f):\n    return f()\n\n\nrun(make)\nThing().go()\n",
        "b.py": "from c import Thing\nimport a\n\n\ndef make():\n    return a.run(Thing)\n",
        "c.py": "import b\n\n\nclass Thing:\n    def go(self):\n        b.make().go()\n",
    }
    facts = {path: extract_facts("python", text.encode()) for path, text in texts.items()}
    resolver = find_languages()["python"].resolver
    assert resolver is not None

    class Files:
        paths = frozenset(texts)

        def read(self, path: str) -> bytes | None:
            return texts[path].encode() if path in texts else None

    found = set()
    for seed in range(6):
        order = sorted(facts)
        random.Random(seed).shuffle(order)  # noqa: S311
        shuffled = {p: facts[p] for p in order}
        analysis = build_analysis(shuffled, find_languages(), {"python": resolver(Files())})
        links = Linker(analysis, order).link()
        found.add(tuple(sorted(str(e) for p in links for e in links[p].edges.values())))
    assert len(found) == 1


def test_calls_that_lead_nowhere_are_kept_by_the_name_that_is_called() -> None:
    text = "def go(unknown):\n    unknown.one()\n    unknown().two().three()\n    unknown()[0]()\n"
    facts = extract_facts("python", text.encode())
    links = Linker(build_analysis({"a.py": facts}, find_languages(), {}), ["a.py"]).link()["a.py"]
    assert set(links.missed) == {"one", "two", "three"}
