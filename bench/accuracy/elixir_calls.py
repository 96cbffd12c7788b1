"""Compares the calls that the graph has of an Elixir project with those that the compiler saw.

    python -m bench.accuracy.elixir_calls PROJECT [--with DEPENDENCY] [--tests] [--show 20]

`elixir` compiles `lib/` with a tracer, which is told of every call with the arity that chose the
function. Functions of one name are told apart by arity, a macro is a function. Left out are macros
as callers: what they quote is called where they are used, which is not where it is written.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.accuracy.call_graphs.call_graph import (
    CallGraph,
    Traced,
    print_comparison,
    read_lines,
    read_traced,
)

_SCRIPT = Path(__file__).parent / "programs" / "calls.exs"


def compile_project(project: Path, dependencies: Sequence[Path], *, tests: bool) -> list[Traced]:
    """Return the calls that the compiler saw in a project."""
    patterns = ["lib/**/*.ex", *(["test/**/*_test.exs"] if tests else [])]
    files = [str(file) for pattern in patterns for file in sorted(project.glob(pattern))]
    with tempfile.TemporaryDirectory() as beside:
        output = Path(beside, "calls")
        command = ["elixir", str(_SCRIPT), str(output), str(project)]
        subprocess.run([*command, *map(str, dependencies), "--", *files], cwd=project, check=True)
        return read_lines(output.read_text())


def main() -> None:
    """Compare one project."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--with", dest="dependencies", type=Path, action="append", default=[])
    parser.add_argument("--tests", action="store_true", help="compile test/ as well")
    parser.add_argument("--show", type=int, default=0, help="how many differences of each kind")
    options = parser.parse_args()
    project = options.project.resolve()
    dependencies = [path.resolve() for path in options.dependencies]
    calls = compile_project(project, dependencies, tests=options.tests)
    graph = CallGraph(project)
    print_comparison(graph, read_traced(graph, calls, whole=True), options.show)


if __name__ == "__main__":
    main()
