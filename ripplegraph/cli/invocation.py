"""The global options of one run of the command, wherever they were written."""

import os
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.output import print_note
from ripplegraph.cli.word_suggestions import find_alike

if TYPE_CHECKING:
    from ripplegraph.app.project import Project

COLORS = {"auto": None, "always": True, "never": False}


@dataclass
class Invocation:
    """The global options, filled in while the command line is read."""

    folder: str = "."
    json: bool = False
    flags: dict[str, str] = field(default_factory=dict)

    def open_project(self, *, anywhere: bool = False) -> "Project":
        from ripplegraph.app.project import open_project
        from ripplegraph.cli.file_arguments import get_here
        from ripplegraph.cli.progress import show_first_scan

        project = open_project(self.folder, flags=self.flags, anywhere=anywhere, notify=print_note)
        project.folder = get_here(self.folder)
        project.scan_display = partial(show_first_scan, quiet=self.json)
        return project


def build_global_options(*, hidden: bool) -> list[click.Parameter]:
    """Build the options that may stand before or after the name of a command.

    In the help of a command only `--json` is listed; the others would drown its own options.
    """
    return [
        click.Option(
            ["--json"],
            is_flag=True,
            help="Print the result, or the error, as one JSON document on standard output.",
            expose_value=False,
            callback=_take_json,
        ),
        click.Option(
            ["-C", "--project"],
            metavar="PATH",
            help="Work on the project around this file or folder.",
            expose_value=False,
            callback=_take_folder,
            hidden=hidden,
        ),
        click.Option(
            ["--set"],
            metavar="KEY=VALUE",
            multiple=True,
            help="Set a setting for this run, such as scan.jobs=2.",
            expose_value=False,
            callback=_take_settings,
            hidden=hidden,
        ),
        click.Option(
            ["--color"],
            type=click.Choice(list(COLORS)),
            help="Whether to color the output; auto means on a terminal.",
            expose_value=False,
            callback=_take_color,
            hidden=hidden,
        ),
        click.Option(
            ["--debug"],
            is_flag=True,
            help="Show the traceback of an error, and of those that a scan records.",
            expose_value=False,
            callback=_take_debug,
            hidden=hidden,
        ),
    ]


def _get_invocation(context: click.Context) -> Invocation:
    invocation: Invocation = context.obj
    return invocation


def _take_json(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        _get_invocation(context).json = True


def _take_folder(context: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        _get_invocation(context).folder = value


def _take_settings(context: click.Context, _: click.Parameter, value: tuple[str, ...]) -> None:
    for text in value:
        key, equals, setting = text.partition("=")
        if not equals:
            raise click.BadParameter(f"{text!r} is not of the form KEY=VALUE.")
        _get_invocation(context).flags[key.strip()] = setting


def _take_debug(_: click.Context, __: click.Parameter, value: bool) -> None:
    if value:
        import logging

        log = logging.getLogger("ripplegraph")
        log.setLevel(logging.DEBUG)
        if not log.handlers:
            log.addHandler(logging.StreamHandler())


def _take_color(context: click.Context, _: click.Parameter, value: str | None) -> None:
    root = context.find_root()
    if value is not None:
        root.color = context.color = COLORS[value]
    elif context is root and os.environ.get("NO_COLOR"):
        root.color = False


class RippleCommand(click.Command):
    """A command that also takes the global options."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.params.extend(build_global_options(hidden=True))


class RippleGroup(click.Group):
    """A group of commands that also takes the global options, and helps with misspelled names."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.params.extend(build_global_options(hidden=True))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.commands and not name.startswith("-") and not ctx.resilient_parsing:
            near = find_alike(name, self.commands)
            suggestion = f" Did you mean {near!r}?" if near else ""
            raise click.UsageError(f"{ctx.command_path} has no command {name!r}.{suggestion}", ctx)
        return super().resolve_command(ctx, args)
