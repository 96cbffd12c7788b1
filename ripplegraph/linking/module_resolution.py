"""Module resolution: where a module name leads, and what finds that out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol


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


class Redirection(NamedTuple):
    """What a resolver finds elsewhere than another one, besides the paths that both probed."""

    files: frozenset[str] = frozenset()
    """Files that resolve names from another place."""
    words: frozenset[str] = frozenset()
    """Words among the probes that mean something else."""


class SteadyResolver(ModuleResolver, Protocol):
    """A resolver that can tell what other files or settings would change.

    A change of its project makes a plain resolver resolve everything anew.
    """

    settings: str
    """What it read in the project's files: two with the same settings resolve alike."""

    settings_decide_paths: bool
    """Whether files keep where their module names lead: with other settings, these names are
    resolved again, and a file is linked again if one leads elsewhere. Needed where there are
    settings that `recall_settings` cannot take."""

    def find_redirected(self, before: SteadyResolver, files: Iterable[str]) -> Redirection:
        """Return what is found elsewhere since the project had the files of another resolver."""


class RecallingResolver(SteadyResolver, Protocol):
    """A resolver whose `find_redirected` also tells what other settings change."""

    def recall_settings(self, settings: str) -> None:
        """Take the settings of another resolver."""


class ProjectFiles(Protocol):
    """The files of a project as a resolver may see them."""

    paths: frozenset[str]

    def read(self, path: str) -> bytes | None:
        """Return the content of a project file (a manifest, say), or None when there is none."""
