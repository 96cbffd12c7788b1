"""`ripple doctor`: examines a project, with a fix for each problem."""

from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json
from ripplegraph.cli.restore import run_restore

if TYPE_CHECKING:
    from pathlib import Path

    from ripplegraph.app.project import Project
    from ripplegraph.health.report import Check, DoctorReport

_COLORS = {"ok": "green", "warning": "yellow", "problem": "red"}

EXIT_FINDINGS = 1


@click.command("doctor", cls=RippleCommand)
@click.option(
    "--rebuild-graph",
    is_flag=True,
    help="First move graph.db aside and create an empty one; memory.db is never touched.",
)
@click.option(
    "--verify",
    is_flag=True,
    help="Compare the whole closure with a search over the edges, not just a sample of it.",
)
@click.option(
    "--backup", is_flag=True, help="Only make a backup of the memories, now, whatever the time."
)
@click.option(
    "--restore",
    metavar="[NAME|TIME]",
    is_flag=False,
    flag_value="",
    help="Bring back damaged or lost memories: from the newest good backup, or from the one that "
    "is named or is the last before a time, with all that can still be read in memory.db.",
)
@click.option(
    "--start-empty",
    is_flag=True,
    help="Move a damaged or emptied memory.db aside and begin without memories.",
)
@click.option("--yes", is_flag=True, help="Restore, or start empty, without asking.")
@click.pass_obj
def command(
    invocation: Invocation,
    rebuild_graph: bool,
    verify: bool,
    backup: bool,
    restore: str | None,
    start_empty: bool,
    yes: bool,
) -> int:
    """Examine the project and its databases.

    Each problem comes with what to do about it; the exit code is 1 when there is one.
    """
    project = invocation.open_project()
    if backup:
        return _make_backup(invocation, project)
    if restore is not None or start_empty:
        return run_restore(invocation, project, restore, yes=yes)
    moved = project.rebuild_graph() if rebuild_graph else None
    report = project.doctor(verify=verify)
    if invocation.json:
        print_json({"moved_aside": moved, "checks": report.checks})
    else:
        _print_report(report, moved)
    return EXIT_FINDINGS if report.problems else 0


def _make_backup(invocation: Invocation, project: "Project") -> int:
    made = project.back_up_memories()
    if invocation.json:
        print_json(made)
    else:
        click.echo(f"{made.memories} memories were copied to {escape(made.path)}")
    return 0


def _print_report(report: "DoctorReport", moved: "Path | None") -> None:
    if moved:
        click.echo(f"The old graph database is now {escape(moved)}")
    for check in report.checks:
        _print_check(check)
    count = len(report.problems)
    click.echo("1 problem" if count == 1 else f"{count or 'no'} problems")


def _print_check(check: "Check") -> None:
    verdict = click.style(f"{check.verdict:<8}", fg=_COLORS[check.verdict])
    click.echo(f"{verdict} {check.name}: {escape(check.message)}")
    if check.fix:
        click.echo(f"{'':<8} fix: {escape(check.fix)}")
