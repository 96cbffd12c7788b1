"""The graph is as if new where git does not tell that files changed."""

from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.git.unchecked_files import UncheckedFiles, recall_unchecked
from ripplegraph.health.freshness import Freshness
from tests.indexing.incremental.test_git import FILES, build, check
from tests.support.equality import Twin
from tests.support.graphs import write_files
from tests.support.repository import commit_all, git

FLAGS = ["assume-unchanged", "skip-worktree"]
OTHER = "def g(): ...\n\ndef f():\n    g()\n"


@pytest.mark.parametrize("flag", FLAGS)
def test_a_file_that_git_was_told_to_leave_alone(tmp_path: Path, flag: str) -> None:
    root = build(tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    git(root, "update-index", f"--{flag}", "b.py")
    (root / "b.py").write_text(OTHER)
    check(twin)
    (root / "b.py").write_text("def f(): ...\n\ndef other(): ...\n")
    check(twin)
    (root / "b.py").unlink()
    check(twin)
    (root / "b.py").write_text(OTHER)
    check(twin)
    git(root, "update-index", f"--no-{flag}", "b.py")
    git(root, "checkout", "--quiet", "b.py")
    check(twin)


@pytest.mark.parametrize("flag", FLAGS)
def test_answers_know_that_it_changed(tmp_path: Path, flag: str) -> None:
    root = build(tmp_path / "project")
    project = open_project(root)
    project.scan()
    git(root, "update-index", f"--{flag}", "b.py")
    assert project.status().freshness is Freshness.FRESH
    (root / "b.py").write_text(OTHER)
    assert project.status().freshness is Freshness.BEHIND
    found = project.analyze_impact(["b.py"])
    assert {row.id for row in found.direct_dependents} == {"a.py", "pkg/c.py"}
    assert found.index.fresh
    assert project.status().freshness is Freshness.FRESH


def test_a_sparse_checkout_and_files_that_appear_in_it(tmp_path: Path) -> None:
    root = build(tmp_path / "project")
    write_files(root, {f"docs/{n}/x.py": "import b\n" for n in range(9)})
    write_files(root, {"pkg/deep/y.py": "import b\n"})
    commit_all(root, "more")
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    git(root, "sparse-checkout", "set", "pkg")
    check(twin)
    assert recall_unchecked(root, {}).absent == ("docs",)
    check(twin)
    write_files(root, {"docs/3/x.py": "import b\n"})
    check(twin)
    write_files(root, {"docs/3/x.py": "import a\n"})
    check(twin)
    git(root, "sparse-checkout", "disable")
    check(twin)


def test_in_most_repositories_nothing_is_unseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = build(tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    twin.scan()
    asked: list[Path] = []
    monkeypatch.setattr("ripplegraph.git.unchecked_files._read_quickly", asked.append)
    twin.scan()
    assert asked == []
    monkeypatch.undo()
    assert recall_unchecked(root, {}) == UncheckedFiles()


def test_files_under_a_filter_that_is_switched_off(tmp_path: Path) -> None:
    root = build(tmp_path / "project")
    twin = Twin(root, tmp_path / "beside")
    check(twin)
    write_files(root, {".gitattributes": "b.py filter=case\n"})
    git(root, "config", "filter.case.clean", "tr F f")
    git(root, "config", "filter.case.smudge", "tr f F")
    git(root, "rm", "--quiet", "--cached", "b.py")
    (root / "b.py").write_text(FILES["b.py"].replace("f", "F"))
    commit_all(root, "a filter")
    check(twin)
    # Without the filter this is just what git has staged.
    (root / "b.py").write_text(FILES["b.py"])
    check(twin)
    (root / "b.py").write_text(OTHER)
    check(twin)
