"""The report of a scan: counts and diagnostics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class FileDiagnostic:
    """A remark about one file."""

    path: str
    line: int | None
    severity: str
    message: str


@dataclass(frozen=True)
class SlowFile:
    """A file and how long reading it took."""

    path: str
    seconds: float


@dataclass(frozen=True)
class ScanReport:
    """The result of a scan."""

    root: Path
    commit: str | None
    generation: str
    files: Mapping[str, int]
    """How many there are of each status."""
    languages: Mapping[str, int]
    nodes: Mapping[str, int]
    edges: Mapping[str, int]
    calls: Mapping[str, Mapping[str, int]]
    """For each language, its call sites by what became of them."""
    changed_files: Mapping[str, int]
    """How many files are new, changed or gone since the last scan; empty after a whole one."""
    linked_files: int
    """How many files were linked: all, or those that a change can reach."""
    linked_all: bool
    """Whether every file was linked, and not only those that a change can reach."""
    facts_reused: int
    nothing_parsed: bool
    """Whether there was no file in a language that ripple reads."""
    diagnostics: tuple[FileDiagnostic, ...]
    seconds: Mapping[str, float]
    """How long each phase took."""
    slowest_files: tuple[SlowFile, ...]
    notes: tuple[str, ...] = ()
    """What else happened, such as that a damaged graph was made again."""
