"""An answer as plain text: short enough to read before every edit, with every count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ripplegraph.graph.characters import spell_out
from ripplegraph.impact.forms.lines import TITLES, Line, build_body, build_foot, build_head
from ripplegraph.impact.report import Impact

SHOWN = {"direct": 12, "transitive": 8, "tests": 8, "partners": 5, "related": 5}
SHOWN_TARGETS = 12
SHOWN_NOTES = 5
LONGEST_DETAIL = 110

Style = Callable[[str, str], str]
"""Gives a text the looks of its role: head, warning, title or detail."""


def build_text(impact: Impact, style: Style, *, whole: bool = False) -> Iterator[str]:
    """Yield the lines of an answer: the first ones of each section, or with `whole` all."""
    for line in build_head(impact, None if whole else SHOWN_TARGETS):
        role = "warning" if line.text.startswith("not known") else "head"
        yield _join(line, role, style)
    for section, lines in _group(build_body(impact)):
        yield style(f"{get_title(section)}:", "title")
        shown = lines if whole else lines[: SHOWN.get(section, SHOWN_NOTES)]
        for line in shown:
            yield f"  {_join(_shorten(line), '', style)}"
        left = _count(impact, section, len(lines)) - len(shown)
        if left > 0:
            yield style(f"  ... {left:,} more", "detail")
    yield style(build_foot(impact), "detail")


def get_title(section: str) -> str:
    return TITLES.get(section, section.replace("_", " "))


def _shorten(line: Line) -> Line:
    if len(line.detail) <= LONGEST_DETAIL:
        return line
    return line._replace(detail=f"{line.detail[: LONGEST_DETAIL - 3]}...")


def _group(lines: Iterable[Line]) -> Iterator[tuple[str, list[Line]]]:
    groups: dict[str, list[Line]] = {}
    for line in lines:
        groups.setdefault(line.section, []).append(line)
    yield from groups.items()


def _join(line: Line, role: str, style: Style) -> str:
    # Here, and not only where it is printed: a line break in a name would make two lines of one.
    text = style(spell_out(line.text), role)
    return text + (style(f"  {spell_out(line.detail)}", "detail") if line.detail else "")


def _count(impact: Impact, section: str, listed: int) -> int:
    """Return how many there are of what a section lists, shown or not."""
    depths = impact.counts["by_depth"]
    totals: dict[str, int] = {
        "direct": (depths[0] if depths else 0) + impact.counts["possible_dependents"],
        "transitive": sum(depths[1:]),
        "tests": impact.counts["tests"],
        "partners": impact.counts["co_changes"],
        "related": impact.counts["related"],
    }
    return max(listed, totals.get(section, 0))
