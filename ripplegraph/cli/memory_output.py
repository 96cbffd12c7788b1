"""Options and output of the commands about memories."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.output import escape
from ripplegraph.errors import UsageError
from ripplegraph.graph.excerpts import describe_how_to_see, shorten, write_title_and_text

if TYPE_CHECKING:
    from ripplegraph.cli.invocation import Invocation
    from ripplegraph.memory.queries.search import MemoryList
    from ripplegraph.memory.queries.views import MemoryView
    from ripplegraph.memory.writing.drafts import Draft
    from ripplegraph.store.memory.memory_reader import MemoryFilter
    from ripplegraph.store.records.memory_records import Event

LIMIT = 50
LONGEST = 300
"""So many characters of a memory are in a list."""


def take_draft_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that describe a memory."""
    for declare in reversed(
        (
            click.option("--type", "kind", default="fact", show_default=True, metavar="TYPE",
                         help="What kind of thing was learned; see `ripple memories types`."),
            click.option("--about", multiple=True, metavar="TARGET",
                         help="A file, folder, symbol (PATH::NAME), pattern or node of knowledge "
                         "(such as invariant:NAME) it is about; repeatable."),
            click.option("--allow-unresolved", is_flag=True,
                         help="Accept a target that the graph does not know."),
            click.option("--claim", "claims", multiple=True, metavar="CLAIM",
                         help="Something to check at every scan, such as "
                         "'calls(a.py::f, b.py::g)'; repeatable."),
            click.option("--title", metavar="TEXT", help="At most 100 characters."),
            click.option("--details", metavar="JSON", help="An object that fits the type."),
            click.option("--scope", metavar="SCOPE",
                         help="user, global, module, section, work_unit or session; the type "
                         "says which one by default."),
            click.option("--scope-ref", metavar="ID", help="Which module, work unit or session."),
            click.option("--tag", "tags", multiple=True, metavar="TAG", help="Repeatable."),
            click.option("--ttl", metavar="TIME", help="Forget it after a time such as 30d."),
            click.option("--confidence", type=float, metavar="0..1", help="How sure it is."),
            click.option("--importance", type=int, metavar="0..100", help="How much it matters."),
            click.option("--half-life", type=float, metavar="DAYS",
                         help="After how many days half of the confidence is gone."),
            click.option("--pin", is_flag=True, help="Keep it whatever cleanup would do."),
            click.option("--source", default="agent_explicit", show_default=True,
                         metavar="CHANNEL",
                         help="How it was learned; `user_taught` is what a person said."),
            click.option("--outside", is_flag=True,
                         help="It comes from content outside the project: trust it less, and let "
                         "someone review it."),
            click.option("--role", metavar="NAME", help="The role of who learned it."),
            click.option("--agent", metavar="NAME", help="Who learned it."),
            click.option("--session", metavar="ID", help="In which session."),
            click.option("--task", metavar="ID", help="While working on which task."),
            click.option("--phase", metavar="NAME", help="In which phase of the work."),
            click.option("--reason", default="", metavar="TEXT", help="Why it is remembered."),
        )
    ):  # fmt: skip
        function = declare(function)
    return function


def build_draft(text: str, options: dict[str, Any]) -> "Draft":
    from ripplegraph.memory.clock import add_duration, get_now
    from ripplegraph.memory.writing.drafts import Draft
    from ripplegraph.store.records.memory_records import Provenance

    return Draft(
        content=text,
        type=options["kind"],
        title=options["title"],
        details=parse_details(options["details"]),
        tags=options["tags"],
        scope=options["scope"],
        scope_ref=options["scope_ref"],
        about=options["about"],
        claims=options["claims"],
        allow_unresolved=options["allow_unresolved"],
        confidence=options["confidence"],
        importance=options["importance"],
        half_life_days=options["half_life"],
        expires_at=add_duration(get_now(), options["ttl"]) if options["ttl"] else None,
        pinned=options["pin"],
        tainted=options["outside"],
        provenance=Provenance(
            options["source"],
            role=options["role"],
            agent=options["agent"],
            session=options["session"],
            task=options["task"],
            phase=options["phase"],
        ),
        reason=options["reason"],
    )


def parse_details(text: str | None) -> dict[str, Any]:
    try:
        details = json.loads(text) if text else {}
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"The details are not JSON: {error}.", hint='Write them like \'{"key": "value"}\'.'
        ) from error
    if not isinstance(details, dict):
        raise UsageError(
            "The details are not a JSON object.", hint='Write them like \'{"key": "value"}\'.'
        )
    return details


def read_text(text: str) -> str:
    """Return a text, or what is on standard input where the text is `-`."""
    return _decode(sys.stdin.buffer.read(), "Standard input") if text == "-" else text


def _decode(content: bytes, name: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not valid UTF-8.", hint="Pass it in UTF-8.") from error


def take_filter_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which memories are wanted."""
    for declare in reversed(
        (
            click.option("--type", "kinds", multiple=True, metavar="TYPE",
                         help="Only this type; repeatable."),
            click.option("--state", "states", multiple=True, metavar="STATE",
                         help="Only this state; `all` for every one. Otherwise what is live."),
            click.option("--scope", metavar="SCOPE", help="Only this scope."),
            click.option("--scope-ref", metavar="ID", help="Only this module, unit or session."),
            click.option("--source", metavar="CHANNEL", help="Only what was learned this way."),
            click.option("--min-confidence", type=click.FloatRange(0, 1), metavar="0..1",
                         help="Only what was at least this sure when written."),
            click.option("--tag", metavar="TAG", help="Only with this tag."),
            click.option("--about", metavar="TARGET",
                         help="Only about this file, folder, pattern, symbol or node of knowledge, "
                         "and what is in it."),
            click.option("--after", metavar="DATE", help="Only what was learned since."),
            click.option("--before", metavar="DATE", help="Only what was learned before."),
            click.option("--not-session", metavar="ID", help="Not what this session learned."),
            click.option("--limit", type=click.IntRange(min=0), default=LIMIT, show_default=True,
                         help="How many to show; 0 shows all."),
        )
    ):  # fmt: skip
        function = declare(function)
    return function


def build_resolver(invocation: "Invocation") -> Callable[[str], str]:
    """Build the function that finds the one name of a type."""
    from ripplegraph.memory.types.registry import build_registry

    registry = build_registry(invocation.open_project().config.memory.types)
    return lambda name: registry.resolve(name).name


def build_filter(options: dict[str, Any], resolve_type: Callable[[str], str]) -> "MemoryFilter":
    from ripplegraph.memory.clock import normalise_time
    from ripplegraph.memory.states import SHOWN_STATES
    from ripplegraph.memory.types.definition import SCOPES
    from ripplegraph.memory.writing.drafts import resolve_channel, resolve_scope
    from ripplegraph.store.memory.memory_reader import MemoryFilter

    states = options["states"] or SHOWN_STATES
    return MemoryFilter(
        types=[resolve_type(name) for name in options["kinds"]] or None,
        states=None if "all" in states else states,
        scope=resolve_scope(options["scope"], SCOPES) if options["scope"] else None,
        scope_ref=options["scope_ref"],
        channel=resolve_channel(options["source"]) if options["source"] else None,
        min_confidence=options["min_confidence"],
        tag=options["tag"],
        not_session=options["not_session"],
        after=normalise_time(options["after"]) if options["after"] else None,
        before=normalise_time(options["before"]) if options["before"] else None,
        about=options["about"],
    )


def print_list(found: "MemoryList") -> None:
    if found.memories:
        click.echo(click.style("id, type, confidence, text", dim=True))
    for memory in found.memories:
        marks = ", ".join(_find_marks(memory))
        label = click.style(f"{escape(memory.label)} ", fg="yellow") if memory.label else ""
        click.echo(
            f"{click.style(memory.id, fg='cyan')}  {escape(memory.type)}  "
            f"{memory.effective_confidence:.2f}  {label}{escape(_say(memory))}"
            + (f"  ({escape(marks)})" if marks else "")
        )
    more = f"; {found.omitted} more, --limit 0 shows all" if found.omitted else ""
    click.echo(f"{found.returned} of {found.matched} memories{more}")


def _say(memory: "MemoryView") -> str:
    """Return the text of a memory on one line, with a mark where it is cut."""
    said = write_title_and_text(memory.title, memory.content)
    return shorten(said, LONGEST, see=describe_how_to_see(memory.id))


def print_memory(memory: "MemoryView") -> None:
    for label, text in describe_memory(memory):
        click.echo(f"{label:<12}{escape(text)}")
    click.echo()
    for line in memory.content.splitlines():
        click.echo(f"    {escape(line)}")


def describe_memory(memory: "MemoryView") -> Iterator[tuple[str, str]]:
    written = f" (written as {memory.raw_type})" if memory.raw_type != memory.type else ""
    yield "id", memory.id
    yield "type", memory.type + written
    yield "title", memory.title
    yield "state", ", ".join([memory.state, *_find_marks(memory)])
    yield "confidence", f"{memory.effective_confidence:.2f} (written as {memory.confidence:.2f})"
    yield "scope", f"{memory.scope} {memory.scope_ref}".strip()
    yield "freshness", f"{memory.freshness.verdict}: {memory.freshness.reason}"
    for note in memory.freshness.notes:
        yield "note", note
    for claim in memory.claims:
        word = {True: "holds", False: "does not hold", None: "cannot be checked"}[claim.holds]
        yield "claim", f"{claim.claim} {word}: {claim.evidence}"
    for anchor in memory.anchors:
        if anchor.role == "claim":
            continue
        verb = "about" if anchor.role == "subject" else "mentions"
        moved = f" (written as {anchor.written_as})" if anchor.target != anchor.written_as else ""
        missing = "" if anchor.resolved else " (not in the graph)"
        yield verb, anchor.target + moved + missing
    for relation in memory.relations:
        yield relation.kind, str(relation.target_memory or relation.target_path)
    if memory.tags:
        yield "tags", ", ".join(memory.tags)
    if memory.details:
        yield "details", json.dumps(memory.details, ensure_ascii=False)
    origin = memory.provenance
    who = [origin.channel, origin.role, origin.agent, origin.session, origin.task, origin.phase]
    yield "learned", f"{memory.created_at} by {', '.join(part for part in who if part)}"
    if origin.commit:
        yield "at", origin.commit[:10] + (f" on {origin.branch}" if origin.branch else "")
    if memory.expires_at:
        yield "expires", memory.expires_at


def print_spooled(spooled: bool) -> None:
    """Say that a change is kept, but not where it belongs yet."""
    if spooled:
        click.echo("it waits in .ripple/: the memories cannot be written now, and get it later")


def print_event(event: "Event") -> None:
    because = f": {event.reason}" if event.reason else ""
    changed = ""
    if event.before is not None and event.after is not None:
        names = [name for name in event.after if name != "updated_at"]
        changed = f" [{', '.join(names)}]"
    text = f"{event.at}  {event.action:<10} {event.memory_id}  {event.actor}{changed}{because}"
    click.echo(escape(text))


def _find_marks(memory: "MemoryView") -> Iterator[str]:
    if memory.state != "active":
        yield memory.state
    if memory.pinned:
        yield "pinned"
    if memory.user_verified:
        yield "verified"
    if memory.needs_review:
        yield "needs review"
    if memory.tainted:
        yield "from outside"
    if memory.spooled:
        yield "waits in .ripple/"
    if memory.reached is False:
        yield f"learned on {memory.provenance.branch or 'another branch'}, not merged here"
