"""`ripple artifacts`: the files that were made for tasks."""

from typing import Any

import click

from ripplegraph.cli.actors import build_actor, take_actor_options
from ripplegraph.cli.file_arguments import find_path
from ripplegraph.cli.invocation import Invocation, RippleCommand, RippleGroup
from ripplegraph.cli.output import escape, print_json
from ripplegraph.cli.work_output import print_artifact, print_artifacts, print_history
from ripplegraph.store.records.work_records import ARTIFACT_TYPES, ArtifactFilter

LIMIT = 50


@click.group("artifacts", cls=RippleGroup)
def command() -> None:
    """Record the files that were made for tasks, and show whether they have changed.

    Everyone may read. The agent that made a file registers it.
    """


@command.command("add", cls=RippleCommand)
@click.argument("path")
@click.option("--task", "task_id", required=True, metavar="ID", help="For which task.")
@click.option("--agent", "agent_id", required=True, metavar="NAME", help="Who made it.")
@click.option(
    "--type", "kind", type=click.Choice(ARTIFACT_TYPES), default="file", show_default=True
)
@click.option("--description", metavar="TEXT")
@take_actor_options
@click.pass_obj
def add(invocation: Invocation, /, path: str, **options: Any) -> None:
    """Register PATH with its size and SHA-256; the same content again changes nothing."""
    from ripplegraph.memory.work.artifacts import ArtifactDraft

    project = invocation.open_project()
    draft = ArtifactDraft(
        options["task_id"],
        options["agent_id"],
        options["kind"],
        find_path(project, path),
        options["description"],
    )
    artifact = project.add_artifact(draft, build_actor(options, agent=options["agent_id"]))
    print_json(artifact) if invocation.json else print_artifact(artifact)


@command.command("list", cls=RippleCommand)
@click.option("--task", "task_id", metavar="ID", help="Only of this task.")
@click.option("--agent", "agent_id", metavar="NAME", help="Only by this agent.")
@click.option("--type", "kind", type=click.Choice(ARTIFACT_TYPES), help="Only of this type.")
@click.option("--path", metavar="PATH", help="Only this file.")
@click.option("--limit", type=click.IntRange(min=0), default=LIMIT, show_default=True,
              help="How many to show; 0 shows all.")  # fmt: skip
@click.pass_obj
def list_all(invocation: Invocation, /, limit: int, **options: Any) -> None:
    """List artifacts, newest first: unchanged, changed or gone in this worktree."""
    project = invocation.open_project()
    path = find_path(project, options["path"]) if options["path"] else None
    wanted = ArtifactFilter(options["task_id"], options["agent_id"], options["kind"], path)
    found = project.list_artifacts(wanted, limit=limit or None)
    print_json(found) if invocation.json else print_artifacts(found)


@command.command("delete", cls=RippleCommand)
@click.argument("artifact_id", metavar="ID")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@take_actor_options
@click.pass_obj
def delete(invocation: Invocation, /, artifact_id: str, **options: Any) -> None:
    """Take an artifact off the record; its file is left alone."""
    artifact = invocation.open_project().delete_artifact(
        artifact_id, build_actor(options), reason=options["reason"]
    )
    if invocation.json:
        print_json(artifact)
        return
    click.echo(f"deleted {escape(artifact.id)}; the file {escape(artifact.path)} is left alone")


@command.command("history", cls=RippleCommand)
@click.argument("artifact_id", metavar="ID")
@click.pass_obj
def history(invocation: Invocation, artifact_id: str) -> None:
    """Show everything that happened to an artifact, oldest first."""
    found = invocation.open_project().get_artifact_history(artifact_id)
    print_json(found) if invocation.json else print_history(found)
