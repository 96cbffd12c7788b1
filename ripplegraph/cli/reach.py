"""What `ripple dependents` and `ripple dependencies` have in common."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.closure.query import Reach

LIMIT = 100


def take_reach_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the target and the options that say how far to go and what to show."""
    for declare in (
        click.option(
            "--no-links",
            "links",
            is_flag=True,
            flag_value=False,
            default=True,
            help="Follow what the code says, not what `ripple link` added.",
        ),
        click.option(
            "--limit",
            type=click.IntRange(min=0),
            default=LIMIT,
            show_default=True,
            metavar="N",
            help="Show at most so many, the nearest first; 0 shows all.",
        ),
        click.option(
            "--kind",
            "kinds",
            multiple=True,
            metavar="KIND",
            help="Follow only edges of this kind, such as imports; may be repeated.",
        ),
        click.option(
            "--depth",
            type=click.IntRange(min=1),
            metavar="N",
            help="Go at most so many steps.",
        ),
        click.argument("target"),
    ):
        function = declare(function)
    return function


def read_reach_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options as an operation takes them."""
    return {
        **options,
        "kinds": options["kinds"] or None,
        "limit": options["limit"] or None,
    }


def print_reach(reach: "Reach", *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "target": reach.target,
                "direction": reach.direction,
                "total": reach.total,
                "omitted": reach.omitted,
                "counts": reach.counts,
                "items": reach.items,
                "possible": reach.possible,
            }
        )
        return
    for item in reach.items:
        via = f"  via {escape(item.via)}" if item.depth > 1 else ""
        link = f"  by link: {item.link}" if item.link else ""
        click.echo(f"{item.depth:>3}  {escape(item.id)}{click.style(via + link, dim=True)}")
    for name in reach.possible:
        click.echo(f"  ?  {escape(name)}  possible: one of several targets")
    click.echo(_summarise(reach))


def _summarise(reach: "Reach") -> str:
    if not reach.total:
        return f"no {reach.direction} of {escape(reach.target)}"
    by_depth = ", ".join(map(str, reach.counts))
    hidden = f"; {reach.omitted} not shown" if reach.omitted else ""
    return (
        f"{reach.total} {reach.direction} of {escape(reach.target)} ({by_depth} by depth){hidden}"
    )
