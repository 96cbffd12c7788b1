"""Histories that are not all there: what can be read is read, and the rest is named."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.indexing.history.cochange_queries import CoChanges
from tests.support.command import run_ripple

Break = Callable[[Path], None]


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def build(folder: Path) -> Path:
    """Make a repository whose six commits change two files, of which one is renamed in the 4th."""
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    git(folder, "config", "gc.auto", "0")
    body = "".join(f"x{number} = {number}\n" for number in range(20))
    for number in range(1, 7):
        if number == 4:
            git(folder, "mv", "old.py", "b.py")
        (folder / "a.py").write_text(f"{body}a = {number}\n")
        (folder / ("b.py" if number >= 4 else "old.py")).write_text(f"{body}b = {number}\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", f"c{number}")
    return folder


def find_object(root: Path, revision: str) -> Path:
    name = git(root, "rev-parse", revision)
    return root / ".git" / "objects" / name[:2] / name[2:]


def drop(revision: str) -> Break:
    return lambda root: find_object(root, revision).unlink()


def spoil(revision: str) -> Break:
    def spoil_object(root: Path) -> None:
        path = find_object(root, revision)
        path.chmod(0o644)
        path.write_bytes(b"no object at all")

    return spoil_object


def ask(root: Path) -> CoChanges:
    project = open_project(root)
    project.scan()
    return project.co_changes("a.py")


def find_check(root: Path) -> tuple[str, str]:
    (check,) = (it for it in open_project(root).doctor().checks if it.name == "history")
    return check.verdict.value, check.message


@pytest.mark.parametrize(
    ("harm", "commits", "words"),
    [
        # The rename in the fourth commit needs both contents.
        (drop("HEAD~2:b.py"), 6, "read without renames"),
        (drop("HEAD~3^{tree}"), 4, "2 commits left out"),
        (drop("HEAD~3"), 2, "breaks off at 1 commit"),
        (spoil("HEAD~3"), 2, "breaks off at 1 commit"),
    ],
)
def test_what_can_be_read_is_read_and_the_rest_is_named(
    tmp_path: Path, harm: Break, commits: int, words: str
) -> None:
    root = build(tmp_path / "repo")
    harm(root)
    found = ask(root)
    assert found.changes == commits
    assert words in " ".join(found.gaps)
    assert [file.path for file in found.files] == ["b.py"]
    verdict, message = find_check(root)
    assert verdict == "warning"
    assert words in message


def test_the_commands_name_what_is_missing(tmp_path: Path) -> None:
    root = build(tmp_path / "repo")
    drop("HEAD~3")(root)
    assert run_ripple("scan", folder=root).code == 0
    for command in (("co-changes", "a.py"), ("doctor",)):
        assert "breaks off at 1 commit" in run_ripple(*command, folder=root).output
        assert "breaks off at 1 commit" in run_ripple(*command, "--json", folder=root).output


def test_what_comes_back_is_read(tmp_path: Path) -> None:
    root = build(tmp_path / "repo")
    path = find_object(root, "HEAD~3")
    aside = tmp_path / "aside"
    path.rename(aside)
    assert ask(root).changes == 2
    aside.rename(path)
    found = ask(root)
    assert (found.changes, found.gaps) == (6, ())
    assert find_check(root) == ("ok", "6 of 6 commits")


def test_a_commit_on_top_of_a_damaged_history_is_added(tmp_path: Path) -> None:
    root = build(tmp_path / "repo")
    drop("HEAD~3")(root)
    ask(root)
    (root / "a.py").write_text("a = 7\n")
    git(root, "commit", "-qam", "c7")
    found = ask(root)
    assert found.changes == 3
    assert "breaks off" in " ".join(found.gaps)


def test_a_shallow_clone_says_so(tmp_path: Path) -> None:
    build(tmp_path / "repo")
    git(tmp_path, "clone", "-q", "--depth", "3", f"file://{tmp_path}/repo", "clone")
    found = ask(tmp_path / "clone")
    assert (found.is_shallow, found.changes) == (True, 2)
    assert "shallow clone" in found.gaps[0]
    verdict, message = find_check(tmp_path / "clone")
    assert (verdict, "shallow" in message) == ("ok", True)


def test_a_partial_clone_says_what_it_leaves_out(tmp_path: Path) -> None:
    repo = build(tmp_path / "repo")
    git(repo, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{tmp_path}/repo", "clone")
    found = ask(tmp_path / "clone")
    assert found.changes == 6
    assert found.gaps == (
        "This is a partial clone (blob:none): renames with changes are not recognised.",
    )
    assert "blob:none" in find_check(tmp_path / "clone")[1]


def test_a_head_that_cannot_be_read_is_no_bug(tmp_path: Path) -> None:
    root = build(tmp_path / "repo")
    ask(root)
    git(root, "commit", "-q", "--allow-empty", "-m", "c7")
    find_object(root, "HEAD").unlink()
    for command in (("co-changes", "a.py"), ("scan",), ("doctor",), ("status",)):
        done = run_ripple(*command, folder=root)
        assert done.code in (0, 1, 3), done
        assert "Traceback" not in done.errors
