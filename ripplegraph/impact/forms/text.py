"""An answer as plain text: short enough to read before every edit, with every count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ripplegraph.impact.forms.lines import TITLES, Line, build_body, build_foot, build_head
from ripplegraph.impact.report import Impact

SHOWN = {"direct": 12, "transitive": 8, "tests": 8, "partners": 5, "related": 5}
SHOWN_NOTES = 5

Style = Callable[[str, str], str]
"""Gives a text the looks of its role: head, warning, title or detail."""


def build_text(impact: Impact, style: Style) -> Iterator[str]:
    """Yield the lines of an answer."""
    for line in build_head(impact):
        role = "warning" if line.text.startswith("not known") else "head"
        yield _join(line, role, style)
    for section, lines in _group(build_body(impact)):
        yield style(f"{get_title(section)}:", "title")
        shown = SHOWN.get(section, SHOWN_NOTES)
        for line in lines[:shown]:
            yield f"  {_join(line, '', style)}"
        left = _count(impact, section, len(lines)) - shown
        if left > 0:
            yield style(f"  ... {left:,} more", "detail")
    yield style(build_foot(impact), "detail")


def build_budgeted(impact: Impact, budget: int) -> str:
    """Fit an answer into so many characters: whole lines, the most useful first.

    The head comes always, cut where even that is too long; the last line says what was dropped.
    """
    head = [_join(line, "", _keep) for line in build_head(impact)]
    foot = build_foot(impact)
    body = list(build_body(impact))
    order = sorted(range(len(body)), key=lambda at: (body[at].rank, at))
    chosen: set[int] = set()
    best = _write(head, body, chosen, foot)
    for at in order:
        text = _write(head, body, chosen | {at}, foot)
        if len(text) <= budget:
            chosen.add(at)
            best = text
    if len(best) <= budget:
        return best
    short = _write(head[-1:], body, set(), "")
    return short if len(short) <= budget else short[: max(0, budget - 3)] + "..."


def get_title(section: str) -> str:
    return TITLES.get(section, section.replace("_", " "))


def _write(head: list[str], body: list[Line], chosen: set[int], foot: str) -> str:
    lines = list(head)
    for section, group in _group(body[at] for at in sorted(chosen)):
        lines.append(f"{get_title(section)}:")
        lines += [f"  {_join(line, '', _keep)}" for line in group]
    dropped = len(body) - len(chosen)
    if dropped:
        lines.append(f"dropped to fit: {dropped:,} rows")
    return "\n".join(filter(None, [*lines, foot]))


def _group(lines: Iterable[Line]) -> Iterator[tuple[str, list[Line]]]:
    groups: dict[str, list[Line]] = {}
    for line in lines:
        groups.setdefault(line.section, []).append(line)
    yield from groups.items()


def _join(line: Line, role: str, style: Style) -> str:
    return style(line.text, role) + (style(f"  {line.detail}", "detail") if line.detail else "")


def _count(impact: Impact, section: str, listed: int) -> int:
    """Return how many there are of what a section lists, shown or not."""
    depths = impact.counts["by_depth"]
    totals: dict[str, int] = {
        "direct": depths[0] if depths else 0,
        "transitive": sum(depths[1:]),
        "tests": impact.counts["tests"],
        "partners": impact.counts["co_changes"],
        "related": impact.counts["related"],
    }
    return max(listed, totals.get(section, 0))


def _keep(text: str, _: str) -> str:
    return text
