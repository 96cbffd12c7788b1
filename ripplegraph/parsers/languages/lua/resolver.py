"""How Lua finds a module: below the folders that programs put on their path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from posixpath import dirname, join
from typing import Final

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

_FOLDERS: Final = ("", "lua", "src", "lib")


class LuaResolver:
    """Looks for a module from the folder of a file upwards, in the folders that sources lie in."""

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths
        self.settings = ""

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the file of a module."""
        probed: list[str] = []
        for path in _find_candidates(spec, importer):
            probed.append(path)
            if path in self._paths:
                return Resolved(paths=(path,), probed=tuple(probed))
        return Resolved(external=spec.partition(".")[0], probed=tuple(probed))

    def find_redirected(self, before: LuaResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: every path that was looked for is known."""
        return Redirection()


def _find_candidates(spec: str, importer: str) -> Iterator[str]:
    name = spec.replace(".", "/").strip("/")
    folder = dirname(importer)
    while True:
        for inner in _FOLDERS:
            base = join(folder, inner, name)
            yield f"{base}.lua"
            yield f"{base}/init.lua"
        if not folder:
            return
        folder = dirname(folder)
