"""How HCL finds a module: a folder of the project, or something from a registry."""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import dirname, join, normpath

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection


class HclResolver:
    """Resolves the sources of modules."""

    settings = ""

    def __init__(self, _project: ProjectFiles) -> None:
        pass

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the folder that a source means; all of its files are the module."""
        if not spec.startswith("."):
            return Resolved(external=f"<{spec}>")
        folder = normpath(join(dirname(importer), spec))
        return Resolved() if folder.startswith("..") else Resolved(namespace=folder.strip("."))

    def find_redirected(self, before: HclResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: where a source leads does not depend on the files there are."""
        return Redirection()
