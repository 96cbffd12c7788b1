"""The files of a project as resolvers and manifest readers see them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path


class ProjectFolder:
    """Which files there are, and what those that steer module resolution say."""

    def __init__(self, root: Path, paths: Collection[str], *, max_bytes: int) -> None:
        self.paths = frozenset(paths)
        self._root = root
        self._max_bytes = max_bytes
        self._contents: dict[str, bytes | None] = {}

    def read(self, path: str) -> bytes | None:
        """Return what a file of the project holds; None where it is missing or too large."""
        if path not in self.paths:
            return None
        if path not in self._contents:
            self._contents[path] = self._read(path)
        return self._contents[path]

    def _read(self, path: str) -> bytes | None:
        try:
            with (self._root / path).open("rb") as file:
                content = file.read(self._max_bytes + 1)
        except OSError:
            return None
        return content if len(content) <= self._max_bytes else None
