"""`ripple watch`: rescans whenever files change."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json_line

if TYPE_CHECKING:
    from ripplegraph.indexing.scan_report import ScanReport

_SHOWN_PATHS = 3


@click.command("watch", cls=RippleCommand)
@click.pass_obj
def command(invocation: Invocation) -> None:
    """Rescan whenever changes of files settle, until Ctrl-C.

    Needs the extra: pip install 'ripplegraph[watch]'. Files that git ignores do not count. A line
    is printed for each rescan; with --json it is a document of its own.
    """

    def show(report: "ScanReport", changed: tuple[str, ...]) -> None:
        seconds = sum(report.seconds.values())
        if invocation.json:
            print_json_line({"changed": changed, "seconds": seconds, "commit": report.commit})
            return
        named = ", ".join(changed[:_SHOWN_PATHS]) or "all that changed before"
        more = f" and {len(changed) - _SHOWN_PATHS} more" if len(changed) > _SHOWN_PATHS else ""
        clock = datetime.now().astimezone().strftime("%H:%M:%S")
        click.echo(f"{clock} rescanned in {seconds:.1f} s: {escape(named)}{more}")

    project = invocation.open_project()
    try:
        project.watch(show)
    except KeyboardInterrupt:
        # The usual way to end it.
        return
