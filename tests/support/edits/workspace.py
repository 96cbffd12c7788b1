"""The folder that steps are taken in: its files, its git, and a source of randomness."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from random import Random

SOURCES = (
    *(".py", ".pyi", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".go"),
    *(".java", ".kt", ".scala", ".rs", ".c", ".h", ".cc", ".cpp", ".hpp", ".swift", ".zig"),
)
DEFINED = re.compile(
    r"\b(?:def|class|function|const|interface|func|type|struct|enum|trait|object|fn|fun|val)"
    r"\s+(\w+)"
)
_HIDDEN = frozenset({".git", ".ripple", "node_modules", ".venv"})


class Workspace:
    """A project that is being changed."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.seed = seed
        self.random = Random(seed)  # noqa: S311

    def list_files(self) -> list[Path]:
        """Return the files with code, without links."""
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if name not in _HIDDEN)
            paths = (Path(folder) / name for name in names if name.endswith(SOURCES))
            found += [path for path in paths if not path.is_symlink()]
        return sorted(found)

    def choose_file(self) -> Path | None:
        files = self.list_files()
        return self.random.choice(files) if files else None

    def is_free(self, path: Path) -> bool:
        """Whether a file can be put there."""
        above = [p for p in path.parents if p.is_relative_to(self.root) and p.exists()]
        return not os.path.lexists(path) and all(p.is_dir() for p in above)

    def write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))

    def name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def git(self, *arguments: str) -> str:
        """Run git; that it refuses now and then is part of the game."""
        who = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "gc.auto=0")
        done = subprocess.run(
            ["git", *who, *arguments],
            cwd=self.root,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        return done.stdout.strip()

    def commit_all(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", "--message", "step")


def read_text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogateescape")
