"""`ripple sweep`: compares every memory with the code."""

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json
from ripplegraph.cli.progress import show_progress


@click.command("sweep", cls=RippleCommand)
@click.pass_obj
def command(invocation: Invocation) -> None:
    """Update the graph and compare every memory with the code.

    The report lists what is new since the last sweep of this worktree: memories whose code was
    moved, changed or deleted, and those that hold again. Scans do the same for the memories that
    a change concerns; a sweep also looks for code that went where no scan saw it.
    """
    with show_progress(wanted=not invocation.json) as progress:
        report = invocation.open_project().sweep(on_progress=progress)
    if invocation.json:
        print_json(report)
        return
    counts = ", ".join(f"{name} {count}" for name, count in report.counts.items() if count)
    click.echo(f"{'checked':<12}{report.checked} memories{f' ({counts})' if counts else ''}")
    for move in report.moved:
        click.echo(escape(f"{'moved':<12}{move['id']}  {move['from']} -> {move['to']}"))
    for change in report.changes:
        click.echo(
            escape(f"{change.verdict:<20}{change.id}  {change.title}: {change.reason}")
            + f" (was {change.before})"
        )
