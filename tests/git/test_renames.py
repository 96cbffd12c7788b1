"""Files that moved since a commit, in every state in which a worktree can hold them."""

import subprocess
from pathlib import Path

import pytest

from ripplegraph.git.renames import find_renames
from tests.support.repository import commit_all, git

LINES = [f"line {number}\n" for number in range(30)]


@pytest.fixture
def root(repository: Path) -> Path:
    (repository / "long.txt").write_text("".join(LINES))
    (repository / "other.txt").write_text("".join(reversed(LINES)) * 2)
    (repository / "empty.txt").touch()
    commit_all(repository, "files")
    return repository


def get_head(root: Path) -> str:
    return git(root, "rev-parse", "HEAD")


@pytest.mark.parametrize("state", ["committed", "staged", "intended", "untracked"])
@pytest.mark.parametrize("name", ["new.txt", "d/é 'x'.txt", '"quoted".txt', "-dash.txt"])
def test_a_moved_file(root: Path, state: str, name: str) -> None:
    head = get_head(root)
    (root / name).parent.mkdir(exist_ok=True)
    (root / "long.txt").rename(root / name)
    if state == "committed":
        commit_all(root, "moved")
    elif state == "staged":
        git(root, "add", "--all")
    elif state == "intended":
        git(root, "add", "--intent-to-add", "--", name)
    assert find_renames(root, head) == {"long.txt": name}


@pytest.mark.parametrize("state", ["committed", "staged"])
def test_a_file_that_moved_and_changed(root: Path, state: str) -> None:
    head = get_head(root)
    (root / "long.txt").unlink()
    (root / "new\nname.txt").write_text("".join(LINES[3:]))
    git(root, "add", "--all")
    if state == "committed":
        commit_all(root, "moved")
    assert find_renames(root, head) == {"long.txt": "new\nname.txt"}


def test_an_untracked_file_must_be_exactly_alike(root: Path) -> None:
    (root / "long.txt").unlink()
    (root / "new.txt").write_text("".join(LINES[1:]))
    assert find_renames(root, get_head(root)) == {}


def test_copies_and_edits_are_no_renames(root: Path) -> None:
    (root / "copy.txt").write_text((root / "long.txt").read_text())
    git(root, "add", "copy.txt")
    (root / "second.txt").write_text((root / "long.txt").read_text())
    (root / "other.txt").write_text("changed\n")
    assert find_renames(root, get_head(root)) == {}


def test_what_is_not_clear_is_not_guessed(root: Path) -> None:
    (root / "long.txt").unlink()
    for name in ("one.txt", "two.txt"):
        (root / name).write_text("".join(LINES))
    (root / "empty.txt").rename(root / "empty2.txt")
    assert find_renames(root, get_head(root)) == {}


def test_ignored_files_do_not_count(root: Path) -> None:
    (root / ".gitignore").write_text("ignored.txt\n")
    (root / "long.txt").rename(root / "ignored.txt")
    assert find_renames(root, get_head(root)) == {}


def test_several_commits_and_states_at_once(root: Path) -> None:
    head = get_head(root)
    git(root, "mv", "long.txt", "b.txt")
    commit_all(root, "one")
    git(root, "mv", "b.txt", "c.txt")
    (root / "other.txt").rename(root / "d.txt")
    assert find_renames(root, head) == {"long.txt": "c.txt", "other.txt": "d.txt"}


def test_line_ends_that_git_changes_do_not_hide_a_move(root: Path) -> None:
    (root / ".gitattributes").write_text("*.txt text eol=crlf\n")
    commit_all(root, "line ends")
    head = get_head(root)
    (root / "long.txt").unlink()
    (root / "new.txt").write_bytes("".join(LINES).replace("\n", "\r\n").encode())
    assert find_renames(root, head) == {"long.txt": "new.txt"}


def test_a_commit_that_is_gone_gives_no_answer(root: Path) -> None:
    assert find_renames(root, "0123456789" * 4) == {}


def test_links_and_odd_files_are_left_alone(root: Path) -> None:
    (root / "long.txt").unlink()
    (root / "link").symlink_to("other.txt")
    subprocess.run(["mkfifo", root / "pipe"], check=True)
    assert find_renames(root, get_head(root)) == {}
