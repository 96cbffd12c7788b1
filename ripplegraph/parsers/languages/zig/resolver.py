"""How Zig finds what `@import` names: a file beside the importing one, or a package."""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import dirname, join, normpath

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

OWN = "."
"""The file itself, which is a container like any other."""


class ZigResolver:
    """Resolves paths to files; a package is looked for where its first file usually lies."""

    settings = ""

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the file that a name means, or the package outside."""
        if spec == OWN:
            return Resolved(paths=(importer,))
        if spec.endswith(".zig"):
            path = normpath(join(dirname(importer), spec))
            return Resolved(paths=(path,) if path in self._paths else (), probed=(path,))
        if spec in ("std", "builtin", "root"):
            return Resolved(external=spec)
        probed = (f"src/{spec}.zig", f"{spec}.zig", f"{spec}/src/{spec}.zig")
        for path in probed:
            if path in self._paths:
                return Resolved(paths=(path,), probed=probed)
        return Resolved(external=spec, probed=probed)

    def find_redirected(self, before: ZigResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: every path that is looked for is probed."""
        return Redirection()
