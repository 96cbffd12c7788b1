"""Runs one git process in a given environment."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ripplegraph.errors import GitMissingError
from ripplegraph.git.environment import build_plain_environment, find_git

OPTIONS = ("--no-optional-locks", "--no-pager")


class GitResult(NamedTuple):
    """The output and exit code of git."""

    code: int
    output: bytes
    complaint: str


def run_plainly(folder: str, settings: Sequence[tuple[str, str]], *arguments: str) -> GitResult:
    """Ask git about its settings as they are; this must run no program but git."""
    return run_process(Path(folder), arguments, build_plain_environment(settings))


def run_process(
    folder: Path, arguments: Sequence[str], environment: Mapping[str, str], source: bytes = b""
) -> GitResult:
    try:
        done = subprocess.run(
            [find_git(), *OPTIONS, *arguments],
            cwd=folder,
            env=environment,
            input=source,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise build_missing_error() from error
    return GitResult(done.returncode, done.stdout, os.fsdecode(done.stderr).strip())


def build_missing_error() -> GitMissingError:
    return GitMissingError(
        "The git command was not found.", hint="Install git, or put it on your PATH."
    )
