"""Finds what full names mean, in languages whose files say themselves what they are part of."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ripplegraph.linking.module_resolution import ModuleResolver, Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection


class QualifiedResolver:
    """Answers with namespaces; where files lie says nothing about what they declare."""

    settings = ""

    def __init__(self, family: str) -> None:
        self._family = family

    def resolve(self, spec: str, importer: str) -> Resolved:  # noqa: ARG002 - the same for all files
        """Return the namespace of a full name."""
        return Resolved(namespace=f"{self._family}::{spec.strip('.')}")

    def find_redirected(self, before: QualifiedResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: full names do not depend on the files of a project."""
        return Redirection()


def qualified_resolver(family: str) -> Callable[[ProjectFiles], ModuleResolver]:
    """Return what makes the resolver of a family of languages."""

    def make(_project: ProjectFiles) -> ModuleResolver:
        return QualifiedResolver(family)

    return make
