"""Reads `go.mod` and `go.work`: which modules there are, and where their packages lie."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import dirname, join, normpath

from ripplegraph.parsers.resolvers import ProjectFiles

MODULE_FILE, WORKSPACE_FILE = "go.mod", "go.work"
_COMMENT = re.compile(r"//.*$", re.MULTILINE)
_WORD = re.compile(r"\"[^\"]*\"|`[^`]*`|[^\s()]+")


@dataclass(frozen=True)
class Module:
    """One module: its folder, and what its file says."""

    folder: str
    path: str
    requires: tuple[str, ...] = ()
    """The modules it needs, longest paths first."""
    replaces: tuple[tuple[str, str], ...] = ()
    """Modules that lie in folders of the project, by path, longest paths first."""


@dataclass(frozen=True)
class Workspace:
    """Modules that see each other, whatever versions they name."""

    folder: str
    uses: tuple[str, ...]
    replaces: tuple[tuple[str, str], ...] = ()


def read_modules(project: ProjectFiles) -> dict[str, Module]:
    """Return every module of a project by its folder."""
    found: dict[str, Module] = {}
    for path in sorted(_files_named(project, MODULE_FILE)):
        lines = list(_read_lines(project, path))
        names = [words[1] for words in lines if words[0] == "module" and len(words) > 1]
        folder = dirname(path)
        requires = {words[1] for words in lines if words[0] == "require" and len(words) > 1}
        name = names[0] if names else ""
        found[folder] = Module(folder, name, _longest(requires), _read_replaces(lines, folder))
    return found


def read_workspaces(project: ProjectFiles) -> tuple[Workspace, ...]:
    """Return every workspace of a project, those in the deepest folders first."""
    found: list[Workspace] = []
    for path in _files_named(project, WORKSPACE_FILE):
        lines, folder = list(_read_lines(project, path)), dirname(path)
        used = [words[1] for words in lines if words[0] == "use" and len(words) > 1]
        folders = {_inside(folder, name) for name in used}
        uses = tuple(sorted(name for name in folders if name is not None))
        found.append(Workspace(folder, uses, _read_replaces(lines, folder)))
    return tuple(sorted(found, key=lambda space: (-len(space.folder), space.folder)))


def _files_named(project: ProjectFiles, name: str) -> list[str]:
    return [p for p in project.paths if p == name or p.endswith(f"/{name}")]


def _read_lines(project: ProjectFiles, path: str) -> Iterator[list[str]]:
    """Yield the words of each directive; those of a group each begin with its verb."""
    text = _COMMENT.sub("", (project.read(path) or b"").decode("utf-8", "replace"))
    verb = ""
    for line in text.split("\n"):
        words = [word.strip('"`') for word in _WORD.findall(line)]
        if verb:
            if words:
                yield [verb, *words]
            verb = "" if ")" in line else verb
        elif "(" in line:
            verb = words[0] if words else ""
        elif words:
            yield words


def _read_replaces(lines: list[list[str]], folder: str) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for words in lines:
        if words[0] != "replace" or "=>" not in words[:-1]:
            continue
        target = words[words.index("=>") + 1]
        if target.startswith("."):
            inside = _inside(folder, target)
            if inside is not None:
                found[words[1]] = inside
    return tuple((name, found[name]) for name in _longest(found))


def _inside(folder: str, name: str) -> str | None:
    """Return a folder of the project by its name in a file of another; None for one outside."""
    path = normpath(join(folder, name))
    if path.startswith(("..", "/")):
        return None
    return "" if path == "." else path


def _longest(names: set[str] | dict[str, str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: (-len(name), name)))
