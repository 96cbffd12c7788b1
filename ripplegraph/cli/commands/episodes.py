"""`ripple episodes`: attempts at tasks, and what can be learned from them."""

from collections.abc import Callable
from typing import Any

import click

from ripplegraph.cli.actors import build_actor, take_actor_options
from ripplegraph.cli.file_arguments import find_path
from ripplegraph.cli.invocation import Invocation, RippleCommand, RippleGroup
from ripplegraph.cli.memory_output import read_text
from ripplegraph.cli.output import print_json
from ripplegraph.cli.work_output import (
    print_agents,
    print_episode,
    print_episodes,
    print_history,
    print_outcome,
    print_rates,
    print_successes,
    print_tried,
)
from ripplegraph.errors import UsageError
from ripplegraph.store.records.work_records import ACTIONS, EpisodeFilter

LIMIT = 50


@click.group("episodes", cls=RippleGroup)
def command() -> None:
    """Record attempts at tasks, and show which worked.

    Everyone may read, agents add their own episodes, orchestrators and users correct them. An
    episode is named by its id or the last eight characters of it.
    """


def _take_number_options(function: Callable[..., Any]) -> Callable[..., Any]:
    count = click.IntRange(min=0)
    for declare in reversed(
        (
            click.option("--outcome", metavar="TEXT", help="What came of it; `-` for standard "
                         "input."),
            click.option("--duration-ms", type=count, metavar="MS", help="How long it took."),
            click.option("--tokens-in", type=count, metavar="COUNT", help="Tokens read."),
            click.option("--tokens-out", type=count, metavar="COUNT", help="Tokens written."),
            click.option("--task-title", metavar="TEXT", help="What the task is about."),
            click.option("--session", metavar="ID", help="In which session."),
            click.option("--file", "files", multiple=True, metavar="PATH",
                         help="A file that it touched; repeatable."),
        )
    ):  # fmt: skip
        function = declare(function)
    return function


def _take_filter_options(function: Callable[..., Any]) -> Callable[..., Any]:
    for declare in reversed(
        (
            click.option("--task", "task_id", metavar="ID", help="Only of this task."),
            click.option("--agent", "agent_id", metavar="NAME", help="Only by this agent."),
            click.option("--session", metavar="ID", help="Only of this session."),
            click.option("--after", metavar="DATE", help="Only since then."),
            click.option("--before", metavar="DATE", help="Only before then."),
        )
    ):
        function = declare(function)
    return function


def _take_limit(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--limit", type=click.IntRange(min=0), default=LIMIT, show_default=True,
                        help="How many to show; 0 shows all.")(function)  # fmt: skip


@command.command("add", cls=RippleCommand)
@click.option("--task", "task_id", required=True, metavar="ID", help="For which task.")
@click.option("--agent", "agent_id", required=True, metavar="NAME", help="Who did it.")
@click.option("--action", type=click.Choice(ACTIONS), required=True)
@click.option("--approach", required=True, metavar="TEXT", help="What was tried.")
@_take_number_options
@click.option("--derive", is_flag=True, help="Also write a memory of how the task ended.")
@take_actor_options
@click.pass_obj
def add(invocation: Invocation, /, derive: bool, **options: Any) -> None:
    """Record an attempt at a task, and its outcome."""
    from ripplegraph.memory.work.episodes import EpisodeDraft

    project = invocation.open_project()
    names = ("task_id", "agent_id", "action", "approach", "duration_ms", "tokens_in",
             "tokens_out", "task_title", "session")  # fmt: skip
    draft = EpisodeDraft(
        **{name: options[name] for name in names},
        outcome=_read_optional(options["outcome"]),
        files=tuple(find_path(project, file) for file in options["files"]),
    )
    by = build_actor(options, agent=options["agent_id"])
    report = project.add_episode(draft, by, derive=derive)
    if invocation.json:
        print_json(report)
        return
    print_episode(report.episode)
    if report.outcome:
        print_outcome(report.outcome)


@command.command("list", cls=RippleCommand)
@_take_filter_options
@click.option("--action", type=click.Choice(ACTIONS), help="Only this action.")
@_take_limit
@click.pass_obj
def list_all(invocation: Invocation, /, limit: int, **options: Any) -> None:
    """List episodes, newest first."""
    found = invocation.open_project().list_episodes(_build_filter(options), limit=limit or None)
    print_json(found) if invocation.json else print_episodes(found)


@command.command("edit", cls=RippleCommand)
@click.argument("episode_id", metavar="ID")
@click.option("--action", type=click.Choice(ACTIONS))
@click.option("--approach", metavar="TEXT")
@_take_number_options
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@take_actor_options
@click.pass_obj
def edit(invocation: Invocation, /, episode_id: str, **options: Any) -> None:
    """Correct an episode; its history keeps the old values. Not for agents."""
    from ripplegraph.memory.work.episodes import EpisodeEdit

    project = invocation.open_project()
    names = ("action", "approach", "duration_ms", "tokens_in", "tokens_out", "task_title",
             "session")  # fmt: skip
    wanted = EpisodeEdit(
        **{name: options[name] for name in names},
        outcome=_read_optional(options["outcome"]),
        files=tuple(find_path(project, file) for file in options["files"]) or None,
    )
    by = build_actor(options)
    episode = project.edit_episode(episode_id, wanted, by, reason=options["reason"])
    print_json(episode) if invocation.json else print_episode(episode)


@command.command("history", cls=RippleCommand)
@click.argument("episode_id", metavar="ID")
@click.pass_obj
def history(invocation: Invocation, episode_id: str) -> None:
    """Show everything that happened to an episode, oldest first."""
    found = invocation.open_project().get_episode_history(episode_id)
    print_json(found) if invocation.json else print_history(found)


@command.command("tried", cls=RippleCommand)
@click.argument("task_id", metavar="TASK")
@click.pass_obj
def tried(invocation: Invocation, task_id: str) -> None:
    """Show the attempts at TASK: its episodes, dead ends and outcomes."""
    found = invocation.open_project().find_tried(task_id)
    print_json(found) if invocation.json else print_tried(found)


@command.command("worked", cls=RippleCommand)
@click.argument("question", required=False)
@click.option("--task", "task_id", metavar="ID", help="A task whose episodes say what it is about.")
@click.option("--limit", type=click.IntRange(min=0), default=10, show_default=True,
              help="How many to show; 0 shows all.")  # fmt: skip
@click.pass_obj
def worked(invocation: Invocation, question: str | None, task_id: str | None, limit: int) -> None:
    """Show what worked for tasks like the one that QUESTION describes, the most similar first."""
    if (question is None) == (task_id is None):
        raise UsageError("There must be one question.", hint="Give QUESTION or --task ID.")
    found = invocation.open_project().find_worked(question, task_id=task_id, limit=limit or None)
    print_json(found) if invocation.json else print_successes(found)


@command.command("rates", cls=RippleCommand)
@_take_filter_options
@_take_limit
@click.pass_obj
def rates(invocation: Invocation, /, limit: int, **options: Any) -> None:
    """Show how often each approach worked, the one that most surely does first."""
    found = invocation.open_project().compute_success_rates(
        _build_filter(options), limit=limit or None
    )
    print_json(found) if invocation.json else print_rates(found)


@command.command("agents", cls=RippleCommand)
@_take_filter_options
@click.option("--weekly", is_flag=True, help="A line for each week.")
@click.pass_obj
def agents(invocation: Invocation, /, weekly: bool, **options: Any) -> None:
    """Show how each agent did: success rate, median duration and tokens."""
    found = invocation.open_project().compare_agents(_build_filter(options), weekly=weekly)
    print_json(found) if invocation.json else print_agents(found)


@command.command("derive", cls=RippleCommand)
@click.argument("task_id", metavar="TASK")
@take_actor_options
@click.pass_obj
def derive(invocation: Invocation, /, task_id: str, **options: Any) -> None:
    """Write a memory of how TASK ended from its episodes, or update it."""
    report = invocation.open_project().derive_outcome(task_id, build_actor(options))
    print_json(report) if invocation.json else print_outcome(report)


def _read_optional(text: str | None) -> str | None:
    return None if text is None else read_text(text)


def _build_filter(options: dict[str, Any]) -> EpisodeFilter:
    from ripplegraph.memory.clock import normalise_time

    return EpisodeFilter(
        task_id=options["task_id"],
        agent_id=options["agent_id"],
        action=options.get("action"),
        session=options["session"],
        after=normalise_time(options["after"]) if options["after"] else None,
        before=normalise_time(options["before"]) if options["before"] else None,
    )
