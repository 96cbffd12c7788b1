"""How an `#include` finds its file: search paths that are known, else what the tree shows."""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import basename, dirname, join, normpath

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.language import read_query
from ripplegraph.parsers.languages.c.commands import SearchPaths, read_commands
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

ANYWHERE = "<anywhere> "
"""Before the name of a file, among probes: stands for all files of that name."""
_FOLDERS = ("include", "inc", "src")
"""Folders that a project's own headers lie in, seen from its root or from a folder above."""
_SYSTEM = frozenset(read_query("ripplegraph.parsers.languages.c", "headers.txt").split())
"""Headers that come with systems."""
_MOST = 5
"""A name that fits more files in the tree than this says nothing."""


class IncludeResolver:
    """Resolves what is included to files of the project."""

    settings_decide_paths = True

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths
        self._commands = read_commands(project)
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(project.paths):
            if not path.endswith(_NO_HEADERS):
                self._by_name.setdefault(basename(path), []).append(path)
        self._known: dict[tuple[str, str], Resolved] = {}
        self.settings = repr(sorted(self._commands.items()))

    def find_redirected(self, before: IncludeResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return the names of files that came or went."""
        changed = self._paths ^ before._paths
        return Redirection(words=frozenset(ANYWHERE + basename(path) for path in changed))

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the file that `"spec"`, or `<spec>` with its brackets, means in a file."""
        is_system = spec.startswith("<")
        name = spec[1:-1].strip() if is_system else spec
        folder = dirname(importer)
        known = self._commands.get(importer)
        key = (folder, spec)
        if known is None and key in self._known:
            return self._known[key]
        probed: list[str] = []
        found = self._search(name, folder, is_system, known, probed)
        if not found and is_system and name in _SYSTEM:
            found = self._search_above(name, folder, probed)
        elif not found:
            found = self._search_tree(name, folder, probed, unique=known is not None)
        external = None if found or not is_system else f"<{name}>"
        result = Resolved(tuple(found), external, tuple(probed), ambiguous=len(found) > 1)
        if known is None:
            self._known[key] = result
        return result

    def _search(
        self,
        name: str,
        folder: str,
        is_system: bool,
        known: SearchPaths | None,
        probed: list[str],
    ) -> list[str]:
        """Look into the folders that a compiler would look into, one after the other."""
        folders: list[str] = [] if is_system else [folder]
        if known is not None:
            folders += (() if is_system else known.quoted) + known.folders
        elif not is_system:
            folders.append("")
        for place in folders:
            path = normpath(join(place, name))
            if path.startswith(("..", "/")):
                continue
            probed.append(path)
            if path in self._paths:
                return [path]
        return []

    def _search_above(self, name: str, folder: str, probed: list[str]) -> list[str]:
        """Look for a header that systems have: only a project that is one has it for its own."""
        while True:
            path = join(folder, "include", name)
            probed.append(path)
            if path in self._paths:
                return [path]
            if not folder:
                return []
            folder = dirname(folder)

    def _search_tree(
        self, name: str, folder: str, probed: list[str], *, unique: bool = False
    ) -> list[str]:
        """Return the files of the tree that a name may mean: the nearest ones, if they are few."""
        name = normpath(name)
        while name.startswith("../"):
            name = name[3:]
        probed.append(ANYWHERE + basename(name))
        ending = f"/{name}"
        found = [
            path
            for path in self._by_name.get(basename(name), ())
            if path == name or path.endswith(ending)
        ]
        if len(found) < 2:
            return found
        if unique:
            return []
        ranks = [(_rank(path, name, folder), path) for path in found]
        best = min(ranks)[0]
        nearest = [path for rank, path in ranks if rank == best]
        return nearest if len(nearest) <= _MOST else []


def _rank(path: str, name: str, folder: str) -> tuple[int, int]:
    """Return how far a file lies from a folder: what they share, then how deep it lies."""
    root = path[: -len(name)].rstrip("/")
    parts, own = root.split("/") if root else [], folder.split("/") if folder else []
    shared = 0
    while shared < min(len(parts), len(own)) and parts[shared] == own[shared]:
        shared += 1
    rest = parts[shared:]
    is_usual = not rest or rest[0] in _FOLDERS
    return (-shared, 0 if is_usual else 1) if len(rest) < 2 else (-shared, 2)


_NO_HEADERS = (".py", ".go", ".js", ".ts", ".md", ".txt", ".json", ".html", ".yaml", ".yml", ".rst")
