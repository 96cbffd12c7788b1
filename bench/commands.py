"""Commands of ripple in processes of their own, and what they cost."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO

LEAST = (sys.executable, "-c", "import sqlite3, json")
"""The least that a command in Python can do: load the modules that every answer needs."""


@dataclass(frozen=True)
class Run:
    """A finished command."""

    output: str
    cpu: float
    """Seconds of the command and the processes that it waited for; infinite at the limit."""
    wall: float
    megabytes: float
    """The most memory that one of its processes held."""


def build_command(folder: Path, *arguments: str) -> tuple[str, ...]:
    """Return a command of the ripple that this interpreter has, for a project."""
    return (sys.executable, "-P", "-m", "ripplegraph", "-C", str(folder), *arguments)


def run_ripple(folder: Path, *arguments: str) -> str:
    """Run a command in a project and return its output."""
    return measure_ripple(folder, *arguments).output


def measure_ripple(
    folder: Path, *arguments: str, limit: int | None = None, check: bool = True
) -> Run:
    """Run a command in a project; see `measure_command`."""
    command = build_command(folder, *arguments)
    return measure_command(command, folder, limit=limit, check=check)


def measure_hook(folder: Path, event: str, session: str, file: str) -> Run:
    """Run a hook in a project, as an agent does that is about to edit a file."""
    given = {
        "session_id": session,
        "cwd": str(folder),
        "prompt": "cache the query",
        "tool_input": {"file_path": file},
    }
    command = (sys.executable, "-P", "-m", "ripplegraph", "hook", event)
    return measure_command(command, folder, given=json.dumps(given).encode())


def measure_command(
    command: Sequence[str],
    folder: Path,
    *,
    given: bytes = b"",
    limit: int | None = None,
    check: bool = True,
    watch: Callable[[int], object] = id,
) -> Run:
    """Run a command in a folder and measure it; `limit` ends it after so many seconds of CPU.

    Without `check` any exit code is fine, but no signal and no traceback. `watch` is called with
    the number of the process while it runs.
    """
    with (
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
    ):
        source.write(given)
        source.seek(0)
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=source,
            stdout=output,
            stderr=errors,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
            preexec_fn=partial(_limit_cpu, limit) if limit else None,  # noqa: PLW1509 - no threads
        )
        watch(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        text, said = _read(output), _read(errors)
    is_ended = process.returncode == -signal.SIGXCPU
    is_failed = process.returncode < 0 or "Traceback" in said or (check and process.returncode)
    if is_failed and not is_ended:
        raise RuntimeError(f"{' '.join(command)} failed: {said[-2000:]}")
    cpu = float("inf") if is_ended else usage.ru_utime + usage.ru_stime
    return Run(text, cpu, wall, usage.ru_maxrss / 1_000)


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _limit_cpu(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
