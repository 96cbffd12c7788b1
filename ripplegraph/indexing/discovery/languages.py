"""The languages that ripple reads, and how many files of each a project has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.config import ScanConfig
from ripplegraph.git.worktree import read_worktree
from ripplegraph.indexing.discovery.file_finder import discover_files
from ripplegraph.parsers.registry import find_languages, language_of


@dataclass(frozen=True)
class LanguageSummary:
    """A language, how files of it are recognised, and how many this project has."""

    name: str
    level: str
    extensions: tuple[str, ...]
    filenames: tuple[str, ...]
    files: int


@dataclass(frozen=True)
class LanguageList:
    """All languages by name, and the files of the project that are in none of them."""

    languages: tuple[LanguageSummary, ...]
    other_files: int


def list_languages(root: Path, *, in_git: bool, config: ScanConfig) -> LanguageList:
    """Count the files of a project as they are now, scanned or not."""
    worktree = read_worktree(root) if in_git else None
    found = discover_files(root, worktree=worktree, config=config)
    counts = Counter(language_of(file.path) for file in found if file.reason is None)
    return LanguageList(
        languages=tuple(
            LanguageSummary(
                language.name,
                language.level,
                language.extensions,
                language.filenames,
                counts[language.name],
            )
            for _, language in sorted(find_languages().items())
        ),
        other_files=counts[None],
    )
