"""How PHP finds code: by the full names of classes and functions, or in a file that is included."""

from __future__ import annotations

import re
from collections.abc import Iterable
from posixpath import dirname, join, normpath
from typing import Final

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

_FOLDER: Final = re.compile(
    r"(?:__DIR__|dirname\(\s*__FILE__\s*\))\s*\.\s*['\"]/?([^'\"$]+)['\"]", re.DOTALL
)
_PLAIN: Final = re.compile(r"\(?\s*['\"]([^'\"$]+)['\"]\s*\)?")
_FILE: Final = "./"
_UNKNOWN: Final = "?"


def find_included(written: str) -> str:
    """Return the path of an included file relative to the including one; names stay as they are."""
    if written.replace("\\", "").isidentifier():
        return written.replace("\\", ".").strip(".")
    found = _FOLDER.search(written) or _PLAIN.fullmatch(written)
    return _FILE + found[1] if found else _UNKNOWN


class PhpResolver:
    """Resolves included files by their paths, and everything else by full names."""

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths
        self.settings = ""

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return what a namespace or an included path means."""
        if spec == _UNKNOWN:
            return Resolved()
        if not spec.startswith(_FILE):
            return Resolved(namespace=f"php::{spec.strip('.')}")
        path = normpath(join(dirname(importer), spec))
        found = (path,) if path in self._paths else ()
        return Resolved(paths=found, probed=(path,))

    def find_redirected(self, before: PhpResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: every path that was looked for is known."""
        return Redirection()
