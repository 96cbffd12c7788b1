"""An answer as Markdown, for a comment on a pull request."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from ripplegraph.graph.unsafe_characters import UNSAFE
from ripplegraph.impact.formats.account_lines import list_places, say_account
from ripplegraph.impact.formats.lines import (
    HOW_FOLLOWED,
    LONGEST_NOTE,
    MOST_ENTRY_POINTS,
    TITLES,
    build_foot,
    describe_counts,
    get_title,
    leave_out_tests,
    say_note,
    say_place,
    say_score,
)
from ripplegraph.impact.report import AttachedMemory, Impact

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+!|~@-])")
_CONTROL = re.compile(f"{UNSAFE.pattern}+")
_ADDRESS = re.compile(r"(?<=[@#])(?=\w)|(?<=\w)(?=://)|(?<=\bwww)(?=\.)", re.IGNORECASE)
"""Where a site would make a link or call someone; a comment between keeps it from that."""
_NOTHING = "\0"


def build_markdown(impact: Impact, *, whole: bool = False, most_targets: int | None = None) -> str:
    """Show every row of an answer, and count the others; with `whole` no memory is cut."""
    return "\n".join(_build(impact, None if whole else LONGEST_NOTE, most_targets)) + "\n"


def _build(impact: Impact, longest: int | None, most_targets: int | None) -> Iterator[str]:
    yield f"### Impact {say_score(impact.impact_score)}"
    yield ""
    for warning in impact.warnings:
        yield f"> **Not known:** {say(warning)}"
        yield ""
    yield escape(describe_counts(impact)) + "."
    yield ""
    for entry in impact.entry_points[:MOST_ENTRY_POINTS]:
        yield f"- Entry point {code(entry.id)}: {say(entry.words)}"
    if impact.entry_points:
        yield ""
    if impact.account is not None:
        yield say(say_account(impact.account, impact.account["likely"])) + "."
        yield ""
    yield from _build_targets(impact, most_targets)
    yield from _build_rows(impact)
    yield from _build_overrides(impact)
    yield from _build_places(impact)
    tests = [code(test.id) for test in impact.tests]
    yield from _build_list("Tests to run", tests, impact.counts["tests"])
    for key, notes in impact.memories.items():
        said = [_describe_note(note, longest) for note in notes]
        yield from _build_list(get_title(key).capitalize(), said, len(notes))
    partners = [
        f"{code(partner.path)} ({partner.together} of {partner.changes} commits)"
        for partner in impact.co_changes
    ]
    yield from _build_list(TITLES["partners"].capitalize(), partners, impact.counts["co_changes"])
    yield f"<sub>{say(build_foot(impact))}</sub>"


def _describe_note(note: AttachedMemory, longest: int | None) -> str:
    label = f"{say(note.label)} " if note.label else ""
    return f"{label}{say(say_note(note, longest))} (about {code(note.attached_to)})"


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
        yield "| changed | how | in words |"
        yield "|---|---|---|"
        for target in targets:
            change = target.change or {"class": "", "detail": ""}
            how = str(change["class"]).replace("_", " ")
            yield f"| {code(target.id)} | {escape(how)} | {say(str(change['detail']))} |"
    else:
        yield "Targets: " + ", ".join(code(target.id) for target in targets) + "."
    yield from _say_more(len(impact.targets) - len(targets))


def _build_places(impact: Impact) -> Iterator[str]:
    """List where the names stand, by what they mean there."""
    groups: dict[str, list[str]] = {}
    for section, where, text in list_places(impact.places):
        groups.setdefault(section, []).append(
            f"{code(where)} {code(text)}" if text else code(where)
        )
    for section, items in groups.items():
        yield from _build_list(get_title(section).capitalize(), items, len(items))
    hidden = impact.omitted["places_by_limit"] or 0
    if hidden:
        yield f"... and {hidden:,} more places."
        yield ""


def _build_overrides(impact: Impact) -> Iterator[str]:
    for section, rows in (("overriders", impact.overriders), ("overridden", impact.overridden)):
        said = [
            f"{code(row.id)} {code(say_place(row.path, row.line))} {HOW_FOLLOWED[row.how]}".rstrip()
            for row in rows
        ]
        yield from _build_list(get_title(section).capitalize(), said, impact.counts[section])


def _build_rows(impact: Impact) -> Iterator[str]:
    near, far = leave_out_tests(impact)
    rows = [*near, *far]
    if not rows:
        return
    yield "| dependent | depth | score | why |"
    yield "|---|---|---|---|"
    for row in rows:
        why = say(row.via) + (f", line {row.edges[0]['line']}" if row.edges[0].get("line") else "")
        if row.breaks:
            why = f"**has to be adapted**: {why}"
        yield f"| {code(row.id)} | {row.depth} | {row.score:.2f} | {why} |"
    yield from _say_more(impact.omitted["by_limit"] or 0)


def _say_more(left: int) -> Iterator[str]:
    yield ""
    if left > 0:
        yield f"... and {left:,} more."
        yield ""


def say(text: str) -> str:
    """Show a text with what stands between backticks as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join(code(part) if at % 2 and part else escape(part) for at, part in enumerate(parts))


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
