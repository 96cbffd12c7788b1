"""`ripple path`: says why one thing depends on another."""

import click

from ripplegraph.cli.dependency_output import take_links_option
from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json

EXIT_NO_PATH = 1


@click.command("path", cls=RippleCommand)
@click.argument("source")
@click.argument("target")
@take_links_option
@click.pass_context
def command(context: click.Context, source: str, target: str, *, links: bool) -> None:
    """Show why SOURCE depends on TARGET: a shortest path, with the edges of each step.

    Both are targets as `ripple analyze-impact` takes them. Where no path leads between two
    symbols, one between their files is shown. What `ripple link` added is followed, too, and
    marked as stated. The exit code is 1 where there is no path at all.
    """
    invocation: Invocation = context.obj
    found = invocation.open_project().find_path(source, target, links=links)
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
