"""`ripple links`: lists the edges that people and agents added to the graph."""

from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.memory.links.views import LinkView

LIMIT = 50


@click.command("links", cls=RippleCommand)
@click.option(
    "--about",
    metavar="TARGET",
    help="Only with an end at this file, folder, pattern, symbol or node of knowledge, or in it.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=LIMIT,
    show_default=True,
    help="How many to show; 0 shows all.",
)
@click.pass_obj
def command(invocation: Invocation, about: str | None, limit: int) -> None:  # fmt: skip
    """List links with why they are there, who says so and whether they still fit the code."""
    found = invocation.open_project().list_links(about=about, limit=limit or None)
    if invocation.json:
        print_json(found)
        return
    for link in found.links:
        _print_link(link)
    more = f"; {found.omitted} more, --limit 0 shows all" if found.omitted else ""
    click.echo(f"{found.returned} of {found.matched} links{more}")


def _print_link(link: "LinkView") -> None:
    label = click.style(f" {escape(link.label)}", fg="yellow") if link.label else ""
    ends = escape(f"{link.source} {link.kind} {link.target}")
    click.echo(f"{click.style(link.id, fg='cyan')}  {link.effective_confidence:.2f}  {ends}{label}")
    origin = link.provenance
    who = ", ".join(part for part in (origin.channel, origin.agent, origin.session) if part)
    marks = "; needs review" if link.needs_review else ""
    why = " ".join(link.why.split())
    click.echo(f"    {escape(why)} ({escape(who)} at {link.created_at}{marks})")
