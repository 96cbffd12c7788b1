"""`ripple hook`: briefs an agent at an event of its work."""

import click

from ripplegraph.cli.hook import run
from ripplegraph.cli.hook_options import OPTIONS
from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.table_options import build_option


@click.command("hook", cls=RippleCommand, params=[*map(build_option, OPTIONS)])
@click.argument("event")
@click.pass_obj
def command(invocation: Invocation, event: str, agent: str) -> int:
    """Brief an agent at EVENT; hooks of agents call this.

    EVENT is before-edit (what the edit reaches, and memories about the file), after-read or
    after-edit (warnings about the file), session-start (what holds for the project), prompt
    (recipes that fit) or stop (what waits for review). The agent's JSON comes on standard input,
    and the answer is in its format.

    Nothing is scanned, and nothing is told twice in a session. Whatever goes wrong, nothing is
    printed and the exit code is 0; .ripple/hooks.log says why.
    """
    return run((event,), agent, folder=invocation.folder)
