"""`ripple unused`: shows what nothing uses, and how sure that is."""

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json, print_wrapped

_INDENT = " " * 10
_OMITTED = {
    "tests": "in tests",
    "examples": "in examples, fixtures and benchmarks",
    "special_names": "with special names",
    "entry_points": "entry points",
    "declarations": "abstract or only declared",
    "inside_unused": "inside something unused",
}


@click.command("unused", cls=RippleCommand)
@click.argument("path", default=None, required=False, metavar="[FOLDER]")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    metavar="N",
    help="How many to show, the surest first; 0 shows all.",
)
@click.pass_obj
def command(invocation: Invocation, path: str | None, limit: int) -> None:
    """Show unused code in the project, or in FOLDER, and how sure that is.

    Certain is what is private to its file, class or function, whose name stands nowhere that may
    mean it, and which no convention uses. Likely is public: code outside the project may use it.
    For what is unsure the reasons are told. Tests, examples, special names such as __init__ and
    entry points are counted, not shown.
    """
    found = invocation.open_project().find_unused(path, limit=limit or None)
    if invocation.json:
        print_json(found)
        return
    if found.symbols:
        click.echo(click.style("sure    symbol, kind and line", dim=True))
    for symbol in found.symbols:
        line = f", line {symbol.line}" if symbol.line else ""
        print_wrapped(f"{symbol.sure:<8}{escape(symbol.id)}  {symbol.type}{line}", _INDENT)
        if symbol.sure == "unsure":
            for reason in symbol.reasons:
                print_wrapped(f"{_INDENT}{escape(reason)}", f"{_INDENT}  ")
    if found.omitted["by_limit"]:
        click.echo(f"... {found.omitted['by_limit']:,} more")
    click.echo(", ".join(f"{count:,} {level}" for level, count in found.counts.items()))
    left = [
        f"{found.omitted[key]:,} {said}" for key, said in _OMITTED.items() if key in found.omitted
    ]
    if left:
        click.echo(f"left out: {', '.join(left)}")
