"""`ripple hubs`: shows what is riskiest to touch."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.impact.queries.hubs import Hubs

_LEGEND = """\
reach: files that depend on it, at any distance; run: those of them that are
reached without imports for types only; direct: files one step away; changes:
commits; tests: test files one step away; notes: memories about it."""


@click.command("hubs", cls=RippleCommand)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="Show so many files and as many symbols.",
)
@click.pass_obj
def command(invocation: Invocation, limit: int) -> None:
    """Show hubs: the files and symbols that are riskiest to change.

    The risk of a file is its share of the largest reach, less where it seldom changes, more where
    no test depends on it directly. A dependent that only imports for types lead to (TYPE_CHECKING
    in Python, `import type` in TypeScript) counts a quarter. Of equal risks, more dependents come
    first, then more direct ones. Symbols are ordered by all uses, then by those that run. Tests
    are not listed.
    """
    found = invocation.open_project().find_hubs(limit=limit)
    if invocation.json:
        print_json(found)
        return
    for line in _describe(found):
        click.echo(line)


def _describe(found: "Hubs") -> Iterator[str]:
    yield "risk   reach     run  direct  changes  tests  notes  file"
    for file in found.files:
        yield (
            f"{file.risk:.2f}  {file.dependents:>6,}  {file.running_dependents:>6,}  "
            f"{file.direct_dependents:>6,}  {file.changes:>7,}  {file.test_files:>5,}  "
            f"{file.warnings:>5,}  {escape(file.path)}"
        )
    yield ""
    yield _LEGEND
    yield ""
    yield "direct uses  symbol"
    for symbol in found.symbols:
        yield f"{symbol.direct_dependents:>11,}  {escape(symbol.id)}"
