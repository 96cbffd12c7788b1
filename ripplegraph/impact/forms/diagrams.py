"""An answer as a picture of the neighbourhood: Mermaid, or DOT for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ripplegraph.export.text import quote_for_dot, quote_for_mermaid
from ripplegraph.impact.report import Impact

SHOWN = 30


def build_mermaid(impact: Impact) -> str:
    return "\n".join(_build_mermaid(impact)) + "\n"


def build_dot(impact: Impact) -> str:
    return "\n".join(_build_dot(impact)) + "\n"


def _find_steps(impact: Impact) -> tuple[dict[str, int], dict[tuple[str, str], None]]:
    """Return the ids to draw with a number each, and the arrows between them."""
    numbers = {target.id: at for at, target in enumerate(impact.targets)}
    arrows: dict[tuple[str, str], None] = {}
    for row in [*impact.direct_dependents, *impact.transitive_dependents][:SHOWN]:
        for source, target in pairwise(row.steps):
            for node in (source, target):
                numbers.setdefault(node, len(numbers))
            arrows.setdefault((source, target))
    return numbers, arrows


def _build_mermaid(impact: Impact) -> Iterator[str]:
    numbers, arrows = _find_steps(impact)
    targets = {target.id for target in impact.targets}
    yield "flowchart RL"
    for node, number in numbers.items():
        text = quote_for_mermaid(node)
        yield f"    n{number}[[{text}]]" if node in targets else f"    n{number}[{text}]"
    for source, target in arrows:
        yield f"    n{numbers[source]} --> n{numbers[target]}"


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
    yield "}"
