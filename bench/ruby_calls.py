"""Compares the calls that the graph has of a Ruby project with those that its tests make.

    python -m bench.ruby_calls PROJECT [--show 20] -- ruby -Ilib -Itest test/test_rake_task.rb

The command after `--` runs tests in PROJECT while a tracer notes every call: of what name, from
which line to which definition. Recall is the share of executed calls that the graph has. Precision
is judged where a caller called something of that name: the graph is wrong where it never was what
the graph says. A call whose name does not stand in its caller's text is left out: the language made
it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.call_graph import CallGraph, print_comparison, read_traced
from bench.tracing import trace_command

_SCRIPT = Path(__file__).parent / "tracers" / "calls.rb"


def main() -> None:
    """Compare one project."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--show", type=int, default=0, help="how many differences of each kind")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    project = options.project.resolve()
    calls = trace_command(project, options.command, {"RUBYOPT": f"-r{_SCRIPT}"})
    graph = CallGraph(project, ("initialize",))
    print_comparison(graph, read_traced(graph, calls), options.show)


if __name__ == "__main__":
    main()
