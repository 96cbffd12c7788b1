"""`ripple analyze-impact`: says what an edit would reach, before it is made."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json
from ripplegraph.errors import UsageError

if TYPE_CHECKING:
    from ripplegraph.app.project import Project
    from ripplegraph.git.diff import Comparison
    from ripplegraph.impact.report import Impact

EXIT_ABOVE = 1
FORMATS = ("text", "markdown", "mermaid", "dot", "paths")
_LOOKS: dict[str, dict[str, Any]] = {
    "head": {"bold": True},
    "warning": {"fg": "yellow"},
    "title": {"fg": "cyan"},
    "detail": {"dim": True},
}


@click.command("analyze-impact", cls=RippleCommand)
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option("--diff", is_flag=True, help="What is on the disk against the last commit.")
@click.option("--staged", is_flag=True, help="What is staged against the last commit.")
@click.option("--commit", metavar="REV", help="A commit against its parent.")
@click.option("--range", "span", metavar="A..B", help="What B adds to A.")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="How many steps to go; 0 goes all the way.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=50,
    show_default=True,
    metavar="N",
    help="How many rows of each kind to show; 0 shows all. Counts are always exact.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="paths: one path a line, everything in one ranking.",
)
@click.option("--tests-only", is_flag=True, help="One test a line, ready for xargs.")
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="N",
    help="Fit the text into so many characters, the most useful first.",
)
@click.option(
    "--fail-above",
    type=click.FloatRange(0, 1),
    metavar="SCORE",
    help="Exit with 1 when the impact is higher, for use in CI.",
)
@click.option("--no-scan", is_flag=True, help="Answer from the index as it is, and write nothing.")
@click.pass_context
def command(context: click.Context, /, targets: tuple[str, ...], **options: object) -> None:
    """Say what an edit of TARGET reaches: dependents, tests, and what was learned there.

    TARGET is a file, a symbol (PATH::NAME), a line (PATH:LINE), a folder, or the bare name of a
    symbol; instead of targets, a change can be given. Files that changed since the last scan are
    scanned first where that is quick.
    """
    invocation: Invocation = context.obj
    project = invocation.open_project()
    impact = _analyze(project, targets, invocation, options)
    if invocation.json:
        print_json(impact)
    else:
        for line in _show(impact, options):
            click.echo(line)
    highest = options["fail_above"]
    if isinstance(highest, float) and impact.impact_score > highest:
        context.exit(EXIT_ABOVE)


def _analyze(
    project: "Project",
    targets: tuple[str, ...],
    invocation: Invocation,
    options: dict[str, object],
) -> "Impact":
    scope = {name: int(str(options[name])) or None for name in ("depth", "limit")}
    scan = not options["no_scan"]
    chosen = [name for name in ("diff", "staged", "commit", "span") if options[name]]
    if len(chosen) + bool(targets) != 1:
        raise UsageError(
            "Give targets, or one change.",
            hint="Such as `ripple analyze-impact src/auth.py`, or with --diff.",
        )
    if targets:
        folder = Path(invocation.folder).absolute()
        return project.analyze_impact(targets, folder=folder, scan=scan, **scope)
    return project.analyze_change(_compare(project, chosen[0], options), scan=scan, **scope)


def _compare(project: "Project", chosen: str, options: dict[str, object]) -> "Comparison":
    from ripplegraph.git.diff import compare_commit, compare_range, compare_worktree

    if chosen == "commit":
        return compare_commit(project.root, str(options["commit"]))
    if chosen == "span":
        return compare_range(project.root, str(options["span"]))
    return compare_worktree(project.root, staged=chosen == "staged")


def _show(impact: "Impact", options: dict[str, object]) -> Iterator[str]:
    if options["tests_only"]:
        yield from (escape(test.id) for test in impact.tests)
    elif options["budget"]:
        from ripplegraph.impact.forms.text import build_budgeted

        text = build_budgeted(impact, int(str(options["budget"])))
        yield from map(escape, text.split("\n"))
    elif options["form"] == "text":
        from ripplegraph.impact.forms.text import build_text

        yield from build_text(impact, _style)
    elif options["form"] == "paths":
        from ripplegraph.impact.forms.paths import build_paths

        yield from map(escape, build_paths(impact))
    elif options["form"] == "markdown":
        from ripplegraph.impact.forms.markdown import build_markdown

        yield build_markdown(impact).rstrip("\n")
    else:
        from ripplegraph.impact.forms.diagrams import build_dot, build_mermaid

        yield (build_dot if options["form"] == "dot" else build_mermaid)(impact).rstrip("\n")


def _style(text: str, role: str) -> str:
    return click.style(escape(text), **_LOOKS.get(role, {}))
