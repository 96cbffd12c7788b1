"""`ripple scan`: brings the graph of a project up to date."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json
from ripplegraph.cli.progress import show_progress

if TYPE_CHECKING:
    from ripplegraph.indexing.scan_report import ScanReport

_SHOWN_DIAGNOSTICS = 10


@click.command("scan", cls=RippleCommand)
@click.option("--full", is_flag=True, help="Make the graph anew from every file.")
@click.option(
    "--jobs",
    type=click.IntRange(min=0),
    help="Worker processes; 0 means one for each processor (the setting scan.jobs).",
)
@click.option(
    "--profile", is_flag=True, help="Show how long each phase and the slowest files took."
)
@click.option(
    "--here", is_flag=True, help="Outside git: make this folder a project if it is none yet."
)
@click.pass_obj
def command(
    invocation: Invocation, full: bool, jobs: int | None, profile: bool, here: bool
) -> None:
    """Update the graph of the project from its changed files.

    The first scan reads everything; outside git, --here makes the folder a project. Later
    ones read what changed, uncommitted changes included, and link again what that can reach: the
    graph is then the one that a scan of everything would make. A file that cannot be parsed is
    reported and does not stop the scan; if no file can be parsed, the exit code is 5 and the old
    graph stays.
    """
    project = invocation.open_project(anywhere=here)
    with show_progress(wanted=not invocation.json) as progress:
        report = project.scan(
            full=full, jobs=jobs, on_progress=progress, on_wait=_say_that_it_waits
        )
    if invocation.json:
        print_json(report)
        return
    for label, text in _describe(report):
        click.echo(f"{label:<12}{escape(text)}")
    _print_diagnostics(report)
    if profile:
        _print_profile(report)


def _say_that_it_waits() -> None:
    click.echo("waiting for another scan of this project to end", err=True)


def _describe(report: "ScanReport") -> Iterator[tuple[str, str]]:
    yield "scanned", f"{report.root} in {sum(report.seconds.values()):.1f} s"
    yield "files", _describe_counts(report.files)
    yield "languages", _describe_counts(report.languages)
    yield "nodes", _describe_counts(report.nodes)
    yield "edges", _describe_counts(report.edges)
    for language, counts in report.calls.items():
        if sum(counts.values()):
            yield "calls", f"{language}: {_describe_shares(counts)}"
    if report.changed_files:
        listed = ", ".join(f"{count} {word}" for word, count in report.changed_files.items())
        yield "changed", f"{listed}; {report.linked_files} files linked again"
    elif report.facts_reused and not report.linked_files:
        yield "unchanged", "the graph matches the files"
    elif report.facts_reused:
        yield "unchanged", f"{report.facts_reused} files were not parsed again"
    for note in report.notes:
        yield "note", note
    if report.nothing_parsed:
        yield "note", "there is no file in a language that ripple reads; see `ripple languages`"


def _describe_counts(counts: Mapping[str, int]) -> str:
    listed = ", ".join(f"{name} {count}" for name, count in counts.items())
    return f"{sum(counts.values())} ({listed})" if listed else "0"


def _describe_shares(counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    shares = ", ".join(f"{name} {count / total:.1%}" for name, count in counts.items())
    return f"{total} call sites, {shares}"


def _print_diagnostics(report: "ScanReport") -> None:
    found = sorted(report.diagnostics, key=lambda item: item.severity != "bug")
    for item in found[:_SHOWN_DIAGNOSTICS]:
        place = f"{item.path}:{item.line}" if item.line else item.path
        click.echo(f"{item.severity:<12}{escape(place)}: {escape(item.message)}")
    hidden = found[_SHOWN_DIAGNOSTICS:]
    if hidden:
        kinds = Counter(item.severity for item in hidden)
        listed = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        click.echo(f"{'more':<12}{len(hidden)} remarks ({listed}); --json lists them all")


def _print_profile(report: "ScanReport") -> None:
    for phase, seconds in report.seconds.items():
        click.echo(f"{phase:<12}{seconds:.3f} s")
    for file in report.slowest_files:
        click.echo(f"{'slow file':<12}{file.seconds:.3f} s {escape(file.path)}")
