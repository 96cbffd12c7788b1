"""File arguments: their paths in the project."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ripplegraph.app.project import Project


def get_here(folder: str) -> Path:
    """Return the folder that paths are relative to: the one given, or that of a file."""
    here = Path(folder).absolute()
    return here.parent if here.is_file() else here


def find_path(project: "Project", file: str) -> str:
    """Return the path in the project of a file that is named from here, or as it is there."""
    here = os.path.realpath(file) if "\0" not in file else ""
    if os.path.lexists(here) and Path(here).is_relative_to(project.root):
        return Path(here).relative_to(project.root).as_posix()
    return file
