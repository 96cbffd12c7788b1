"""Makes options of click from the tables that the quick way reads."""

from typing import Any

import click

from ripplegraph.cli.impact_options import Option


def build_option(option: Option) -> click.Option:
    types: dict[str, Any] = {
        "choice": click.Choice(option.choices),
        "whole": click.IntRange(min=option.least),
        "number": click.FloatRange(option.least, option.most),
    }
    is_flag = option.kind == "flag"
    return click.Option(
        [option.flag, option.name],
        is_flag=is_flag,
        type=None if is_flag else types.get(option.kind),
        default=False if is_flag else option.default,
        show_default=option.default is not None,
        metavar=option.metavar,
        help=option.help,
    )
