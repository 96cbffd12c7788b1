"""Runs `ripple analyze-impact`, however its command line was read."""

import os
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.cli.file_arguments import get_here
from ripplegraph.cli.impact_options import DEFAULT_LIMIT
from ripplegraph.cli.output import escape, find_width, format_json, print_line, print_note
from ripplegraph.errors import GitError, UsageError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from ripplegraph.app.operations.impact import ImpactOperations
    from ripplegraph.app.workspace import Progress, Workspace
    from ripplegraph.git.diff import Comparison
    from ripplegraph.impact.report import Impact

EXIT_ABOVE = 1
_LOOKS = {"head": "1", "warning": "33", "title": "36", "detail": "2"}

Options = Mapping[str, str | int | float | bool | None]


def run(
    targets: tuple[str, ...],
    options: Options,
    *,
    folder: str = ".",
    flags: Mapping[str, str] | None = None,
    as_json: bool = False,
    color: bool | None = None,
) -> int:
    """Answer and return the exit code; without a say, colors are for terminals."""
    from ripplegraph.app.operations.impact import ImpactOperations
    from ripplegraph.app.project_finder import find_workspace

    _check(options, as_json=as_json)
    workspace = find_workspace(folder, flags=flags, notify=print_note)
    workspace.scan_display = partial(_show_first_scan, quiet=as_json)
    operations = ImpactOperations.of(workspace)
    impact = _analyze(operations, targets, options, get_here(folder))
    if as_json:
        text = format_json(impact)
    else:
        text = "\n".join(_show(impact, options, colored=_wants_color(color)))
    if text:
        print_line(text)
    if not options["no_scan"] and not sys.stdout.isatty():
        operations.count_answer("analyze-impact", text, _find_files(impact))
    highest = options["fail_above"]
    score = impact.impact_score
    is_above = isinstance(highest, float) and score is not None and score > highest
    return EXIT_ABOVE if is_above else 0


def _show_first_scan(*, quiet: bool) -> "AbstractContextManager[Progress | None]":
    from ripplegraph.cli.progress import show_first_scan

    return show_first_scan(quiet=quiet)


def _check(options: Options, *, as_json: bool) -> None:
    """Refuse options that would be taken for something they are not."""
    if options["budget"] and (as_json or options["tests_only"] or options["form"] != "text"):
        raise UsageError(
            "--budget fits the text form only.", hint="Use --limit for fewer rows in other forms."
        )
    highest = options["fail_above"]
    if isinstance(highest, float) and isnan(highest):
        raise UsageError("--fail-above takes a number from 0 to 1.", hint="Such as 0.8.")


def _find_files(impact: "Impact") -> Iterator[str]:
    """Yield the files that would have to be read to find the direct dependents."""
    yield from (row.path for row in impact.direct_dependents if row.path)


def _analyze(
    operations: "ImpactOperations", targets: tuple[str, ...], options: Options, folder: Path
) -> "Impact":
    depth, limit = _read_bound(options["depth"]), _choose_limit(options)
    places, scan = str(options["places"]), not options["no_scan"]
    chosen = [name for name in ("diff", "staged", "commit", "span") if options[name]]
    if len(chosen) + bool(targets) != 1:
        raise UsageError(
            "Give targets, or one change.",
            hint="Such as `ripple analyze-impact src/auth.py`, or with --diff.",
        )
    if targets:
        return operations.analyze_impact(
            targets, depth=depth, limit=limit, places=places, folder=folder, scan=scan
        )
    comparison = _compare(operations.workspace, chosen[0], options)
    return operations.analyze_change(comparison, depth=depth, limit=limit, places=places, scan=scan)


def _choose_limit(options: Options) -> int | None:
    """Return how many rows to show; None means all, as whoever runs tests wants them."""
    given = options["limit"]
    if given is None:
        return None if options["tests_only"] else DEFAULT_LIMIT
    return _read_bound(given)


def _read_bound(given: str | float | None) -> int | None:
    return int(given or 0) or None


def _compare(workspace: "Workspace", chosen: str, options: Options) -> "Comparison":
    from ripplegraph.git.diff import compare_commit, compare_range, compare_worktree

    if workspace.repository is None:
        raise GitError(
            f"{workspace.root} is not in a git repository.", hint="Name targets instead."
        )
    root = workspace.repository.root
    if chosen == "commit":
        return compare_commit(root, str(options["commit"]))
    if chosen == "span":
        return compare_range(root, str(options["span"]))
    return compare_worktree(root, staged=chosen == "staged")


def _show(impact: "Impact", options: Options, *, colored: bool) -> Iterator[str]:
    most = _choose_limit(options)
    whole = most is None
    if options["tests_only"]:
        yield from (escape(test.id) for test in impact.tests)
    elif options["budget"]:
        from ripplegraph.impact.formats.budget import build_budgeted

        yield build_budgeted(impact, int(str(options["budget"])), escape).removesuffix("\n")
    elif options["form"] == "text":
        from ripplegraph.impact.formats.text import build_text

        style = _style if colored else _leave_plain
        width = find_width()
        yield from build_text(impact, style, whole=whole, most_targets=most, width=width)
    elif options["form"] == "paths":
        from ripplegraph.impact.formats.paths import build_paths

        yield from map(escape, build_paths(impact))
    elif options["form"] == "markdown":
        from ripplegraph.impact.formats.markdown import build_markdown

        yield build_markdown(impact, whole=whole, most_targets=most).rstrip("\n")
    else:
        from ripplegraph.impact.formats.diagrams import build_dot, build_mermaid

        yield (build_dot if options["form"] == "dot" else build_mermaid)(impact).rstrip("\n")


def _wants_color(color: bool | None) -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") if color is None else color


def _style(text: str, role: str) -> str:
    look = _LOOKS.get(role)
    return f"\x1b[{look}m{escape(text)}\x1b[0m" if look else escape(text)


def _leave_plain(text: str, role: str) -> str:  # noqa: ARG001
    return escape(text)
