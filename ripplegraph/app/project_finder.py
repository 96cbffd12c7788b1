"""Finds the project that a file or folder belongs to."""

import os
from collections.abc import Callable, Mapping
from errno import EACCES
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.app.workspace import Workspace
from ripplegraph.config import CONFIG_FILE
from ripplegraph.errors import NotAProjectError, StoreError, UsageError
from ripplegraph.store.database import FOLDER, get_memory_folder
from ripplegraph.store.files.symlink_check import refuse_links

if TYPE_CHECKING:
    from ripplegraph.git.repository import Repository


def find_workspace(
    path: str | Path = ".",
    *,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, str] | None = None,
    anywhere: bool = False,
    notify: Callable[[str], None] | None = None,
) -> Workspace:
    """Find the workspace of the project that a file or folder belongs to.

    With `anywhere`, a folder that belongs to none is taken for a project of its own. `notify` is
    told about settings of the project that do not count.
    """
    from ripplegraph.git.repository import find_repository

    folder = _get_folder(Path(path))
    repository = find_repository(folder)
    root = repository.root if repository else _get_marked_folder(folder, path, anywhere=anywhere)
    _check_own_folders(root, repository)
    return Workspace(
        root,
        repository=repository,
        environment=os.environ if environment is None else environment,
        flags=flags or {},
        notify=notify,
    )


def _check_own_folders(root: Path, repository: "Repository | None") -> None:
    """Refuse links in ripple's own folders, and a committed one."""
    if repository is None:
        refuse_links(root / FOLDER)
        return
    refuse_links(root / FOLDER, get_memory_folder(repository.common_dir))
    from ripplegraph.git.tracked_files import has_tracked_files

    if os.path.lexists(root / FOLDER) and has_tracked_files(root, FOLDER):
        raise StoreError(
            f"{root / FOLDER} is committed, so its graph and memories may be anybody's.",
            hint=f"Run: git rm -r --force {FOLDER}. A scan makes the graph again.",
            path=root / FOLDER,
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


def _get_marked_folder(folder: Path, path: str | Path, *, anywhere: bool) -> Path:
    for candidate in (folder, *folder.parents):
        if (candidate / FOLDER).is_dir() or (candidate / CONFIG_FILE).is_file():
            return candidate
    if anywhere:
        if not Path(path).is_dir():
            raise UsageError(
                f"{path} is a file, and no project has it.", hint="Name the folder of a project."
            )
        return folder
    raise NotAProjectError(
        f"{folder} is not in a project: no git repository, {FOLDER}/ or {CONFIG_FILE} there.",
        hint=f"Run `ripple scan --here` to make this folder a project, or put an empty "
        f"{CONFIG_FILE} at its top.",
        path=folder,
    )
