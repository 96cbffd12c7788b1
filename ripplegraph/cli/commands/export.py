"""`ripple export`: writes the whole graph in a format that other programs read."""

import click

from ripplegraph.cli.files import open_output, take_force_option
from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json
from ripplegraph.cli.progress import show_progress

FORMATS = ("jsonl", "graphml", "dot", "mermaid")


@click.command("export", cls=RippleCommand)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(FORMATS),
    default="jsonl",
    show_default=True,
    help="The format to write.",
)
@click.option(
    "--output",
    metavar="FILE",
    default="-",
    help="Write to this file, which is there only once all is written.",
)
@take_force_option
@click.option(
    "--no-links",
    "links",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Leave out what `ripple link` and memories added.",
)
@click.pass_obj
def command(
    invocation: Invocation, format_name: str, output: str, force: bool, links: bool
) -> None:
    """Write the whole graph to standard output or to a file.

    In jsonl a line is a node or an edge. A project inside git that was never scanned is scanned
    first. With --json and --output, the counts are printed as JSON.
    """
    project = invocation.open_project()
    with (
        show_progress(wanted=not invocation.json) as progress,
        open_output(output, force=force) as stream,
    ):
        report = project.export(stream, format_name=format_name, links=links, on_progress=progress)
    if output == "-":
        return
    if invocation.json:
        print_json(report)
    else:
        click.echo(f"{escape(output)}: {report.nodes} nodes, {report.edges} edges")
