"""`ripple knowledge`: what holds for the whole project, by category and key."""

from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.actors import build_actor, take_actor_options
from ripplegraph.cli.invocation import Invocation, RippleCommand, RippleGroup
from ripplegraph.cli.memory_output import read_text
from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.memory.knowledge.views import KnowledgeEntry, KnowledgeReport


@click.group("knowledge", cls=RippleGroup)
def command() -> None:
    """Record knowledge about the whole project, one value for each category and key.

    The categories are convention, architecture, decision and fact. Everyone may read. Agents
    propose; orchestrators and users decide.
    """


@command.command("set", cls=RippleCommand)
@click.argument("category")
@click.argument("key")
@click.argument("value")
@click.option("--confidence", type=click.FloatRange(0, 1), metavar="0..1", help="How sure it is.")
@click.option("--about", multiple=True, metavar="TARGET", help="Code it is about; repeatable.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@take_actor_options
@click.pass_obj
def set_value(
    invocation: Invocation, /, category: str, key: str, value: str, **options: Any
) -> None:
    """Make VALUE (`-` for standard input) the one that stands under KEY.

    What an agent says, or someone who is less sure than the entry that stands, is only proposed:
    it is kept beside that entry until an orchestrator or a user sets the same value.
    """
    from ripplegraph.memory.knowledge.entries import KnowledgeDraft

    draft = KnowledgeDraft(category, key, read_text(value), options["confidence"], options["about"])
    report = invocation.open_project().set_knowledge(
        draft, build_actor(options), reason=options["reason"]
    )
    print_json(report) if invocation.json else _print_report(report)


@command.command("get", cls=RippleCommand)
@click.argument("category")
@click.argument("key")
@click.pass_obj
def get(invocation: Invocation, category: str, key: str) -> None:
    """Show the entry that stands under KEY, and what else was said."""
    answer = invocation.open_project().get_knowledge(category, key)
    if invocation.json:
        print_json(answer)
        return
    for entry in (*((answer.entry,) if answer.entry else ()), *answer.alternatives):
        _print_entry(entry)


@command.command("list", cls=RippleCommand)
@click.option("--category", metavar="NAME", help="Only this category.")
@click.pass_obj
def list_all(invocation: Invocation, category: str | None) -> None:
    """List all entries by category and key."""
    found = invocation.open_project().list_knowledge(category)
    if invocation.json:
        print_json(found)
        return
    for entry in found.entries:
        _print_entry(entry)
    click.echo(f"{len(found.entries)} entries")


@command.command("delete", cls=RippleCommand)
@click.argument("category")
@click.argument("key")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@take_actor_options
@click.pass_obj
def delete(invocation: Invocation, /, category: str, key: str, **options: Any) -> None:
    """Remove the entry that stands under KEY; `ripple memories undo` brings it back."""
    event = invocation.open_project().delete_knowledge(
        category, key, build_actor(options), reason=options["reason"]
    )
    if invocation.json:
        print_json(event)
        return
    click.echo(f"deleted {escape(event.memory_id)}; `ripple memories undo` brings it back")


def _print_report(report: "KnowledgeReport") -> None:
    because = f": {report.objection}" if report.objection else ""
    click.echo(escape(f"{report.change}{because}"))
    _print_entry(report.entry)
    if report.standing and report.standing.id != report.entry.id:
        _print_entry(report.standing)


def _print_entry(entry: "KnowledgeEntry") -> None:
    mark = "" if entry.stands else f"  ({entry.state}, does not count)"
    label = click.style(f"{escape(entry.label)} ", fg="yellow") if entry.label else ""
    click.echo(
        f"{click.style(entry.id, fg='cyan')}  {escape(entry.category)} {escape(entry.key)}  "
        f"{entry.confidence:.2f}  {escape(entry.source)}{mark}"
    )
    for line in entry.value.splitlines():
        click.echo(f"    {label}{escape(line)}")
