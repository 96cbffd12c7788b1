"""Runs any command through click, and words its errors."""

import os

import click

from ripplegraph.cli.group import COMPLETION_VARIABLE, PROGRAM, ripple
from ripplegraph.cli.invocation import Invocation
from ripplegraph.cli.word_suggestions import find_alike
from ripplegraph.errors import UsageError


class CommandLineError(UsageError):
    """A command line that cannot be understood."""

    def __init__(self, error: click.ClickException) -> None:
        context = error.ctx if isinstance(error, click.UsageError) else None
        super().__init__(_explain(error, context), hint=_advise(error, context))
        self.kind = type(error).__name__


def _explain(error: click.ClickException, context: click.Context | None) -> str:
    if not isinstance(error, click.NoSuchOption) or context is None:
        # Click sets choices on lines of their own; an error is one line.
        return " ".join(error.format_message().split())
    known = [name for param in context.command.get_params(context) for name in _list_names(param)]
    near = find_alike(error.option_name, known)
    return f"No such option {error.option_name!r}." + (f" Did you mean {near!r}?" if near else "")


def _list_names(param: click.Parameter) -> list[str]:
    return [*param.opts, *param.secondary_opts] if isinstance(param, click.Option) else []


def _advise(error: click.ClickException, context: click.Context | None) -> str:
    path = context.command_path if context else PROGRAM
    if context is None or not isinstance(error, click.MissingParameter):
        return f"Run `{path} --help`."
    usage = " ".join([path, *context.command.collect_usage_pieces(context)])
    return f"Write `{usage}`; `{path} --help` explains it."


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
    except click.exceptions.NoArgsIsHelpError as group:
        click.echo(group.format_message())
        return 0
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.ClickException as error:
        raise CommandLineError(error) from error
    except click.Abort:
        raise KeyboardInterrupt from None
