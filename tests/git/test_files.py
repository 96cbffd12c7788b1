"""What the index lists, as a whole and file by file."""

from pathlib import Path
from subprocess import CalledProcessError

import pytest

from ripplegraph.git.files import list_files, list_some_files, read_listing
from ripplegraph.git.worktree import read_worktree
from tests.support.graphs import write_files
from tests.support.repository import commit_all, git

NAMES = ("a.py", "b.py", "x\ta.py", "line\nbreak.py", "ümlaut.py", "pkg/a.py", "new.py", "gone.py")


def test_each_file_is_found_as_it_is_listed(repository: Path) -> None:
    write_files(repository, {name: name for name in NAMES})
    commit_all(repository, "all")
    write_files(repository, {"new/untracked.py": "", "b.py": "changed\n"})
    (repository / "gone.py").unlink()
    (repository / "link.py").symlink_to("a.py")
    git(repository, "add", "link.py")
    listing, worktree = read_listing(repository), read_worktree(repository)
    listed = {item.path: item for item in list_files(listing, worktree)}
    wanted = [*NAMES, "link.py", "new/untracked.py", "absent.py", "pkg"]
    found = {item.path: item for item in list_some_files(listing, worktree, wanted)}
    assert found == listed
    assert listed["b.py"].blob is None
    assert listed["x\ta.py"].blob != listed["a.py"].blob


def test_a_conflict_is_found_without_an_id(repository: Path) -> None:
    git(repository, "checkout", "--quiet", "-b", "side")
    (repository / "a.py").write_text("side\n")
    commit_all(repository, "side")
    git(repository, "checkout", "--quiet", "main")
    (repository / "a.py").write_text("main\n")
    commit_all(repository, "main")
    with pytest.raises(CalledProcessError):
        git(repository, "merge", "side")
    listing = read_listing(repository)
    assert listing.find("a.py") == next(item for item in listing if item.path == "a.py")
    assert listing.find("a.py").blob is None  # type: ignore[union-attr]


def test_the_fingerprint_tells_what_is_staged(repository: Path) -> None:
    before = read_listing(repository).fingerprint
    (repository / "a.py").write_text("changed\n")
    assert read_listing(repository).fingerprint == before
    git(repository, "add", "a.py")
    assert read_listing(repository).fingerprint != before


def test_a_file_that_git_was_told_to_leave_alone_shows(repository: Path) -> None:
    assert read_listing(repository).is_looked_at
    git(repository, "update-index", "--assume-unchanged", "a.py")
    assert not read_listing(repository).is_looked_at
    git(repository, "update-index", "--no-assume-unchanged", "a.py")
    git(repository, "update-index", "--skip-worktree", "a.py")
    assert not read_listing(repository).is_looked_at


def test_an_empty_index_lists_nothing(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    listing = read_listing(tmp_path)
    assert list(listing) == []
    assert listing.is_looked_at
    assert listing.find("a.py") is None
