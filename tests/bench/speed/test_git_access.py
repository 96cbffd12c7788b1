"""GitPython's answers beside ripple's own: where they may be used, and where they may not."""

from pathlib import Path

import pytest

from bench.speed.git_access import AREAS, compare, runs_programs
from bench.speed.gitpython.repositories import CASES, PROGRAMS, build_plain
from tests.support.repository import git, write_settings

UNLIKE = {
    "missing": {"diff"},
    "partial": {"diff"},
    "included": {"configuration"},
    "shallow": {"history"},
    "SHA-256": {"history", "worktree", "diff"},
    "names": {"history", "worktree", "diff"},
}
"""Where both fail, or GitPython 3.2 fails or answers something else; a later one may do better."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("case", CASES)
def test_where_the_answers_are_the_same(tmp_path: Path, case: str) -> None:
    root = CASES[case](tmp_path / "case")
    verdicts = compare(root)
    assert "runs programs" not in verdicts.values()
    alike = {area for area, verdict in verdicts.items() if verdict == "same"}
    assert alike >= {*AREAS} - UNLIKE.get(case, set())


def test_programs_run_without_the_switches_of_ripple(tmp_path: Path) -> None:
    assert runs_programs(CASES["programs"](tmp_path / "case"))


def test_settings_are_written_as_git_reads_them(tmp_path: Path) -> None:
    root = build_plain(tmp_path / "plain")
    settings = {
        **dict.fromkeys(PROGRAMS, "a 'b' \"c\" # d; \\ e"),
        "filter.Trap=2.process": "x",
        "core.bare": "false",
    }
    write_settings(root / ".git" / "config", settings)
    for key, value in settings.items():
        assert git(root, "config", "--get-all", key) == value
    assert git(root, "config", "core.repositoryFormatVersion") == "0"
