"""Module resolution: where a module name leads, and what finds that out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Resolved:
    """Where a module name leads: files of the project, or the name of something outside it."""

    paths: tuple[str, ...] = ()
    """The file it names; several for a namespace package, whose parts lie in several folders."""
    external: str | None = None
    probed: tuple[str, ...] = ()
    """Every path that was looked for, found or not, in order: what a new file could change."""
    directory: str | None = None
    """For a package without a file of its own (namespace package): its folder."""
    namespace: str | None = None
    """For a package whose files share their names: the name it is offered under, see `Packages`.
    With `external`, what no file of the package declares is outside."""
    within: str = ""
    """For the members of a type: the names that lead to it in the namespace, `Outer.Inner`."""
    ambiguous: bool = False
    """Whether it is only one of several files, and nothing says which."""


class ModuleResolver(Protocol):
    """Finds the file a module name means, the way the language does."""

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return what `spec`, written in file `importer`, names."""
