"""Keeps the paths that memories name inside the project."""

import os
from pathlib import Path, PurePosixPath

from ripplegraph.errors import UsageError


class OutsideProjectError(UsageError):
    """A path that leads out of the project."""


def confine(path: str, root: Path) -> str:
    """Return a path relative to the project's root, with `/`.

    Refused are paths that lead outside, also through a symbolic link. Nothing needs to exist: a
    memory may be about a file that is gone.
    """
    slashed = path.replace("\\", "/") if os.sep == "\\" else path
    whole = Path(os.path.normpath(root / slashed))
    base = Path(os.path.realpath(root))
    resolved = Path(os.path.realpath(whole))
    inside = whole.is_relative_to(root) or whole.is_relative_to(base)
    if "\0" in path or not inside or not resolved.is_relative_to(base):
        raise OutsideProjectError(
            f"{path!r:.200} is outside the project.",
            hint=f"Name a file below {root}, relative to it.",
        )
    relative = whole.relative_to(root if whole.is_relative_to(root) else base)
    text = PurePosixPath(relative).as_posix()
    return f"{text}/" if slashed.endswith("/") and text != "." else text
