"""Shows how far a scan is, when a person is looking."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]

_LABELS = {
    "extract": "reading files",
    "link": "linking names",
    "store": "writing the graph",
    "sweep": "checking memories",
    "ingest": "reading the transcript",
    "embed": "making vectors",
    "check": "checking the file (MB)",
    "import": "taking in memories",
}


@contextmanager
def show_first_scan(*, quiet: bool = False) -> Iterator[Progress | None]:
    """Say that the project is scanned first, and on a terminal how far that is."""
    if not quiet:
        sys.stderr.write("scanning this project for the first time\n")
    with show_progress(wanted=not quiet) as tell:
        yield tell


@contextmanager
def show_progress(*, wanted: bool) -> Iterator[Progress | None]:
    """Draw a bar with rate and remaining time on a terminal; elsewhere give no one to tell."""
    if not (wanted and sys.stderr.isatty()):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TextColumn("{task.fields[rate]}"),
        Remaining(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("looking for files", total=None, count="", rate="")

        def tell(phase: str, done: int, total: int) -> None:
            speed = bar.tasks[task].speed
            bar.update(
                task,
                description=_LABELS[phase],
                completed=done,
                # A step whose length nobody knows has a bar that moves to and fro.
                total=total or None,
                count=f"{done}/{total}" if total else "",
                rate=f"{speed:.0f}/s" if speed and phase == "extract" else "",
            )

        yield tell
