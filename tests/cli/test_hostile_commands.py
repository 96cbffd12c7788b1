"""Command lines with anything in them: a known exit code, no traceback, harmless output."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ripplegraph import open_project
from ripplegraph.memory.writing.drafts import Draft
from tests.support.command import run_ripple
from tests.support.fuzzed_commands import list_commands, make_words, run_here
from tests.support.hostile import HOSTILE, find_unsafe
from tests.support.repository import build_repository, commit_all

RUNS = 2
ODD_FILES = ("\x1b[31mred.py", "new\nline.py", "\u202egnp.py", "tab\there.py", "<b>&'\".py")
"""Names of files that a terminal would obey."""


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, ...]]:
    """Go into a project with hostile memories and files, and return names of what is there."""
    root = build_repository(tmp_path_factory.mktemp("commands") / "repository")
    for name in ODD_FILES:
        (root / name).write_text("import b\n\n\ndef f\u0131x(x='\x1b[31m'):\n    return b\n")
    commit_all(root, "\x1b[31mA hostile message\u202e")
    project = open_project(root)
    project.scan()
    ids = [project.remember(Draft(text, about=("b.py",))).id for text in HOSTILE.values()]
    with pytest.MonkeyPatch.context() as patches:
        patches.chdir(root)
        patches.setenv("HOME", str(root.parent))
        patches.setenv("XDG_CONFIG_HOME", str(root.parent / "config"))
        yield ("b.py", "a.py", *ODD_FILES, *ids[:3])


@pytest.mark.parametrize("command", list_commands(), ids=" ".join)
def test_a_command_with_hostile_arguments(known: tuple[str, ...], command: tuple[str, ...]) -> None:
    random = Random(f"{command}")  # noqa: S311
    for _ in range(RUNS):
        run = run_here(make_words(random, command, known))
        assert [*run.find_problems()] == [], run.words


@pytest.mark.parametrize(
    "words",
    [
        ("artifacts", "list", "--limit", "9" * 30),
        ("artifacts", "history", "\udcff"),
        ("co-changes", "a" * 300),
        ("dependencies", "b.py", "--limit", "9" * 30, "--no-links"),
        ("episodes", "rates", "--agent", "\udcff"),
        ("export", "--output", "a" * 300),
        ("memories", "show", "\udcff"),
        ("memories", "log", "--limit", "9" * 30),
        ("changes", "--since", "9" * 30),
        ("context", "task", "--file", "\udcff"),
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_a_mistake_is_one_sentence(known: tuple[str, ...], words: tuple[str, ...]) -> None:
    for more in ((), ("--json",)):
        run = run_here((*words, *more))
        assert run.code == 2, run
        assert [*run.find_problems()] == []


@pytest.mark.parametrize(
    "words",
    [
        ("map",),
        ("status",),
        ("dependents", "b.py"),
        ("analyze-impact", "b.py"),
        ("co-changes", "b.py"),
        ("changes",),
        ("memories", "list"),
        ("memories", "log"),
        ("context", "about b.py", "--file", "b.py"),
        ("unused",),
        ("hubs",),
        ("trace", "a.py"),
    ],
    ids=" ".join,
)
def test_what_is_shown_of_hostile_files_and_memories(
    known: tuple[str, ...], words: tuple[str, ...]
) -> None:
    for more in ((), ("--json",)):
        assert [*run_here((*words, *more)).find_problems()] == []


@pytest.mark.parametrize(
    "words",
    [
        ("dependents", "\udcff.py"),
        ("remember", "\udcff\udcfe"),
        ("\udcff",),
        ("-C", "\udcff", "status"),
    ],
)
def test_a_real_command_with_bytes_that_are_no_text(
    known: tuple[str, ...], words: tuple[str, ...]
) -> None:
    result = run_ripple(*words, folder=Path.cwd())
    assert result.code == 2, result
    assert not find_unsafe(result.output + result.errors)
