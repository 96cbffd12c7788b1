"""Projects that are made once for all tests of a process, and copied for each of them."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

Made = TypeVar("Made")


def make_copy(make: Callable[[Path], Made], destination: Path) -> Made:
    """Copy what a function makes, a git repository, and return what it returned."""
    found: tuple[Path, Made] = _make_once(make, os.getpid())
    template, made = found
    if destination.exists() and any(destination.iterdir()):
        raise FileExistsError(f"{destination} is not empty")
    shutil.copytree(template, destination, symlinks=True, dirs_exist_ok=True)
    # Git knows files by more than their content, and would read all of them each time.
    subprocess.run(
        ["git", "update-index", "-q", "--refresh"], cwd=destination, check=True, capture_output=True
    )
    return made


@cache
def _make_once(make: Callable[[Path], Made], process: int) -> tuple[Path, Made]:
    folder = Path(_get_folder(process).name) / f"{make.__module__}.{make.__name__}"
    return folder, make(folder)


@cache
def _get_folder(process: int) -> "tempfile.TemporaryDirectory[str]":
    """Return a folder that goes with the process."""
    return tempfile.TemporaryDirectory(prefix="templates-")
