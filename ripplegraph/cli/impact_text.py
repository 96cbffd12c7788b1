"""Shows what an edit reaches to a person: the most useful first, and every count."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.output import escape

if TYPE_CHECKING:
    from ripplegraph.impact.report import Dependent, Impact, Note

_SHOWN_DIRECT = 12
_SHOWN_TRANSITIVE = 8
_SHOWN_TESTS = 6
_SHOWN_NOTES = 5
_SHOWN_PARTNERS = 4


def print_impact(impact: "Impact") -> None:
    for line in describe_impact(impact):
        click.echo(line)


def describe_impact(impact: "Impact") -> Iterator[str]:
    """Yield the lines of an answer; what is not known comes first."""
    for warning in impact.warnings:
        yield click.style(f"not known: {escape(warning)}", fg="yellow")
    for target in impact.targets:
        yield f"{click.style(escape(target.id), bold=True)}  {target.type}"
    yield f"impact {impact.impact_score:.2f}  {_count(impact)}"
    yield from _describe_rows("direct dependents", impact.direct_dependents, _SHOWN_DIRECT)
    yield from _describe_rows("farther", impact.transitive_dependents, _SHOWN_TRANSITIVE)
    yield from _describe_tests(impact)
    for name, notes in impact.memories.items():
        yield from _describe_notes(name, notes)
    yield from _describe_partners(impact)
    fresh = {True: "fresh", False: "out of date", None: "uncertain"}[impact.index.fresh]
    commit = impact.index.commit[:10] if impact.index.commit else "no commit"
    yield click.style(f"index {commit}, {fresh}: {escape(impact.index.reason)}", dim=True)


def _count(impact: "Impact") -> str:
    counts = impact.counts
    listed = ", ".join(f"{count:,}" for count in counts["by_depth"])
    farther = impact.omitted["beyond_depth"]
    total = counts["direct_dependents"] + counts["transitive_dependents"]
    by_depth = f" ({listed} by depth)" if len(counts["by_depth"]) > 1 else ""
    more = f", {farther:,} beyond" if farther else ""
    tests, memories = counts["tests"], counts["memories"]
    return f"{total:,} dependents{by_depth}{more}, {tests:,} tests, {memories:,} memories"


def _describe_rows(title: str, rows: Sequence["Dependent"], shown: int) -> Iterator[str]:
    if not rows:
        return
    yield f"{title}:"
    for row in rows[:shown]:
        kinds = ", ".join(dict.fromkeys(str(edge["kind"]) for edge in row.edges))
        marks = [kinds, *_find_marks(row)]
        symbols = _describe_symbols(row)
        text = f"  {row.score:.2f}  {row.depth}  {escape(row.id)}{symbols}"
        yield text + click.style(f"  {escape('; '.join(filter(None, marks)))}", dim=True)
    if len(rows) > shown:
        yield f"  ... {len(rows) - shown:,} more rows in --json"


def _describe_symbols(row: "Dependent") -> str:
    if not row.symbols:
        return ""
    names = [symbol.partition("::")[2] for symbol in row.symbols[:2]]
    more = f" +{row.symbol_count - len(names)}" if row.symbol_count > len(names) else ""
    return escape(f"  ({', '.join(names)}{more})")


def _find_marks(row: "Dependent") -> Iterator[str]:
    if row.breaks:
        yield "has to be adapted"
    if row.possible:
        yield "possible"
    if row.through_override:
        yield "through an override"
    if row.logical:
        yield "logical"


def _describe_tests(impact: "Impact") -> Iterator[str]:
    if impact.tests:
        yield "tests:"
        for test in impact.tests[:_SHOWN_TESTS]:
            yield f"  {test.score:.2f}  {escape(test.id)}"
        if impact.counts["tests"] > _SHOWN_TESTS:
            yield f"  ... {impact.counts['tests'] - _SHOWN_TESTS:,} more"


def _describe_notes(name: str, notes: Sequence["Note"]) -> Iterator[str]:
    if not notes:
        return
    yield f"{name.replace('_', ' ')}:"
    for note in notes[:_SHOWN_NOTES]:
        label = f"{note.label} " if note.label else ""
        where = f"  [{note.attached_to}]" if note.distance else ""
        yield f"  {note.id[-8:]}  {escape(label + note.title + where)}"
    if len(notes) > _SHOWN_NOTES:
        yield f"  ... {len(notes) - _SHOWN_NOTES:,} more"


def _describe_partners(impact: "Impact") -> Iterator[str]:
    if impact.co_changes:
        yield "change together, though no edge shows why:"
        for partner in impact.co_changes[:_SHOWN_PARTNERS]:
            yield f"  {partner.score:.2f}  {escape(partner.path)}  {partner.together} commits"
