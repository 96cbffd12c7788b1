"""A small project whose impact is known, and the command's answers about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.command import run_ripple
from tests.support.repository import commit_all, git

CORE = '''"""Core."""

LIMIT = 3


def verify(token, strict=False):
    """Check."""
    return bool(token) and strict


def other(x):
    return verify(x)


class Box:
    def open(self, key):
        return verify(key)
'''
FILES = {
    ".gitignore": "ignored.py\n",
    "README.md": "# Hello\n",
    "a.py": "def at_root():\n    return 1\n",
    "bad.py": "def broken(:\n",
    "pkg/__init__.py": "",
    "pkg/core.py": CORE,
    "pkg/use.py": (
        "from pkg.core import Box, verify\n\n\ndef login(token):\n    return verify(token)\n\n\n"
        'def unbox():\n    return Box().open("k")\n\n\ndef twice():\n    return login(1)\n'
    ),
    "pkg/twin.py": "def verify(x):\n    return x\n",
    "sub/a.py": "def in_sub():\n    return 1\n",
    "sub/mod.py": "from pkg.core import other\n\n\ndef f():\n    return other(1)\n",
    "tests/test_use.py": (
        'from pkg.use import login\n\n\ndef test_login():\n    assert not login("x")\n'
    ),
}


def build_project(folder: Path, files: Mapping[str, str] = FILES, *, scan: bool = True) -> Path:
    """Make a repository of one commit, and scan it."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    write(folder, files)
    commit_all(folder, "first")
    if scan:
        done = run_ripple("scan", folder=folder)
        assert done.code == 0, done.errors
    return folder


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def replace(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new))


def ask(folder: Path, *arguments: str) -> dict[str, Any]:
    done = run_ripple("analyze-impact", "--json", *arguments, folder=folder)
    assert done.code == 0, done.output + done.errors
    answer: dict[str, Any] = json.loads(done.output)
    return answer


def show(folder: Path, *arguments: str) -> str:
    done = run_ripple("analyze-impact", *arguments, folder=folder)
    assert done.code == 0, done.errors
    return done.output


def get_changes(answer: Mapping[str, Any]) -> dict[str, str]:
    return {target["id"]: target["change"]["class"] for target in answer["targets"]}


def get_depths(answer: Mapping[str, Any]) -> dict[str, int]:
    rows = (*answer["direct_dependents"], *answer["transitive_dependents"])
    return {row["id"]: row["depth"] for row in rows}
