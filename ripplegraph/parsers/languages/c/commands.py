"""Reads `compile_commands.json`: the folders in which each file's includes are looked for."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from posixpath import basename, join, normpath
from typing import Any, NamedTuple

from ripplegraph.parsers.manifest_text import load_json
from ripplegraph.parsers.resolvers import ProjectFiles

COMMANDS_FILE = "compile_commands.json"
_QUOTED = "-iquote"
_FLAGS = ("-I", "-isystem", "-idirafter", _QUOTED)


class SearchPaths(NamedTuple):
    """The folders of the project that a compiler searches for one file, in order."""

    quoted: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()


def read_commands(project: ProjectFiles) -> dict[str, SearchPaths]:
    """Return the search paths of every file that a compilation database names."""
    found: dict[str, SearchPaths] = {}
    for path in sorted(p for p in project.paths if basename(p) == COMMANDS_FILE):
        data = project.read(path)
        for entry in _read_entries(data):
            _add(found, entry, _find_root(entry, project))
    return found


def _read_entries(data: bytes | None) -> Iterator[dict[str, Any]]:
    entries = load_json((data or b"[]").decode("utf-8-sig", "replace"))
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("file"), str):
            yield entry


def _find_root(entry: dict[str, Any], project: ProjectFiles) -> str | None:
    """Return the absolute path that the project had where the database was written.

    It is what remains of a file's path without that of the file in the project.
    """
    folder = entry.get("directory")
    path = join(folder if isinstance(folder, str) else "", entry["file"])
    if not path.startswith("/"):
        return None
    parts = normpath(path).split("/")
    for start in range(1, len(parts)):
        if "/".join(parts[start:]) in project.paths:
            return "/".join(parts[:start])
    return None


def _add(found: dict[str, SearchPaths], entry: dict[str, Any], root: str | None) -> None:
    folder = entry.get("directory")
    place = folder if isinstance(folder, str) else ""
    own = _inside(join(place, entry["file"]), root)
    if own is None or own in found:
        return
    quoted: list[str] = []
    folders: list[str] = []
    for flag, value in _find_flags(_arguments(entry)):
        path = _inside(join(place, value), root)
        if path is not None:
            (quoted if flag == _QUOTED else folders).append(path)
    found[own] = SearchPaths(tuple(quoted), tuple(folders))


def _inside(path: str, root: str | None) -> str | None:
    """Return a path as the project knows it; None for one outside."""
    path = normpath(path)
    if root is not None and path == root:
        return ""
    if root is not None and path.startswith(f"{root}/"):
        return path[len(root) + 1 :]
    return None if path.startswith(("/", "..")) else ("" if path == "." else path)


def _arguments(entry: dict[str, Any]) -> list[str]:
    arguments, command = entry.get("arguments"), entry.get("command")
    if isinstance(arguments, list):
        return [item for item in arguments if isinstance(item, str)]
    try:
        return shlex.split(command) if isinstance(command, str) else []
    except ValueError:
        return []


def _find_flags(arguments: Iterable[str]) -> Iterator[tuple[str, str]]:
    pending = ""
    for argument in arguments:
        if pending:
            yield pending, argument
            pending = ""
        elif argument in _FLAGS:
            pending = argument
        else:
            flag = next((flag for flag in _FLAGS if argument.startswith(flag)), "")
            if flag:
                yield flag, argument[len(flag) :]
