"""Whether an index is fresh, and what doctor says about it."""

from pathlib import Path

from ripplegraph import open_project
from ripplegraph.git.worktree import Change, ChangeKind, Worktree
from ripplegraph.health.report import Check
from ripplegraph.health.status import Freshness, judge_freshness
from tests.support.databases import create_all, graph_of, memory_of, record_scan
from tests.support.repository import commit_all, git

SCANNED = {"scanned_at": "2026-01-02T03:04:05Z", "commit": "a" * 40, "tree": "t1"}


def worktree(tree: str, *changes: Change) -> Worktree:
    return Worktree(commit="b" * 40, tree=tree, branch="main", changes=changes)


def get_check(root: Path, name: str) -> Check:
    return next(check for check in open_project(root).doctor().checks if check.name == name)


def test_nothing_was_scanned() -> None:
    assert judge_freshness({}, worktree("t1"))[0] is Freshness.NOT_INDEXED


def test_the_same_tree_is_fresh_whatever_the_commit() -> None:
    assert judge_freshness(SCANNED, worktree("t1"))[0] is Freshness.FRESH


def test_another_tree_is_behind() -> None:
    freshness, reason = judge_freshness(SCANNED, worktree("t2"))
    assert freshness is Freshness.BEHIND
    assert reason == "indexed aaaaaaaaaa, checked out bbbbbbbbbb"


def test_uncommitted_changes_leave_it_open() -> None:
    changed = worktree("t1", Change("a.py", ChangeKind.MODIFIED))
    assert judge_freshness(SCANNED, changed) == (
        Freshness.UNCERTAIN,
        "1 file with uncommitted changes",
    )


def test_without_git_it_is_open_too() -> None:
    assert judge_freshness(SCANNED, None)[0] is Freshness.UNCERTAIN


def test_status_tells_about_both_databases(repository: Path) -> None:
    memory = memory_of(repository, git_common_dir=repository / ".git")
    create_all(graph_of(repository), memory)
    status = open_project(repository).status()
    assert status.index is None
    assert status.graph.bytes
    assert status.memory.path == memory.path
    assert status.memory.project_id
    assert status.checked_out is not None
    assert status.checked_out.changed_files == 0


def test_worktrees_share_memories_but_not_the_graph(repository: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repository, "worktree", "add", "--quiet", "-b", "other", str(linked))
    main, other = open_project(repository).status(), open_project(linked).status()
    assert main.memory.path == other.memory.path
    assert main.graph.path != other.graph.path


def test_doctor_warns_of_an_index_that_is_behind(repository: Path) -> None:
    commit, tree = (git(repository, "rev-parse", name) for name in ("HEAD", "HEAD^{tree}"))
    record_scan(graph_of(repository), commit=commit, tree=tree)
    assert get_check(repository, "index").verdict == "ok"
    (repository / "c.py").touch()
    commit_all(repository, "second")
    check = get_check(repository, "index")
    assert (check.verdict, check.message[:6]) == ("warning", "behind")
    assert check.fix


def test_doctor_warns_when_git_sees_the_databases(repository: Path) -> None:
    create_all(graph_of(repository))
    assert get_check(repository, "ignored files").verdict == "ok"
    (repository / ".ripple" / ".gitignore").unlink()
    assert get_check(repository, "ignored files").verdict == "warning"


def test_doctor_warns_of_settings_that_are_passed_over(repository: Path) -> None:
    (repository / "ripple.toml").touch()
    (repository / "pyproject.toml").write_text("[tool.ripple.scan]\njobs = 1\n")
    check = get_check(repository, "configuration")
    assert check.verdict == "warning"
    assert "pyproject.toml is passed over" in check.message
