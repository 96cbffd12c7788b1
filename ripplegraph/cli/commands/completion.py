"""`ripple completion`: prints the script that completes ripple's commands in a shell."""

import click

from ripplegraph.cli.group import COMPLETION_VARIABLE, PROGRAM
from ripplegraph.cli.invocation import RippleCommand

SHELLS = ("bash", "zsh", "fish")


@click.command("completion", cls=RippleCommand)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print a completion script for a shell.

    For bash, put this line into ~/.bashrc: eval "$(ripple completion bash)"
    """
    from click.shell_completion import get_completion_class

    completion_class = get_completion_class(shell)
    if completion_class is None:
        raise click.UsageError(f"Click cannot complete in {shell}.", context)
    root = context.find_root().command
    click.echo(completion_class(root, {}, PROGRAM, COMPLETION_VARIABLE).source())
