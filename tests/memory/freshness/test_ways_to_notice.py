"""The same verdicts whoever looks: explicit scans, hooks of git, or nobody until a memory is read.

What each commit does to each memory is told in `test_history.py`, with scans inside one process.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ripplegraph import open_project
from tests.support.chronicle.story import Chapter, Story
from tests.support.chronicle.telling import Teller, call_ripple
from tests.support.command import run_ripple
from tests.support.hooks import read_log
from tests.support.repository import git
from tests.support.waiting import wait_until

Begin = Callable[[str], Teller]
CHOSEN = (
    "a caller more",
    "a file is renamed and edited",
    "a function moves to another file",
    "a folder moves",
    "a dependency two steps away",
    "a function that is used",
)
LANGUAGES = pytest.mark.parametrize(
    "language", ["python", pytest.param("typescript", marks=pytest.mark.slow)]
)


def choose(story: Story) -> list[Chapter]:
    found = [chapter for chapter in story.chapters if chapter.title in CHOSEN]
    assert len(found) == len(CHOSEN)
    return found


@LANGUAGES
def test_with_nothing_but_reading(begin: Begin, language: str) -> None:
    """What was not even committed is noticed when a memory is shown, whichever comes first."""
    teller = begin(language)
    names = sorted(teller.ids)
    for number, chapter in enumerate(choose(teller.story)):
        for edit in chapter.edits:
            edit(teller.root)
        first = number % len(names)
        for name in names[first:] + names[:first]:
            surprises = teller.find_surprises({name: teller.show(name)}, chapter.outcomes)
            assert not surprises, f"{chapter.title}: {surprises}"
        git(teller.root, "add", "--all")
        git(teller.root, "reset", "--quiet", "--hard")


@LANGUAGES
def test_a_list_notices_what_was_committed(begin: Begin, language: str) -> None:
    teller = begin(language)
    for chapter in choose(teller.story):
        teller.commit(chapter)
        surprises = teller.find_surprises(teller.read(), chapter.outcomes)
        assert not surprises, f"{chapter.title}: {surprises}"
        teller.revert()
        assert not teller.find_surprises(teller.read(), {}), chapter.title


def test_with_hooks_of_git(begin: Begin) -> None:
    """Once a hook has run, what was found out is there without another look."""
    teller = begin("python")
    git(teller.root, "config", "user.name", "Test")
    git(teller.root, "config", "user.email", "test@example.org")
    call_ripple(teller.root, "hooks", "install")
    for number, chapter in enumerate(choose(teller.story)[1:4]):
        teller.commit(chapter)
        wait_for_rescans(teller.root, 2 * number + 1)
        found = {name: read_kept(teller.root, memory) for name, memory in teller.ids.items()}
        assert not teller.find_surprises(found, chapter.outcomes), chapter.title
        teller.revert()
        wait_for_rescans(teller.root, 2 * number + 2)
    call_ripple(teller.root, "hooks", "uninstall")


def wait_for_rescans(root: Path, count: int) -> None:
    """Wait for what the hooks leave when they are done, and touch nothing that they need."""
    wait_until(lambda: read_log(root).count("post-commit: scanned") == count)
    index = open_project(root).status().index
    assert index is not None
    assert index.commit == git(root, "rev-parse", "HEAD")


def read_kept(root: Path, memory: str) -> Any:
    """Return what is known of a memory, without any check at reading."""
    return json.loads(
        json.dumps(open_project(root).memory_access.open_service().get(memory), default=vars)
    )


def test_the_real_command(begin: Begin) -> None:
    teller = begin("typescript")

    def ripple(*arguments: str) -> Any:
        done = run_ripple(*arguments, "--json", folder=teller.root)
        assert done.code == 0, done
        return json.loads(done.output)

    ripple("sweep")
    chapter = next(item for item in teller.story.chapters if item.title == "a file is renamed")
    teller.commit(chapter)
    ripple("scan")
    shown = {name: ripple("memories", "show", teller.ids[name]) for name in ("file", "function")}
    assert not teller.find_surprises(shown, chapter.outcomes)
    swept = ripple("sweep")
    assert swept["counts"] == {
        **dict.fromkeys(
            ("gone", "claim_false", "signature_changed", "dependency_changed", "body_changed"), 0
        ),
        "unknown": 0,
        "fresh": len(teller.ids) - 1,
        "unanchored": 1,
    }
    assert {move["to"] for move in swept["moved"]} == {
        "pricing/amounts.ts",
        "pricing/amounts.ts::convert",
        "pricing/amounts.ts::roundUp",
    }
    assert swept["changed"] == []
