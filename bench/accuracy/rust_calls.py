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
import re
import subprocess
import tempfile
from pathlib import Path

from bench.accuracy.call_graphs.call_graph import CallGraph, Function
from bench.accuracy.call_graphs.comparison import Pair, print_pairs
from bench.accuracy.call_graphs.llvm import find_calls


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


def compare(folder: Path, options: argparse.Namespace) -> None:
    """Print precision and recall, and with `--list` what is wrong and what is missing."""
    graph = CallGraph(folder, left_out=("target",))
    compiled: set[str] = set()
    truth: set[Pair] = set()
    for place, target in find_calls(compile_crate(folder, options), folder):
        caller = _find(graph, *place)
        callee = _find(graph, *target) if target is not None else None
        if caller is not None:
            compiled.add(caller.id)
        if caller is not None and callee is not None and caller != callee:
            truth.add((caller.id, callee.id))
    written = {pair for pair in truth if _is_written(folder, graph, pair)}
    own = {pair for pair in graph.function_calls if pair[0] in compiled and pair[0] != pair[1]}
    own = {pair for pair in own if not _is_macro(graph.functions[pair[1]])}
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
        print_pairs("wrong", sorted(own - right))
        print_pairs("missing", sorted(written - known))


def _find(graph: CallGraph, path: str, line: int) -> Function | None:
    """Return the innermost function at a line, unless it is a macro."""
    found = graph.find(path, line)
    return None if found is None or _is_macro(found) else found


def _is_macro(function: Function) -> bool:
    return function.name.endswith("!")


def _reached(graph: CallGraph, pair: Pair) -> set[Pair]:
    return {pair, *((pair[0], target) for target in graph.dispatches.get(pair[1], ()))}


def _is_written(folder: Path, graph: CallGraph, pair: Pair) -> bool:
    caller, callee = (graph.functions[name] for name in pair)
    lines = (folder / caller.path).read_text().splitlines()[caller.start - 1 : caller.end]
    pattern = rf"(?<!\bfn )\b{re.escape(callee.name)}\s*(?:::\s*<[^()]*>\s*)?\("
    return re.search(pattern, "\n".join(lines)) is not None


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
