"""`ripple deps`: the short name of `ripple dependencies`."""

import click

from ripplegraph.cli.commands.dependencies import command as dependencies
from ripplegraph.cli.invocation import RippleCommand

command = RippleCommand(
    "deps",
    callback=dependencies.callback,
    params=[param for param in dependencies.params if isinstance(param, click.Argument)]
    + [
        param
        for param in dependencies.params
        if isinstance(param, click.Option) and not param.hidden and param.expose_value
    ],
    help=dependencies.help,
)
