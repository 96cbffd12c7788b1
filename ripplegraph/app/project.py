"""The one place that puts the parts together: a project, and how one is found."""

import os
from collections.abc import Mapping
from errno import EACCES
from pathlib import Path

from ripplegraph.app.analyzing import Analyzing
from ripplegraph.app.hooking import Hooking
from ripplegraph.app.linking import Linking
from ripplegraph.app.recounting import Recounting
from ripplegraph.config import CONFIG_FILE
from ripplegraph.errors import NotAProjectError, UsageError
from ripplegraph.store.database import FOLDER


class Project(Recounting, Linking, Analyzing, Hooking):
    """A folder with code, its index and its memories; made by `open_project`."""


def open_project(
    path: str | Path = ".",
    *,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, str] | None = None,
    anywhere: bool = False,
) -> Project:
    """Find the project that a file or folder belongs to; this creates and changes nothing.

    With `anywhere`, a folder that belongs to none is taken for a project of its own.
    """
    from ripplegraph.git.repository import find_repository

    folder = _get_folder(Path(path))
    repository = find_repository(folder)
    return Project(
        repository.root if repository else _get_marked_folder(folder, anywhere=anywhere),
        repository=repository,
        environment=os.environ if environment is None else environment,
        flags=flags or {},
    )


def _get_folder(path: Path) -> Path:
    try:
        found = Path(os.path.realpath(path, strict=True))
        folder = found if found.is_dir() else found.parent
        if not os.access(folder, os.R_OK | os.X_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}.",
            hint="Name a folder that exists and that you may read.",
        ) from error
    return folder


def _get_marked_folder(folder: Path, *, anywhere: bool) -> Path:
    for candidate in (folder, *folder.parents):
        if (candidate / FOLDER).is_dir() or (candidate / CONFIG_FILE).is_file():
            return candidate
    if anywhere:
        return folder
    raise NotAProjectError(
        f"{folder} is not in a project: no git repository, {FOLDER}/ or {CONFIG_FILE} there.",
        hint=f"Run `ripple scan` or put an empty {CONFIG_FILE} at the top of the project.",
        path=folder,
    )
