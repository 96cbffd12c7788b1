"""Runs the real `ripple` command: in a fork of a process that has loaded it, or in a new one."""

import json
import os
import select
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.support.permissions import drop_overrides
from tests.support.waiting import LONGEST

ROOT = Path(__file__).resolve().parents[2]
FIRST_SCAN = "scanning this project for the first time\n"
"""What a command says on standard error that has to scan before it can answer."""
_READ_AT_START = ("PYTHON", "LC_", "LANG", "LD_")
"""What the variables that Python reads when it starts begin with."""


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
    given: bytes = b"",
    prefix: tuple[str, ...] = (),
    before_start: Callable[[], None] | None = None,
    settings: Mapping[str, float] | None = None,
) -> Result:
    """Run a command, with what it is given on standard input.

    It gets a process of its own in any case, and a new Python where that might matter. Settings are
    constants of modules, by their full names.
    """
    words = [str(argument) for argument in arguments]
    variables = {**os.environ, **(environment or {})}
    bound = before_start is drop_overrides
    if not prefix and (before_start is None or bound) and _may_fork(variables):
        server = _get_server(os.getpid())
        if server.lock.acquire(blocking=bool(settings)):
            try:
                request = {
                    "arguments": words,
                    "folder": str(folder),
                    "environment": variables,
                    "settings": dict(settings or {}),
                    "bound": bound,
                }
                return server.run(request, given)
            finally:
                server.lock.release()
    assert not settings, "a new process takes no settings"
    done = subprocess.run(
        [*prefix, sys.executable, "-m", "ripplegraph", *words],
        cwd=folder,
        env=variables,
        input=given,
        capture_output=True,
        check=False,
        timeout=LONGEST,
        preexec_fn=before_start,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def assert_clear_failure(result: Result, *, code: int) -> None:
    """Check that a failure is one sentence and a hint, with its exit code and no traceback."""
    assert result.code == code, result
    assert "Traceback" not in result.errors + result.output
    error, hint = result.errors.removeprefix(FIRST_SCAN).splitlines()
    assert error.startswith("error: ")
    assert hint.startswith("hint: ")


class _Server:
    """The fork server of one test process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.variables = _find_read_at_start(os.environ)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fork_server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def run(self, request: Mapping[str, object], given: bytes) -> Result:
        with ExitStack() as stack:
            streams = [stack.enter_context(tempfile.NamedTemporaryFile()) for _ in range(3)]
            streams[0].write(given)
            streams[0].flush()
            names = [stream.name for stream in streams]
            code = self._ask(json.dumps({**request, "streams": names}))
            output, errors = (stream.read().decode() for stream in streams[1:])
        return Result(code, output, errors)

    def _ask(self, request: str) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{request}\n".encode())
        self._process.stdin.flush()
        if not select.select([self._process.stdout], [], [], LONGEST)[0]:
            self._process.kill()
            raise AssertionError(f"it did not end: {request}")
        return int(self._process.stdout.readline())


@cache
def _get_server(process: int) -> _Server:
    """Return the server of a test process; a fork of it needs its own."""
    return _Server()


def _may_fork(variables: Mapping[str, str]) -> bool:
    same = _find_read_at_start(variables) == _get_server(os.getpid()).variables
    return same and hasattr(os, "fork")


def _find_read_at_start(variables: Mapping[str, str]) -> dict[str, str]:
    return {name: variables[name] for name in variables if name.startswith(_READ_AT_START)}
