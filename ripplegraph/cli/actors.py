"""The options that say who asks, and in which role."""

from collections.abc import Callable
from typing import Any

import click

from ripplegraph.memory.work.access import ROLES, Actor


def take_actor_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say who asks."""
    function = click.option(
        "--role",
        type=click.Choice(ROLES),
        default="agent",
        show_default=True,
        help="In which role; it decides what is allowed.",
    )(function)
    return click.option(
        "--by", "actor", metavar="NAME", help="Who asks; the agent in question, or else the role."
    )(function)


def build_actor(options: dict[str, Any], *, agent: str | None = None) -> Actor:
    role = options["role"]
    return Actor(options["actor"] or agent or role, role)
