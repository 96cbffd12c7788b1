"""`ripple memories`: shows and changes what was learned."""

from typing import Any

import click

from ripplegraph.cli.commands.remember import keep
from ripplegraph.cli.invocation import Invocation, RippleCommand, RippleGroup
from ripplegraph.cli.memory_changes import COMMANDS
from ripplegraph.cli.memory_output import (
    build_filter,
    build_resolver,
    print_event,
    print_list,
    print_memory,
    take_draft_options,
    take_filter_options,
)
from ripplegraph.cli.memory_search import reindex, search
from ripplegraph.cli.output import escape, print_json
from ripplegraph.errors import UsageError


@click.group("memories", cls=RippleGroup)
def command() -> None:
    """Show and change the memories of the project.

    A memory is named by its id or the last eight characters of it.
    """


@command.command("list", cls=RippleCommand)
@take_filter_options
@click.pass_obj
def list_all(invocation: Invocation, /, **options: Any) -> None:
    """List memories, the most trusted and newest first."""
    project = invocation.open_project()
    wanted = build_filter(options, build_resolver(invocation))
    found = project.list_memories(wanted, limit=options["limit"] or None)
    print_json(found) if invocation.json else print_list(found)


@command.command("show", cls=RippleCommand)
@click.argument("memory_id", metavar="ID")
@click.pass_obj
def show(invocation: Invocation, memory_id: str) -> None:
    """Show a memory with everything that is kept about it."""
    memory = invocation.open_project().get_memory(memory_id)
    print_json(memory) if invocation.json else print_memory(memory)


@command.command("add", cls=RippleCommand)
@click.argument("text", required=False)
@click.option("--content", metavar="TEXT", help="The text, where it is not an argument.")
@take_draft_options
@click.pass_obj
def add(invocation: Invocation, /, text: str | None, content: str | None, **options: Any) -> None:
    """Add a memory: another name of `ripple remember`."""
    given = [part for part in (text, content) if part is not None]
    if len(given) != 1:
        raise UsageError("There must be one text.", hint="Give TEXT or --content TEXT.")
    keep(invocation, given[0], options)


@command.command("history", cls=RippleCommand)
@click.argument("memory_id", metavar="ID")
@click.pass_obj
def history(invocation: Invocation, memory_id: str) -> None:
    """Show everything that happened to a memory, oldest first."""
    found = invocation.open_project().get_memory_history(memory_id)
    if invocation.json:
        print_json(found)
        return
    for event in found.events:
        print_event(event)


@command.command("log", cls=RippleCommand)
@click.option("--after", metavar="DATE", help="Only what happened since.")
@click.option("--action", metavar="NAME", help="Only this, such as add, confirm or delete.")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True)
@click.pass_obj
def log(invocation: Invocation, after: str | None, action: str | None, limit: int) -> None:
    """Show what happened to all memories, newest first."""
    found = invocation.open_project().get_memory_log(after=after, action=action, limit=limit)
    if invocation.json:
        print_json(found)
        return
    for event in found.events:
        print_event(event)


@command.command("stats", cls=RippleCommand)
@click.pass_obj
def stats(invocation: Invocation) -> None:
    """Count the memories by type, scope and state, and preview a cleanup."""
    found = invocation.open_project().get_memory_stats()
    if invocation.json:
        print_json(found)
        return
    click.echo(f"{'memories':<12}{found.total} in {found.bytes or 0:,} bytes")
    if found.links:
        click.echo(f"{'links':<12}{found.links}")
    for label, counts in (
        ("types", found.types),
        ("scopes", found.scopes),
        ("states", found.states),
    ):
        listed = ", ".join(f"{name} {count}" for name, count in counts.items())
        click.echo(f"{label:<12}{escape(listed)}")
    click.echo(
        f"{'cleanup':<12}would archive {found.would_archive} and remove {found.would_prune}; "
        f"{found.protected} are protected"
    )


@command.command("types", cls=RippleCommand)
@click.pass_obj
def types(invocation: Invocation) -> None:
    """List the types of memory, and what other vocabularies call them."""
    found = invocation.open_project().list_memory_types()
    if invocation.json:
        print_json({"types": found})
        return
    for kind in found:
        names = ", ".join(
            alias.name + (f" tagged {alias.tag}" if alias.tag else "") for alias in kind.aliases
        )
        click.echo(f"{kind.name:<20}{escape(kind.description)}" + (f" ({names})" if names else ""))


for other in (search, reindex, *COMMANDS):
    command.add_command(other)
