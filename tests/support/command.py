"""Runs the real `ripple` command in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support.waiting import LONGEST


@dataclass(frozen=True)
class Result:
    """What the command printed and how it ended."""

    code: int
    output: str
    errors: str


def run_ripple(
    *arguments: str | Path,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    prefix: tuple[str, ...] = (),
    before_start: Callable[[], None] | None = None,
) -> Result:
    done = subprocess.run(
        [*prefix, sys.executable, "-m", "ripplegraph", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
        preexec_fn=before_start,
    )
    return Result(done.returncode, done.stdout, done.stderr)


def assert_clear_failure(result: Result, *, code: int) -> None:
    """Check that a failure is one sentence and a hint, with its exit code and no traceback."""
    assert result.code == code, result
    assert "Traceback" not in result.errors + result.output
    error, hint = result.errors.splitlines()
    assert error.startswith("error: ")
    assert hint.startswith("hint: ")
