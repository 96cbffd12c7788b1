"""How Dart finds a library: by a path beside the importing one, or in a package of the project."""

from __future__ import annotations

import re
from collections.abc import Iterable
from posixpath import dirname, join, normpath
from typing import Final

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

MANIFEST: Final = "pubspec.yaml"
_NAME: Final = re.compile(rb"^name:\s*[\"']?([A-Za-z_]\w*)", re.MULTILINE)
_PACKAGE: Final = "package:"


def find_library(written: str) -> str:
    """Return the address of a library without the quotes around it."""
    return written.strip("\"'")


class DartResolver:
    """Resolves addresses of libraries by the packages that `pubspec.yaml` files name."""

    settings_decide_paths = True

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths
        self._packages = _find_packages(project)
        self.settings = repr(sorted(self._packages.items()))

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the file of a library, or the package outside that has it."""
        if spec.startswith(_PACKAGE):
            name, _, rest = spec.removeprefix(_PACKAGE).partition("/")
            folder = self._packages.get(name)
            if folder is None:
                return Resolved(external=name)
            path = join(folder, "lib", rest)
        elif ":" in spec:
            return Resolved(external=spec.partition(":")[0])
        else:
            path = normpath(join(dirname(importer), spec))
        return Resolved(paths=(path,) if path in self._paths else (), probed=(path,))

    def find_redirected(self, before: DartResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: what packages there are is part of the settings."""
        return Redirection()


def _find_packages(project: ProjectFiles) -> dict[str, str]:
    """Return the folders of a project's packages by name."""
    found: dict[str, str] = {}
    for path in sorted(project.paths, reverse=True):
        if path == MANIFEST or path.endswith(f"/{MANIFEST}"):
            name = _NAME.search(project.read(path) or b"")
            if name is not None:
                found[name[1].decode()] = dirname(path)
    return found
