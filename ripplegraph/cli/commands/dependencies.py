"""`ripple dependencies`: lists what a file, a directory or a symbol depends on, directly or not."""

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.reach import print_reach, take_reach_options


@click.command("dependencies", cls=RippleCommand)
@take_reach_options
@click.pass_obj
def command(
    invocation: Invocation, target: str, depth: int | None, kinds: tuple[str, ...], limit: int
) -> None:
    """List what a file, a directory or a symbol depends on, nearest first.

    TARGET is an id such as src/auth.py, src/auth/ or src/auth.py::Login.verify. Files and
    directories are answered with files, symbols with symbols. Each line has the number of steps
    and the neighbour that a shortest path leads over.
    """
    reach = invocation.open_project().dependencies(
        target, depth=depth, kinds=kinds or None, limit=limit or None
    )
    print_reach(reach, as_json=invocation.json)
