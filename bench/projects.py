"""Projects on disk: copies with a git repository of their own, and clones."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from ripplegraph.parsers.registry import find_languages, language_of

_LEFT_OUT = (".git", ".ripple")
# Git's tidying in the background would be measured, and stays in the way of cleaning up.
_SETTINGS = ("user.name=bench", "user.email=bench@example.com", "gc.auto=0")


def run_git(folder: Path, *arguments: str) -> str:
    """Run git as a fixed author and return what it prints."""
    options = [part for setting in _SETTINGS for part in ("-c", setting)]
    command = ["git", "-C", str(folder), *options, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def commit_all(folder: Path) -> None:
    """Make a folder a git repository with one commit of all its files, ignored ones too."""
    run_git(folder, "init", "--quiet")
    run_git(folder, "add", "--all", "--force")
    run_git(folder, "commit", "--quiet", "--message", "all")


def copy_project(source: Path, folder: Path, *left_out: str) -> Path:
    """Copy a project without its history into a git repository of its own."""
    ignore = shutil.ignore_patterns(*_LEFT_OUT, *left_out)
    shutil.copytree(source, folder, ignore=ignore, symlinks=True)
    commit_all(folder)
    return folder


def is_parsed(path: str) -> bool:
    """Whether a path is that of a file in a language that ripple parses."""
    language = language_of(path)
    return language is not None and find_languages()[language].extract is not None


class Clone:
    """A clone that borrows the objects of a repository and goes from commit to commit."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder = folder
        words = ("git", "clone", "--quiet", "--shared", "--no-checkout")
        subprocess.run((*words, str(source.resolve()), str(folder)), check=True)
        self.head = run_git(folder, "rev-parse", "HEAD").strip()

    def go_to(self, commit: str) -> None:
        """Check out a commit, and remove files that are not part of it."""
        run_git(self.folder, "checkout", "--quiet", "--force", "--detach", commit)
        run_git(self.folder, "clean", "-d", "--force", "--force", "--quiet")
