"""Scans projects and tells, for each language in them, how much of it is understood.

    python -m bench.accuracy.languages FOLDER [--language go]

FOLDER is a project, or holds one project in each of its folders. A project is copied into a git
repository of its own and scanned from nothing. Printed are, for each language: files and megabytes,
seconds of CPU for each megabyte (of the whole scan, shared out by size), and what became of call
sites: how many lead to code of the project, and how many to something known to be outside.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.commands import measure_ripple, run_ripple
from bench.projects import copy_project, is_parsed
from ripplegraph.parsers.registry import language_of

_MEGABYTE = 1_000_000
_SIGNS = (".git", "go.mod", "pyproject.toml", "package.json", "Cargo.toml", "pom.xml", "README.md")
"""What a folder has that is a project and does not only hold some."""


@dataclass(frozen=True)
class Row:
    """The figures of one language in one project."""

    project: str
    language: str
    files: int
    megabytes: float
    seconds: float
    calls: Mapping[str, int]

    def describe(self) -> str:
        sites = sum(self.calls.values())
        known = self.calls.get("resolved", 0) + self.calls.get("external", 0)
        share = f"{known / sites:7.1%}" if sites else "      -"
        own = f"{self.calls.get('resolved', 0) / sites:7.1%}" if sites else "      -"
        rate = self.seconds / self.megabytes if self.megabytes else 0.0
        return (
            f"{self.project:<24}{self.language:<12}{self.files:>7}{self.megabytes:>9.2f}"
            f"{rate:>9.2f}{sites:>9}{own:>9}{share:>10}"
        )


def main() -> None:
    """Scan every project and print a line for each of its languages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", help="leave out all others")
    options = parser.parse_args()
    print(
        f"{'project':<24}{'language':<12}{'files':>7}{'MB':>9}{'s/MB':>9}{'calls':>9}"
        f"{'project':>9}{'or known':>10}"
    )
    for project in find_projects(options.folder):
        for row in measure(project):
            if options.language in (None, row.language):
                print(row.describe(), flush=True)


def find_projects(folder: Path) -> list[Path]:
    """Return the folder if it is a project, or else the folders in it."""
    if any((folder / name).exists() for name in _SIGNS):
        return [folder]
    return sorted(path for path in folder.iterdir() if path.is_dir())


def measure(project: Path) -> Iterator[Row]:
    """Scan a copy of a project and yield the figures of its languages."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_project(project, Path(folder, project.name))
        files, sizes = _count(copy)
        seconds = measure_ripple(copy, "scan").cpu
        calls = json.loads(run_ripple(copy, "scan", "--json"))["calls"]
    total = sum(sizes.values()) or 1
    for language in sorted(files):
        share = seconds * sizes[language] / total
        outcomes = calls.get(language, {})
        counts = {key: value for key, value in outcomes.items() if isinstance(value, int)}
        yield Row(
            project.name, language, files[language], sizes[language] / _MEGABYTE, share, counts
        )


def _count(folder: Path) -> tuple[Counter[str], Counter[str]]:
    files: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        language = language_of(name) if path.is_file() and not path.is_symlink() else None
        if language is not None and is_parsed(name) and ".git/" not in name:
            files[language] += 1
            sizes[language] += path.stat().st_size
    return files, sizes


if __name__ == "__main__":
    main()
