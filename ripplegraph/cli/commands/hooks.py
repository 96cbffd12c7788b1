"""`ripple hooks`: makes git start a rescan after commits, merges, checkouts and rewrites."""

from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand, RippleGroup
from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.git.hooks import HooksReport

EXIT_FINDINGS = 1


@click.group("hooks", cls=RippleGroup)
def command() -> None:
    """Make git start a rescan after commits, merges, checkouts and rewrites.

    The rescan runs in the background and neither slows nor fails a git command; what it did is
    in .ripple/rescan.log. Hooks that are there already go on as before.
    """


@command.command("install", cls=RippleCommand)
@click.pass_obj
def install(invocation: Invocation) -> int:
    """Make the hooks start a rescan, besides what they do already.

    The exit code is 1 when there is a hook that ripple leaves alone.
    """
    report = invocation.open_project().install_hooks()
    _print(invocation, report)
    return EXIT_FINDINGS if any(hook.status != "installed" for hook in report.hooks) else 0


@command.command("uninstall", cls=RippleCommand)
@click.pass_obj
def uninstall(invocation: Invocation) -> None:
    """Restore the hooks that were there before."""
    _print(invocation, invocation.open_project().uninstall_hooks())


@command.command("status", cls=RippleCommand)
@click.pass_obj
def status(invocation: Invocation) -> None:
    """Show where git looks for hooks, and which of them start a rescan."""
    _print(invocation, invocation.open_project().hooks())


@command.command("run", cls=RippleCommand)
@click.option("--hook", metavar="NAME", default="rescan", help="What to call this in the log.")
@click.option("--after", metavar="PID", type=int, help="First wait until this process has ended.")
@click.pass_obj
def run(invocation: Invocation, hook: str, after: int | None) -> None:
    """Scan, or leave it to the scan that is running; this is what the hooks call."""
    from ripplegraph.indexing.rescan import step_back, wait_for_end

    step_back()
    if after is not None:
        wait_for_end(after)
    report = invocation.open_project().rescan(reason=hook)
    if invocation.json:
        print_json(report)


def _print(invocation: Invocation, report: "HooksReport") -> None:
    if invocation.json:
        print_json(report)
        return
    click.echo(f"{'hooks in':<15}{escape(report.folder)}")
    if report.objection:
        click.echo(f"{'left alone':<15}{escape(report.objection)}")
    for hook in report.hooks:
        text = f"{hook.status}: {hook.detail}" if hook.detail else hook.status
        click.echo(f"{hook.name:<15}{escape(text)}")
        if hook.line:
            click.echo(f"{'':<15}add by hand: {escape(hook.line)}")
