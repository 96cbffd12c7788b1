"""How Ruby finds code: constants and methods by full names, and files that are required."""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import dirname, join, normpath
from typing import Final

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

_ENDING: Final = ".rb"
_FOLDERS: Final = ("", "lib", "app", "test", "spec")


class RubyResolver:
    """Resolves required files beside the requiring one, or below the folders of a load path."""

    settings_decide_paths = True

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths
        self._gems = _find_gems(project.paths)
        self.settings = repr(self._gems)

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the file that is required; what has capitals is a name and no path."""
        if spec[:1].isupper() or not spec:
            return Resolved(namespace=f"ruby::{spec}")
        name = spec if spec.endswith(_ENDING) else spec + _ENDING
        if spec.startswith("."):
            path = normpath(join(dirname(importer), name))
            return Resolved(paths=(path,) if path in self._paths else (), probed=(path,))
        probed: list[str] = []
        for root in self._find_roots(importer):
            path = normpath(join(root, name))
            probed.append(path)
            if path in self._paths:
                return Resolved(paths=(path,), probed=tuple(probed))
        return Resolved(external=spec.partition("/")[0], probed=tuple(probed))

    def _find_roots(self, importer: str) -> list[str]:
        """Return the folders of the load path, those of the gem that a file is part of first."""
        around = [gem for gem in self._gems if not gem or importer.startswith(f"{gem}/")]
        own = max(around, key=len)
        gems = [own, *(gem for gem in self._gems if gem != own)]
        return [join(gem, folder) for gem in gems for folder in _FOLDERS]

    def find_redirected(self, before: RubyResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: every path that was looked for is known."""
        return Redirection()


def _find_gems(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the folders of a project's gems."""
    return tuple(sorted({dirname(path) for path in paths if path.endswith(".gemspec")} | {""}))
