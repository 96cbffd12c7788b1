"""`ripple dependencies`: lists what a file, a directory or a symbol depends on, directly or not."""

from typing import Any

import click

from ripplegraph.cli.dependency_output import print_reach, read_reach_options, take_reach_options
from ripplegraph.cli.invocation import Invocation, RippleCommand


@click.command("dependencies", cls=RippleCommand)
@take_reach_options
@click.pass_obj
def command(invocation: Invocation, /, target: str, **options: Any) -> None:
    """List what TARGET depends on, nearest first.

    TARGET is a file, a folder, a pattern, a symbol (PATH::NAME), a line (PATH:LINE), the bare name
    of a symbol, a package (ext:NAME) or a node of knowledge (such as invariant:NAME). Files are
    answered with files, symbols with symbols. Each line has the number of steps and the neighbour
    that a shortest path leads over. What `ripple link` added is followed, too, and marked.
    """
    reach = invocation.open_project().dependencies(target, **read_reach_options(options))
    print_reach(reach, as_json=invocation.json)
