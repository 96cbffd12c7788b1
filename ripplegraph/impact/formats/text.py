"""An answer as plain text: short enough to read before every edit, with every count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ripplegraph.graph.unsafe_characters import spell_out
from ripplegraph.impact.formats.account_lines import list_places
from ripplegraph.impact.formats.lines import (
    LONGEST_NOTE,
    Line,
    build_body,
    build_foot,
    build_head,
    build_heading,
    leave_out_tests,
)
from ripplegraph.impact.formats.wrapping import wrap
from ripplegraph.impact.report import Impact

LONGEST_DETAIL = 180
LONGEST_REASON = 110
_INDENT = "  "
_UNDER_ROW = " " * 13
"""Below what a row is about, behind its numbers."""

Style = Callable[[str, str], str]
"""Gives a text the looks of its role: head, warning, title or detail."""


def build_text(
    impact: Impact,
    style: Style,
    *,
    whole: bool = False,
    most_targets: int | None = None,
    width: int | None = None,
) -> Iterator[str]:
    """Yield the lines of an answer: each row that is in it, and how many are not.

    With `whole` no memory is cut. `most_targets` bounds the targets of a change. Lines longer than
    `width` go on in the next one.
    """
    for line in build_head(impact, most_targets):
        role = "warning" if line.text.startswith("not known") else "head"
        yield from _lay_out(line, role, style, "", width)
    body = build_body(impact, longest=None if whole else LONGEST_NOTE)
    near, far = leave_out_tests(impact)
    hidden = {
        "direct": len(impact.direct_dependents) - len(near),
        "transitive": len(impact.transitive_dependents) - len(far),
    }
    last_place = next((name for name, *_ in reversed([*list_places(impact.places)])), "")
    for section, lines in _group(body):
        title, labels = build_heading(section)
        gap = "\n  " if width is not None and len(title) + len(labels) >= width else " "
        yield f"{style(title, 'title')}{gap}{style(labels, 'detail')}"
        for line in lines:
            yield from _lay_out(_shorten(line), "", style, _INDENT, width)
        left = _count(impact, section, len(lines)) - len(lines) - hidden.get(section, 0)
        if section == last_place:
            left = impact.omitted["places_by_limit"] or 0
        if left > 0:
            yield style(f"{_INDENT}... {left:,} more", "detail")
    yield from (style(part, "detail") for part in wrap(spell_out(build_foot(impact)), width))


def _shorten(line: Line) -> Line:
    longest = LONGEST_REASON if line.section == "tests" else LONGEST_DETAIL
    if len(line.detail) <= longest:
        return line
    return line._replace(detail=f"{line.detail[: longest - 3]}...")


def _group(lines: Iterable[Line]) -> Iterator[tuple[str, list[Line]]]:
    groups: dict[str, list[Line]] = {}
    for line in lines:
        groups.setdefault(line.section, []).append(line)
    yield from groups.items()


def _lay_out(line: Line, role: str, style: Style, indent: str, width: int | None) -> Iterator[str]:
    """Write a line; what is too long for it goes on below, and what says less begins there."""
    # Here, and not only where it is printed: a line break in a name would make two lines of one.
    text, detail = indent + spell_out(line.text), spell_out(line.detail)
    if width is None or len(text) + len(detail) + 2 <= width:
        yield style(text, role) + (style(f"  {detail}", "detail") if detail else "")
        return
    under = _UNDER_ROW if indent else _INDENT
    yield from (style(part, role) for part in wrap(text, width, under))
    yield from (style(under + part, "detail") for part in wrap(detail, width - len(under)))


def _count(impact: Impact, section: str, listed: int) -> int:
    """Return how many there are of what a section lists, shown or not."""
    depths = impact.counts["by_depth"]
    totals: dict[str, int] = {
        "direct": depths[0] if depths else 0,
        "transitive": sum(depths[1:]),
        "overriders": impact.counts["overriders"],
        "overridden": impact.counts["overridden"],
        "tests": impact.counts["tests"],
        "partners": impact.counts["co_changes"],
        "related": impact.counts["related"],
    }
    return max(listed, totals.get(section, 0))
