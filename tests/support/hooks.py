"""Repositories with hooks."""

from pathlib import Path

from tests.support.repository import build_repository, git

SHELL_HOOK = b'#!/bin/sh\necho "$@" >> ran.txt\ncat >> ran.txt\nexit 7\n'


def read_log(root: Path) -> str:
    log = root / ".ripple" / "rescan.log"
    return log.read_text() if log.exists() else ""


def write_hook(path: Path, content: bytes, mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)
    return path


def snapshot(folder: Path) -> dict[str, tuple[int, bytes | str]]:
    """Return every file below a folder with its mode and content, or where it links to."""
    found: dict[str, tuple[int, bytes | str]] = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        if path.is_symlink():
            found[str(path.relative_to(folder))] = (status.st_mode, str(path.readlink()))
        elif path.is_file():
            found[str(path.relative_to(folder))] = (status.st_mode, path.read_bytes())
        else:
            found[str(path.relative_to(folder))] = (status.st_mode, "")
    return found


def build_hooked_repository(folder: Path) -> Path:
    root = build_repository(folder)
    (root / ".git" / "hooks").mkdir(exist_ok=True)
    (root / ".git" / "info").mkdir(exist_ok=True)
    git(root, "config", "user.name", "Test")
    git(root, "config", "user.email", "test@example.org")
    with (root / ".git" / "info" / "exclude").open("a") as file:
        file.write("ran.txt\n")
    return root
