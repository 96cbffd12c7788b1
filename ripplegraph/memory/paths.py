"""Keeps the paths that memories name inside the project."""

import os
from pathlib import Path

from ripplegraph.errors import UsageError


class OutsideProjectError(UsageError):
    """A path that leads out of the project."""


def confine(path: str, root: Path) -> str:
    """Return a path relative to the project's root, with `/`.

    Refused are paths that lead outside, also through a symbolic link. Nothing needs to exist: a
    memory may be about a file that is gone.
    """
    slashed = path.replace("\\", "/") if os.sep == "\\" else path
    top = str(root)
    whole = os.path.normpath(root / slashed)
    base = os.path.realpath(top)
    start = top if _is_inside(whole, top) else base
    inside = "\0" not in path and _is_inside(whole, start)
    if not inside or not _is_inside(os.path.realpath(whole), base):
        raise OutsideProjectError(
            f"{path!r:.200} is outside the project.",
            hint=f"Name a file below {root}, relative to it.",
        )
    text = whole[len(start.rstrip(os.sep)) + 1 :].replace(os.sep, "/") or "."
    return f"{text}/" if slashed.endswith("/") and text != "." else text


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
