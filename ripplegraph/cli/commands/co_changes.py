"""`ripple co-changes`: lists the files that change in the same commits as a file."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.indexing.history.cochange_queries import CoChanges


@click.command("co-changes", cls=RippleCommand)
@click.argument("file")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Show at most so many.",
)
@click.option(
    "--minimum",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="Leave out files with fewer common commits.",
)
@click.pass_obj
def command(invocation: Invocation, file: str, limit: int, minimum: int) -> None:
    """List the files that change in the same commits as FILE, best first.

    The score falls with the age and the size of the commits; the counts are of all commits that
    were read. Renamed files have the history of all their names. FILE may also be a symbol or a
    line, for the file that it is in.
    """
    found = invocation.open_project().co_changes(file, limit=limit, minimum=minimum)
    if invocation.json:
        print_json(found)
        return
    for line in _describe(found):
        click.echo(line)


def _describe(found: "CoChanges") -> Iterator[str]:
    part = "" if found.commits_kept == found.commits_total else f" of {found.commits_total}"
    history = f"{found.commits_kept}{part} commits"
    yield f"{escape(found.path)}: {found.changes} changes in {history}"
    for gap in found.gaps:
        yield f"note: {escape(gap)}"
    if found.files:
        yield "score  commits   its  theirs  file"
    for file in found.files:
        shares = f"{file.confidence:>4.0%}  {file.reverse_confidence:>6.0%}"
        yield f"{file.score:.3f}  {file.together:>7,}  {shares}  {escape(file.path)}"
    hidden = found.matched - found.gone - len(found.files)
    if hidden or found.gone:
        yield f"{hidden} more; {found.gone} that are no longer there"
    if found.files:
        yield "commits: changed both; its: part of its changes; theirs: of the other file's"
