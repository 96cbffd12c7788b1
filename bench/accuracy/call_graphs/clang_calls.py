"""What clang makes of calls in C and C++, for `bench.accuracy.c_calls`.

Needs `clang.cindex` (the package `libclang`) and a `compile_commands.json`. Where GCC has no code,
as of templates and of inline functions that nobody uses, clang still says what a call means. In a
template it leaves open what depends on arguments: such names are left out on both sides.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

cindex: Any = import_module("clang.cindex")
_FUNCTIONS = frozenset(
    {
        cindex.CursorKind.FUNCTION_DECL,
        cindex.CursorKind.CXX_METHOD,
        cindex.CursorKind.CONSTRUCTOR,
        cindex.CursorKind.DESTRUCTOR,
        cindex.CursorKind.CONVERSION_FUNCTION,
        cindex.CursorKind.FUNCTION_TEMPLATE,
    }
)
_DROPPED = ("-o", "-MF", "-MT", "-MQ")
_LEFT_OUT = ("-c", "-MD", "-MMD", "-fcallgraph-info", "-W")

Place = tuple[str, int]


class Truth(NamedTuple):
    """What clang says: calls by places, places of definitions, names that it leaves open."""

    calls: set[tuple[Place, Place]]
    made: set[tuple[Place, Place]]
    """Who makes an object with which constructor that is written out."""
    defined: set[Place]
    open: set[tuple[Place, str]]


class _Reader:
    """Reads units of compilation."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._root = f"{project}/"
        self._defined: dict[str, Place] = {}
        self._calls: set[tuple[Place, str, bool]] = set()
        self._open: set[tuple[Place, str]] = set()
        self._seen: set[tuple[Place, str]] = set()

    def read(self, unit: Any) -> None:
        for cursor in unit.cursor.get_children():
            if self._place(cursor) is not None:
                self._visit(cursor, None)

    def _place(self, cursor: Any) -> Place | None:
        location = cursor.location
        name = location.file.name if location.file is not None else ""
        path = str(Path(name).resolve()) if name and not name.startswith("/") else name
        if "/../" in path or "/./" in path:
            path = str(Path(path).resolve())
        return (path[len(self._root) :], location.line) if path.startswith(self._root) else None

    def _visit(self, cursor: Any, source: Place | None) -> None:
        kind = cursor.kind
        if kind in _FUNCTIONS and cursor.is_definition():
            place = self._place(cursor)
            if place is not None:
                self._defined.setdefault(cursor.get_usr(), place)
                source = (
                    place if source is None or kind != cindex.CursorKind.LAMBDA_EXPR else source
                )
        elif kind == cindex.CursorKind.CALL_EXPR and source is not None:
            self._note(cursor, source)
        for child in cursor.get_children():
            self._visit(child, source)

    def _note(self, cursor: Any, source: Place) -> None:
        target = cursor.referenced
        if target is None or target.kind not in _FUNCTIONS:
            name = cursor.spelling or _written(cursor)
            if name:
                self._open.add((source, name))
            return
        general = cindex.conf.lib.clang_getSpecializedCursorTemplate(target)
        while general is not None and general.kind in _FUNCTIONS:
            target = general
            general = cindex.conf.lib.clang_getSpecializedCursorTemplate(target)
        usr = target.get_usr()
        is_made = target.kind == cindex.CursorKind.CONSTRUCTOR
        self._calls.add((source, usr, is_made))
        if (source, usr) not in self._seen:
            self._seen.add((source, usr))
            definition = target.get_definition()
            place = self._place(definition) if definition is not None else None
            if place is not None:
                self._defined.setdefault(usr, place)

    def finish(self) -> Truth:
        calls: set[tuple[Place, Place]] = set()
        made: set[tuple[Place, Place]] = set()
        for source, usr, is_made in self._calls:
            target = self._defined.get(usr)
            if target is not None:
                (made if is_made else calls).add((source, target))
        return Truth(calls, made, set(self._defined.values()), self._open)


def _written(cursor: Any) -> str:
    """Return the name that a call is written with whose meaning is open.

    It is the last one before the arguments: `push` of `queue_.push(x)`, `find` of `ns::find<T>(x)`.
    """
    callee = next(cursor.get_children(), None)
    tokens = [token.spelling for token in (cursor if callee is None else callee).get_tokens()]
    depth = 0
    for word in reversed(tokens):
        depth += word.count(">") if set(word) == {">"} else 0
        if not depth and (word[0].isalpha() or word[0] == "_"):
            return str(word)
        depth -= word == "<"
    return ""


def read_truth(project: Path, commands: Path) -> Truth:
    """Return what clang says about the files that a compilation database names."""
    project = project.resolve()
    reader = _Reader(project)
    index = cindex.Index.create()
    system = [word for folder in _system_folders() for word in ("-isystem", folder)]
    seen: set[str] = set()
    for entry in json.loads(commands.read_text()):
        path = str((Path(entry["directory"]) / entry["file"]).resolve())
        if path in seen or not path.startswith(f"{project}/"):
            continue
        seen.add(path)
        flags = [*_flags(entry), *system]
        try:
            reader.read(index.parse(path, [*flags, f"-working-directory={entry['directory']}"]))
        except cindex.TranslationUnitLoadError:
            print("not read by clang:", path)
    return reader.finish()


def _flags(entry: dict[str, Any]) -> Iterator[str]:
    words = entry.get("arguments") or shlex.split(entry["command"])
    is_dropped = False
    for word in words[1:]:
        if is_dropped:
            is_dropped = False
        elif word in _DROPPED:
            is_dropped = True
        elif word != entry["file"] and not word.startswith(_LEFT_OUT):
            yield word


def _system_folders() -> list[str]:
    """Return where the compiler keeps the headers that the package does not bring along."""
    found = subprocess.run(
        ["gcc", "-print-file-name=include"], capture_output=True, text=True, check=True
    )
    return [found.stdout.strip()]
