"""`ripple trace`: follows the calls into a symbol and out of it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.dependency_output import say_unresolved
from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, find_width, print_json, print_wrapped
from ripplegraph.impact.formats.wrapping import wrap

if TYPE_CHECKING:
    from ripplegraph.impact.queries.call_trace import TracedCall


@click.command("trace", cls=RippleCommand)
@click.argument("symbol")
@click.option("--depth", type=click.IntRange(min=1), default=3, show_default=True, metavar="N")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    metavar="N",
    help="How many calls to show at each step; 0 shows all. What is left out is counted.",
)
@click.pass_obj
def command(invocation: Invocation, symbol: str, depth: int, limit: int) -> None:
    """Follow the calls into SYMBOL and out of it, with what is passed and returned.

    SYMBOL is an id (PATH::NAME), a line (PATH:LINE) or a bare name. What is passed is shown as it
    is written at the call, where the syntax shows it.
    """
    found = invocation.open_project().trace(symbol, depth=depth, limit=limit or None)
    if invocation.json:
        print_json(found)
        return
    click.echo(f"{click.style(escape(found.id), bold=True)}  {escape(found.signature)}")
    for text in found.returned:
        click.echo(f"  returns {escape(text)}")
    for title, calls, omitted in (
        ("called by", found.callers, found.omitted_callers),
        ("calls", found.callees, found.omitted_callees),
    ):
        labels = click.style(" (symbol, what is passed, place)", dim=True)
        click.echo(f"{title}:{labels}" if calls else f"{title}: nothing that is known")
        for line in _describe(calls, 1):
            click.echo(line)
        if omitted:
            click.echo(click.style(f"  ... {omitted:,} more", dim=True))
    if found.unresolved_calls:
        print_wrapped(say_unresolved(found.unresolved_calls, found.id), "  ")


def _describe(calls: Sequence["TracedCall"], level: int) -> Iterator[str]:
    indent = "  " * level
    for call in calls:
        passed = ", ".join(f"{name}={value}" for name, value in call.passed.items())
        marks = [] if call.resolution == "exact" else [call.resolution]
        marks += ["shown above"] if call.repeated else []
        line = f":{call.line}" if call.line else ""
        text = f"{call.id}{f'({passed})' if passed else ''}"
        rest = f"{call.path}{line} {', '.join(marks)}".rstrip()
        yield from _lay_out(f"{indent}{escape(text)}", escape(rest), indent)
        yield from _describe(call.calls, level + 1)
        if call.omitted:
            beyond = "more" if call.calls else "beyond this depth"
            yield click.style(f"{indent}  ... {call.omitted:,} {beyond}", dim=True)


def _lay_out(text: str, place: str, indent: str) -> Iterator[str]:
    """Write a call and its place, below each other where a terminal has no room for both."""
    width = find_width()
    if width is None or len(text) + len(place) + 2 <= width:
        yield f"{text}{click.style(f'  {place}', dim=True)}"
        return
    yield from wrap(text, width, f"{indent}    ")
    yield click.style(f"{indent}    {place}", dim=True)
