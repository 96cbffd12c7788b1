"""Searches the text files of a worktree for whole words, tracked or not, with `git grep`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ripplegraph.git.background_process import spawn_git
from ripplegraph.git.command import run_git

_OPTIONS = ("-I", "-l", "-w", "-F", "-z", "--untracked", "--no-recurse-submodules", "--no-color")
_FOUND, _NOT_FOUND = 0, 1


class WordSearch:
    """A search that runs beside other work."""

    def __init__(self, folder: Path, words: Iterable[str]) -> None:
        self._folder = folder
        patterns = [part for word in words for part in ("-e", word)]
        self._arguments = ("grep", *_OPTIONS, *patterns, "--")
        self._running = spawn_git(folder, *self._arguments)

    def read_paths(self) -> list[str] | None:
        """Return the files that have one of the words; None where git cannot tell."""
        if self._running is not None:
            code, output = self._running.read()
        else:
            result = run_git(self._folder, *self._arguments)
            code, output = result.code, result.output
        if code not in (_FOUND, _NOT_FOUND):
            return None
        return sorted(os.fsdecode(path) for path in output.split(b"\0") if path)
