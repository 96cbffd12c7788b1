"""Explains why a target is not in the graph: missing, outside, ignored, or not scanned yet."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from ripplegraph.errors import UnknownTargetError
from ripplegraph.git.worktree import is_ignored, was_committed
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.targets.suggestions import suggest
from ripplegraph.targets.target import is_spellable


def build_unknown_error(
    connection: sqlite3.Connection, text: str, *, root: Path, folder: Path
) -> UnknownTargetError:
    """Return the error that says what is wrong with a target that nothing is called by."""
    path, _, label = text.partition(SEPARATOR)
    if not is_spellable(text):
        return _build(text, "it is no name", "Name a file, a definition or a folder.")
    whole = Path(os.path.normpath(folder / path))
    base = Path(os.path.realpath(root))
    if Path(path).is_absolute() or ".." in path.split("/"):
        inside = Path(os.path.realpath(whole)).is_relative_to(base)
        if not inside:
            return _build(text, "it is outside the project", f"The project is {root}.")
    is_there = os.path.lexists(whole)
    if is_there and not label:
        return _explain_file(text, whole, root)
    if not is_there and was_committed(root, os.path.relpath(whole, root)):
        hint = "`ripple analyze-impact --diff` says what that reaches."
        return _build(text, "the file was deleted", hint)
    hint, near = suggest(connection, text)
    message = f"Nothing is known of {text!r:.300}: no such file or definition."
    return UnknownTargetError(message, hint=hint, near=near)


def _explain_file(text: str, whole: Path, root: Path) -> UnknownTargetError:
    if whole.is_symlink():
        return _build(text, "it is a symbolic link that leads nowhere known", "Name what is there.")
    if whole.is_dir():
        return _build(text, "no file in that folder is known", "Run `ripple scan` if it is new.")
    if is_ignored(root, os.path.relpath(whole, root)):
        return _build(text, "git ignores it, so it is not scanned", "See `git check-ignore -v`.")
    return _build(
        text,
        "it is there, but the last scan left it out",
        "Run `ripple scan`; the settings scan.include and scan.exclude may leave it out, too.",
    )


def _build(text: str, reason: str, hint: str) -> UnknownTargetError:
    return UnknownTargetError(f"Nothing is known of {text!r:.300}: {reason}.", hint=hint, near=())
