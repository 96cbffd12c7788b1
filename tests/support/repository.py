"""Small real git repositories for tests."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.support.templates import make_copy


def git(folder: Path, *arguments: str) -> str:
    """Run git as a fixed author, and return what it prints."""
    done = subprocess.run(
        ["git", "-c", "user.name=Test", "-c", "user.email=test@example.org", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def commit_all(folder: Path, message: str) -> str:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", message)
    return git(folder, "rev-parse", "HEAD")


def write_settings(path: Path, settings: Mapping[str, str]) -> None:
    """Write settings by their keys into a file of git's, without a process for each of them."""
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
    from git import GitConfigParser

    with GitConfigParser(path, read_only=False, merge_includes=False) as parser:
        for key, value in settings.items():
            section, _, rest = key.partition(".")
            name, _, word = rest.rpartition(".")
            parser.set_value(f'{section} "{name}"' if name else section, word, value)


def build_repository(folder: Path) -> Path:
    """Return a new repository with two files and one commit."""
    make_copy(_make, folder)
    return folder


def _make(folder: Path) -> None:
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    (folder / "a.py").write_text("import b\n")
    (folder / "b.py").write_text("x = 1\n")
    commit_all(folder, "first")
