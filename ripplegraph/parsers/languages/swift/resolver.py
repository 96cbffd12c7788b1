"""How Swift finds a module: a target of a package, which is a folder below `Sources` or `Tests`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

TARGET_FOLDERS: Final = ("Sources", "Source", "Tests", "Plugins", "Examples")
"""Folders in which each folder is a module."""


class SwiftResolver:
    """Resolves the names of modules to the targets of the project."""

    settings_decide_paths = True

    def __init__(self, project: ProjectFiles) -> None:
        folders = {
            find_package_folder(path, TARGET_FOLDERS)
            for path in project.paths
            if path.endswith(".swift")
        }
        self._targets = {
            folder.rpartition("/")[2]: folder
            for folder in sorted(folders, key=lambda name: (-name.count("/"), name))
            if folder
        }
        self.settings = repr(sorted(self._targets.items()))

    def resolve(self, spec: str, importer: str) -> Resolved:  # noqa: ARG002 - the same for all files
        """Return the names that the files of a module share, or the module outside."""
        folder = self._targets.get(spec)
        return (
            Resolved(external=spec) if folder is None else Resolved(namespace=f"swift:{folder}::")
        )

    def find_redirected(self, before: SwiftResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: which targets there are is part of the settings."""
        return Redirection()


def find_package_folder(path: str, folders: Collection[str]) -> str:
    """Return the folder of the package that a file is part of: the one below one of some folders.

    For a file that is in none of them that is the whole project, "".
    """
    parts = path.split("/")[:-1]
    for at in range(len(parts) - 1, -1, -1):
        if parts[at] in folders:
            return "/".join(parts[: at + 2])
    return ""
