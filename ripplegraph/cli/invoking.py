"""Runs any command through click, and turns its complaints into ours."""

import os

import click

from ripplegraph.cli.group import COMPLETION_VARIABLE, PROGRAM, ripple
from ripplegraph.cli.invocation import Invocation
from ripplegraph.errors import UsageError


class CommandLineError(UsageError):
    """A command line that cannot be understood."""

    def __init__(self, error: click.ClickException) -> None:
        context = error.ctx if isinstance(error, click.UsageError) else None
        path = context.command_path if context else PROGRAM
        super().__init__(error.format_message(), hint=f"Run `{path} --help`.")
        self.kind = type(error).__name__


def invoke(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    instruction = os.environ.get(COMPLETION_VARIABLE)
    if instruction:
        from click.shell_completion import shell_complete

        return shell_complete(ripple, {}, PROGRAM, COMPLETION_VARIABLE, instruction)
    try:
        # Whoever reads the options takes them out of the list.
        with ripple.make_context(PROGRAM, [*arguments], obj=Invocation()) as context:
            return ripple.invoke(context) or 0
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.ClickException as error:
        raise CommandLineError(error) from error
    except click.Abort:
        raise KeyboardInterrupt from None
