"""`ripple link`: adds an edge to the graph that code does not show."""

from typing import Any

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json


@click.command("link", cls=RippleCommand)
@click.argument("source")
@click.argument("kind")
@click.argument("target")
@click.option("--why", metavar="TEXT", help="What one has to know about it.")
@click.option(
    "--weight",
    type=click.FloatRange(0, 1),
    metavar="0..1",
    help="How much of a change of TARGET reaches SOURCE; the kind says so by default.",
)
@click.option("--confidence", type=float, metavar="0..1", help="How sure it is.")
@click.option("--allow-unresolved", is_flag=True, help="Accept ends that the graph does not know.")
@click.option(
    "--source",
    "channel",
    default="agent_explicit",
    show_default=True,
    metavar="CHANNEL",
    help="How it was learned; `user_taught` is what a person said.",
)
@click.option(
    "--outside",
    "tainted",
    is_flag=True,
    help="It comes from content outside the project: trust it less, and let someone review it.",
)
@click.option("--agent", metavar="NAME", help="Who says so.")
@click.option("--session", metavar="ID", help="In which session.")
@click.option("--reason", default="", metavar="TEXT", help="Why it is added now.")
@click.pass_obj
def command(invocation: Invocation, /, source: str, kind: str, target: str, **options: Any) -> None:
    """Add a link: SOURCE depends on TARGET in a way that code does not show.

    KIND is depends_logically, is_entrypoint_for, handles_errors_from, applies_pattern or flows_to.
    SOURCE and TARGET are files, folders, symbols (PATH::NAME), packages (ext:NAME) or nodes of
    knowledge, which come into being when they are named: pattern:NAME, dataflow:NAME,
    invariant:NAME, decision:NAME. `ripple dependents` and `ripple dependencies` follow links like
    edges of code. A link that is there already is confirmed.
    """
    from ripplegraph.memory.links.drafts import LinkDraft
    from ripplegraph.store.records.memory_records import Provenance

    origin = Provenance(options["channel"], agent=options["agent"], session=options["session"])
    names = ("why", "weight", "confidence", "allow_unresolved", "tainted", "reason")
    given = {name: options[name] for name in names}
    draft = LinkDraft(source, kind, target, provenance=origin, **given)
    done = invocation.open_project().link(draft)
    if invocation.json:
        print_json(done)
        return
    verb = "linked" if done.created else "confirmed"
    name = click.style(done.id, fg="cyan")
    click.echo(f"{verb} {name}: {escape(f'{done.source} {done.kind} {done.target}')}")
    if done.needs_review:
        click.echo("it is a candidate: someone has to look at it")
