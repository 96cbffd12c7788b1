"""Runs commands in forked processes: real ones, but without the time that Python takes to start."""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

_PAUSE_SECONDS = 0.001


@dataclass(frozen=True)
class Ended:
    """How a command ended, what it printed, and whether it was killed."""

    code: int
    text: str
    killed: bool = False
    seconds: float = 0.0


def run_command(
    root: Path, output: Path, words: Sequence[str], *, kill_after: float | None = None
) -> Ended:
    """Run a command of ripple in a folder, and kill it when its time is over."""
    from ripplegraph.cli.main import main

    return run_forked(root, output, lambda: main(words), kill_after=kill_after)


def run_forked(
    root: Path, output: Path, work: Callable[[], object], *, kill_after: float | None = None
) -> Ended:
    """Do something in a process of its own."""
    # It may be killed before it prints anything.
    output.write_bytes(b"")
    sys.stdout.flush()
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        _become(root, output, work)
    status, killed = _wait(child, None if kill_after is None else start + kill_after)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    return Ended(code, output.read_text(errors="replace"), killed, seconds)


def _wait(child: int, end: float | None) -> tuple[int, bool]:
    if end is None:
        return os.waitpid(child, 0)[1], False
    while time.perf_counter() < end:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return status, False
        time.sleep(_PAUSE_SECONDS)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1], True


def _become(root: Path, output: Path, work: Callable[[], object]) -> None:
    """Be the child, and end."""
    code = 99
    try:
        os.setsid()
        os.chdir(root)
        target = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        for stream in (1, 2):
            os.dup2(target, stream)
        sys.stdin = io.TextIOWrapper(io.BytesIO(b"{}"))
        sys.stdout = os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
