"""What resolvers of languages are made from, and how they tell that settings changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from ripplegraph.linking.module_resolution import ModuleResolver


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
