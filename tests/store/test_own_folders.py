"""Links in the places that ripple writes to, and folders that nobody made a project."""

import os
from pathlib import Path

import pytest

from ripplegraph import NotAProjectError, UsageError, open_project
from ripplegraph.errors import LinkedStoreError, StoreError
from ripplegraph.memory.writing.drafts import Draft
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.repository import commit_all, git

NAMES = (
    *("graph.db", "graph.db-wal", ".gitignore", "scan.lock", "scan.pending", "answers.jsonl"),
    *("memory-spool.jsonl", "memory-spool.lock", "hooks.log", "rescan.log", "transcripts"),
)


def test_a_committed_link_does_not_lead_a_scan_elsewhere(repository: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (repository / ".ripple").symlink_to("../outside")
    commit_all(repository, "link")
    for command in ("scan", "status", "analyze-impact a.py", "remember x", "doctor"):
        result = run_ripple(*command.split(), folder=repository)
        assert_clear_failure(result, code=4)
        assert "is a link" in result.errors
    assert run_ripple("hook", "session-start", folder=repository).code == 0
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("name", NAMES)
def test_nor_do_links_inside(repository: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / "outside"
    (repository / ".ripple").mkdir()
    (repository / ".ripple" / name).symlink_to(target)
    with pytest.raises(LinkedStoreError, match="is a link"):
        open_project(repository).scan()
    assert not os.path.lexists(target)


def test_nor_is_a_pipe_waited_for(repository: Path) -> None:
    (repository / ".ripple").mkdir()
    os.mkfifo(repository / ".ripple" / "memory-spool.jsonl")
    with pytest.raises(LinkedStoreError, match="no regular file"):
        open_project(repository)


@pytest.mark.parametrize("version", ["2", "4"])
def test_a_committed_graph_or_spool_is_nobodys(repository: Path, version: str) -> None:
    open_project(repository).scan()
    (repository / ".ripple" / "memory-spool.jsonl").write_text("{}\n")
    (repository / "docs" / ".ripple").mkdir(parents=True)
    (repository / "docs" / ".ripple" / "x.py").touch()
    git(repository, "update-index", "--index-version", version)
    commit_all(repository, "a folder of the same name")
    open_project(repository)
    git(repository, "add", "--force", ".ripple")
    with pytest.raises(StoreError, match="is committed") as caught:
        open_project(repository)
    git(repository, *caught.value.hint.partition("git ")[2].partition(". ")[0].split())
    assert open_project(repository).scan().files


@pytest.mark.parametrize("name", ["ripple", "ripple/memory.db"])
def test_nor_does_the_folder_of_the_memories(repository: Path, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    path = repository / ".git" / name
    path.parent.mkdir(exist_ok=True)
    path.symlink_to(outside)
    with pytest.raises(LinkedStoreError, match="is a link"):
        open_project(repository).remember(Draft("The lamp is on."))
    assert list(outside.iterdir()) == []


def test_a_link_of_an_earlier_commit_is_not_followed(repository: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (repository / ".ripple").symlink_to(outside)
    (repository / "b.py").write_text("x = 1\n\ndef lamp(): pass\n")
    (repository / "a.py").write_text("import b\nb.lamp()\n")
    commit_all(repository, "link")
    (repository / ".ripple").unlink()
    (repository / "b.py").write_text("x = 1\n")
    commit_all(repository, "gone")
    open_project(repository).scan()
    result = run_ripple("analyze-impact", "--commit", "HEAD", folder=repository)
    assert result.code == 0, result
    assert list(outside.iterdir()) == []


def test_a_folder_outside_git_is_a_project_only_on_request(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    result = run_ripple("scan", folder=tmp_path)
    assert_clear_failure(result, code=3)
    assert "--here" in result.errors
    assert not (tmp_path / ".ripple").exists()
    with pytest.raises(NotAProjectError):
        open_project(tmp_path)
    with pytest.raises(UsageError, match="is a file"):
        open_project(tmp_path / "a.py", anywhere=True)
    result = run_ripple("-C", tmp_path / "a.py", "scan", "--here", folder=tmp_path)
    assert_clear_failure(result, code=2)
    assert not (tmp_path / ".ripple").exists()
    assert run_ripple("scan", "--here", folder=tmp_path).code == 0
    assert run_ripple("scan", folder=tmp_path).code == 0
