"""`ripple ingest`: takes in what agents said to be remembered."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.commands.doctor import EXIT_FINDINGS
from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.memory_output import print_spooled
from ripplegraph.cli.output import escape, print_json
from ripplegraph.cli.progress import show_progress

if TYPE_CHECKING:
    from ripplegraph.capture.report import IngestReport

_IGNORED = {
    "fence": "in code",
    "quote": "in quotations",
    "context": "in a block of context",
    "echo": "repeated from what the agent was shown",
    "shown": "in what the agent was shown",
    "suggestions": "suggestions, which the setting capture.suggestions=take lets in",
}


@click.command("ingest", cls=RippleCommand)
@click.argument("file", default="-", metavar="[FILE|-]")
@click.option("--agent", metavar="NAME", help="Who speaks; otherwise the transcript says.")
@click.option("--session", metavar="ID", help="In which session; otherwise the transcript says.")
@click.option("--task", metavar="ID", help="While working on which task.")
@click.option(
    "--role",
    metavar="NAME",
    help="The role of who speaks; verdicts and directives count only from a judge, "
    "reviewer, critic, coordinator or orchestrator.",
)
@click.option(
    "--outside", is_flag=True, help="The agent had read content outside the project: trust it less."
)
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@click.pass_obj
def command(invocation: Invocation, /, file: str, dry_run: bool, **options: Any) -> int:
    """Read memories from a transcript: plain text, or JSON lines of Claude Code or Codex.

    A signal is a line `MEMORY:type:text` or `AGENTIUM_MEMORY: KIND text`, or the JSON under
    `## MEMORY_SUGGESTIONS`. Only what the agent itself says counts: nothing in code, quotations,
    prompts or results of tools. What it says waits for a review. A message of a person that begins
    with `/remember` counts at once. The same transcript again changes nothing, and one that has
    grown is read on from where it was. The exit code is 1 when signals were refused.
    """  # fmt: skip
    from ripplegraph.capture.authority import Narrator

    transcript = sys.stdin.buffer if file == "-" else Path(file)
    with show_progress(wanted=not invocation.json) as on_progress:
        report = invocation.open_project().ingest(
            transcript, narrator=Narrator(**options), dry_run=dry_run, on_progress=on_progress
        )
    if invocation.json:
        print_json(report)
    else:
        _print_report(report)
    return EXIT_FINDINGS if report.refused_count else 0


def _print_report(report: "IngestReport") -> None:
    for accepted in report.accepted:
        if accepted.outcome != "known":
            name = click.style(accepted.id or "would be", fg="cyan")
            place = f"line {accepted.line}: {accepted.outcome}"
            click.echo(f"{place} {name} {escape(accepted.type)}: {escape(accepted.title)}")
    for refused in report.refused:
        what = f"{refused.kind}: " if refused.kind else ""
        click.echo(f"line {refused.line}: refused {escape(what + refused.reason)}")
        click.echo(f"    {escape(refused.hint)}")
    for unreadable in report.unreadable:
        click.echo(f"line {unreadable.line}: not read, {escape(unreadable.reason)}")
    for notice in report.notices:
        click.echo(escape(notice))
    for reason, count in report.ignored.items():
        click.echo(f"{count} ignored: {_IGNORED[reason]}")
    verb = "would be new" if report.dry_run else "new"
    click.echo(
        f"{report.format}, {_describe_lines(report)}: {report.new} {verb}, "
        f"{report.confirmed} confirmed, {report.known} known, {report.refused_count} refused"
    )
    print_spooled(report.spooled)


def _describe_lines(report: "IngestReport") -> str:
    if report.last_line < report.first_line:
        return f"nothing after line {report.last_line}"
    return f"lines {report.first_line} to {report.last_line}"
