"""`ripple changes`: lists the changes that scans found."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json
from ripplegraph.graph.ids import SEPARATOR, get_path
from ripplegraph.graph.model import ChangeKind

if TYPE_CHECKING:
    from ripplegraph.graph.changes import RecordedChange
    from ripplegraph.health.changes import ChangeReport

KINDS = tuple(kind.value for kind in ChangeKind)
_MARKS = {
    ChangeKind.ADDED: ("+", "green"),
    ChangeKind.REMOVED: ("-", "red"),
    ChangeKind.MOVED: (">", "cyan"),
    ChangeKind.SIGNATURE_CHANGED: ("!", "yellow"),
    ChangeKind.BODY_CHANGED: ("~", None),
}
_VERDICTS = {True: "compatible", False: "incompatible", None: "compatible?"}


@click.command("changes", cls=RippleCommand)
@click.option(
    "--since", type=click.IntRange(min=0), metavar="N", help="Only changes numbered above this."
)
@click.option(
    "--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only this kind; repeatable."
)
@click.option("--path", metavar="PLACE", help="Only this file, folder or symbol and what is in it.")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=200,
    show_default=True,
    help="Show the newest, about this many: those in a file stay together. 0 shows all.",
)
@click.pass_obj
def command(
    invocation: Invocation,
    since: int | None,
    kinds: tuple[str, ...],
    path: str | None,
    limit: int,
) -> None:
    """List the changed files and symbols that scans found, by scan and file.

    Marks: + added, - removed, > moved or renamed, ! signature changed (and whether those who
    used the old one can go on), ~ body changed. Changes are numbered; the last number is what to
    give to --since next time. A scan from nothing starts the numbers anew.
    """
    project = invocation.open_project()
    report = project.changes(since=since, kinds=kinds, path=path, limit=limit or None)
    if invocation.json:
        print_json(report)
        return
    for line in _describe(report, since):
        click.echo(line)


def _describe(report: "ChangeReport", since: int | None) -> Iterator[str]:
    scans = {scan.first: scan for scan in report.scans}
    for first, group in groupby(report.changes, key=lambda change: change.scan):
        changes = list(group)
        scan = scans[first]
        commit = f" at {scan.commit[:10]}" if scan.commit else ""
        total = scan.last - scan.first + 1
        part = f" (shown of {total} changes)" if total > len(changes) else ""
        yield f"{scan.scanned_at}{escape(commit)}: {_count(changes)}{part}"
        for path, inside in groupby(changes, key=lambda change: get_path(change.id)):
            yield from _describe_file(str(path), list(inside))
    yield _describe_extent(report, since)


def _describe_file(path: str, changes: "list[RecordedChange]") -> Iterator[str]:
    """Show the changes in a file; what came, went or moved with the whole file is only counted."""
    file = next((change for change in changes if change.id == path and _is_whole(change)), None)
    if file is None:
        yield f"  {escape(path)}"
        rest = changes
    else:
        rest = [change for change in changes if change is not file and not _goes_with(change, file)]
        inner = len(changes) - len(rest) - 1
        noun = "definition" if inner == 1 else "definitions"
        origin = f": {file.detail}" if file.kind is ChangeKind.MOVED else ""
        yield f"  {_mark(file)} {escape(path + origin)}{f' ({inner} {noun})' if inner else ''}"
    for change in rest:
        label = change.id.partition(SEPARATOR)[2] or "(file)"
        yield f"    {_mark(change)} {escape(label)}: {escape(_explain(change))}"


def _is_whole(change: "RecordedChange") -> bool:
    return change.kind in (ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.MOVED)


def _goes_with(change: "RecordedChange", file: "RecordedChange") -> bool:
    if change.kind is not file.kind:
        return False
    if change.kind is not ChangeKind.MOVED:
        return True
    _, _, label = change.id.partition(SEPARATOR)
    return change.previous_id == f"{file.previous_id}{SEPARATOR}{label}"


def _explain(change: "RecordedChange") -> str:
    if change.kind is ChangeKind.SIGNATURE_CHANGED:
        return f"{_VERDICTS[change.compatible]}: {change.detail}"
    return change.detail


def _mark(change: "RecordedChange") -> str:
    mark, color = _MARKS[change.kind]
    return click.style(mark, fg=color)


def _count(changes: "Iterable[RecordedChange]") -> str:
    counts = Counter(change.kind for change in changes)
    return ", ".join(
        f"{counts[kind]} {kind.value.replace('_', ' ')}" for kind in ChangeKind if counts[kind]
    )


def _describe_extent(report: "ChangeReport", since: int | None) -> str:
    shown = len(report.changes)
    text = f"{shown} changes" if shown else "no changes"
    if report.omitted:
        text = f"the newest {shown} of {report.matched} changes; --limit 0 shows all"
    if since is not None and since > report.last:
        text += f"; there is no change {since}: the numbers started anew"
    elif not report.complete and report.last:
        text += f"; changes before {report.first} are forgotten"
    return f"{text} (last number: {report.last})"
