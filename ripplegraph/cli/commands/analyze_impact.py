"""`ripple analyze-impact`: shows what depends on code, before it is edited."""

from typing import Any

import click

from ripplegraph.cli.impact import run
from ripplegraph.cli.impact_options import OPTIONS
from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.table_options import build_option


@click.command("analyze-impact", cls=RippleCommand, params=[*map(build_option, OPTIONS)])
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.pass_context
def command(context: click.Context, /, targets: tuple[str, ...], **options: Any) -> int:
    """Show what depends on TARGET: dependents, tests to run, and memories.

    TARGET is a file, a folder, a pattern, a symbol (PATH::NAME), a line (PATH:LINE), the bare name
    of a symbol, a package (ext:NAME) or a node of knowledge (such as invariant:NAME); instead of
    targets, a change can be given. Files that changed since the last scan are scanned first where
    that is quick.
    """
    invocation: Invocation = context.obj
    return run(
        targets,
        options,
        folder=invocation.folder,
        flags=invocation.flags,
        as_json=invocation.json,
        color=context.color,
    )
