"""Resolves targets: files, symbols, lines, folders, patterns, bare names, packages, knowledge."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Collection
from pathlib import Path

from ripplegraph.errors import AmbiguousTargetError, UnknownTargetError
from ripplegraph.graph.ids import SEPARATOR, build_node_id, is_knowledge, is_text
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import NODE_KINDS
from ripplegraph.targets.target import ResolvedTarget, is_spellable

_LINE = re.compile(r"(.+?):(\d+)(?::\d+)?")
_NAME = re.compile(r"[\w$#]+(?:\.[\w$#]+)*")
_NUMBER = re.compile(r"#\d+$")
_LISTED = 50
_READ = ("parsed", "partial")


def find_target(
    connection: sqlite3.Connection,
    text: str,
    *,
    root: Path,
    folder: Path,
    knowledge: Collection[str] = (),
) -> ResolvedTarget:
    """Resolve a target, in any of the forms that every command accepts.

    `folder` is the folder that paths may be relative to, `knowledge` the known nodes of knowledge.
    """
    if is_knowledge(text):
        return _find_knowledge(text, knowledge)
    if not is_spellable(text):
        raise _build_unknown_error(connection, text, root=root, folder=folder)
    names = _spell(text, root, folder)
    spelled = (_find_exact(connection, text, name) for name in names)
    found = list({aim.id: aim for aim in spelled if aim is not None}.values())
    if not found or found[0].status == "skipped":
        found = _find_linked(connection, text, root, folder) or found
    found = found or _find_matching(connection, text, names) or _find_named(connection, text)
    if len(found) == 1:
        return found[0]
    if found:
        raise _build_ambiguous_error(text, tuple(aim.id for aim in found))
    raise _build_unknown_error(connection, text, root=root, folder=folder)


def _build_ambiguous_error(text: str, listed: tuple[str, ...]) -> AmbiguousTargetError:
    hint = "Name one of them by its whole id."
    if any(node.endswith(f"/{text}") for node in listed):
        hint = "Write ./ before a path that begins in this folder."
    message = f"{text!r:.200} may be one of {len(listed):,}: {_list(listed)}."
    return AmbiguousTargetError(message, hint=hint, candidates=listed)


def _find_knowledge(text: str, known: Collection[str]) -> ResolvedTarget:
    from ripplegraph.graph.knowledge import normalise_knowledge

    name = normalise_knowledge(text)
    if name is None or name not in known:
        from ripplegraph.targets.unknown import build_unknown_knowledge_error

        raise build_unknown_knowledge_error(text, known)
    return ResolvedTarget(text, name, name.partition(":")[0])


def find_exact(connection: sqlite3.Connection, node_id: str) -> ResolvedTarget | None:
    """Return what an id names, if it is in the graph."""
    return _find_exact(connection, node_id, node_id)


def _spell(text: str, root: Path, folder: Path) -> list[str]:
    """Return the ids that a text may stand for: as it is, and as a path from where one is."""
    path, separator, label = text.partition(SEPARATOR)
    spelled = [] if path.split("/")[0] in (".", "..") else [text]
    whole = os.path.normpath(folder / path)
    for base in (str(root), os.path.realpath(root)):
        if whole == base:
            spelled.append(f".{separator}{label}")
        elif whole.startswith(base + os.sep):
            relative = whole[len(base) + 1 :].replace(os.sep, "/")
            slash = "/" if path.endswith("/") else ""
            spelled.append(f"{relative}{slash}{separator}{label}")
    return list(dict.fromkeys(spelled))


def _find_linked(
    connection: sqlite3.Connection, text: str, root: Path, folder: Path
) -> list[ResolvedTarget]:
    """Find what a path means that leads over a symbolic link to a file of the project."""
    path, separator, label = text.partition(SEPARATOR)
    match = None if separator else _LINE.fullmatch(path)
    if match is not None and not os.path.lexists(folder / path):
        path, label, separator = match[1], match[2], ":"
    real = os.path.realpath(folder / path)
    base = os.path.realpath(root)
    if not real.startswith(base + os.sep):
        return []
    relative = real[len(base) + 1 :].replace(os.sep, "/")
    found = _find_exact(connection, text, f"{relative}{separator}{label}")
    return [] if found is None else [found]


def _find_exact(connection: sqlite3.Connection, asked: str, text: str) -> ResolvedTarget | None:
    if not is_text(text):
        return None
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


def _find_file(connection: sqlite3.Connection, asked: str, path: str) -> ResolvedTarget | None:
    row = connection.execute(statements.SELECT_FILE_AND_STATUS, (path,)).fetchone()
    return (
        None
        if row is None
        else ResolvedTarget(asked, path, "file", path, None, None, (row[0],), row[1])
    )


def _find_symbol(
    connection: sqlite3.Connection, asked: str, path: str, label: str
) -> ResolvedTarget | None:
    row = connection.execute(statements.SELECT_SYMBOL, (path, label)).fetchone()
    if row is None:
        return None
    number, kind, line = row
    return _find_implementation(connection, asked, path, (number, label, kind, line))


def _find_at_line(
    connection: sqlite3.Connection, asked: str, path: str, line: int
) -> ResolvedTarget | None:
    """Return the innermost definition around a line, or the file for code outside of any."""
    file = _find_file(connection, asked, path)
    if file is None:
        return None
    (lines,) = connection.execute(statements.SELECT_LINES_OF_FILE, (path,)).fetchone()
    if file.status in _READ and not 0 < line <= max(lines, 1):
        raise UnknownTargetError(
            f"{path} has no line {line}, only {lines:,}.",
            hint="Lines are counted from 1.",
            near=(path,),
        )
    row = connection.execute(statements.SELECT_SYMBOL_AT_LINE, (path, line, line)).fetchone()
    if row is None:
        return file._replace(line=line)
    return _find_implementation(connection, asked, path, row)


def _find_implementation(
    connection: sqlite3.Connection, asked: str, path: str, found: tuple[int, str, int, int | None]
) -> ResolvedTarget:
    """Return the target for a symbol; for an overload signature the function that it is of."""
    number, label, kind, line = found
    for signature, *other, metadata in connection.execute(
        statements.SELECT_IMPLEMENTATIONS, (number,)
    ):
        if not _is_overload(signature):
            break
        if not _is_overload(metadata) and _strip_number(other[1]) == _strip_number(label):
            number, label, kind, line = other
            break
    return ResolvedTarget(
        asked, build_node_id(path, label), NODE_KINDS[kind].value, path, line, number
    )


def _is_overload(metadata: str | None) -> bool:
    return metadata is not None and "overload" in json.loads(metadata).get("flags", ())


def _strip_number(label: str) -> str:
    return _NUMBER.sub("", label)


def _find_folder(connection: sqlite3.Connection, asked: str, text: str) -> ResolvedTarget | None:
    folder = "" if text in (".", "./") else text.rstrip("/") + "/"
    span = (folder, f"{folder[:-1]}0" if folder else "\U0010ffff")
    files = tuple(file for (file,) in connection.execute(statements.SELECT_FILES_BELOW, span))
    name = folder or "./"
    return ResolvedTarget(asked, name, "directory", name, None, None, files) if files else None


def _find_matching(
    connection: sqlite3.Connection, asked: str, names: Collection[str]
) -> list[ResolvedTarget]:
    """Find the files that match a pattern; of two spellings with matches both are returned."""
    if not any(letter in asked for letter in "*?"):
        return []
    from ripplegraph.targets.globs import is_glob, translate_glob

    found = []
    paths = connection.execute(statements.SELECT_FILE_PATHS).fetchall()
    for name in filter(is_glob, names):
        matches = translate_glob(name).fullmatch
        files = tuple(file for file, path in sorted(paths) if matches(path))
        if files:
            found.append(ResolvedTarget(asked, name, "glob", None, None, None, files))
    return found


def _find_outside(connection: sqlite3.Connection, asked: str, text: str) -> ResolvedTarget | None:
    row = connection.execute(statements.SELECT_NODE_WITHOUT_FILE, (text,)).fetchone()
    return None if row is None else ResolvedTarget(asked, text, "external", None, None, row[0])


def _find_named(connection: sqlite3.Connection, text: str) -> list[ResolvedTarget]:
    """Find the definitions with a bare name, or whose dotted name ends with it."""
    if not _NAME.fullmatch(text):
        return []
    found = []
    last = text.rpartition(".")[2]
    for number, path, label, kind, line in connection.execute(statements.SELECT_NAMED, (last,)):
        if label == text or label.endswith(f".{text}"):
            row = (number, label, kind, line)
            found.append(_find_implementation(connection, text, path, row))
    return [*{target.id: target for target in found}.values()]


def _build_unknown_error(
    connection: sqlite3.Connection, text: str, *, root: Path, folder: Path
) -> UnknownTargetError:
    from ripplegraph.targets.unknown import build_unknown_error

    return build_unknown_error(connection, text, root=root, folder=folder)


def _list(ids: tuple[str, ...]) -> str:
    more = f" and {len(ids) - _LISTED} more (--json lists all)" if len(ids) > _LISTED else ""
    return ", ".join(ids[:_LISTED]) + more
