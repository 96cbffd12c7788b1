"""`ripple unlink`: retires an edge that someone added to the graph."""

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.memory_changes import take_cause_options
from ripplegraph.cli.output import escape, print_json
from ripplegraph.errors import UsageError


@click.command("unlink", cls=RippleCommand)
@click.argument("words", nargs=-1, required=True, metavar="SOURCE KIND TARGET | ID")
@take_cause_options
@click.pass_obj
def command(invocation: Invocation, words: tuple[str, ...], actor: str, reason: str) -> None:
    """Retire a link, named by its ends and kind or by its id.

    Nothing follows it any more; `ripple memories undo ID` brings it back.
    """
    if len(words) not in (1, 3):
        raise UsageError(
            f"A link is not named by {len(words)} words.",
            hint="Give its id, or its source, kind and target.",
        )
    report = invocation.open_project().unlink(*words, actor=actor, reason=reason)
    if invocation.json:
        print_json(report)
        return
    for link in report.links:
        name = click.style(link.id, fg="cyan")
        click.echo(f"unlinked {name}: {escape(f'{link.source} {link.kind} {link.target}')}")
