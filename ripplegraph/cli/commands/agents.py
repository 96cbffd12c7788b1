"""`ripple agents`: makes coding agents use ripple, and shows first what that changes."""

import sys
from typing import TYPE_CHECKING

import click

from ripplegraph.agents.catalog import get_agents
from ripplegraph.agents.locations import Scope
from ripplegraph.cli.invocation import Invocation, RippleCommand, RippleGroup
from ripplegraph.cli.output import escape, print_json
from ripplegraph.errors import UsageError

if TYPE_CHECKING:
    from ripplegraph.agents.report import AgentReport, AgentsReport, AgentStatus
    from ripplegraph.app.project import Project

_NAME = click.argument("name", metavar="NAME", type=click.Choice(list(get_agents())))
_SCOPE = click.option(
    "--scope",
    type=click.Choice([scope.value for scope in Scope]),
    help="For this project, or for all work of yours; each agent has a usual one.",
)
_YES = click.option("--yes", "-y", is_flag=True, help="Do not ask.")
_DRY_RUN = click.option("--dry-run", is_flag=True, help="Only show what would change.")
_COLORS = {"+": "green", "-": "red", "@": "cyan"}


@click.group("agents", cls=RippleGroup)
def command() -> None:
    """Make coding agents use ripple: its MCP server, and hooks where an agent has them.

    What you have in an agent's files stays, comments too.
    """


@command.command("install", cls=RippleCommand)
@_NAME
@_SCOPE
@_YES
@_DRY_RUN
@click.pass_obj
def install(invocation: Invocation, name: str, scope: str | None, yes: bool, dry_run: bool) -> None:
    """Write the MCP server and the hooks into the files of an agent.

    Shows what would change and asks. To install again brings old entries up to date.

    NAME is one of aider, claude-code, codex, copilot, cursor, gemini, opencode, windsurf and zed.
    """
    dialog = _Dialog(invocation, yes=yes, dry_run=dry_run)
    project = _open(invocation, name, scope)
    report = project.install_agent(name, scope=_read(scope), approve=dialog.approve)
    dialog.finish(report, done="installed", idle="up to date already")
    if report.applied and not invocation.json:
        _offer_scan(project, ask=not yes)


def _offer_scan(project: "Project", *, ask: bool) -> None:
    """Offer to scan a repository without an index, of which an agent could ask nothing."""
    from ripplegraph.cli.progress import show_progress

    if project.repository is None or project.status().index is not None:
        return
    if not ask:
        click.echo("note: this project is not scanned yet: run `ripple scan`")
    elif click.confirm("This project is not scanned yet. Scan it now?", default=True):
        with show_progress(wanted=True) as progress:
            report = project.scan(on_progress=progress)
        click.echo(f"scanned {sum(report.files.values()):,} files")


@command.command("uninstall", cls=RippleCommand)
@_NAME
@_SCOPE
@_YES
@_DRY_RUN
@click.pass_obj
def uninstall(
    invocation: Invocation, name: str, scope: str | None, yes: bool, dry_run: bool
) -> None:
    """Restore the files of an agent as they were, byte for byte.

    From a file that was changed since, only the entries of ripple are removed.
    """
    dialog = _Dialog(invocation, yes=yes, dry_run=dry_run)
    project = _open(invocation, name, scope)
    report = project.uninstall_agent(name, scope=_read(scope), approve=dialog.approve)
    dialog.finish(report, done="uninstalled", idle="not installed")


@command.command("list", cls=RippleCommand)
@click.option("--all", "everything", is_flag=True, help="Also files without entries of ripple.")
@click.pass_obj
def list_command(invocation: Invocation, everything: bool) -> None:
    """List the agents that use ripple, with their files and outdated entries."""
    report = invocation.open_project(anywhere=True).agents()
    if invocation.json:
        print_json(report)
    else:
        _print_list(report, everything=everything)


class _Dialog:
    """Shows a change and asks for it once, unless that was answered on the command line."""

    def __init__(self, invocation: Invocation, *, yes: bool, dry_run: bool) -> None:
        self._json = invocation.json
        self._yes = yes
        self._dry_run = dry_run

    def approve(self, report: "AgentReport") -> bool:
        if not self._json:
            _print_changes(report)
        if self._dry_run or self._yes:
            return not self._dry_run
        if self._json or not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise UsageError(
                "There is nobody to ask whether to write this.",
                hint="Say --yes to write it, or --dry-run to only see it.",
            )
        return click.confirm("Write this?")

    def finish(self, report: "AgentReport", *, done: str, idle: str) -> None:
        if self._json:
            print_json(report)
            return
        word = done if report.applied else idle if not report.is_change else "nothing was written"
        click.echo(f"{report.agent} ({report.scope}): {word}")
        for note in report.notes if report.applied else ():
            click.echo(f"note: {escape(note)}")


def _open(invocation: Invocation, name: str, scope: str | None) -> "Project":
    """Open a project; what belongs to the user can be changed from anywhere."""
    used = _read(scope) or get_agents()[name].scopes[0]
    return invocation.open_project(anywhere=used is Scope.USER)


def _read(scope: str | None) -> Scope | None:
    return Scope(scope) if scope else None


def _print_changes(report: "AgentReport") -> None:
    for file in report.files:
        if not file.diff:
            continue
        for line in file.diff.split("\n"):
            click.secho(escape(line.removesuffix("\r")), fg=_COLORS.get(line[:1]))


def _print_list(report: "AgentsReport", *, everything: bool) -> None:
    for agent in report.agents:
        _print_agent(agent, everything=everything)


def _print_agent(agent: "AgentStatus", *, everything: bool) -> None:
    places = [place for place in agent.places if everything or place.status != "absent"]
    if not places:
        click.echo(f"{agent.name:<13}not installed")
    for place in places:
        text = f"{place.status}, {place.scope}: {place.path}"
        detail = f" ({place.detail})" if place.detail else ""
        click.echo(f"{agent.name:<13}{escape(text + detail)}")
