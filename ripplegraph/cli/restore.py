"""Runs `ripple doctor --restore` and `--start-empty`, after a preview and a question."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation
from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.app.project import Project
    from ripplegraph.memory.recovery.restore import RestoreReport

EXIT_NOT_DONE = 1


def run_restore(
    invocation: Invocation, project: "Project", wanted: str | None, *, yes: bool
) -> int:
    """Restore from a backup, or without one begin with no memories; the exit code is 1 if not."""

    def confirm(report: "RestoreReport") -> bool:
        if not invocation.json:
            _print(report)
        if yes:
            return True
        if invocation.json or not sys.stdin.isatty():
            return False
        return click.confirm("Do it?", err=True)

    if wanted is None:
        report = project.start_empty_memories(confirm=confirm)
    else:
        report = project.restore_memories(wanted, confirm=confirm)
    if invocation.json:
        print_json(report)
    else:
        _print_end(report)
    return 0 if report.done or report.sound else EXIT_NOT_DONE


def _print(report: "RestoreReport") -> None:
    for line in _describe(report):
        click.echo(escape(line))


def _describe(report: "RestoreReport") -> Iterator[str]:
    yield f"why: {report.reason}"
    if report.backup is not None:
        yield f"backup: {report.backup.name} of {report.backup_at}"
        yield f"        {report.memories_in_backup} memories"
    if report.read_from_damaged:
        yield (
            f"memory.db: {report.read_from_damaged} memories can be read, "
            f"{report.recovered} of them newer than in the backup"
        )
    yield f"afterwards: {report.memories} memories"
    for line in report.unreadable:
        yield f"not readable: {line}"


def _print_end(report: "RestoreReport") -> None:
    if not report.done:
        click.echo(escape(f"nothing was changed: {report.reason}"))
        if report.reason == "not confirmed":
            click.echo("Add --yes to do it without being asked.")
        return
    click.echo(f"done: there are {report.memories} memories")
    if report.moved_aside is not None:
        click.echo(f"the old file is kept as {escape(report.moved_aside)}")
