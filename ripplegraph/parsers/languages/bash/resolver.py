"""How shell scripts find each other: by paths, most of which are put together when they run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from posixpath import dirname, join, normpath
from typing import Final

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

_COMPUTED: Final = re.compile(r"^(?:\$\{[^}]*\}|\$\([^)]*(?:\([^)]*\)[^)]*)*\)|\$\w+|`[^`]*`)+/?")
_UNKNOWN: Final = re.compile(r"[$`*]")
_NO_NAME: Final = re.compile(r"[./]")
_ENDINGS: Final = ("", ".bash", ".sh")


def find_script(written: str) -> str:
    """Return the path of a script as far as it is written; the folder before it may be computed."""
    text = _COMPUTED.sub("", written.strip("\"'").replace('"', "")).removeprefix("./")
    return "" if _UNKNOWN.search(text) or text.startswith(("/", "~", "<")) else text


def spell_command(text: str) -> str:
    """Return the name of a command; a path is one that no function can have."""
    return _NO_NAME.sub("_", text)


class BashResolver:
    """Looks for a script beside the one that names it, then in the folders above."""

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths
        self.settings = ""

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the script that a path means."""
        probed: list[str] = []
        folder = dirname(importer)
        while True:
            for ending in _ENDINGS:
                path = normpath(join(folder, spec + ending))
                probed.append(path)
                if path in self._paths:
                    return Resolved(paths=(path,), probed=tuple(probed))
            if not folder:
                return Resolved(probed=tuple(probed))
            folder = dirname(folder)

    def find_redirected(self, before: BashResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: every path that was looked for is known."""
        return Redirection()
