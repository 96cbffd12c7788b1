"""`ripple memories search` and `reindex`: finds memories, and shows their ranking."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.memory_output import (
    build_filter,
    build_resolver,
    print_list,
    take_filter_options,
)
from ripplegraph.cli.output import escape, print_json
from ripplegraph.cli.progress import show_progress

if TYPE_CHECKING:
    from ripplegraph.retrieval.report import RankedMemories, RankedView


def take_search_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what the one who asks is doing."""
    for declare in reversed(
        (
            click.option("--mode", default="auto", show_default=True, metavar="MODE",
                         help="words (all of them), text (any of them), vectors, graph, fused (all "
                         "three lists); auto is words, and fused for a question or with --files."),
            click.option("--files", "files", multiple=True, metavar="PATH",
                         help="A file or symbol being worked on: what is near it comes first; "
                         "repeatable."),
            click.option("--phase", metavar="NAME",
                         help="define, implement, validate, refine, explore or reflect: what "
                         "matters in it comes first."),
            click.option("--hat", metavar="NAME",
                         help="explorer, planner, creator, critic, editor, designer or resolver: "
                         "what such a role needs comes first."),
            click.option("--last-sessions", type=click.IntRange(min=1), metavar="N",
                         help="Only what the last N sessions learned."),
            click.option("--since", metavar="DATE", help="Another name of --after."),
            click.option("--until", metavar="DATE", help="Another name of --before."),
            click.option("--around", metavar="WHAT",
                         help="Only what was learned around a memory, a task or a commit."),
            click.option("--window", type=float, default=3.0, show_default=True, metavar="DAYS",
                         help="How many days before and after count as around."),
            click.option("--for-session", metavar="ID",
                         help="Answer as for an injection into this session: nothing that it "
                         "learned itself, nothing stale."),
            click.option("--no-expand", is_flag=True,
                         help="Add no memories about files that change together with these."),
            click.option("--scores", is_flag=True, help="Show the parts of each score."),
        )
    ):  # fmt: skip
        function = declare(function)
    return function


@click.command("search", cls=RippleCommand)
@click.argument("query")
@take_search_options
@take_filter_options
@click.pass_obj
def search(invocation: Invocation, /, query: str, **options: Any) -> None:
    """Find memories for QUERY: some words, or a question.

    Words find what holds all of them, each at least as the start of a word, or else QUERY
    literally. A question (six words or more, or one with a question mark) finds what is near it
    in words, in meaning and, with --files, in the code.
    """
    from ripplegraph.retrieval.request import SearchRequest

    options["after"] = options["after"] or options["since"]
    options["before"] = options["before"] or options["until"]
    request = SearchRequest(
        query,
        build_filter(options, build_resolver(invocation)),
        limit=options["limit"] or None,
        mode=options["mode"],
        files=options["files"],
        phase=options["phase"],
        hat=options["hat"],
        session=options["for_session"],
        injecting=options["for_session"] is not None,
        last_sessions=options["last_sessions"],
        around=options["around"],
        window_days=options["window"],
        expand=not options["no_expand"],
    )
    found = invocation.open_project().search_memories(request)
    print_json(found) if invocation.json else _print(found, scores=options["scores"])


@click.command("reindex", cls=RippleCommand)
@click.option("--all", "anew", is_flag=True, help="Make those that are there again, too.")
@click.pass_obj
def reindex(invocation: Invocation, *, anew: bool) -> None:
    """Make the vectors of memories that have none.

    Searches make a few by themselves. Interrupted, it goes on next time from where it was. When
    all are made, the vectors of other models are removed.
    """
    with show_progress(wanted=not invocation.json) as progress:
        report = invocation.open_project().reindex_memories(anew=anew, on_progress=progress)
    if invocation.json:
        print_json(report)
        return
    for note in report.notes:
        click.echo(f"{'note':<12}{escape(note)}")
    click.echo(f"{'model':<12}{escape(report.model)}")
    click.echo(
        f"{'vectors':<12}{report.made} made, {report.memories} memories, "
        f"{report.removed} of other models removed"
    )


def _print(found: "RankedMemories", *, scores: bool) -> None:
    print_list(found)
    if scores:
        for memory in found.memories:
            click.echo(f"{memory.short_id}  {escape(_describe_score(memory))}")
    for note in _find_notes(found):
        click.echo(f"{'note':<8}{escape(note)}")


def _describe_score(memory: "RankedView") -> str:
    score = memory.score
    places = ", ".join(f"{name} {at.rank}" for name, at in score.lists.items())
    parts = (
        f"{score.total:.3f} = relevance {score.relevance:.2f} ({places or score.via}) "
        f"x trust {score.trust:.2f} x freshness {score.freshness:.2f} "
        f"x recency and use {score.recency_and_use:.2f}"
    )
    extra = [("phase", score.phase), ("hat", score.hat)]
    return parts + "".join(f" x {name} {value:.2f}" for name, value in extra if value != 1.0)


def _find_notes(found: "RankedMemories") -> list[str]:
    ranking = found.ranking
    shares = ", ".join(f"{name} {share:.2f}" for name, share in ranking.weights.items())
    notes: list[str] = []
    if ranking.mode != "words" and shares:
        notes.append(f"ranked as a {ranking.kind} by {shares}")
    if ranking.mode == "words" and not found.matched:
        notes.append("nothing holds all words; --mode fused ranks what is near")
    if found.left_out:
        listed = ", ".join(f"{count} {reason}" for reason, count in found.left_out.items())
        notes.append(f"left out: {listed}".replace("_", " "))
    joined = [(memory.short_id, memory.score.via) for memory in found.memories]
    notes.extend(f"{short_id} is here because {via}" for short_id, via in joined if via)
    return [*notes, *ranking.notes]
