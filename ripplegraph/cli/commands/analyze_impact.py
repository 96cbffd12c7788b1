"""`ripple analyze-impact`: says what an edit would reach, before it is made."""

from pathlib import Path

import click

from ripplegraph.cli.impact_text import print_impact
from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import print_json


@click.command("analyze-impact", cls=RippleCommand)
@click.argument("targets", nargs=-1, required=True, metavar="TARGET...")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="How many steps to go; 0 goes all the way.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    metavar="N",
    help="How many rows of each kind to show; 0 shows all. Counts are always exact.",
)
@click.option("--no-scan", is_flag=True, help="Answer from the index as it is, and write nothing.")
@click.pass_obj
def command(
    invocation: Invocation, targets: tuple[str, ...], depth: int, limit: int, no_scan: bool
) -> None:
    """Say what an edit of TARGET reaches: dependents, tests, and what was learned there.

    TARGET is a file, a symbol (PATH::NAME), a line (PATH:LINE), a folder, or the bare name of a
    symbol. Files that changed since the last scan are scanned first where that is quick.
    """
    impact = invocation.open_project().analyze_impact(
        targets,
        depth=depth or None,
        limit=limit or None,
        folder=Path(invocation.folder).absolute(),
        scan=not no_scan,
    )
    print_json(impact) if invocation.json else print_impact(impact)
