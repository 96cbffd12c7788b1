"""The `ripple` command, which loads each of its commands when it is needed."""

from importlib import import_module

import click

from ripplegraph.cli.invocation import build_global_options
from ripplegraph.cli.word_suggestions import ALIASES, suggest_command
from ripplegraph.version import __version__

PROGRAM = "ripple"
COMPLETION_VARIABLE = "_RIPPLE_COMPLETE"
COMMANDS = (
    "agents",
    "analyze-impact",
    "artifacts",
    "changes",
    "co-changes",
    "completion",
    "context",
    "cycles",
    "dependencies",
    "dependents",
    "deps",
    "doctor",
    "episodes",
    "export",
    "hook",
    "hooks",
    "hubs",
    "ingest",
    "knowledge",
    "languages",
    "link",
    "links",
    "map",
    "mcp",
    "memories",
    "model",
    "path",
    "remember",
    "scan",
    "status",
    "sweep",
    "trace",
    "trust",
    "unlink",
    "unused",
    "watch",
)


class LazyGroup(click.Group):
    """A group whose commands are the modules of `ripplegraph.cli.commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002
        cmd_name: str,
    ) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"ripplegraph.cli.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in ALIASES:
            args = [*ALIASES[name], *args[1:]]
        elif name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            suggestion = suggest_command(name, COMMANDS)
            raise click.UsageError(f"There is no command {name!r}. {suggestion}".strip(), ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
    params=build_global_options(hidden=False),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Global options may also be written after the name of a command. "
    f"Aliases: {', '.join(ALIASES)}.",
)
@click.version_option(__version__, message="ripple %(version)s")
@click.pass_context
def ripple(context: click.Context) -> None:
    """Show a coding agent what an edit will affect, before it edits."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
