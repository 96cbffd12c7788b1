"""The one place that puts the parts together: a project, and how one is found."""

from collections.abc import Mapping
from pathlib import Path

from ripplegraph.app.briefing import Briefing
from ripplegraph.app.capturing import Capturing
from ripplegraph.app.contexts import Contexts
from ripplegraph.app.hooking import Hooking
from ripplegraph.app.installing import Installing
from ripplegraph.app.keeping import Keeping
from ripplegraph.app.linking import Linking
from ripplegraph.app.opening import open_as
from ripplegraph.app.recounting import Recounting


class Project(Capturing, Recounting, Linking, Contexts, Briefing, Hooking, Installing, Keeping):
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
    return open_as(Project, path, environment=environment, flags=flags, anywhere=anywhere)
