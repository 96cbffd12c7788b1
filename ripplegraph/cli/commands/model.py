"""`ripple model`: asks the configured language model, and shows what was sent to it."""

from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand, RippleGroup
from ripplegraph.cli.memory_output import read_text
from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.model.uses import ModelText

EXIT_NO_ANSWER = 1


@click.group("model", cls=RippleGroup)
def command() -> None:
    """Ask the configured language model, and show what was sent to it.

    None is configured unless `model.provider` is set. Everything here also works without one, in a
    simpler way that gives the same each time.
    """


@command.command("check", cls=RippleCommand)
@click.pass_obj
def check(invocation: Invocation) -> int:
    """Check that the model answers; the exit code is 1 if it does not."""
    written = invocation.open_project().check_model()
    print_json(written) if invocation.json else _print(written)
    return 0 if written.by else EXIT_NO_ANSWER


@command.command("log", cls=RippleCommand)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="How many to show; 0 shows all.",
)
@click.option("--full", is_flag=True, help="Show the whole text of questions and answers.")
@click.pass_obj
def log(invocation: Invocation, limit: int, full: bool) -> None:
    """Show what was sent, newest first; secrets were taken out before."""
    exchanges = invocation.open_project().list_model_exchanges(limit=limit or None)
    if invocation.json:
        print_json({"exchanges": exchanges})
        return
    for item in exchanges:
        head = f"{item.at}  {item.use}  {item.model}  {item.tokens:,} tokens  {item.outcome}"
        click.echo(escape(f"{head}  {item.url}"))
        if full:
            for name in ("system", "prompt", "answer"):
                for line in getattr(item, name).splitlines():
                    click.echo(f"  {name}: {escape(line)}")
    click.echo(f"{len(exchanges)} exchanges")


@command.command("classify", cls=RippleCommand)
@click.argument("text")
@click.pass_obj
def classify(invocation: Invocation, text: str) -> None:
    """Suggest a memory type for TEXT (`-` for standard input)."""
    written = invocation.open_project().classify_text(read_text(text))
    print_json(written) if invocation.json else _print(written)


@command.command("consolidate", cls=RippleCommand)
@click.argument("memory_ids", nargs=-1, required=True, metavar="ID...")
@click.pass_obj
def consolidate(invocation: Invocation, memory_ids: tuple[str, ...]) -> None:
    """Propose one text for several memories; nothing is changed."""
    written = invocation.open_project().consolidate_memories(memory_ids)
    print_json(written) if invocation.json else _print(written)


@command.command("summarize", cls=RippleCommand)
@click.argument("module")
@click.pass_obj
def summarize(invocation: Invocation, module: str) -> None:
    """Summarize the purpose of MODULE; `ripple map` lists the modules."""
    written = invocation.open_project().summarize_module(module)
    print_json(written) if invocation.json else _print(written)


def _print(written: "ModelText") -> None:
    for line in written.text.splitlines():
        click.echo(escape(line))
    who = f"by {written.by}" if written.by else f"without a model: {written.reason}"
    click.echo(escape(f"({who})"), err=True)
