"""Finds the file of the project that a path in a text means."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from posixpath import dirname, join, normpath


def find_named_file(
    text: str, importer: str, paths: Collection[str], probed: set[str], *, above: bool = True
) -> str | None:
    """Return the file that a path written in `importer` names, noting every look.

    It is sought beside the file and, unless the path begins with a dot, in the folders above.
    """
    own = dirname(importer)
    if text.startswith("/"):
        return None
    folders = _find_folders(own) if above and not text.startswith(".") else iter((own,))
    for folder in folders:
        path = normpath(join(folder, text))
        if path.startswith(".."):
            return None
        probed.add(path)
        if path in paths:
            return path if path != importer else None
    return None


def _find_folders(folder: str) -> Iterator[str]:
    yield folder
    while folder:
        folder = dirname(folder)
        yield folder
