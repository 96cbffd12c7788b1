"""Finds what a target means: a file, a symbol, a line of a file, a folder or a bare name."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path
from typing import NamedTuple

from ripplegraph.errors import AmbiguousTargetError, UnknownTargetError
from ripplegraph.graph.ids import SEPARATOR, build_node_id
from ripplegraph.store import statements
from ripplegraph.store.codes import NODE_KINDS

_LINE = re.compile(r"(.+?):(\d+)(?::\d+)?")
_NAME = re.compile(r"[\w$#]+(?:\.[\w$#]+)*")
_LISTED = 20


class Aim(NamedTuple):
    """What was asked about, by numbers: a node, or the files of a folder or a file."""

    asked: str
    id: str
    type: str
    path: str | None = None
    line: int | None = None
    node: int | None = None
    files: tuple[int, ...] = ()
    status: str = ""
    """Of a file: how far the scan got with it."""

    @property
    def is_symbol(self) -> bool:
        return not self.files


def find_aim(connection: sqlite3.Connection, text: str, *, root: Path, folder: Path) -> Aim:
    """Return what a target names; `folder` is where a path may be relative to."""
    for candidate in _spell(text, root, folder):
        found = _find_exact(connection, text, candidate)
        if found is not None:
            return found
    named = _find_named(connection, text)
    if len(named) == 1:
        return named[0]
    if named:
        listed = tuple(aim.id for aim in named)
        raise AmbiguousTargetError(
            f"{text!r} may be one of {len(named)}: {_list(listed)}.",
            hint="Name one of them by its whole id.",
            candidates=listed,
        )
    raise _build_unknown_error(connection, text, root=root, folder=folder)


def find_exact(connection: sqlite3.Connection, node_id: str) -> Aim | None:
    """Return what an id names, if it is in the graph."""
    return _find_exact(connection, node_id, node_id)


def _spell(text: str, root: Path, folder: Path) -> list[str]:
    """Return the ids that a text may stand for: as it is, and as a path from where one is."""
    spelled = [text.removeprefix("./")]
    path, separator, label = text.partition(SEPARATOR)
    whole = os.path.normpath(folder / path)
    for base in (str(root), os.path.realpath(root)):
        if whole == base:
            spelled.append(f".{separator}{label}")
        elif whole.startswith(base + os.sep):
            relative = whole[len(base) + 1 :].replace(os.sep, "/")
            slash = "/" if path.endswith("/") else ""
            spelled.append(f"{relative}{slash}{separator}{label}")
    return list(dict.fromkeys(spelled))


def _find_exact(connection: sqlite3.Connection, asked: str, text: str) -> Aim | None:
    path, separator, label = text.partition(SEPARATOR)
    if separator:
        return _find_symbol(connection, asked, path, label)
    file = _find_file(connection, asked, path)
    if file is not None:
        return file
    match = _LINE.fullmatch(text)
    if match is not None:
        found = _find_at_line(connection, asked, match[1], int(match[2]))
        if found is not None:
            return found
    return _find_folder(connection, asked, text) or _find_outside(connection, asked, text)


def _find_file(connection: sqlite3.Connection, asked: str, path: str) -> Aim | None:
    row = connection.execute(statements.SELECT_FILE_AND_STATUS, (path,)).fetchone()
    return None if row is None else Aim(asked, path, "file", path, None, None, (row[0],), row[1])


def _find_symbol(connection: sqlite3.Connection, asked: str, path: str, label: str) -> Aim | None:
    row = connection.execute(statements.SELECT_SYMBOL, (path, label)).fetchone()
    if row is None:
        return None
    number, kind, line = row
    return Aim(asked, build_node_id(path, label), NODE_KINDS[kind].value, path, line, number)


def _find_at_line(connection: sqlite3.Connection, asked: str, path: str, line: int) -> Aim | None:
    """Return the innermost definition around a line, or the file for code outside of any."""
    file = _find_file(connection, asked, path)
    if file is None:
        return None
    row = connection.execute(statements.SELECT_SYMBOL_AT_LINE, (path, line, line)).fetchone()
    if row is None:
        return file._replace(line=line)
    number, label, kind, start = row
    return Aim(asked, build_node_id(path, label), NODE_KINDS[kind].value, path, start, number)


def _find_folder(connection: sqlite3.Connection, asked: str, text: str) -> Aim | None:
    folder = "" if text in (".", "./") else text.rstrip("/") + "/"
    span = (folder, f"{folder[:-1]}0" if folder else "\U0010ffff")
    files = tuple(file for (file,) in connection.execute(statements.SELECT_FILES_BELOW, span))
    name = folder or "./"
    return Aim(asked, name, "directory", name, None, None, files) if files else None


def _find_outside(connection: sqlite3.Connection, asked: str, text: str) -> Aim | None:
    row = connection.execute(statements.SELECT_NODE_WITHOUT_FILE, (text,)).fetchone()
    return None if row is None else Aim(asked, text, "external", None, None, row[0])


def _find_named(connection: sqlite3.Connection, text: str) -> list[Aim]:
    """Find the definitions with a bare name, or whose dotted name ends with it."""
    if not _NAME.fullmatch(text):
        return []
    found = []
    last = text.rpartition(".")[2]
    for number, path, label, kind, line in connection.execute(statements.SELECT_NAMED, (last,)):
        if label == text or label.endswith(f".{text}"):
            node_id = build_node_id(path, label)
            found.append(Aim(text, node_id, NODE_KINDS[kind].value, path, line, number))
    return found


def _build_unknown_error(
    connection: sqlite3.Connection, text: str, *, root: Path, folder: Path
) -> UnknownTargetError:
    from ripplegraph.impact.unknown import build_unknown_error

    return build_unknown_error(connection, text, root=root, folder=folder)


def _list(ids: tuple[str, ...]) -> str:
    more = f" and {len(ids) - _LISTED} more" if len(ids) > _LISTED else ""
    return ", ".join(ids[:_LISTED]) + more
