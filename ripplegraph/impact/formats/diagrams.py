"""An answer as a picture of the neighbourhood: Mermaid, or DOT for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ripplegraph.export.quoting import quote_for_dot, quote_for_mermaid
from ripplegraph.impact.report import Dependent, Impact

SHOWN = 30


def build_mermaid(impact: Impact) -> str:
    return "\n".join(_build_mermaid(impact)) + "\n"


def build_dot(impact: Impact) -> str:
    return "\n".join(_build_dot(impact)) + "\n"


def _find_steps(impact: Impact) -> tuple[dict[str, int], dict[tuple[str, str], None]]:
    """Return the ids to draw with a number each, and the arrows between them."""
    ids = dict.fromkeys(target.id for target in impact.targets)
    numbers = {node: at for at, node in enumerate(ids)}
    arrows: dict[tuple[str, str], None] = {}
    for row in _get_rows(impact)[:SHOWN]:
        for source, target in pairwise(row.steps):
            for node in (source, target):
                numbers.setdefault(node, len(numbers))
            arrows.setdefault((source, target))
    return numbers, arrows


def _get_rows(impact: Impact) -> list[Dependent]:
    return [*impact.direct_dependents, *impact.transitive_dependents]


def _describe_rest(impact: Impact) -> str:
    """Say how many dependents are not in the picture; empty where all are."""
    rows = _get_rows(impact)
    left = len(rows[SHOWN:]) + (impact.omitted["by_limit"] or 0)
    return f"... {left:,} more dependents" if left else ""


def _build_mermaid(impact: Impact) -> Iterator[str]:
    numbers, arrows = _find_steps(impact)
    targets = {target.id for target in impact.targets}
    yield "flowchart RL"
    for node, number in numbers.items():
        text = quote_for_mermaid(node)
        yield f"    n{number}[[{text}]]" if node in targets else f"    n{number}[{text}]"
    for source, target in arrows:
        yield f"    n{numbers[source]} --> n{numbers[target]}"
    rest = _describe_rest(impact)
    if rest:
        yield f"    rest[{quote_for_mermaid(rest)}]"


def _build_dot(impact: Impact) -> Iterator[str]:
    numbers, arrows = _find_steps(impact)
    targets = {target.id for target in impact.targets}
    yield "digraph impact {"
    yield "  rankdir=RL;"
    for node, number in numbers.items():
        shape = ", peripheries=2" if node in targets else ""
        yield f"  n{number} [label={quote_for_dot(node)}{shape}];"
    for source, target in arrows:
        yield f"  n{numbers[source]} -> n{numbers[target]};"
    rest = _describe_rest(impact)
    if rest:
        yield f"  rest [label={quote_for_dot(rest)}, shape=plaintext];"
    yield "}"
