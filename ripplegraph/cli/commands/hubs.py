"""`ripple hubs`: shows what is riskiest to touch."""

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json


@click.command("hubs", cls=RippleCommand)
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, metavar="N")
@click.pass_obj
def command(invocation: Invocation, limit: int) -> None:
    """Show what is riskiest to touch: files that much depends on, and symbols that many use.

    The risk of a file is its share of the largest reach, less where it seldom changes, more where
    no test depends on it directly. Tests are not listed.
    """
    found = invocation.open_project().find_hubs(limit=limit)
    if invocation.json:
        print_json(found)
        return
    click.echo("risk  dependents (direct)  changes  test files  warnings  file")
    for file in found.files:
        reach = f"{file.dependents:,} ({file.direct_dependents:,})"
        click.echo(
            f"{file.risk:.2f}  {reach:<19}  {file.changes:<7}  {file.test_files:<10}  "
            f"{file.warnings:<8}  {escape(file.path)}"
        )
    click.echo("\nused directly by  symbol")
    for symbol in found.symbols:
        click.echo(f"{symbol.direct_dependents:>16,}  {escape(symbol.id)}")
