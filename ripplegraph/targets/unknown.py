"""Explains why a target is not in the graph: missing, outside, ignored, or not scanned yet."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path

from ripplegraph.errors import UnknownTargetError
from ripplegraph.git.worktree import is_ignored, was_committed
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.knowledge import normalise_knowledge
from ripplegraph.targets.globs import is_glob
from ripplegraph.targets.suggestions import suggest
from ripplegraph.targets.target import is_spellable

_SHOWN_KNOWLEDGE = 3


def build_unknown_error(
    connection: sqlite3.Connection, text: str, *, root: Path, folder: Path
) -> UnknownTargetError:
    """Return the error for a target that is not in the graph."""
    path, _, label = text.partition(SEPARATOR)
    if not is_spellable(text):
        return _build(text, "it is no name", "Name a file, a symbol or a folder.")
    whole = Path(os.path.normpath(folder / path))
    base = Path(os.path.realpath(root))
    if Path(path).is_absolute() or ".." in path.split("/"):
        inside = Path(os.path.realpath(whole)).is_relative_to(base)
        if not inside:
            return _build(text, "it is outside the project", f"The project is {root}.")
    is_there = os.path.lexists(whole)
    if is_there and not label:
        return _explain_file(text, whole, root)
    if is_glob(text):
        return _build(text, "no file matches", "`**` matches folders, `*` within one.")
    if not is_there and was_committed(root, os.path.relpath(whole, root)):
        hint = "`ripple analyze-impact --diff` shows what depended on it."
        return _build(text, "the file was deleted", hint)
    return build_missing_error(connection, text)


def build_missing_error(connection: sqlite3.Connection, text: str) -> UnknownTargetError:
    """Return the error for a name that nothing has, with similar ones."""
    hint, near = suggest(connection, text)
    return _build(text, "no such file or symbol", hint, near)


def build_unknown_knowledge_error(text: str, known: Collection[str]) -> UnknownTargetError:
    """Return the error for a node of knowledge that no memory or link names."""
    names = sorted(known)
    near = tuple(get_close_matches(normalise_knowledge(text) or text, names, n=_SHOWN_KNOWLEDGE))
    hint = "`ripple link` can add it."
    if near:
        hint = f"Did you mean {' or '.join(near)}?"
    elif names:
        hint = f"Known are {', '.join(names[:_SHOWN_KNOWLEDGE])}."
    return _build(text, "no memory or link names it", hint, near)


def _explain_file(text: str, whole: Path, root: Path) -> UnknownTargetError:
    if whole.is_symlink():
        reason = "it is a symbolic link to nothing in the project"
        return _build(text, reason, "Name the file itself.")
    if whole.is_dir():
        reason = "no file in that folder was scanned"
        return _build(text, reason, "Run `ripple scan` if it is new.")
    if is_ignored(root, os.path.relpath(whole, root)):
        return _build(text, "git ignores it, so it is not scanned", "See `git check-ignore -v`.")
    return _build(
        text,
        "the file exists, but the last scan left it out",
        "Run `ripple scan`; the settings scan.include and scan.exclude may leave it out, too.",
    )


def _build(text: str, reason: str, hint: str, near: tuple[str, ...] = ()) -> UnknownTargetError:
    return UnknownTargetError(f"Unknown target {text!r:.300}: {reason}.", hint=hint, near=near)
