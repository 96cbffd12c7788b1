"""Runs git, away from settings that would point it at another repository."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ripplegraph.errors import GitError, GitMissingError

# A git hook runs with these set; they would make git look somewhere other than at the folder.
_REDIRECTING_VARIABLES = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)


@dataclass(frozen=True)
class GitResult:
    """What git printed and how it ended."""

    code: int
    output: bytes
    complaint: str


def run_git(folder: Path, *arguments: str, source: bytes = b"") -> GitResult:
    """Run git in a folder without taking any lock that it can do without."""
    try:
        done = subprocess.run(
            ["git", "--no-optional-locks", *arguments],
            cwd=folder,
            env=build_environment(),
            input=source,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise _build_missing_error() from error
    return GitResult(done.returncode, done.stdout, os.fsdecode(done.stderr).strip())


def start_git(
    folder: Path, *arguments: str, source: IO[bytes] | None = None
) -> "subprocess.Popen[bytes]":
    """Start git in a folder, to read what it prints while it runs."""
    try:
        return subprocess.Popen(
            ["git", "--no-optional-locks", *arguments],
            cwd=folder,
            env=build_environment(),
            stdin=subprocess.DEVNULL if source is None else source,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except FileNotFoundError as error:
        raise _build_missing_error() from error


def read_git(folder: Path, *arguments: str) -> bytes:
    """Return what git prints, or raise what it complains about."""
    result = run_git(folder, *arguments)
    if result.code:
        raise build_error(folder, result)
    return result.output


def read_git_version() -> str:
    text = read_git(Path.cwd(), "--version").decode()
    return text.removeprefix("git version").strip()


def build_error(folder: Path, result: GitResult) -> GitError:
    if "dubious ownership" in result.complaint:
        return GitError(
            f"Git does not trust {folder}, because another user owns it.",
            hint=f"If you trust it, run: git config --global --add safe.directory {folder}",
        )
    first_line = result.complaint.partition("\n")[0].removeprefix("fatal: ")
    return GitError(
        f"Git failed in {folder}: {first_line or f'exit code {result.code}'}.",
        hint="Run `git status` there to see what is wrong.",
    )


def _build_missing_error() -> GitMissingError:
    return GitMissingError(
        "The git command was not found.", hint="Install git, or put it on your PATH."
    )


def build_environment() -> dict[str, str]:
    """Return the environment that git runs in: this one, without what would redirect it."""
    kept = {name: value for name, value in os.environ.items() if name not in _REDIRECTING_VARIABLES}
    # In a partial clone git would fetch what it misses; ripple never reaches for the network.
    return {**kept, "LC_ALL": "C", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
