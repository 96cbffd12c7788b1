"""`ripple remember`: keeps something that was learned."""

from typing import Any

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.memory_output import (
    build_draft,
    print_spooled,
    read_text,
    take_draft_options,
)
from ripplegraph.cli.output import escape, print_json


@click.command("remember", cls=RippleCommand)
@click.argument("text")
@take_draft_options
@click.pass_obj
def command(invocation: Invocation, /, text: str, **options: Any) -> None:
    """Add a memory; TEXT may be `-` for standard input.

    What a memory of the same type, scope and subjects says already is not kept twice: it confirms
    that memory. A text with a secret in it is refused.
    """
    keep(invocation, text, options)


def keep(invocation: Invocation, text: str, options: dict[str, Any]) -> None:
    """Add a memory, and print it."""
    done = invocation.open_project().remember(build_draft(read_text(text), options))
    if invocation.json:
        print_json(done)
        return
    verb = "remembered" if done.created else "confirmed"
    click.echo(f"{verb} {click.style(done.id, fg='cyan')}: {escape(done.title)}")
    if done.needs_review:
        click.echo("it is a candidate: someone has to look at it")
    print_spooled(done.spooled)
