"""Calls in C and C++ against GCC's call graph.

    gcc -O0 -fcallgraph-info -c a.c -o OUT/a.o     (for every file, in the root of the project)
    ripple scan
    python -m bench.accuracy.c_calls PROJECT OUT [--wrong] [--missed]

    cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON ...   (or any other compilation database)
    python -m bench.accuracy.c_calls PROJECT compile_commands.json    (asks clang instead)

GCC tells what each function calls once macros are gone and conditions are decided. Definitions are
matched by where they stand. Compared are calls between functions that were compiled; a call of a
macro is a call of what the macro calls. Precision looks at calls that the source writes as such;
one that a condition leaves out of this build counts as wrong.
"""

from __future__ import annotations

import argparse
import re
import sqlite3
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from posixpath import normpath
from typing import NamedTuple

_NODE = re.compile(r'node: \{ title: "([^"]*)" label: "([^"]*)"( shape : ellipse)?')
_EDGE = re.compile(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"')
_PLACE = re.compile(r"\\n([^\\]+):(\d+):\d+")
_MOST_SHOWN = 400
_VARIANT = re.compile(r"(?<=[\w])([CD])[01]E(?=\w)")

Edges = set[tuple[int, int]]


class Definition(NamedTuple):
    """A function of the graph."""

    line: int
    end_line: int
    number: int


class Graph:
    """The functions and calls of a scanned project."""

    def __init__(self, project: Path) -> None:
        connection = sqlite3.connect(project / ".ripple" / "graph.db")
        self.labels: dict[int, str] = {}
        self.macros: set[int] = set()
        self.named: dict[str, list[int]] = defaultdict(list)
        self._places: dict[str, list[Definition]] = defaultdict(list)
        rows = connection.execute(
            "SELECT n.id, f.path, n.label, n.line, n.end_line, n.signature FROM nodes n"
            " JOIN files f ON f.id = n.file_id WHERE n.signature IS NOT NULL"
        )
        for number, path, label, line, end_line, signature in rows:
            self.labels[number] = f"{path}::{label}"
            self.named[label.partition("#")[0]].append(number)
            if signature.startswith("#"):
                self.macros.add(number)
            elif "(" in signature:
                self._places[path].append(Definition(line, end_line, number))
        for places in self._places.values():
            places.sort()
        self.edges: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for source, target, kind in connection.execute("SELECT source, target, kind FROM edges"):
            if kind in (0, 1):
                self.edges[source].append((target, kind))

    def find(self, path: str, line: int) -> int | None:
        """Return the innermost function at a line of a file."""
        places = self._places.get(path, [])
        for place in reversed(places[: bisect_right(places, (line, 1 << 60, 0))]):
            if place.end_line >= line:
                return place.number
        return None

    def calls(self, source: int) -> Iterator[tuple[int, bool]]:
        """Yield what a function calls, and whether it says so itself or a macro does."""
        seen: set[int] = set()
        todo = [(source, False)]
        while todo:
            current, through = todo.pop()
            for target, kind in self.edges.get(current, ()):
                if target in self.macros:
                    if target not in seen:
                        seen.add(target)
                        todo.append((target, True))
                elif kind == 0 or through:
                    yield target, through

    def expanded(self, source: int) -> set[int]:
        """Return what the macros call that a function calls."""
        macros = [source]
        for macro in macros:
            macros += {t for t, _ in self.edges.get(macro, ()) if t in self.macros} - {*macros}
        return {t for m in macros[1:] for t, kind in self.edges.get(m, ()) if kind == 0}


class Truth(NamedTuple):
    """What a compiler found, in the numbers of the graph."""

    edges: Edges
    made: Edges
    """Who makes objects by which constructors; only clang tells these apart."""
    compiled: set[int]
    undecided: set[tuple[int, str]]
    """Names that a template calls and whose meaning depends on its arguments."""


def read_gcc(folder: Path, graph: Graph, root: Path) -> Truth:
    """Return the calls that GCC found, and the functions that it compiled."""
    titles: dict[str, tuple[str, int]] = {}
    found: list[tuple[str, str, str]] = []
    front = f"{root.resolve()}/"
    for file in sorted(folder.rglob("*.ci")):
        text = file.read_text(errors="replace")
        for title, label, is_outside in _NODE.findall(_unify(text)):
            place = _PLACE.search(label)
            if place is not None and not is_outside:
                key = title if ":" not in title else f"{file}:{title}"
                titles[key] = (normpath(place[1]).removeprefix(front), int(place[2]))
        found += [(str(file), *pair) for pair in _EDGE.findall(_unify(text))]
    numbers = {title: graph.find(*place) for title, place in titles.items()}
    edges: Edges = set()
    for file_name, *pair in found:
        source, target = (
            numbers.get(title if ":" not in title else f"{file_name}:{title}") for title in pair
        )
        if source is not None and target is not None:
            edges.add((source, target))
    return Truth(edges, set(), {number for number in numbers.values() if number is not None}, set())


def read_clang(commands: Path, graph: Graph, root: Path) -> Truth:
    """Return the calls that clang found, and the functions that it read."""
    # A package that only this needs.
    from bench.accuracy.call_graphs import clang_calls

    read = clang_calls.read_truth(root, commands)
    numbers = {place: graph.find(*place) for place in read.defined}

    def translate(pairs: Iterable[tuple[tuple[str, int], tuple[str, int]]]) -> Edges:
        found = ((numbers.get(source), numbers.get(target)) for source, target in pairs)
        return {(a, b) for a, b in found if a is not None and b is not None}

    undecided = {(n, name) for place, name in read.open if (n := numbers.get(place)) is not None}
    compiled = {number for number in numbers.values() if number is not None}
    return Truth(translate(read.calls), translate(read.made), compiled, undecided)


def _unify(text: str) -> str:
    """Return a graph in which a constructor, or destructor, has one name and not three."""
    return _VARIANT.sub(r"\g<1>2E", text)


def _is_named(label: str) -> bool:
    """Whether a function is called by writing its name: no constructor, destructor, operator."""
    parts = label.partition("::")[2].partition("#")[0].split(".")
    last = parts[-1]
    return not last.startswith(("~", "operator")) and last not in parts[-2:-1]


def main() -> None:
    """Print precision and recall."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--named", action="store_true", help="leave out what C++ calls unwritten")
    options = parser.parse_args()
    graph = Graph(options.project)
    read = read_gcc if options.out.is_dir() else read_clang
    truth = read(options.out, graph, options.project)
    edges, compiled = truth.edges, truth.compiled
    if options.named:
        edges = {pair for pair in edges if _is_named(graph.labels[pair[1]])}
    direct: Edges = set()
    every: Edges = set()
    for source in compiled:
        expanded = graph.expanded(source)
        for target, through in graph.calls(source):
            if target not in compiled:
                continue
            if not options.named or _is_named(graph.labels[target]):
                every.add((source, target))
                is_open = (source, _last(graph.labels[target])) in truth.undecided
                if not through and not is_open and target not in expanded:
                    direct.add((source, target))
    right = len(direct & edges)
    print(f"functions {len(compiled)}, calls of the compiler {len(edges)}, of ripple {len(direct)}")
    print(f"precision {right / max(1, len(direct)):.3f}")
    print(f"recall {len(every & edges) / max(1, len(edges)):.3f}")
    if truth.made:
        made = {pair for pair in truth.made if _is_made(graph, *pair)}
        print(f"constructors {len(made) / len(truth.made):.3f} of {len(truth.made)}")
    if options.wrong:
        show("wrong", direct - edges, graph)
    if options.missed:
        show("missed", edges - every, graph)
        show("missed", truth.made - made if truth.made else (), graph)


def _last(label: str) -> str:
    """Return the plain name of a function."""
    return label.partition("::")[2].partition("#")[0].rpartition(".")[2]


def _is_made(graph: Graph, source: int, constructor: int) -> bool:
    """Whether the graph has a call of a constructor, or of its class."""
    name = graph.labels[constructor].partition("::")[2].partition("#")[0].rpartition(".")[0]
    wanted = {constructor, *graph.named.get(name, ())}
    return any(target in wanted for target, _ in graph.calls(source))


def show(word: str, edges: Iterable[tuple[int, int]], graph: Graph) -> None:
    """Print some edges."""
    for source, target in sorted(edges)[:_MOST_SHOWN]:
        print(word, graph.labels[source], "->", graph.labels[target])


if __name__ == "__main__":
    main()
