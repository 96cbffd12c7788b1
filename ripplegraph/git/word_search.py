"""Searches the text files of a worktree for whole words, tracked or not, with `git grep`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ripplegraph.git.background_process import spawn_git

_OPTIONS = ("-Iow", "-Fz", "--untracked", "--no-recurse-submodules", "--no-color", "--no-column")
_PLAIN = ("--no-line-number", "--no-heading", "--no-break")
_FOUND, _NOT_FOUND = 0, 1

Matches = dict[str, dict[bytes, int]]
"""By file, how often each word stands in it."""


class WordSearch:
    """A search that runs beside other work."""

    def __init__(self, folder: Path, words: Iterable[str]) -> None:
        self._folder = folder
        patterns = [part for word in words for part in ("-e", word)]
        self._arguments = ("grep", *_OPTIONS, *_PLAIN, *patterns, "--")
        self._running = spawn_git(folder, *self._arguments)

    def read(self) -> Matches | None:
        """Return where the words are; None where git cannot tell."""
        if self._running is not None:
            code, output = self._running.read()
        else:
            # Imported here: it takes long to load, and is needed on few systems.
            from ripplegraph.git.command import run_git

            result = run_git(self._folder, *self._arguments)
            code, output = result.code, result.output
        return _read_matches(output) if code in (_FOUND, _NOT_FOUND) else None


def _read_matches(output: bytes) -> Matches:
    """Read `path NUL word LF`, again and again; a path may have any other character."""
    found: Matches = {}
    path, *rest = output.split(b"\0")
    words = found.setdefault(os.fsdecode(path), {})
    for text in rest:
        word, _, following = text.partition(b"\n")
        words[word] = words.get(word, 0) + 1
        if following != path:
            path = following
            words = found.setdefault(os.fsdecode(path), {})
    found.pop("", None)
    return found
