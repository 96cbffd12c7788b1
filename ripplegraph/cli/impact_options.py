"""The options of `ripple analyze-impact`: one table for both ways to read a command line."""

from typing import NamedTuple

DEFAULT_LIMIT = 10
FORMATS = ("text", "markdown", "mermaid", "dot", "paths")


class Option(NamedTuple):
    """One option: a flag, a text, a choice, a whole number or a number."""

    flag: str
    name: str
    help: str
    kind: str = "flag"
    default: str | int | None = None
    metavar: str | None = None
    least: int = 0
    most: int | None = None
    choices: tuple[str, ...] = ()


OPTIONS = (
    Option("--diff", "diff", "What is on the disk against the last commit."),
    Option("--staged", "staged", "What is staged against the last commit."),
    Option("--commit", "commit", "A commit against its parent.", "text", metavar="REV"),
    Option("--range", "span", "What B adds to A.", "text", metavar="A..B"),
    Option(
        "--depth", "depth", "How many steps to go; 0 goes all the way.", "whole", 3, metavar="N"
    ),
    Option(
        "--limit",
        "limit",
        "At most so many rows of each kind, in text, Markdown and JSON alike: direct dependents, "
        "farther ones, tests, memories, files that change together, related files. "
        f"{DEFAULT_LIMIT} unless given; 0 shows all, and memories uncut. What is left out is "
        "counted.",
        "whole",
        metavar="N",
    ),
    Option(
        "--places",
        "places",
        "Where the names of the targets stand: uses and possible ones, or all.",
        "choice",
        "used",
        choices=("used", "all"),
    ),
    Option(
        "--format",
        "form",
        "paths: one path a line, everything in one ranking.",
        "choice",
        "text",
        choices=FORMATS,
    ),
    Option(
        "--tests-only",
        "tests_only",
        "One test a line, ready for xargs; all unless --limit is given.",
    ),
    Option(
        "--budget",
        "budget",
        "Fit the text into so many characters, the most useful first.",
        "whole",
        metavar="N",
        least=1,
    ),
    Option(
        "--fail-above",
        "fail_above",
        "Exit with 1 when the impact is higher, for use in CI.",
        "number",
        metavar="SCORE",
        most=1,
    ),
    Option("--no-scan", "no_scan", "Answer from the index as it is, and write nothing."),
)
