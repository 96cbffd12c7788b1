"""Comparisons of commits and worktrees: the contents of both sides, with real git."""

import os
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from subprocess import CalledProcessError, Popen
from typing import Any

import pytest

from ripplegraph.errors import GitError
from ripplegraph.git import blobs, command
from ripplegraph.git.blobs import read_blobs
from ripplegraph.git.diff import (
    FileDiff,
    compare_commit,
    compare_range,
    compare_worktree,
    read_diff,
)
from tests.support.repository import commit_all, git

NASTY = ('say "a".py', "two\nlines.py", os.fsdecode(b"no text \xff.py"), " space ", "-q", "tab\t")


def read_commit(root: Path, revision: str = "HEAD") -> dict[str, FileDiff]:
    return {item.path: item for item in read_diff(root, compare_commit(root, revision))}


def find_blob(root: Path, name: str) -> Path:
    blob = git(root, "rev-parse", name)
    return root / ".git" / "objects" / blob[:2] / blob[2:]


@pytest.fixture
def count_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Put a git on the path that writes down what it is asked; returns what it was asked."""
    folder, trace = tmp_path / "bin", tmp_path / "questions"
    folder.mkdir()
    script = folder / "git"
    script.write_text(f'#!/bin/sh\necho "$*" >> {trace}\nexec {shutil.which("git")} "$@"\n')
    script.chmod(0o755)

    def start() -> list[str]:
        found = trace.read_text().splitlines() if trace.exists() else []
        trace.unlink(missing_ok=True)
        return found

    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return start


@pytest.mark.parametrize("files", [1, 40])
def test_a_diff_starts_as_many_processes_for_many_files_as_for_one(
    repository: Path, files: int, count_processes: Callable[[], list[str]]
) -> None:
    for side in ("old", "new"):
        for number in range(files):
            (repository / f"f{number}.py").write_text(f"x = '{side} {number}'\n" * 9)
        commit_all(repository, side)
    comparison = compare_commit(repository, "HEAD")
    count_processes()
    found = read_diff(repository, comparison)
    asked = count_processes()
    assert len(found) == files
    assert len([line for line in asked if "cat-file" in line]) == 1
    assert len(asked) == 3


def test_contents_under_any_name(repository: Path) -> None:
    for name in NASTY:
        (repository / name).write_text("one\n" * 9 + name.encode(errors="replace").hex())
    commit_all(repository, "old")
    for name in NASTY:
        (repository / name).write_text("two\n" + (repository / name).read_text())
    commit_all(repository, "new")
    found = read_commit(repository)
    assert set(found) == set(NASTY)
    for name, item in found.items():
        new = (repository / name).read_bytes()
        assert (item.old, item.new) == (new.removeprefix(b"two\n"), new)
        assert item.new_spans == ((1, 1),)


def test_contents_that_look_like_answers_of_git(repository: Path) -> None:
    tricks = (b"", b"\n", b"\n\n", b"no end", b"\0" * 40, b"0" * 40 + b" missing\n")
    for number, trick in enumerate(tricks):
        (repository / f"t{number}").write_bytes(trick)
    commit_all(repository, "tricks")
    found = read_commit(repository)
    assert [found[f"t{number}"].new for number in range(len(tricks))] == list(tricks)


def test_renames_modes_links_and_submodules(repository: Path) -> None:
    (repository / "link").symlink_to("a.py")
    (repository / "moved.py").write_text("x = 1\n" * 20)
    commit_all(repository, "old")
    (repository / "moved.py").rename(repository / "here.py")
    (repository / "a.py").chmod(0o755)
    (repository / "link").unlink()
    (repository / "link").write_text("a file now\n")
    module = f"160000,{git(repository, 'rev-parse', 'HEAD')},lib"
    git(repository, "add", "--all")
    git(repository, "update-index", "--add", "--cacheinfo", module)
    git(repository, "commit", "--quiet", "--message", "new")
    found = read_commit(repository)
    moved = found["here.py"]
    assert (moved.old_path, moved.old, moved.new) == ("moved.py", b"x = 1\n" * 20, moved.old)
    assert found["a.py"].old == found["a.py"].new == b"import b\n"
    assert (found["link"].old, found["link"].new) == (None, b"a file now\n")
    assert (found["lib"].old, found["lib"].new) == (None, None)


def test_a_large_file_has_no_content_and_the_next_has(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blobs, "LARGEST_BYTES", 1_000_000)
    for name, size in (("c1", 1_000_000), ("c2", 1_000_001), ("c3", 2_000_000), ("c4", 5)):
        (repository / name).write_bytes(b"x" * size)
    commit_all(repository, "large")
    found = read_commit(repository)
    assert found["c1"].new == b"x" * 1_000_000
    assert (found["c2"].new, found["c3"].new) == (None, None)
    assert found["c4"].new == b"x" * 5


def test_a_blob_that_is_gone_has_no_content_and_the_next_has(repository: Path) -> None:
    paths = [find_blob(repository, f"HEAD:{name}") for name in ("a.py", "b.py")]
    names = [path.parent.name + path.name for path in paths]
    contents = [b"import b\n", b"x = 1\n"]
    assert read_blobs(repository, names) == dict(zip(names, contents, strict=True))
    assert read_blobs(repository, [names[1], names[0], names[1], "0" * 40]) == {
        names[0]: contents[0],
        names[1]: contents[1],
        "0" * 40: None,
    }
    paths[0].unlink()
    assert read_blobs(repository, names) == {names[0]: None, names[1]: contents[1]}
    assert read_blobs(repository, []) == {}


def test_a_damaged_blob_is_an_error(repository: Path) -> None:
    (repository / "a.py").write_text("".join(f"x{number} = 1\n" for number in range(9_000)))
    commit_all(repository, "long")
    paths = [find_blob(repository, f"HEAD:{name}") for name in ("b.py", "a.py")]
    paths[1].chmod(0o644)
    paths[1].write_bytes(paths[1].read_bytes()[:-2_000])
    with pytest.raises(GitError, match="Git failed"):
        read_blobs(repository, [path.parent.name + path.name for path in paths])


def test_a_partial_clone_fetches_nothing(repository: Path, tmp_path: Path) -> None:
    git(repository, "config", "uploadpack.allowFilter", "true")
    url = f"file://{repository}"
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", url, "clone")
    clone, trace, trap = tmp_path / "clone", tmp_path / "trace", tmp_path / "trap.sh"
    names = [git(clone, "rev-parse", f"HEAD:{name}") for name in ("a.py", "b.py")]
    git(clone, "cat-file", "-e", names[1])  # This one is fetched.
    trap.write_text(f"#!/bin/sh\ntouch {trace}\n")
    trap.chmod(0o755)
    git(clone, "config", "core.sshCommand", str(trap))
    git(clone, "config", "remote.origin.url", "ssh://localhost/x")
    assert read_blobs(clone, names) == {names[0]: None, names[1]: b"x = 1\n"}
    with pytest.raises(GitError, match=r"unable to read|could not fetch"):
        read_commit(clone)
    assert not trace.exists()
    with pytest.raises(CalledProcessError):
        git(clone, "cat-file", "-e", names[0])
    assert trace.exists()  # The trap works.


@pytest.mark.parametrize("born", [True, False])
def test_a_repository_with_longer_ids(tmp_path: Path, born: bool) -> None:
    git(tmp_path, "init", "--quiet", "--object-format=sha256", "modern")
    root = tmp_path / "modern"
    (root / "a.py").write_text("x = 1\n")
    if born:
        commit_all(root, "first")
        assert read_commit(root)["a.py"].new == b"x = 1\n"
        (root / "a.py").write_text("x = 2\n")
        commit_all(root, "second")
        (found,) = read_diff(root, compare_range(root, "HEAD~1..HEAD"))
        assert (found.old, found.new) == (b"x = 1\n", b"x = 2\n")
        assert read_diff(root, compare_worktree(root)) == []
    else:
        git(root, "add", "a.py")
        (found,) = read_diff(root, compare_worktree(root, staged=True))
        assert (found.old_path, found.new) == (None, b"x = 1\n")


def test_a_shallow_clone_and_a_merge(repository: Path, tmp_path: Path) -> None:
    git(repository, "checkout", "--quiet", "-b", "side")
    (repository / "side.py").write_text("s = 1\n")
    commit_all(repository, "side")
    git(repository, "checkout", "--quiet", "main")
    (repository / "b.py").write_text("x = 2\n")
    commit_all(repository, "main")
    git(repository, "merge", "--quiet", "--no-edit", "side")
    assert {*read_commit(repository)} == {"side.py"}
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repository}", "clone")
    found = read_commit(tmp_path / "clone")
    assert {name: item.new for name, item in found.items()} == {
        "a.py": b"import b\n",
        "b.py": b"x = 2\n",
        "side.py": b"s = 1\n",
    }


def test_nothing_stays_open_and_nobody_waits(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blobs, "LARGEST_BYTES", 6)
    started = []

    def start_git(*arguments: Any, **options: Any) -> "Popen[bytes]":
        started.append(start(*arguments, **options))
        return started[-1]

    start = command.start_git
    monkeypatch.setattr(blobs, "start_git", start_git)
    names = [find_blob(repository, f"HEAD:{name}") for name in ("a.py", "b.py")]
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        found = read_blobs(repository, [path.parent.name + path.name for path in names])
    assert list(found.values()) == [None, b"x = 1\n"]
    assert len(started) == 2
    for process in started:
        assert process.returncode is not None
        assert process.stdout is not None and process.stdout.closed  # noqa: PT018
