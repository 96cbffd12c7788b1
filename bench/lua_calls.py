"""Compares the calls that the graph has of a Lua project with those that a program makes.

    python -m bench.lua_calls PROJECT [--show 20] -- busted

The command after `--` runs in PROJECT, and every Lua in it notes its calls by a hook: of what name,
from which line to which function. Recall and precision are those of `bench.ruby_calls`. A call in
the place of a result (`return f()`) leaves no trace of its caller, and is not seen.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.call_graph import CallGraph, print_comparison, read_traced
from bench.tracing import trace_command

_SCRIPT = Path(__file__).parent / "tracers" / "calls.lua"


def main() -> None:
    """Compare one project."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--show", type=int, default=0, help="how many differences of each kind")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    project = options.project.resolve()
    start = f"@{_SCRIPT}"
    variables = ("LUA_INIT", *(f"LUA_INIT_5_{minor}" for minor in (2, 3, 4)))
    calls = trace_command(project, options.command, dict.fromkeys(variables, start))
    graph = CallGraph(project)
    print_comparison(graph, read_traced(graph, calls), options.show)


if __name__ == "__main__":
    main()
