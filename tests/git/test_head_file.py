"""The commit that is checked out, read without git, is the one that git names."""

from pathlib import Path

import pytest

from ripplegraph.git.head_file import read_head_file
from ripplegraph.git.repository import find_repository
from tests.support.repository import commit_all, git


def read(folder: Path) -> str | None:
    found = find_repository(folder)
    assert found is not None
    return read_head_file(found.root, found.common_dir)


@pytest.mark.parametrize(
    "steps",
    [
        [],
        [["checkout", "--quiet", "--detach"]],
        [["checkout", "--quiet", "-b", "some/branch"]],
        [["pack-refs", "--all"]],
    ],
)
def test_it_is_the_commit_that_git_names(repository: Path, steps: list[list[str]]) -> None:
    for step in steps:
        git(repository, *step)
    assert read(repository) == git(repository, "rev-parse", "HEAD")
    commit_all(repository, "next")
    assert read(repository) == git(repository, "rev-parse", "HEAD")


def test_in_another_worktree(repository: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    git(repository, "worktree", "add", "--quiet", "-b", "other", str(other))
    commit_all(other, "there")
    assert read(other) == git(other, "rev-parse", "HEAD")
    assert read(other) != read(repository)


def test_without_a_commit_there_is_none(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    assert read(tmp_path) is None
    (tmp_path / ".git" / "HEAD").write_text("ref: ../../../etc/passwd\n")
    assert read_head_file(tmp_path, tmp_path / ".git") is None
