"""The commands of `ripple memories` that change something."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.files import open_input, open_output, take_force_option
from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.memory_output import (
    parse_details,
    print_list,
    print_memory,
    print_spooled,
    read_text,
)
from ripplegraph.cli.output import escape, print_json
from ripplegraph.cli.progress import show_progress

if TYPE_CHECKING:
    from ripplegraph.memory.queries.views import MemoryView

EXIT_FINDINGS = 1
RELATIONS = ("required_with", "conflicts_with", "validates", "supersedes", "derived_from")


def take_cause_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say who changes a memory, and why."""
    function = click.option("--reason", default="", metavar="TEXT", help="Why.")(function)
    return click.option(
        "--by", "actor", default="user", show_default=True, metavar="NAME", help="Who says so."
    )(function)


def _print_changed(invocation: Invocation, memory: "MemoryView") -> None:
    if invocation.json:
        print_json(memory)
        return
    print_memory(memory)
    print_spooled(memory.spooled)


@click.command("edit", cls=RippleCommand)
@click.argument("memory_id", metavar="ID")
@click.option("--content", metavar="TEXT", help="The new text; `-` for standard input.")
@click.option("--type", "kind", metavar="TYPE")
@click.option("--title", metavar="TEXT")
@click.option("--details", metavar="JSON")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Instead of all its tags.")
@click.option("--about", multiple=True, metavar="TARGET", help="Instead of all its subjects.")
@click.option("--claim", "claims", multiple=True, metavar="CLAIM", help="Instead of all claims.")
@click.option("--allow-unresolved", is_flag=True)
@click.option("--scope", metavar="SCOPE")
@click.option("--scope-ref", metavar="ID")
@click.option("--confidence", type=float, metavar="0..1")
@click.option("--importance", type=int, metavar="0..100")
@click.option("--half-life", type=float, metavar="DAYS")
@click.option("--ttl", metavar="TIME", help="Forget it after a time such as 30d.")
@click.option("--pin/--unpin", default=None, help="Keep it whatever cleanup would do.")
@take_cause_options
@click.pass_obj
def edit(
    invocation: Invocation, /, memory_id: str, actor: str, reason: str, **options: Any
) -> None:
    """Correct a memory; what is not given stays as it is."""
    from ripplegraph.memory.clock import add_duration, get_now
    from ripplegraph.memory.writing.edits import Edit

    content = options["content"]
    wanted = Edit(
        content=None if content is None else read_text(content),
        type=options["kind"],
        title=options["title"],
        details=None if options["details"] is None else parse_details(options["details"]),
        tags=options["tags"] or None,
        about=options["about"] or None,
        claims=options["claims"] or None,
        allow_unresolved=options["allow_unresolved"],
        scope=options["scope"],
        scope_ref=options["scope_ref"],
        confidence=options["confidence"],
        importance=options["importance"],
        half_life_days=options["half_life"],
        expires_at=add_duration(get_now(), options["ttl"]) if options["ttl"] else None,
        pinned=options["pin"],
    )
    memory = invocation.open_project().edit_memory(memory_id, wanted, actor=actor, reason=reason)
    _print_changed(invocation, memory)


@click.command("confirm", cls=RippleCommand)
@click.argument("memory_id", metavar="ID")
@click.option(
    "--source",
    default="user_taught",
    show_default=True,
    metavar="CHANNEL",
    help="Who confirms: with `agent_explicit` it gains trust, but is not verified by a person.",
)
@take_cause_options
@click.pass_obj
def confirm(invocation: Invocation, memory_id: str, source: str, actor: str, reason: str) -> None:
    """Confirm that a memory is true; this also restores it from the archive."""
    memory = invocation.open_project().confirm_memory(
        memory_id, source=source, actor=actor, reason=reason
    )
    _print_changed(invocation, memory)


@click.command("flag", cls=RippleCommand)
@click.argument("memory_id", metavar="ID")
@click.option(
    "--as",
    "problem",
    type=click.Choice(["wrong", "outdated", "duplicate"]),
    default="wrong",
    show_default=True,
    help="What is the matter with it.",
)
@click.option("--of", "original", metavar="ID", help="What it is a duplicate of.")
@take_cause_options
@click.pass_obj
def flag(
    invocation: Invocation,
    memory_id: str,
    problem: str,
    original: str | None,
    actor: str,
    reason: str,
) -> None:
    """Flag a memory as wrong, outdated or a duplicate; it is hidden at once, and kept."""
    memory = invocation.open_project().flag_memory(
        memory_id, problem=problem, original=original, actor=actor, reason=reason
    )
    _print_changed(invocation, memory)


@click.command("delete", cls=RippleCommand)
@click.argument("memory_id", metavar="ID")
@take_cause_options
@click.pass_obj
def delete(invocation: Invocation, memory_id: str, actor: str, reason: str) -> None:
    """Remove a memory; its history stays, and `undo` brings it back."""
    event = invocation.open_project().delete_memory(memory_id, actor=actor, reason=reason)
    if invocation.json:
        print_json(event)
        return
    click.echo(f"deleted {escape(event.memory_id)}; `ripple memories undo` brings it back")
    print_spooled(event.spooled)


@click.command("undo", cls=RippleCommand)
@click.argument("memory_id", metavar="ID")
@click.option("--by", "actor", default="user", show_default=True, metavar="NAME")
@click.pass_obj
def undo(invocation: Invocation, memory_id: str, actor: str) -> None:
    """Take back the last change of a memory; repeated, the one before it."""
    done = invocation.open_project().undo_memory(memory_id, actor=actor)
    if invocation.json:
        print_json(done)
        return
    event = done.undone
    click.echo(f"undone: {escape(f'{event.action} by {event.actor} at {event.at}')}")
    if done.memory:
        print_memory(done.memory)
    print_spooled(done.spooled)


@click.command("relate", cls=RippleCommand)
@click.argument("memory_id", metavar="ID")
@click.argument("kind", type=click.Choice(RELATIONS))
@click.argument("target")
@click.option("--file", "is_file", is_flag=True, help="TARGET is a path, not a memory.")
@click.option(
    "--confidence", type=click.FloatRange(0, 1), default=1.0, show_default=True, metavar="0..1"
)
@take_cause_options
@click.pass_obj
def relate(
    invocation: Invocation,
    /,
    memory_id: str,
    kind: str,
    target: str,
    is_file: bool,
    confidence: float,
    **cause: str,
) -> None:
    """Relate a memory to another one, or to a file.

    A change of trust in the memory then reaches the other one; what is superseded is retired.
    """
    from ripplegraph.store.records.memory_records import Relation

    relation = Relation(
        kind,
        target_memory=None if is_file else target,
        target_path=target if is_file else None,
        confidence=confidence,
    )
    memory = invocation.open_project().relate_memory(memory_id, relation, **cause)
    _print_changed(invocation, memory)


@click.command("review", cls=RippleCommand)
@click.option("--accept", multiple=True, metavar="ID", help="It is true; repeatable.")
@click.option("--reject", multiple=True, metavar="ID", help="It is wrong; repeatable.")
@take_cause_options
@click.pass_obj
def review(
    invocation: Invocation,
    accept: tuple[str, ...],
    reject: tuple[str, ...],
    actor: str,
    reason: str,
) -> None:
    """Show memories that need a review, after accepting or rejecting some of them."""
    from ripplegraph.store.memory.memory_reader import MemoryFilter

    project = invocation.open_project()
    accepted = [project.confirm_memory(name, actor=actor, reason=reason) for name in accept]
    rejected = [project.flag_memory(name, actor=actor, reason=reason) for name in reject]
    spooled = any(memory.spooled for memory in (*accepted, *rejected))
    found = project.list_memories(MemoryFilter(states=("candidate",), needs_review=True))
    if invocation.json:
        print_json({**vars(found), "spooled": spooled})
        return
    print_list(found)
    print_spooled(spooled)


@click.command("cleanup", cls=RippleCommand)
@click.option("--dry-run", "trial", is_flag=True, help="Only say what would be done.")
@click.option("--if-due", is_flag=True, help="Do nothing when this week had its cleanup.")
@click.option("--current", metavar="ID", help="The work unit or task at work: it is left alone.")
@click.pass_obj
def cleanup(invocation: Invocation, trial: bool, if_due: bool, current: str | None) -> None:
    """Archive expired memories and those over a cap, and remove long archived ones.

    Pinned and verified memories, unresolved errors and what a live memory supersedes stay. What is
    removed can be brought back with `ripple memories undo`. Old episodes are removed, too, but for
    those that a live memory was derived from.
    """
    report = invocation.open_project().clean_up_memories(
        current=current, trial=trial, if_due=if_due
    )
    if invocation.json:
        print_json(report)
        return
    for change in report.changes:
        text = f"{change.action:<8} {change.id}  {change.title}: {change.reason}"
        click.echo(escape(text))
    note = " (this was a trial)" if report.trial else ""
    note = f"; {report.period} had its cleanup" if report.skipped else note
    click.echo(
        f"{report.archived} archived, {report.pruned} removed, {report.accepted} accepted, "
        f"{report.kept} kept, {report.protected} of them protected{note}"
    )
    episodes = report.episodes
    if episodes.pruned or episodes.kept:
        click.echo(
            f"{episodes.pruned} episodes removed, {episodes.kept} kept, "
            f"{episodes.protected} of them protected"
        )
    print_spooled(report.spooled)


@click.command("export", cls=RippleCommand)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["json", "jsonl"]),
    default="json",
    show_default=True,
    help="json: live memories for other tools; jsonl: everything, for keeping and sharing.",
)
@click.option("--output", metavar="FILE", default="-", help="Write to a file.")
@take_force_option
@click.pass_obj
def export(invocation: Invocation, format_name: str, output: str, force: bool) -> None:
    """Write the memories as JSON."""
    project = invocation.open_project()
    with open_output(output, force=force) as stream:
        project.export_memories(format_name=format_name, stream=stream)


@click.command("import", cls=RippleCommand)
@click.argument("file", default="-")
@click.option("--by", "actor", default="user", show_default=True, metavar="NAME")
@click.pass_obj
def take_in(invocation: Invocation, file: str, actor: str) -> int:
    """Import memories from FILE, or from standard input.

    FILE may be an export in either format, a memory file of another tool, or Markdown notes, whose
    bullets and paragraphs become candidates to review. Importing a file twice changes nothing, and
    an import that was cut off goes on when it is run again. The exit code is 1 when some entries
    were refused.
    """
    project = invocation.open_project()
    with (
        open_input(file) as (source, name),
        show_progress(wanted=not invocation.json) as progress,
    ):
        report = project.import_memories(source, name=name, actor=actor, on_progress=progress)
    if invocation.json:
        print_json(report)
        return EXIT_FINDINGS if report.refused else 0
    for refused in report.refused:
        click.echo(f"refused {escape(refused.entry)}: {escape(refused.reason)}")
    if report.refused_besides:
        click.echo(f"{report.refused_besides} more were refused")
    click.echo(
        f"{report.format}: {report.added} added, {report.updated} updated, "
        f"{report.confirmed} confirmed, {report.unchanged} there already, "
        f"{len(report.refused) + report.refused_besides} refused"
    )
    print_spooled(report.spooled)
    return EXIT_FINDINGS if report.refused else 0


COMMANDS = (edit, confirm, flag, delete, undo, relate, review, cleanup, export, take_in)
