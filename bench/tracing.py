"""Runs a command while a tracer inside it writes down the calls that are made."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.call_graph import Traced, read_lines

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
