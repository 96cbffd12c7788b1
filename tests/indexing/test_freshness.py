"""Answers are as fresh as can be had quickly, and say how fresh they are."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from shutil import copytree

import pytest

from ripplegraph import open_project
from ripplegraph.app import index_check
from ripplegraph.app.operations.index_updater import MOST_CHANGED_FILES
from ripplegraph.app.project import Project
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.impacts import FILES, ask, build_project, get_depths, replace, show, write
from tests.support.repository import commit_all, git

VERIFY = "pkg/core.py::verify"
USER = "from pkg.core import verify\n\n\ndef late():\n    return verify(1)\n"


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = build_project(tmp_path_factory.mktemp("fresh") / "p")
    told = run_ripple("remember", "Mind it.", "--type", "gotcha", "--about", VERIFY, folder=root)
    assert told.code == 0, told.errors
    return root


@pytest.fixture
def project(scanned: Path, tmp_path: Path) -> Path:
    return Path(copytree(scanned, tmp_path / "p", symlinks=True))


def take_stock(root: Path) -> dict[str, tuple[int, str]]:
    """Return the times and contents of everything that ripple may write.

    SQLite notes in `-shm` who reads, and leaves an empty `-wal`; neither is data.
    """
    return {
        str(path): (path.stat().st_mtime_ns, sha256(path.read_bytes()).hexdigest())
        for folder in (root / ".ripple", root / ".git")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith("-shm")
        if path.stat().st_size or not path.name.endswith("-wal")
    }


@pytest.mark.parametrize("arguments", [[VERIFY], ["pkg/core.py"], ["--diff"], ["--commit", "HEAD"]])
def test_without_a_scan_nothing_is_written(project: Path, arguments: list[str]) -> None:
    write(project, {"late.py": USER})
    before = take_stock(project)
    answer = ask(project, "--no-scan", *arguments)
    assert take_stock(project) == before
    assert answer["index"]["fresh"] is False
    assert any("out of date" in warning for warning in answer["warnings"])
    assert "late.py::late" not in get_depths(answer)


def test_without_a_scan_a_removal_writes_nothing_either(project: Path) -> None:
    replace(project, "pkg/core.py", "def other(x):\n    return verify(x)\n\n\n", "")
    before = take_stock(project)
    assert "sub/mod.py::f" in get_depths(ask(project, "--no-scan", "--diff"))
    assert take_stock(project) == before


def test_without_a_scan_there_has_to_have_been_one(tmp_path: Path) -> None:
    root = build_project(tmp_path / "p", scan=False)
    for arguments in (["a.py"], ["--diff"]):
        done = run_ripple("analyze-impact", "--no-scan", *arguments, folder=root)
        assert_clear_failure(done, code=3)
    assert not (root / ".ripple").exists()


def test_a_few_changed_files_are_scanned_first(project: Path) -> None:
    write(project, {"late.py": USER})
    answer = ask(project, VERIFY)
    assert answer["index"]["fresh"] is True
    assert "late.py::late" in get_depths(answer)


def test_many_changed_files_are_not_and_that_is_said_first(project: Path) -> None:
    write(project, {f"late{at}.py": USER for at in range(MOST_CHANGED_FILES + 1)})
    text = show(project, VERIFY)
    assert text.startswith("not known: the index is out of date")
    assert f"{MOST_CHANGED_FILES + 1} files have changed" in text.splitlines()[0]
    assert "late0.py" not in text


def test_another_commit_and_a_detached_head(project: Path) -> None:
    write(project, {"late.py": USER})
    second = commit_all(project, "second")
    assert "late.py::late" in get_depths(ask(project, VERIFY))
    git(project, "checkout", "--quiet", "--detach", "HEAD~")
    answer = ask(project, VERIFY)
    assert "late.py::late" not in get_depths(answer)
    assert answer["index"]["head"] != second
    assert answer["index"]["fresh"] is True


def test_a_sparse_checkout_leaves_files_out(project: Path) -> None:
    git(project, "update-index", "--refresh")
    assert ask(project, "--no-scan", VERIFY)["index"]["fresh"] is True
    git(project, "sparse-checkout", "set", "pkg")
    assert not (project / "sub").exists()
    answer = ask(project, "--no-scan", VERIFY)
    assert answer["index"]["fresh"] is False
    assert open_project(project).status().reason == answer["index"]["reason"]
    assert ask(project, VERIFY)["index"]["fresh"] is True
    assert ask(project, "--no-scan", VERIFY)["index"]["fresh"] is True


def test_no_commit_yet(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    write(tmp_path, FILES)
    answer = ask(tmp_path, VERIFY)
    assert answer["index"]["commit"] is None
    assert answer["index"]["fresh"] is True


def test_without_git_nobody_can_tell(tmp_path: Path) -> None:
    write(tmp_path, {**FILES, "ripple.toml": ""})
    outside = {"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    assert run_ripple("scan", folder=tmp_path, environment=outside).code == 0
    done = run_ripple("analyze-impact", VERIFY, folder=tmp_path, environment=outside)
    assert "uncertain: there is no git repository" in done.output


class TestLargeProject:
    """Git takes long to compare all files of one: those that are named are compared instead."""

    @pytest.fixture
    def large(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
        monkeypatch.setattr(index_check, "MANY_FILES", 5)
        monkeypatch.setattr(index_check, "_SMALL_BYTES", 0)
        return open_project(project)

    def test_it_is_said_what_was_not_compared(self, large: Project) -> None:
        write(large.root, {"late.py": USER})
        index = large.analyze_impact(["pkg/core.py"]).index
        assert index.fresh is None
        assert "were not compared" in index.reason
        assert index.head == index.commit

    def test_changes_of_what_is_named_are_seen(self, large: Project) -> None:
        write(large.root, {"pkg/use.py": USER})
        answer = large.analyze_impact(["pkg/core.py"], scan=False)
        assert answer.index.reason == "1 file has changed since the scan"
        assert any("out of date" in warning for warning in answer.warnings)
        answer = large.analyze_impact([VERIFY])
        assert answer.index.fresh is True
        assert "pkg/use.py::late" in {row.id for row in answer.direct_dependents}

    def test_another_commit_is_seen(self, large: Project) -> None:
        write(large.root, {"late.py": USER})
        commit_all(large.root, "second")
        answer = large.analyze_impact([VERIFY])
        assert answer.index.fresh is True
        assert "late.py::late" in {row.id for row in answer.direct_dependents}

    def test_a_new_file_is_found(self, large: Project) -> None:
        write(large.root, {"late.py": USER})
        assert large.analyze_impact(["late.py"]).index.fresh is True

    def test_where_git_is_told_of_changes_it_is_asked(
        self, large: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        hook = large.root / ".git" / "all-changed"
        hook.write_text("#!/bin/sh\nprintf 'now\\0/\\0'\n")
        hook.chmod(0o755)
        git(large.root, "config", "core.fsmonitor", ".git/all-changed")
        large.trust(large.review_trust())
        write(large.root, {"late.py": USER})
        answer = large.analyze_impact([VERIFY])
        assert answer.index.fresh is True
        assert "late.py::late" in {row.id for row in answer.direct_dependents}


@pytest.mark.parametrize("many", [False, True])
def test_an_answer_says_that_settings_of_scans_have_changed(
    project: Path, many: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if many:
        monkeypatch.setattr(index_check, "_SMALL_BYTES", 0)
        monkeypatch.setattr(index_check, "MANY_FILES", 1)
    flags = {"scan.exclude": "late.py"}
    answer = open_project(project, flags=flags).analyze_impact(VERIFY, scan=False)
    assert answer.index.fresh is False
    assert "settings of scans" in answer.index.reason
