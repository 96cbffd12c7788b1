"""`ripple languages`: lists the languages that ripple reads."""

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json


@click.command("languages", cls=RippleCommand)
@click.pass_obj
def command(invocation: Invocation) -> None:
    """List the languages that ripple reads, and the files of each in this project.

    The level says how much ripple understands: `full` binds names as the language does, `good`
    finds definitions and most calls, `known` finds definitions but no calls.
    """
    listed = invocation.open_project().languages()
    if invocation.json:
        print_json(listed)
        return
    click.echo(f"{'language':<14}{'level':<8}{'files':>8}  recognised by")
    for language in listed.languages:
        names = " ".join((*language.extensions, *language.filenames))
        start = f"{escape(language.name):<14}{escape(language.level):<8}{language.files:>8}"
        click.echo(f"{start}  {escape(names)}")
    click.echo(f"{'(other)':<14}{'':<8}{listed.other_files:>8}")
