"""Runs a command while a tracer inside it writes down the calls that are made, and compares."""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.accuracy.call_graphs.call_graph import (
    CallGraph,
    Traced,
    print_comparison,
    read_lines,
    read_traced,
)

PROGRAMS = Path(__file__).parents[1] / "programs"
_TIMEOUT = 1_800


def trace_command(
    project: Path, command: Sequence[str], environment: Mapping[str, str]
) -> list[Traced]:
    """Return the calls that a command makes in a project; `environment` starts the tracer."""
    with tempfile.TemporaryDirectory() as beside:
        output = Path(beside, "calls")
        own = {"CALLS_OUTPUT": str(output), "CALLS_ROOT": str(project)}
        subprocess.run(
            command,
            cwd=project,
            env={**os.environ, **environment, **own},
            check=False,
            timeout=_TIMEOUT,
        )
        if not output.exists():
            raise SystemExit("the command left no calls: did it start?")
        return read_lines(output.read_text("utf-8", "replace"))


def compare_traced(
    description: str | None, environment: Mapping[str, str], makers: Sequence[str] = ()
) -> None:
    """Compare the project and command that the arguments of the program name."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("project", type=Path)
    parser.add_argument("--show", type=int, default=0, help="how many differences of each kind")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    project = options.project.resolve()
    calls = trace_command(project, options.command, environment)
    graph = CallGraph(project, makers)
    print_comparison(graph, read_traced(graph, calls), options.show)
