"""Compares the calls that the graph has of a Rust crate with those that the compiler makes.

    python -m bench.accuracy.rust_calls FOLDER [--root src/lib.rs] [--feature std] [--list]

`rustc` compiles the crate in FOLDER and its unit tests, without optimising, to LLVM's text, in
which every function says by file and line where it is written; functions that nothing calls are
compiled, too, as far as nobody has to say what their type parameters are. A call counts if its
caller was compiled.
The compiler's calls count if the caller's text has the name of what is called: operators, loops and
what goes out of scope call functions that nobody wrote a call of. Through a trait, what its method
dispatches to counts as called.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_FILE = re.compile(r'^(!\d+) = !DIFile\(filename: "([^"]*)", directory: "([^"]*)"')
_FUNCTION = re.compile(r"^(!\d+) = distinct !DISubprogram\(.*?file: (!\d+), line: (\d+)")
_DEFINE = re.compile(r"^define .*?@(\"[^\"]+\"|[\w$.]+)\(.*!dbg (!\d+)")
_CALL = re.compile(r"(?:call|invoke) [^@\n]*@(\"[^\"]+\"|[\w$.]+)\(")

Pair = tuple[str, str]


@dataclass(frozen=True)
class Function:
    """A function of the graph."""

    id: str
    path: str
    start: int
    end: int

    @property
    def name(self) -> str:
        return re.split(r"::|\.", self.id)[-1].partition("#")[0]

    @property
    def is_macro(self) -> bool:
        return self.name.endswith("!")


class Graph:
    """Functions of a project by place, its calls, and what methods dispatch to."""

    def __init__(self, folder: Path) -> None:
        self.functions: dict[str, Function] = {}
        self.calls: set[Pair] = set()
        self.dispatches: dict[str, set[str]] = {}
        self.ambiguous: set[Pair] = set()
        edges: list[tuple[str, str, str]] = []
        for line in _export(folder).splitlines():
            item = json.loads(line)
            if item["kind"] == "edge":
                edges.append((item["source"], item["type"], item["target"]))
                if item["resolution"] == "ambiguous":
                    self.ambiguous.add((item["source"], item["target"]))
            elif item["type"] in ("function", "method"):
                function = Function(item["id"], item["path"], item["line"], item["end_line"])
                self.functions[function.id] = function
        for source, kind, target in edges:
            if kind == "calls" and {source, target} <= self.functions.keys():
                self.calls.add((source, target))
            elif kind == "dispatches_to":
                self.dispatches.setdefault(source, set()).add(target)
        self.uses = {(one, other) for one, kind, other in edges if kind in ("calls", "references")}
        self._by_path: dict[str, list[Function]] = {}
        for function in sorted(self.functions.values(), key=lambda f: (f.start, -f.end)):
            self._by_path.setdefault(function.path, []).append(function)

    def find(self, path: str, line: int) -> Function | None:
        """Return the innermost function that a line is part of."""
        known = self._by_path.get(path, [])
        at = bisect_right([f.start for f in known], line)
        found = next((f for f in reversed(known[:at]) if f.end >= line), None)
        return None if found is not None and found.is_macro else found


def _export(folder: Path) -> str:
    with tempfile.TemporaryDirectory() as beside:
        copy = Path(beside, folder.name)
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".git", ".ripple", "target"))
        for arguments in (["init", "--quiet"], ["add", "--all", "--force"]):
            subprocess.run(["git", "-C", str(copy), *arguments], check=True, capture_output=True)
        command = [sys.executable, "-m", "ripplegraph", "-C", str(copy), "export"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def compile_crate(folder: Path, options: argparse.Namespace) -> str:
    """Return a crate and its unit tests as LLVM's text."""
    features = [f'--cfg=feature="{name}"' for name in options.feature]
    with tempfile.TemporaryDirectory() as beside:
        output = Path(beside, "crate.ll")
        command = ["rustc", "--edition", options.edition, "--crate-type", "lib"]
        command += [] if options.no_tests else ["--test"]
        command += ["-g", "-C", "opt-level=0", "-C", "codegen-units=1"]
        command += ["-C", "no-prepopulate-passes", "-C", "link-dead-code=yes"]
        command += ["--cap-lints", "allow", "--emit=llvm-ir"]
        command += [*features, *options.flag, "-o", str(output), options.root]
        subprocess.run(command, cwd=folder, check=True)
        return output.read_text()


def find_calls(text: str, folder: Path) -> Iterator[tuple[tuple[str, int], tuple[str, int] | None]]:
    """Yield each compiled function of the crate, alone and with each one it calls, by place."""
    lines = text.splitlines()
    files = {m[1]: Path(m[3], m[2]) for line in lines if (m := _FILE.match(line))}
    places = {m[1]: (m[2], int(m[3])) for line in lines if (m := _FUNCTION.match(line))}
    defined: dict[str, tuple[str, int]] = {}
    for line in lines:
        found = _DEFINE.match(line)
        if found and found[2] in places:
            file, number = places[found[2]]
            path = files.get(file)
            if path is not None and path.is_relative_to(folder):
                defined[found[1]] = path.relative_to(folder).as_posix(), number
    caller = None
    for line in lines:
        if line.startswith("define "):
            found = _DEFINE.match(line)
            caller = defined.get(found[1]) if found else None
            if caller is not None:
                yield caller, None
        elif caller is not None and (call := _CALL.search(line)) and call[1] in defined:
            yield caller, defined[call[1]]


def compare(folder: Path, options: argparse.Namespace) -> None:
    """Print precision and recall, and with `--list` what is wrong and what is missing."""
    graph = Graph(folder)
    compiled: set[str] = set()
    truth: set[Pair] = set()
    for place, target in find_calls(compile_crate(folder, options), folder):
        caller = graph.find(*place)
        callee = graph.find(*target) if target is not None else None
        if caller is not None:
            compiled.add(caller.id)
        if caller is not None and callee is not None and caller != callee:
            truth.add((caller.id, callee.id))
    written = {pair for pair in truth if _is_written(folder, graph, pair)}
    own = {pair for pair in graph.calls if pair[0] in compiled and pair[0] != pair[1]}
    own = {pair for pair in own if not graph.functions[pair[1]].is_macro}
    right = {pair for pair in own if _reached(graph, pair) & truth}
    known = {pair for one in own for pair in _reached(graph, one)}
    print(f"{folder.name}: {len(compiled)} functions, {len(own)} calls, {len(written)} compiled")
    print(f"precision {len(right) / max(1, len(own)):.3f}")
    print(f"recall    {len(written & known) / max(1, len(written)):.3f}")
    sure = own - graph.ambiguous
    reached = {pair for one in sure for pair in _reached(graph, one)}
    share = len(written & reached) / max(1, len(written))
    print(f"without ambiguous ones {len(right & sure) / max(1, len(sure)):.3f} {share:.3f}")
    if options.list:
        _print_pairs("wrong", sorted(own - right))
        _print_pairs("missing", sorted(written - known))


def _reached(graph: Graph, pair: Pair) -> set[Pair]:
    return {pair, *((pair[0], target) for target in graph.dispatches.get(pair[1], ()))}


def _is_written(folder: Path, graph: Graph, pair: Pair) -> bool:
    caller, callee = (graph.functions[name] for name in pair)
    lines = (folder / caller.path).read_text().splitlines()[caller.start - 1 : caller.end]
    pattern = rf"(?<!\bfn )\b{re.escape(callee.name)}\s*(?:::\s*<[^()]*>\s*)?\("
    return re.search(pattern, "\n".join(lines)) is not None


def _print_pairs(title: str, pairs: Sequence[Pair]) -> None:
    for source, target in pairs:
        print(f"{title}: {source} -> {target}")


def main() -> None:
    """Compare one crate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--root", default="src/lib.rs")
    parser.add_argument("--edition", default="2021")
    parser.add_argument("--feature", action="append", default=[])
    parser.add_argument("--flag", action="append", default=[], help="passed on to rustc")
    parser.add_argument("--no-tests", action="store_true", help="for a crate without unit tests")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    compare(options.folder.resolve(), options)


if __name__ == "__main__":
    main()
