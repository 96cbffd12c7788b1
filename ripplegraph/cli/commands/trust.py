"""`ripple trust`: shows what a project may send or run only with the user's trust."""

import os
import sys
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json
from ripplegraph.errors import UsageError

if TYPE_CHECKING:
    from ripplegraph.trust.report import TrustList, TrustReport


@click.command("trust", cls=RippleCommand)
@click.option("--yes", is_flag=True, help="Trust what is shown without asking.")
@click.option("--list", "wants_list", is_flag=True, help="List what you trust, in all projects.")
@click.option("--remove", is_flag=True, help="Trust nothing of this project any more.")
@click.pass_obj
def command(invocation: Invocation, yes: bool, wants_list: bool, remove: bool) -> None:
    """Trust the settings of this project that send something, and the programs of its git.

    Shows first what that would allow, then asks; where nobody can be asked, --yes is needed.
    A file is trusted as it is now: when it changes, it has to be trusted again. Nothing of this is
    kept in the project.
    """
    if wants_list:
        _print_list(_read_list(), as_json=invocation.json, empty="nothing is trusted")
        return
    project = invocation.open_project()
    if remove:
        _print_list(project.distrust(), as_json=invocation.json, empty="nothing was trusted")
        return
    report = project.review_trust()
    if not invocation.json:
        _print_report(report)
    if report.is_open:
        if yes or _confirm(invocation):
            report = project.trust(report)
            if not invocation.json:
                click.echo("trusted")
        elif not invocation.json:
            click.echo("not trusted")
    if invocation.json:
        print_json({**vars(report), "needs_trust": report.is_open})


def _read_list() -> "TrustList":
    from ripplegraph.trust.ledger import Ledger
    from ripplegraph.trust.report import TrustList

    ledger = Ledger(os.environ)
    return TrustList(str(ledger.path) if ledger.path else None, ledger.read())


def _confirm(invocation: Invocation) -> bool:
    if invocation.json:
        return False
    if not sys.stdin.isatty():
        raise UsageError(
            "Nobody can be asked here whether to trust this.", hint="Add --yes if you trust it."
        )
    return click.confirm("Do you trust this?", default=False)


def _print_report(report: "TrustReport") -> None:
    click.echo(f"project {escape(report.project)}")
    if not report.settings and not report.programs:
        click.echo("nothing here needs your trust")
    if report.settings:
        state = "trusted" if report.settings_trusted else "not trusted"
        click.echo(f"{escape(report.file or '')} ({state}) may then set")
        for setting in report.settings:
            why = f"  (would not count: {setting.objection})" if setting.objection else ""
            click.echo(f"  {setting.key} = {escape(str(setting.value))}{why}")
    if report.programs:
        state = "trusted" if report.programs_trusted else "not trusted"
        click.echo(f"the repository's git configuration ({state}) may then run")
        for key, value in report.programs:
            click.echo(f"  {escape(key)} = {escape(value)}")


def _print_list(listed: "TrustList", *, as_json: bool, empty: str) -> None:
    if as_json:
        print_json(listed)
        return
    for entry in listed.trusted:
        click.echo(
            f"{entry.at} {escape(entry.name)} of {escape(entry.project)} ({entry.hash[:12]})"
        )
    if not listed.trusted:
        click.echo(empty)
