"""Compares the calls that the graph has of a Zig project with those that the compiler makes.

    python -m bench.accuracy.zig_calls FOLDER [--root src/lib.zig] [--zig zig] [--list]

It needs `zig`, in a version that the project is written for. The tests of one file, and all they
reach, are compiled without optimising to LLVM's text, in which every function says by file and line
where it is written. A call counts if the functions at both ends were compiled; the compiler's count
if the caller's text has the name of what is called.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

from bench.accuracy.call_graphs.call_graph import CallGraph
from bench.accuracy.call_graphs.comparison import Pair, print_pairs
from bench.accuracy.call_graphs.llvm import find_calls


def compile_tests(folder: Path, root: str, zig: str) -> str:
    """Return the tests of a file as LLVM's text."""
    with tempfile.TemporaryDirectory() as beside:
        output = Path(beside, "tests.ll")
        command = [zig, "test", root, "-fllvm", "-fno-emit-bin", f"-femit-llvm-ir={output}"]
        command += ["--cache-dir", beside, "--global-cache-dir", beside]
        subprocess.run(command, cwd=folder, check=True)
        return output.read_text()


def compare(folder: Path, text: str, *, listing: bool) -> None:
    """Print precision and recall, and what is wrong and missing if that is wanted."""
    graph = CallGraph(folder, left_out=("target",))
    compiled: set[str] = set()
    truth: set[Pair] = set()
    for place, target in find_calls(text, folder):
        caller = graph.find(*place)
        callee = graph.find(*target) if target is not None else None
        compiled.update(function.id for function in (caller, callee) if function is not None)
        if caller is not None and callee is not None and caller != callee:
            truth.add((caller.id, callee.id))
    truth = {pair for pair in truth if _is_written(folder, graph, pair)}
    own = {
        pair for pair in graph.function_calls if pair[0] != pair[1] and compiled.issuperset(pair)
    }
    print(f"{folder.name}: {len(compiled)} functions, {len(own)} calls, {len(truth)} compiled")
    print(f"precision {len(own & truth) / max(1, len(own)):.3f}")
    print(f"recall    {len(own & truth) / max(1, len(truth)):.3f}")
    if listing:
        print_pairs("wrong", sorted(own - truth))
        print_pairs("missing", sorted(truth - own))


def _is_written(folder: Path, graph: CallGraph, pair: Pair) -> bool:
    caller, callee = (graph.functions[name] for name in pair)
    lines = (folder / caller.path).read_text().splitlines()[caller.start - 1 : caller.end]
    return re.search(rf"\b{re.escape(callee.name)}\s*\(", "\n".join(lines)) is not None


def main() -> None:
    """Compare one project."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--root", default="src/lib.zig")
    parser.add_argument("--zig", default="zig")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    folder = options.folder.resolve()
    text = compile_tests(folder, options.root, options.zig)
    compare(folder, text, listing=options.list)


if __name__ == "__main__":
    main()
