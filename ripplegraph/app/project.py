"""The one place that puts the parts together: a project, and how one is found."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

from ripplegraph.app.briefing import Briefing
from ripplegraph.app.capturing import Capturing
from ripplegraph.app.contexts import Contexts
from ripplegraph.app.hooking import Hooking
from ripplegraph.app.installing import Installing
from ripplegraph.app.keeping import Keeping
from ripplegraph.app.linking import Linking
from ripplegraph.app.opening import open_as
from ripplegraph.app.recounting import Recounting
from ripplegraph.app.trusting import Trusting


class Project(
    Capturing, Recounting, Linking, Contexts, Briefing, Hooking, Installing, Keeping, Trusting
):
    """A folder with code, its index and its memories; made by `open_project`.

    No file stays open between two operations. As a context manager a project forgets at the end
    the answers that it keeps for when the same is asked again.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._forget_answers()


def open_project(
    path: str | Path = ".",
    *,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, str] | None = None,
    anywhere: bool = False,
    notify: Callable[[str], None] | None = None,
) -> Project:
    """Find the project that a file or folder belongs to; this creates and changes nothing.

    With `anywhere`, a folder that belongs to none is taken for a project of its own. `notify` is
    told about settings of the project that do not count because the user does not trust them.
    """
    return open_as(
        Project, path, environment=environment, flags=flags, anywhere=anywhere, notify=notify
    )
