"""How Protocol Buffers find definitions: by full names; imports are paths from a folder above."""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import dirname, join
from typing import Final

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

_ENDING: Final = ".proto"


def find_file(written: str) -> str:
    """Return the path of an imported file without the quotes around it."""
    return written.strip("\"'")


class ProtoResolver:
    """Looks for an imported file from the folder of the importing one upwards."""

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths
        self.settings = ""

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the file that is imported, or the namespace that a package is."""
        if not spec.endswith(_ENDING):
            return Resolved(namespace=f"proto::{spec}")
        probed: list[str] = []
        folder = dirname(importer)
        while True:
            path = join(folder, spec)
            probed.append(path)
            if path in self._paths:
                return Resolved(paths=(path,), probed=tuple(probed))
            if not folder:
                return Resolved(external=f"<{dirname(spec) or spec}>", probed=tuple(probed))
            folder = dirname(folder)

    def find_redirected(self, before: ProtoResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: every path that was looked for is known."""
        return Redirection()
