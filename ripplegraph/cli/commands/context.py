"""`ripple context`: shows what an agent should know before a task."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, format_json, print_line
from ripplegraph.memory.types.definition import PHASES
from ripplegraph.retrieval.context.budget import UNITS
from ripplegraph.retrieval.context.presets import DEFAULT, PRESETS

if TYPE_CHECKING:
    from ripplegraph.retrieval.context.parts import Context


@click.command("context", cls=RippleCommand)
@click.argument("words", nargs=-1, metavar="[TASK] [FILE]...")
@click.option("--task", default="", metavar="TEXT", help="What is to be done, in words.")
@click.option("--phase", type=click.Choice(PHASES), help="In which phase of the work.")
@click.option(
    "--files",
    multiple=True,
    metavar="FILE",
    help="A file, folder or symbol that the task will touch; repeatable.",
)
@click.option(
    "--budget",
    type=click.IntRange(min=0),
    metavar="N",
    help="How long it may be, 3000 characters or 750 tokens unless given.",
)
@click.option("--unit", type=click.Choice(UNITS), help="What the budget counts.")
@click.option(
    "--preset",
    type=click.Choice([*PRESETS]),
    default=DEFAULT,
    show_default=True,
    help="Which blocks it has: everything, or one of them.",
)
@click.option(
    "--summary", is_flag=True, help="Sum it up first, by a language model if one is configured."
)
@click.option("--session", metavar="ID", help="Leave out what this session learned itself.")
@click.pass_obj
def command(invocation: Invocation, /, words: tuple[str, ...], **options: Any) -> None:
    """Show the context of a task: memories, impact and tests an agent should know.

    That is what an edit of the files reaches, what was learned about those places, recipes for the
    task, observations of the running program and what holds for the project: whole items, the most
    useful first, within a hard budget. The last line says what was left out.

    A text with a space in it that names no file is the task: `ripple context "fix the login"`.
    """
    project = invocation.open_project()
    folder = Path(invocation.folder).absolute()
    task, files = _split_words(words, folder)
    context = project.build_context(
        "\n".join(filter(None, (options["task"], *task))),
        files=(*options["files"], *files),
        phase=options["phase"],
        budget=options["budget"],
        unit=options["unit"],
        preset=options["preset"],
        session=options["session"],
        summary=options["summary"],
        folder=folder,
    )
    text = format_json(context) if invocation.json else _show(context)
    if text:
        print_line(text)
    if not sys.stdout.isatty():
        project.count_answer("context", text, context.files)
    if invocation.json:
        return
    for warning in context.warnings:
        click.echo(f"not known: {escape(warning)}", err=True)
    if not context.text:
        click.echo("nothing that is known fits", err=True)


def _split_words(words: tuple[str, ...], folder: Path) -> tuple[list[str], list[str]]:
    """Tell what is to be done from the files and symbols that are named."""
    task = [word for word in words if " " in word and not os.path.lexists(folder / word)]
    return task, [word for word in words if word not in task]


def _show(context: "Context") -> str:
    return "\n".join(map(escape, context.text.splitlines()))
