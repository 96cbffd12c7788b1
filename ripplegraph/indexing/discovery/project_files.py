"""The files of a project as resolvers and manifest readers see them."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from ripplegraph.parsers.resolvers import ProjectFiles
from ripplegraph.trust.regular_files import read_start


class ProjectFolder:
    """The files of a project, and the content of those that steer module resolution."""

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
        content = read_start(self._follow(path), self._max_bytes + 1)
        return content if content is not None and len(content) <= self._max_bytes else None

    def _follow(self, path: str) -> str:
        """Return where a file is: a link may lead to another file of the project, not out of it."""
        place = str(self._root / path)
        if not os.path.islink(place):  # noqa: PTH114 - thousands of times
            return place
        target, root = Path(os.path.realpath(place)), Path(os.path.realpath(self._root))
        return str(target) if target.is_relative_to(root) else place


class ReadableFiles:
    """A project without the files that somebody could not make sense of."""

    def __init__(self, project: ProjectFiles) -> None:
        self.paths = project.paths
        self.last: str | None = None
        """The file that was read last."""
        self._project = project
        self._left_out: set[str] = set()

    def read(self, path: str) -> bytes | None:
        """Return what a file of the project holds; None where it is missing or left out."""
        if path in self._left_out:
            return None
        self.last = path
        return self._project.read(path)

    def leave_out(self) -> None:
        """Leave out the file that was read last."""
        if self.last is not None:
            self._left_out.add(self.last)
        self.last = None
