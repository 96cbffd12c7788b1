"""Finds what a readable id names: a file, the files of a directory, or a single node."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ripplegraph.errors import UnknownTargetError
from ripplegraph.graph.ids import (
    SEPARATOR,
    build_directory_id,
    build_node_id,
    is_knowledge,
    is_text,
    split_node_id,
)
from ripplegraph.store.sql import statements
from ripplegraph.targets.suggestions import suggest

if TYPE_CHECKING:
    from ripplegraph.graph.knowledge import Overlay

_SUGGESTIONS = 3


@dataclass(frozen=True)
class Target:
    """What was asked about: some files or a node, by number, and its readable id.

    A node of knowledge is neither; it has a number only where an overlay is laid over a graph.
    """

    id: str
    files: tuple[int, ...] = ()
    node: int | None = None

    @property
    def is_knowledge(self) -> bool:
        return not self.files and self.node is None


def find_target(
    connection: sqlite3.Connection, text: str, overlay: Overlay | None = None
) -> Target:
    """Return what an id names, or raise an error that names the nearest ones.

    A path may be written as a shell completes it: `./src/auth.py`, or a directory without its
    slash; `.` is the whole project. Nodes of knowledge are those of the overlay.
    """
    if is_knowledge(text):
        return _get_knowledge(text, overlay.nodes if overlay is not None else ())
    target = _find(connection, text) if is_text(text) else None
    if target is None:
        hint, near = suggest(connection, text)
        raise UnknownTargetError(
            f"Nothing in the graph is called {text!r:.300}.", hint=hint, near=near
        )
    return target


def _get_knowledge(text: str, known: Collection[str]) -> Target:
    from ripplegraph.graph.knowledge import normalise_knowledge

    name = normalise_knowledge(text) or text
    if name in known:
        return Target(name)
    near = tuple(get_close_matches(name, sorted(known), n=_SUGGESTIONS))
    hint = f"Did you mean {' or '.join(near)}?" if near else "A link or a memory has to name it."
    raise UnknownTargetError(f"Nothing is called {name!r:.200} here.", hint=hint, near=near)


def _find(connection: sqlite3.Connection, text: str) -> Target | None:
    if text in (".", "./"):
        return _find_directory(connection, "./", "", "\U0010ffff")
    path, label = split_node_id(text.removeprefix("./"))
    if path is not None and SEPARATOR in text:
        return _find_node(connection, path, label) if label else None
    if path is not None:
        file = _find_file(connection, path)
        if file is not None:
            return file
    folder = build_directory_id(path or label)
    # "0" is the character after "/", so these are all paths that begin with the folder.
    directory = _find_directory(connection, folder, folder, f"{folder[:-1]}0")
    return directory or (_find_node(connection, None, label) if path is None else None)


def _find_file(connection: sqlite3.Connection, path: str) -> Target | None:
    row = connection.execute(statements.SELECT_FILE_ID, (path,)).fetchone()
    return None if row is None else Target(path, files=(row[0],))


def _find_directory(
    connection: sqlite3.Connection, name: str, first: str, end: str
) -> Target | None:
    rows = connection.execute(statements.SELECT_FILES_BELOW, (first, end))
    files = tuple(file for (file,) in rows)
    return Target(name, files=files) if files else None


def _find_node(connection: sqlite3.Connection, path: str | None, label: str) -> Target | None:
    if path is None:
        found = connection.execute(statements.SELECT_NODE_WITHOUT_FILE, (label,)).fetchone()
    else:
        file = _find_file(connection, path)
        values = (file.files[0], label) if file else (None, label)
        found = connection.execute(statements.SELECT_NODE_IN_FILE, values).fetchone()
    return None if found is None else Target(build_node_id(path, label), node=found[0])
