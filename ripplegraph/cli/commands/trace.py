"""`ripple trace`: follows the calls into a symbol and out of it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.impact.queries.call_trace import TracedCall


@click.command("trace", cls=RippleCommand)
@click.argument("symbol")
@click.option("--depth", type=click.IntRange(min=1), default=3, show_default=True, metavar="N")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="How many calls to show at each step.",
)
@click.pass_obj
def command(invocation: Invocation, symbol: str, depth: int, limit: int) -> None:
    """Follow the calls into SYMBOL and out of it, with what is passed and returned.

    SYMBOL is an id (PATH::NAME), a line (PATH:LINE) or a bare name. What is passed is shown as it
    is written at the call, where the syntax shows it.
    """
    found = invocation.open_project().trace(symbol, depth=depth, limit=limit)
    if invocation.json:
        print_json(found)
        return
    click.echo(f"{click.style(escape(found.id), bold=True)}  {escape(found.signature)}")
    for text in found.returned:
        click.echo(f"  returns {escape(text)}")
    for title, calls in (("called by", found.callers), ("calls", found.callees)):
        click.echo(f"{title}:" if calls else f"{title}: nothing that is known")
        for line in _describe(calls, 1):
            click.echo(line)


def _describe(calls: Sequence["TracedCall"], level: int) -> Iterator[str]:
    indent = "  " * level
    for call in calls:
        passed = ", ".join(f"{name}={value}" for name, value in call.passed.items())
        marks = [] if call.resolution == "exact" else [call.resolution]
        marks += ["shown above"] if call.repeated else []
        line = f":{call.line}" if call.line else ""
        text = f"{call.id}{f'({passed})' if passed else ''}"
        rest = f"  {call.path}{line} {', '.join(marks)}".rstrip()
        yield f"{indent}{escape(text)}{click.style(escape(rest), dim=True)}"
        yield from _describe(call.calls, level + 1)
        if call.omitted and call.calls:
            yield click.style(f"{indent}  ... {call.omitted} more", dim=True)
