"""`ripple mcp`: serves the graph and the memories to agents."""

from importlib import import_module
from typing import Any

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.errors import ExtraMissingError

DEFAULT_PORT = 8754


@click.command("mcp", cls=RippleCommand)
@click.option("--http", is_flag=True, help="Serve streamable HTTP on the loopback address.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    metavar="N",
    help="With --http: the port; 0 takes any that is free.",
)
@click.pass_obj
def command(invocation: Invocation, http: bool, port: int) -> None:
    """Serve the graph and the memories to an agent, by the Model Context Protocol.

    Without --http the agent starts this command and talks to it over standard input and output.
    With it the address is printed, and only programs on this machine can connect.
    """
    # A first look, so that a wrong folder is said here and not to the agent.
    invocation.open_project()
    if http:
        _load_server().serve_http(
            invocation.open_project, port=port, announce=lambda url: click.echo(url, err=True)
        )
    else:
        streams = import_module("ripplegraph.server.stdio")
        streams.serve_stdio(invocation.open_project, _load_server)


def _load_server() -> Any:
    # By name: the faces are apart from each other, and the SDK takes a second to load.
    try:
        return import_module("ripplegraph.server.mcp")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "ripplegraph":
            raise
        raise ExtraMissingError(
            f"The MCP server needs the package {error.name}, which is not installed.",
            hint="Install ripplegraph again with what it needs: pip install ripplegraph",
            extra="",
        ) from error
