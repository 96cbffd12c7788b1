"""An answer as Markdown, for a comment on a pull request."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from ripplegraph.graph.characters import UNSAFE
from ripplegraph.impact.forms.lines import TITLES, build_foot, describe_counts
from ripplegraph.impact.forms.text import get_title
from ripplegraph.impact.report import Impact, Note

SHOWN = 15
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|~@-])")
_CONTROL = re.compile(f"{UNSAFE.pattern}+")
_ADDRESS = re.compile(r"(?<=[@#])(?=\w)|(?<=\w)(?=://)|(?<=\bwww)(?=\.)", re.IGNORECASE)
"""Where a site would make a link or call someone; a comment between keeps it from that."""
_NOTHING = "\0"


def build_markdown(impact: Impact, *, whole: bool = False) -> str:
    """Show the first rows of everything, or with `whole` all that are in the answer."""
    return "\n".join(_build(impact, None if whole else SHOWN)) + "\n"


def _build(impact: Impact, shown: int | None) -> Iterator[str]:
    yield f"### Impact {impact.impact_score:.2f}"
    yield ""
    for warning in impact.warnings:
        yield f"> **Not known:** {escape(warning)}"
        yield ""
    yield escape(describe_counts(impact)) + "."
    yield ""
    yield from _build_targets(impact, shown)
    yield from _build_rows(impact, shown)
    tests = [code(test.id) for test in impact.tests[:shown]]
    yield from _build_list("Tests to run", tests, impact.counts["tests"])
    for key, notes in impact.memories.items():
        said = [_describe_note(note) for note in notes[:shown]]
        yield from _build_list(get_title(key).capitalize(), said, len(notes))
    partners = [code(partner.path) for partner in impact.co_changes[:shown]]
    yield from _build_list(TITLES["partners"].capitalize(), partners, impact.counts["co_changes"])
    yield f"<sub>{escape(build_foot(impact))}</sub>"


def _describe_note(note: Note) -> str:
    label = f"{escape(note.label)} " if note.label else ""
    return f"{label}{escape(note.title)} ({code(note.attached_to)})"


def _build_list(title: str, items: Sequence[str], total: int) -> Iterator[str]:
    if items:
        yield f"**{title}**"
        yield ""
        yield from (f"- {item}" for item in items)
        yield from _say_more(total - len(items))


def _build_targets(impact: Impact, shown: int | None) -> Iterator[str]:
    targets = impact.targets[:shown]
    if not targets:
        yield "Nothing changed."
        yield ""
        return
    if any(target.change for target in impact.targets):
        yield "| changed | how | |"
        yield "|---|---|---|"
        for target in targets:
            change = target.change or {"class": "", "detail": ""}
            how = str(change["class"]).replace("_", " ")
            yield f"| {code(target.id)} | {escape(how)} | {escape(str(change['detail']))} |"
    else:
        yield "Targets: " + ", ".join(code(target.id) for target in targets) + "."
    yield from _say_more(len(impact.targets) - len(targets))


def _build_rows(impact: Impact, shown: int | None) -> Iterator[str]:
    rows = [*impact.direct_dependents, *impact.transitive_dependents]
    if not rows:
        return
    yield "| dependent | depth | score | why |"
    yield "|---|---|---|---|"
    for row in rows[:shown]:
        why = escape(row.via)
        if row.breaks:
            why = f"**has to be adapted**: {why}"
        yield f"| {code(row.id)} | {row.depth} | {row.score:.2f} | {why} |"
    total = len(rows) + (impact.omitted["by_limit"] or 0)
    yield from _say_more(total - len(rows[:shown]))


def _say_more(left: int) -> Iterator[str]:
    yield ""
    if left > 0:
        yield f"... and {left:,} more."
        yield ""


def escape(text: str) -> str:
    """Make a text one that Markdown and HTML show as it is."""
    split = _ADDRESS.sub(_NOTHING, _CONTROL.sub(" ", text))
    spelled = html.escape(_SPECIAL.sub(r"\\\1", split), quote=False)
    return spelled.replace(_NOTHING, "<!-- -->")


def code(text: str) -> str:
    """Show a text as code, whatever is in it; also within a table."""
    plain = _CONTROL.sub(" ", text)
    if plain and plain == plain.strip() and not set(plain) & set("`|\\"):
        return f"`{plain}`"
    spelled = re.sub(r"[^\w /.:]", lambda found: f"&#{ord(found[0])};", plain)
    return f"<code>{spelled}</code>"
