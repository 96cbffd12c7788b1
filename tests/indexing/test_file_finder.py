"""Which files belong to a project, in git and outside."""

import os
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from ripplegraph.config import ScanConfig
from ripplegraph.git.worktree import read_worktree
from ripplegraph.indexing.discovery.file_finder import FoundFile, discover_files
from tests.support.graphs import write_files
from tests.support.repository import build_repository, commit_all, git


def find(root: Path, *, in_git: bool, config: ScanConfig | None = None) -> dict[str, FoundFile]:
    found = discover_files(
        root, worktree=read_worktree(root) if in_git else None, config=config or ScanConfig()
    )
    assert [file.path for file in found] == sorted(file.path for file in found)
    return {file.path: file for file in found}


def test_git_lists_tracked_and_new_files_but_no_ignored_ones(repository: Path) -> None:
    write_files(
        repository, {".gitignore": "*.log\n", "new.py": "", "x.log": "", ".ripple/graph.db": ""}
    )
    assert set(find(repository, in_git=True)) == {".gitignore", "a.py", "b.py", "new.py"}


def test_a_tracked_file_has_the_id_of_its_staged_content(repository: Path) -> None:
    write_files(repository, {"new.py": ""})
    found = find(repository, in_git=True)
    assert found["a.py"].blob == git(repository, "rev-parse", "HEAD:a.py")
    assert found["new.py"].blob is None
    assert found["a.py"].size == len("import b\n")


def test_a_deleted_file_is_gone(repository: Path) -> None:
    (repository / "a.py").unlink()
    assert set(find(repository, in_git=True)) == {"b.py"}


def test_a_file_whose_folder_became_a_file_is_gone(repository: Path) -> None:
    write_files(repository, {"pkg/c.py": ""})
    commit_all(repository, "package")
    (repository / "pkg" / "c.py").unlink()
    (repository / "pkg").rmdir()
    write_files(repository, {"pkg": "now a file"})
    assert set(find(repository, in_git=True)) == {"a.py", "b.py", "pkg"}


def test_a_conflict_is_one_file_without_an_id(repository: Path) -> None:
    git(repository, "checkout", "--quiet", "-b", "side")
    (repository / "a.py").write_text("side\n")
    commit_all(repository, "side")
    git(repository, "checkout", "--quiet", "main")
    (repository / "a.py").write_text("main\n")
    commit_all(repository, "main")
    with pytest.raises(CalledProcessError):
        git(repository, "merge", "--quiet", "side")
    assert find(repository, in_git=True)["a.py"].blob is None


def test_submodules_and_repositories_inside_are_projects_of_their_own(
    repository: Path, tmp_path: Path
) -> None:
    library = build_repository(tmp_path / "library")
    local = ("-c", "protocol.file.allow=always")
    git(repository, *local, "submodule", "--quiet", "add", str(library), "lib")
    build_repository(repository / "inner")
    assert set(find(repository, in_git=True)) == {".gitmodules", "a.py", "b.py"}


def test_a_sparse_checkout_has_fewer_files(repository: Path) -> None:
    write_files(repository, {"docs/x.py": "", "src/y.py": ""})
    commit_all(repository, "folders")
    git(repository, "sparse-checkout", "set", "src")
    assert set(find(repository, in_git=True)) == {"a.py", "b.py", "src/y.py"}


def test_links_and_pipes_are_listed_with_a_reason(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": ""})
    (tmp_path / "link.py").symlink_to("a.py")
    (tmp_path / "broken.py").symlink_to("nowhere")
    (tmp_path / "folder").symlink_to(".")
    os.mkfifo(tmp_path / "pipe.py")
    found = find(tmp_path, in_git=False)
    assert {path: file.reason for path, file in found.items()} == {
        "a.py": None,
        "broken.py": "a symbolic link",
        "folder": "a symbolic link",
        "link.py": "a symbolic link",
        "pipe.py": "not a regular file",
    }


def test_names_that_cannot_be_ids_are_listed_with_a_reason(repository: Path) -> None:
    for name in (b"caf\xe9.py", b"a.py::f", b"ext:os", b"pattern:x"):
        (repository / os.fsdecode(name)).touch()
    found = find(repository, in_git=True)
    strange = {path: file.reason for path, file in found.items() if not file.nameable}
    assert strange == {
        r"caf\xe9.py": "its name is not UTF-8",
        "a.py::f": "its name could be mistaken for an id",
        "ext:os": "its name could be mistaken for an id",
        "pattern:x": "its name could be mistaken for an id",
    }


def test_line_breaks_and_other_alphabets_in_names(repository: Path) -> None:
    write_files(repository, {"två\nrader.py": "", "日本/x.py": ""})
    assert {"två\nrader.py", "日本/x.py"} <= set(find(repository, in_git=True))


def test_settings_choose_files(repository: Path) -> None:
    write_files(repository, {"src/c.py": "", "src/gen/d.py": "", "docs/e.md": ""})
    included = ScanConfig(include=("src/",), exclude=("gen/",))
    assert set(find(repository, in_git=True, config=included)) == {"src/c.py"}
    excluded = ScanConfig(exclude=("*.py", "!src/**"))
    assert set(find(repository, in_git=True, config=excluded)) == {
        "docs/e.md",
        "src/c.py",
        "src/gen/d.py",
    }


def test_outside_git_ignore_files_are_obeyed_as_git_does(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            ".gitignore": "*.log\n/build/\n",
            "a.py": "",
            "x.log": "",
            "build/b.py": "",
            "src/build/c.py": "",
            "src/.gitignore": "!keep.log\nprivate.py\n",
            "src/keep.log": "",
            "src/private.py": "",
            "private.py": "",
        },
    )
    assert set(find(tmp_path, in_git=False)) == {
        ".gitignore",
        "a.py",
        "private.py",
        "src/.gitignore",
        "src/build/c.py",
        "src/keep.log",
    }


def test_outside_git_folders_of_tools_are_passed_over(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "a.py": "",
            "node_modules/x/index.js": "",
            "pkg/__pycache__/a.pyc": "",
            "myenv/pyvenv.cfg": "",
            "myenv/lib/b.py": "",
            ".git/config": "",
            ".ripple/graph.db": "",
        },
    )
    assert set(find(tmp_path, in_git=False)) == {"a.py"}


def test_an_ignore_file_that_leaves_nothing_speaks_of_other_files(tmp_path: Path) -> None:
    write_files(tmp_path, {".gitignore": "/*\n!/debian/\n", "a.c": "", "lib/b.c": ""})
    write_files(tmp_path, {"lib/.gitignore": "*.o\n", "lib/b.o": ""})
    assert set(find(tmp_path, in_git=False)) == {".gitignore", "a.c", "lib/.gitignore", "lib/b.c"}
