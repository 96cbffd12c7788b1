"""`ripple cycles`: shows files that depend on each other in a circle."""

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json

_SHOWN_MEMBERS = 12


@click.command("cycles", cls=RippleCommand)
@click.argument("path", default="", required=False, metavar="[FOLDER]")
@click.pass_obj
def command(invocation: Invocation, path: str) -> None:
    """Show files that depend on each other in a circle, with a shortest way round.

    Counted are imports that are not for types only, bases, re-exports and exact calls; see
    `ripple map` for the modules and what closes their circles.
    """
    found = invocation.open_project().find_cycles(path=path)
    if invocation.json:
        print_json({"cycles": found})
        return
    for cycle in found:
        click.echo(f"{len(cycle.members)} files depend on each other:")
        for member in cycle.members[:_SHOWN_MEMBERS]:
            click.echo(f"  {escape(member)}")
        if len(cycle.members) > _SHOWN_MEMBERS:
            click.echo(f"  ... {len(cycle.members) - _SHOWN_MEMBERS} more")
        for edge in cycle.example:
            line = f":{edge.line}" if edge.line else ""
            text = f"{edge.source}{line} {edge.kind} {edge.target}"
            click.echo(click.style(f"    {escape(text)}", dim=True))
    click.echo(f"{len(found)} cycles" if found else "no cycles")
