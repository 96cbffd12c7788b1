"""How languages of the JVM find what an import names: by the packages that files say they have."""

from __future__ import annotations

from collections.abc import Iterable

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

WITHIN = ":"
"""Between a package and a type of it whose members are imported: `java.util:Map`."""


class JvmResolver:
    """Resolves packages by their names alone: where a file lies means nothing.

    What no file of the project declares in a package is outside, whichever package that is.
    """

    settings = ""

    def __init__(self, project: ProjectFiles) -> None:
        del project

    def find_redirected(self, before: JvmResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: no setting decides where names lead."""
        return Redirection()

    def resolve(self, spec: str, importer: str) -> Resolved:  # noqa: ARG002
        """Return the package, or the type in it, that an import takes something of."""
        package, _, within = spec.partition(WITHIN)
        return Resolved(namespace=package, external=f"<{package or within}>", within=within)
