"""Two worktrees on two branches: each sees its own verdicts, places and what has reached it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.chronicle.story import Note
from tests.support.chronicle.telling import call_ripple, list_targets, remember
from tests.support.repository import commit_all, git

BODY = """    rate = rates[currency]
    if amount > 10:
        raise ValueError(amount)
    return amount * rate
"""
MONEY = f"def convert(amount, currency, rates):\n{BODY}"


@dataclass(frozen=True)
class Pair:
    """A worktree on `main` and one on `side`."""

    main: Path
    side: Path


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    main, side = tmp_path / "main", tmp_path / "side"
    main.mkdir()
    git(main, "init", "--quiet", "--initial-branch", "main")
    (main / "money.py").write_text(MONEY)
    (main / "other.py").write_text("def other():\n    return 1\n")
    commit_all(main, "first")
    git(main, "worktree", "add", "--quiet", "-b", "side", str(side))
    call_ripple(main, "scan")
    call_ripple(side, "scan")
    return Pair(main, side)


def show(root: Path, memory: str) -> Any:
    return call_ripple(root, "memories", "show", memory)


def stand(root: Path, memory: str) -> tuple[str, list[str]]:
    found = show(root, memory)
    return found["freshness"]["verdict"], list_targets(found)


def learn(root: Path, *about: str) -> str:
    return str(remember(root, "Rates are rounded.", Note(about))["id"])


def test_each_worktree_has_its_own_verdict(pair: Pair) -> None:
    memory = learn(pair.main, "money.py::convert")
    (pair.side / "money.py").write_text(MONEY.replace("amount * rate", "rate * amount"))
    commit_all(pair.side, "edit")
    assert stand(pair.side, memory)[0] == "body_changed"
    assert stand(pair.main, memory)[0] == "fresh"
    assert call_ripple(pair.side, "sweep")["counts"]["body_changed"] == 1
    assert call_ripple(pair.main, "sweep")["counts"]["fresh"] == 1


def test_a_rename_in_one_does_not_disturb_the_other(pair: Pair) -> None:
    memory = learn(pair.main, "money.py::convert")
    git(pair.side, "mv", "money.py", "amounts.py")
    commit_all(pair.side, "rename")
    for _ in range(2):
        assert stand(pair.side, memory) == ("fresh", ["amounts.py::convert"])
        assert stand(pair.main, memory) == ("fresh", ["money.py::convert"])
    for root in (pair.side, pair.main):
        (root / ".ripple" / "graph.db").unlink()
        call_ripple(root, "sweep")
    assert stand(pair.side, memory) == ("fresh", ["amounts.py::convert"])
    assert stand(pair.main, memory) == ("fresh", ["money.py::convert"])


def test_both_rename_and_a_merge_takes_one_of_them(pair: Pair) -> None:
    memory = learn(pair.main, "money.py::convert")
    git(pair.side, "mv", "money.py", "amounts.py")
    commit_all(pair.side, "rename")
    git(pair.main, "mv", "money.py", "cash.py")
    commit_all(pair.main, "rename")
    assert stand(pair.side, memory) == ("fresh", ["amounts.py::convert"])
    assert stand(pair.main, memory) == ("fresh", ["cash.py::convert"])
    git(pair.side, "reset", "--quiet", "--hard", "main")
    assert stand(pair.side, memory) == ("fresh", ["cash.py::convert"])


def test_a_merge_heals_and_marks(pair: Pair) -> None:
    edited = learn(pair.main, "money.py::convert")
    deleted = learn(pair.main, "other.py::other")
    (pair.side / "money.py").write_text(MONEY.replace("currency,", "currency, day,"))
    (pair.side / "other.py").unlink()
    commit_all(pair.side, "edit")
    assert stand(pair.side, edited)[0] == "signature_changed"
    assert stand(pair.side, deleted)[0] == "gone"
    assert [stand(pair.main, memory)[0] for memory in (edited, deleted)] == ["fresh", "fresh"]
    git(pair.main, "merge", "--quiet", "side")
    assert stand(pair.main, edited)[0] == "signature_changed"
    assert stand(pair.main, deleted)[0] == "gone"
    git(pair.main, "revert", "--no-edit", "HEAD")
    git(pair.side, "merge", "--quiet", "main")
    for root in (pair.main, pair.side):
        assert [stand(root, memory)[0] for memory in (edited, deleted)] == ["fresh", "fresh"]


def test_what_is_learned_where_code_moved_is_found_where_it_did_not(pair: Pair) -> None:
    git(pair.side, "mv", "money.py", "amounts.py")
    commit_all(pair.side, "rename")
    memory = learn(pair.side, "amounts.py::convert", "amounts.py")
    assert stand(pair.side, memory)[1] == ["amounts.py::convert", "amounts.py"]
    assert stand(pair.main, memory) == ("fresh", ["money.py::convert", "money.py"])
    assert stand(pair.side, memory)[1] == ["amounts.py::convert", "amounts.py"]


def test_confirming_in_one_counts_in_both(pair: Pair) -> None:
    memory = learn(pair.main, "money.py::convert")
    (pair.side / "money.py").write_text(MONEY.replace("amount * rate", "rate * amount"))
    commit_all(pair.side, "edit")
    assert call_ripple(pair.side, "memories", "confirm", memory)["freshness"]["verdict"] == "fresh"
    assert stand(pair.main, memory)[0] == "fresh"
    git(pair.main, "merge", "--quiet", "side")
    assert stand(pair.main, memory)[0] == "fresh"


# What has reached a branch ---------------------------------------------------------------------


def learn_on_side(pair: Pair) -> str:
    (pair.side / "new.py").write_text(MONEY.replace("convert", "exchange"))
    commit_all(pair.side, "new")
    return learn(pair.side, "new.py::exchange")


def test_a_memory_reaches_a_branch_with_its_commit(pair: Pair) -> None:
    memory = learn_on_side(pair)
    assert show(pair.side, memory)["reached"] is True
    assert show(pair.main, memory)["reached"] is False
    assert stand(pair.main, memory)[0] == "gone"
    git(pair.main, "merge", "--quiet", "--no-ff", "--no-edit", "side")
    assert show(pair.main, memory)["reached"] is True
    assert stand(pair.main, memory)[0] == "fresh"
    git(pair.main, "reset", "--quiet", "--hard", "HEAD~1")
    assert show(pair.main, memory)["reached"] is False


def test_after_a_squash_nobody_knows_once_the_branch_is_gone(pair: Pair) -> None:
    memory = learn_on_side(pair)
    git(pair.main, "merge", "--quiet", "--squash", "side")
    commit_all(pair.main, "squashed")
    assert show(pair.main, memory)["reached"] is False
    assert stand(pair.main, memory)[0] == "fresh"
    git(pair.main, "worktree", "remove", "--force", str(pair.side))
    git(pair.main, "branch", "-D", "side")
    assert show(pair.main, memory)["reached"] is None
    listed = call_ripple(pair.main, "memories", "list")["memories"]
    assert [item["reached"] for item in listed] == [None]
    git(pair.main, "reflog", "expire", "--expire=now", "--all")
    git(pair.main, "gc", "--quiet", "--prune=now")
    call_ripple(pair.main, "sweep")
    assert show(pair.main, memory)["reached"] is None


def test_a_branch_with_the_same_files_has_another_history(pair: Pair) -> None:
    git(pair.side, "commit", "--quiet", "--allow-empty", "--message", "empty")
    memory = learn(pair.side, "money.py::convert")
    assert show(pair.side, memory)["reached"] is True
    git(pair.side, "checkout", "--quiet", "--detach", "main")
    assert show(pair.side, memory)["reached"] is False
