"""An answer as Markdown, for a comment on a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ripplegraph.impact.forms.lines import describe_counts
from ripplegraph.impact.forms.text import get_title
from ripplegraph.impact.report import Dependent, Impact

SHOWN = 15
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&@-])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def build_markdown(impact: Impact) -> str:
    return "\n".join(_build(impact)) + "\n"


def _build(impact: Impact) -> Iterator[str]:
    yield f"### Impact {impact.impact_score:.2f}"
    yield ""
    for warning in impact.warnings:
        yield f"> **Not known:** {escape(warning)}"
        yield ""
    yield escape(describe_counts(impact)) + "."
    yield ""
    yield from _build_targets(impact)
    rows = [*impact.direct_dependents, *impact.transitive_dependents]
    yield from _build_rows(rows, len(rows) + impact.omitted["by_limit"])
    if impact.tests:
        yield "**Tests to run**"
        yield ""
        yield from (f"- {code(test.id)}" for test in impact.tests[:SHOWN])
        yield from _say_more(impact.counts["tests"])
    for key, notes in impact.memories.items():
        if notes:
            yield f"**{get_title(key).capitalize()}**"
            yield ""
            for note in notes[:SHOWN]:
                label = f"{escape(note.label)} " if note.label else ""
                yield f"- {label}{escape(note.title)} ({code(note.attached_to)})"
            yield from _say_more(len(notes))
    if impact.co_changes:
        yield "**Change together, though no edge shows why**"
        yield ""
        yield from (f"- {code(partner.path)}" for partner in impact.co_changes[:SHOWN])
        yield from _say_more(impact.counts["co_changes"])


def _build_targets(impact: Impact) -> Iterator[str]:
    if not any(target.change for target in impact.targets):
        yield "Targets: " + ", ".join(code(target.id) for target in impact.targets) + "."
        yield ""
        return
    yield "| changed | how | |"
    yield "|---|---|---|"
    for target in impact.targets[:SHOWN]:
        change = target.change or {"class": "", "detail": ""}
        how = str(change["class"]).replace("_", " ")
        yield f"| {code(target.id)} | {escape(how)} | {escape(str(change['detail']))} |"
    yield from _say_more(len(impact.targets))
    yield ""


def _build_rows(rows: Sequence[Dependent], total: int) -> Iterator[str]:
    if not rows:
        return
    yield "| dependent | depth | score | why |"
    yield "|---|---|---|---|"
    for row in rows[:SHOWN]:
        why = escape(row.via)
        if row.breaks:
            why = f"**has to be adapted**: {why}"
        yield f"| {code(row.id)} | {row.depth} | {row.score:.2f} | {why} |"
    yield from _say_more(total)
    yield ""


def _say_more(total: int) -> Iterator[str]:
    yield ""
    if total > SHOWN:
        yield f"... and {total - SHOWN:,} more."
        yield ""


def escape(text: str) -> str:
    """Make a text one that Markdown and HTML show as it is."""
    return _SPECIAL.sub(r"\\\1", _CONTROL.sub(" ", text))


def code(text: str) -> str:
    """Show a text as code, whatever is in it; also within a table."""
    plain = _CONTROL.sub(" ", text).replace("|", "\\|")
    longest = max((len(run) for run in re.findall("`+", plain)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if plain.startswith("`") or plain.endswith("`") else ""
    return f"{fence}{pad}{plain}{pad}{fence}"
