"""Options and output of `ripple dependents` and `ripple dependencies`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.output import escape, print_json, print_line, print_wrapped

if TYPE_CHECKING:
    from ripplegraph.closure.query import Reach

LIMIT = 100
_ONE = {"dependents": "dependent", "dependencies": "dependency"}
_INDENT = " " * 9


take_links_option = click.option(
    "--no-links",
    "links",
    is_flag=True,
    flag_value=False,
    default=True,
    help="Follow what the code says, not what `ripple link` added.",
)


def take_reach_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the target and the options that say how far to go and what to show."""
    for declare in (
        take_links_option,
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
                "unresolved_calls": reach.unresolved_calls,
            }
        )
        return
    if reach.items or reach.possible:
        print_line(f"depth  {_ONE[reach.direction]}, and the neighbour it is reached over")
    for item in reach.items:
        via = f"  via {escape(item.via)}" if item.depth > 1 else ""
        link = f"  by link: {item.link}" if item.link else ""
        print_wrapped(f"{item.depth:>5}  {escape(item.id)}{via}{link}", _INDENT)
    for name in reach.possible:
        print_wrapped(f"    ?  {escape(name)}  possible: one of several targets", _INDENT)
    print_line(_summarise(reach))
    if reach.unresolved_calls:
        print_wrapped(say_unresolved(reach.unresolved_calls, reach.target), _INDENT)


def say_unresolved(calls: int, target: str) -> str:
    """Say that calls are not among those that were found."""
    said = "1 call by its name leads" if calls == 1 else f"{calls:,} calls by its name lead"
    return f"{said} to nothing known and may mean it: ripple analyze-impact {escape(target)}"


def _summarise(reach: "Reach") -> str:
    if not reach.total:
        return f"no {reach.direction} of {escape(reach.target)}"
    by_depth = ", ".join(map(str, reach.counts))
    hidden = f"; {reach.omitted} not shown" if reach.omitted else ""
    what = _ONE[reach.direction] if reach.total == 1 else reach.direction
    return f"{reach.total} {what} of {escape(reach.target)} ({by_depth} by depth){hidden}"
