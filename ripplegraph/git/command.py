"""Runs git, away from settings that would point it at another repository."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from ripplegraph.errors import GitError
from ripplegraph.git.environment import find_git
from ripplegraph.git.process import OPTIONS, GitResult, build_missing_error, run_process
from ripplegraph.git.programs import build_environment


def run_git(
    folder: Path,
    *arguments: str,
    source: bytes = b"",
    variables: Mapping[str, str] | None = None,
) -> GitResult:
    """Run git in a folder without taking any lock that it can do without."""
    environment = build_environment(str(folder), _find_command(arguments))
    return run_process(folder, arguments, {**environment, **(variables or {})}, source)


def start_git(
    folder: Path, *arguments: str, source: IO[bytes] | None = None
) -> "subprocess.Popen[bytes]":
    """Start git in a folder, to read its output while it runs."""
    try:
        return subprocess.Popen(
            [find_git(), *OPTIONS, *arguments],
            cwd=folder,
            env=build_environment(str(folder), _find_command(arguments)),
            stdin=subprocess.DEVNULL if source is None else source,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except FileNotFoundError as error:
        raise build_missing_error() from error


def _find_command(arguments: Sequence[str]) -> str:
    """Return the command of git among its arguments, before which settings may stand."""
    at = 0
    while arguments[at : at + 1] == ("-c",):
        at += 2
    return arguments[at]


def read_git(folder: Path, *arguments: str) -> bytes:
    """Return the output of git, or raise its complaint."""
    result = run_git(folder, *arguments)
    if result.code:
        raise build_error(folder, result)
    return result.output


def read_git_version() -> str:
    text = read_git(Path.cwd(), "--version").decode()
    return text.removeprefix("git version").strip()


def build_error(folder: Path, result: GitResult) -> GitError:
    if "dubious ownership" in result.complaint:
        from shlex import quote

        # The name of a folder may be one that a shell would run.
        command = f"git config --global --add safe.directory {quote(str(folder))}"
        return GitError(
            f"Git does not trust {folder}, because another user owns it.",
            hint=f"If you trust it, run: {command}",
        )
    lines = [line for line in result.complaint.splitlines() if not line.startswith("warning: ")]
    reason = lines[0].removeprefix("fatal: ") if lines else f"exit code {result.code}"
    return GitError(
        f"Git failed in {folder}: {reason}.",
        hint="Run `git status` there to see what is wrong.",
    )
