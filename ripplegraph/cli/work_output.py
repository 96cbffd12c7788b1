"""Output of the commands about episodes and artifacts."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.output import escape

if TYPE_CHECKING:
    from ripplegraph.memory.queries.views import MemoryView
    from ripplegraph.memory.services.work import OutcomeReport, TaskAttempts, WorkHistory
    from ripplegraph.memory.work.artifacts import ArtifactList, ArtifactView
    from ripplegraph.memory.work.episodes import EpisodeList
    from ripplegraph.memory.work.similar_tasks import SuccessList
    from ripplegraph.memory.work.success_rates import AgentList, RateList, Tally
    from ripplegraph.store.records.work_records import Episode, WorkEvent

_COLORS = {"completed": "green", "failed": "red"}


def print_episodes(found: "EpisodeList") -> None:
    for episode in found.episodes:
        print_episode(episode)
    print_counts(found.returned, found.matched, "episodes")


def print_episode(episode: "Episode") -> None:
    action = click.style(episode.action, fg=_COLORS.get(episode.action))
    click.echo(
        f"{click.style(episode.id, fg='cyan')}  {action}  task {escape(episode.task_id)}  "
        f"{escape(episode.agent_id)}  {escape(episode.approach)}"
    )
    for line in _describe(episode):
        click.echo(f"    {escape(line)}")


def _describe(episode: "Episode") -> Iterator[str]:
    if episode.outcome:
        yield episode.outcome
    numbers = [
        f"{value:,} {unit}"
        for value, unit in (
            (episode.duration_ms, "ms"),
            (episode.tokens_in, "tokens in"),
            (episode.tokens_out, "tokens out"),
        )
        if value is not None
    ]
    if numbers:
        yield ", ".join(numbers)
    if episode.files:
        yield f"files {', '.join(episode.files)}"


def print_tried(found: "TaskAttempts") -> None:
    for episode in found.episodes:
        print_episode(episode)
    for view in (*found.dead_ends, *found.outcomes):
        _print_memory(view)
    if not (found.episodes or found.dead_ends or found.outcomes):
        click.echo(f"nothing was tried for task {escape(found.task_id)}")


def _print_memory(view: "MemoryView") -> None:
    label = f"{view.label} " if view.label else ""
    click.echo(
        f"{click.style(view.id, fg='cyan')}  {escape(view.type)}  {escape(label + view.title)}"
    )
    for line in view.content.splitlines():
        click.echo(f"    {escape(line)}")


def print_outcome(report: "OutcomeReport") -> None:
    click.echo(f"{report.change} {click.style(report.memory.id, fg='cyan')}:")
    _print_memory(report.memory)


def print_successes(found: "SuccessList") -> None:
    for success in found.successes:
        shared = ", ".join(success.shared[:10])
        print_episode(success.episode)
        failed = f"; failed {success.failed_before} times before" if success.failed_before else ""
        click.echo(escape(f"    similarity {success.similarity:.2f} ({shared}){failed}"))
    print_counts(found.returned, found.matched, "successes")


def print_rates(found: "RateList") -> None:
    for rate in found.rates:
        click.echo(f"{_show_tally(rate.tally)}  {escape(rate.approach)}")
    print_counts(found.returned, found.matched, "approaches")


def print_agents(found: "AgentList") -> None:
    for agent in found.agents:
        medians = ", ".join(
            f"{value:,.0f} {unit}"
            for value, unit in (
                (agent.median_duration_ms, "ms"),
                (agent.median_tokens_in, "tokens in"),
                (agent.median_tokens_out, "tokens out"),
            )
            if value is not None
        )
        name = agent.agent_id + (f" {agent.period}" if agent.period else "")
        click.echo(
            f"{_show_tally(agent.tally)}  {escape(name)}"
            + (f"  (median {medians})" if medians else "")
        )


def _show_tally(tally: "Tally") -> str:
    ended = tally.completed + tally.failed
    share = "  -  " if tally.success_rate is None else f"{tally.success_rate:>5.0%}"
    return f"{share}  {tally.completed} of {ended} worked, {tally.tasks} tasks"


def print_artifacts(found: "ArtifactList") -> None:
    for artifact in found.artifacts:
        print_artifact(artifact)
    print_counts(found.returned, found.matched, "artifacts")


def print_artifact(artifact: "ArtifactView") -> None:
    color = {"unchanged": "green", "changed": "yellow"}.get(artifact.status, "red")
    click.echo(
        f"{click.style(artifact.id, fg='cyan')}  {click.style(artifact.status, fg=color)}  "
        f"{escape(artifact.type)}  {escape(artifact.path)}  task {escape(artifact.task_id)}  "
        f"{escape(artifact.agent_id)}  {artifact.size_bytes:,} bytes"
        + (f"  {escape(artifact.description)}" if artifact.description else "")
    )


def print_history(found: "WorkHistory") -> None:
    for event in found.events:
        print_work_event(event)


def print_work_event(event: "WorkEvent") -> None:
    because = f": {event.reason}" if event.reason else ""
    click.echo(
        escape(
            f"{event.at}  {event.action:<8} {event.record_id}  {event.role} {event.actor}{because}"
        )
    )
    for name, value in (event.before or {}).items():
        if name != "updated_at" and value not in (None, []):
            shown = json.dumps(value, ensure_ascii=False)
            click.echo(escape(f"    {name} was {shown}"))


def print_counts(returned: int, matched: int, what: str) -> None:
    more = f"; {matched - returned} more, --limit 0 shows all" if matched > returned else ""
    click.echo(f"{returned} of {matched} {what}{more}")
