"""`ripple path`: says why one thing depends on another."""

import click

from ripplegraph.cli.file_arguments import get_here
from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json

EXIT_NO_PATH = 1


@click.command("path", cls=RippleCommand)
@click.argument("source")
@click.argument("target")
@click.pass_context
def command(context: click.Context, source: str, target: str) -> None:
    """Show why SOURCE depends on TARGET: a shortest path, with the edges of each step.

    Both are files, symbols or folders. Where no path leads between two symbols, one between their
    files is shown. The exit code is 1 where there is none at all.
    """
    invocation: Invocation = context.obj
    folder = get_here(invocation.folder)
    found = invocation.open_project().find_path(source, target, folder=folder)
    if invocation.json:
        print_json(found)
    elif not found.steps:
        click.echo(f"{escape(found.source)} does not depend on {escape(found.target)}")
    else:
        if found.files_only:
            click.echo("no path between the symbols; one between their files:")
        for step in found.steps:
            click.echo(f"{escape(step.source)} -> {escape(step.target)}")
            for edge in step.edges:
                line = f":{edge.line}" if edge.line else ""
                shown = f": {edge.evidence}" if edge.evidence else ""
                text = f"{edge.source}{line} {edge.kind} {edge.target} ({edge.resolution}{shown})"
                click.echo(click.style(f"    {escape(text)}", dim=True))
            if step.count > len(step.edges):
                click.echo(click.style(f"    ... {step.count - len(step.edges)} more", dim=True))
    if not found.steps:
        context.exit(EXIT_NO_PATH)
