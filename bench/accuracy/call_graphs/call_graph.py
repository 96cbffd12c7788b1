"""The functions and calls that the graph has of a project, compared with what another tool found.

Tools tell callers and callees by file and line. Two kinds of truth are compared with: all calls of
the code that a tool read (a compiler), and calls that were made while something ran (a tracer).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.accuracy.call_graphs.comparison import Pair, print_some
from bench.accuracy.call_graphs.exported import read_export

Place = tuple[str, int]
_BUILDS = ("target", "_build", "deps", "vendor", "node_modules")


@dataclass(frozen=True)
class Function:
    """A function, class or module of the graph."""

    id: str
    path: str
    start: int
    end: int
    kind: str = "function"

    @property
    def name(self) -> str:
        return re.split(r"::|\.", self.id)[-1].partition("#")[0]


class CallGraph:
    """Functions of a project by place, its calls, and what methods dispatch to."""

    def __init__(
        self, folder: Path, makers: Sequence[str] = (), left_out: Sequence[str] = _BUILDS
    ) -> None:
        """Take the calls of a scan; a call of a maker of objects is one of its class."""
        self.makers = makers
        self.functions: dict[str, Function] = {}
        self.calls: set[Pair] = set()
        self.ambiguous: set[Pair] = set()
        self.reads: set[Pair] = set()
        self.dispatches: dict[str, set[str]] = {}
        self._overridden: dict[str, set[str]] = {}
        self.above: dict[str, set[str]] = {}
        self._folder = folder
        self._texts: dict[str, list[str]] = {}
        edges: list[tuple[str, str, str]] = []
        for item in read_export(folder, *left_out):
            if item["kind"] == "edge":
                edges.append((item["source"], item["type"], item["target"]))
                if item["resolution"] == "ambiguous":
                    self.ambiguous.add((item["source"], item["target"]))
            elif item["type"] in ("function", "method", "class", "interface", "module"):
                self._add(item)
        self._add_edges(edges)
        self._by_path: dict[str, list[Function]] = {}
        for function in sorted(self.functions.values(), key=lambda f: (f.start, -f.end)):
            self._by_path.setdefault(function.path, []).append(function)

    def _add_edges(self, edges: Iterable[tuple[str, str, str]]) -> None:
        for source, kind, target in edges:
            if kind == "calls" and target in self.functions:
                self.calls.add((source, self.to_class(target)))
            elif kind == "references":
                self.reads.add((source, target))
            elif kind == "dispatches_to":
                self.dispatches.setdefault(source, set()).add(target)
                self._overridden.setdefault(target, set()).add(source)
            elif kind in ("extends", "implements"):
                self.above.setdefault(source, set()).add(target)

    def _add(self, item: dict[str, object]) -> None:
        kind = "function" if item["type"] in ("function", "method") else "class"
        place = (str(item["path"]), int(str(item["line"])), int(str(item["end_line"])))
        self.functions[str(item["id"])] = Function(str(item["id"]), *place, kind)

    @property
    def function_calls(self) -> set[Pair]:
        """The calls from functions to functions."""
        return {pair for pair in self.calls if all(map(self._is_function, pair))}

    def _is_function(self, name: str) -> bool:
        return name in self.functions and self.functions[name].kind == "function"

    def to_class(self, target: str) -> str:
        """Return what is called; for a constructor, its class."""
        function = self.functions.get(target)
        is_maker = function is not None and function.name in self.makers
        return re.split(r"\.(?=[^.]*$)", target)[0] if is_maker else target

    def find(self, path: str, line: int) -> Function | None:
        """Return the innermost function that a line is part of."""
        known = [f for f in self._by_path.get(path, ()) if f.kind == "function"]
        return _innermost(known, line)

    def find_caller(self, path: str, line: int) -> str:
        """Return what calls on a line belong to: a function, a class, or the file.

        A negative line is one of code that is in no function.
        """
        known = [f for f in self._by_path.get(path, ()) if line > 0 or f.kind == "class"]
        found = _innermost(known, abs(line))
        return path if found is None else found.id

    def find_callee(self, path: str, line: int, name: str) -> Function | None:
        """Return what of some name is defined at a line: of several functions on it the right one.

        A class is what is called where it has no constructor of its own.
        """
        known = self._by_path.get(path, [])
        named = next((f for f in known if f.start == line and f.name == name), None)
        found = named or _innermost(known, line)
        is_other = found is None or (found.kind == "class" and found.name != name)
        return None if is_other else found

    def reach(self, pair: Pair) -> set[Pair]:
        """Return what counts as the same call: of overrides, and of constructors further up.

        Tools differ in whether they name what is declared or what is known to run.
        """
        is_class = pair[1] in self.functions and self.functions[pair[1]].kind == "class"
        ways = (self.above,) if is_class else (self.dispatches, self._overridden)
        found = {pair[1]}
        for steps in ways:
            todo = [pair[1]]
            while todo:
                new = steps.get(todo.pop(), set()) - found
                found |= new
                todo += new
        return {(pair[0], target) for target in found}

    def is_written(self, pair: Pair) -> bool:
        """Whether the text of a caller has the name of what it calls."""
        name = self.functions[pair[1]].name
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", self.text_of(pair[0])) is not None

    def text_of(self, caller: str) -> str:
        """Return the text of a function, a class or a file."""
        path = caller.partition("::")[0]
        if path not in self._texts:
            text = (self._folder / path).read_text("utf-8", "replace")
            self._texts[path] = text.splitlines()
        own = self.functions.get(caller)
        lines = self._texts[path]
        return "\n".join(lines if own is None else lines[own.start - 1 : own.end])


def _innermost(known: Sequence[Function], line: int) -> Function | None:
    at = bisect_right([f.start for f in known], line)
    return next((f for f in reversed(known[:at]) if f.end >= line), None)


@dataclass
class Truth:
    """The calls that another tool found, in the ids of the graph."""

    calls: set[Pair] = field(default_factory=set)
    judged: set[Pair] = field(default_factory=set)
    """Callers with names of which the tool knows what they call there, by name."""


@dataclass(frozen=True)
class Traced:
    """A call that a tool saw: by whom, of what name, and where that is, if in the project."""

    caller: Place
    name: str
    callee: Place | None


def read_lines(text: str) -> list[Traced]:
    """Return the calls that a tracer wrote: a line each, with tabs between what it knows."""
    found: list[Traced] = []
    for line in text.splitlines():
        path, number, name, target, at = line.split("\t")
        callee = (target, int(at)) if target and not target.startswith("/") else None
        if not path.startswith("/"):
            found.append(Traced((path, int(number)), name, callee))
    return found


def read_traced(graph: CallGraph, calls: Iterable[Traced], *, whole: bool = False) -> Truth:
    """Return calls by places as calls between functions; one of a constructor is one of its class.

    Without its name in the text of the caller a call was not written there: a program or a macro
    makes it. `whole` says that the tool saw every call of a caller of which it saw one.
    """
    truth = Truth()
    for call in calls:
        if call.name.endswith("=") and call.name[0].isalpha():
            # A member that gets a value is not written as a call.
            continue
        caller = graph.find_caller(*call.caller)
        if whole and call.caller[1] > 0 and graph.find(*call.caller) is None:
            continue
        truth.judged.add((caller, "" if whole else call.name))
        callee = graph.find_callee(*call.callee, call.name) if call.callee is not None else None
        if callee is None:
            continue
        target = graph.to_class(callee.id)
        pair = (caller, target)
        if target != callee.id:
            truth.judged.add((caller, graph.functions[target].name))
        is_written = target != callee.id or graph.is_written(pair)
        if caller != target and is_written:
            truth.calls.add(pair)
    return truth


def print_comparison(graph: CallGraph, truth: Truth, show: int = 0) -> None:
    """Print precision and recall, and some of what is wrong and of what is missing."""
    own = {pair for pair in graph.calls if pair[0] != pair[1] and _is_judged(graph, truth, pair)}
    right = {pair for pair in own if graph.reach(pair) & truth.calls}
    known = {pair for one in graph.calls for pair in graph.reach(one)}
    passed = (truth.calls & graph.reads) - known
    print(f"{len(own)} calls of the graph judged, {len(truth.calls)} calls in the truth")
    print(f"precision {len(right) / max(1, len(own)):.3f}")
    print(f"recall    {_share(known, truth.calls):.3f}")
    print(f"  with functions that are passed on: {_share(known | passed, truth.calls):.3f}")
    print_some("wrong", own - right, show)
    print_some("missed", truth.calls - known - passed, show)


def _share(known: set[Pair], wanted: set[Pair]) -> float:
    return len(known & wanted) / max(1, len(wanted))


def _is_judged(graph: CallGraph, truth: Truth, pair: Pair) -> bool:
    name = graph.functions[pair[1]].name
    if graph.functions[pair[1]].kind == "class" and not graph.makers:
        # Calling it runs something that a library has put there.
        return False
    return (pair[0], "") in truth.judged or (pair[0], name) in truth.judged
