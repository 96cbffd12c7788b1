"""Small real git repositories for tests."""

import subprocess
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
