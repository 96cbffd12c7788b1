"""Finding repositories and reading worktrees, with real git."""

import os
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from ripplegraph.errors import GitError, GitMissingError, NotAProjectError
from ripplegraph.git.command import read_git
from ripplegraph.git.discovery import find_plain_worktree
from ripplegraph.git.repository import Repository, _ask_git, find_repository
from ripplegraph.git.worktree import Change, ChangeKind, is_ignored, read_worktree
from tests.support.repository import build_repository, commit_all, git


def test_a_folder_outside_git(tmp_path: Path) -> None:
    assert find_repository(tmp_path) is None


def test_a_subfolder(repository: Path) -> None:
    inner = repository / "src" / "deep"
    inner.mkdir(parents=True)
    assert find_repository(inner) == Repository(repository, repository / ".git")


def test_a_linked_worktree_shares_the_common_folder(repository: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repository, "worktree", "add", "--quiet", "-b", "other", str(linked))
    assert find_repository(linked) == Repository(linked, repository / ".git")


def test_a_submodule_is_a_repository_of_its_own(repository: Path, tmp_path: Path) -> None:
    library = build_repository(tmp_path / "library")
    local = ("-c", "protocol.file.allow=always")
    git(repository, *local, "submodule", "--quiet", "add", str(library), "lib")
    assert find_repository(repository / "lib") == Repository(
        repository / "lib", repository / ".git" / "modules" / "lib"
    )


def test_a_name_with_a_line_break(tmp_path: Path) -> None:
    folder = build_repository(tmp_path / "two\nlines ")
    assert find_repository(folder) == Repository(folder, folder / ".git")


def test_variables_of_a_git_hook_do_not_redirect(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = build_repository(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert find_repository(repository) == Repository(repository, repository / ".git")


def test_a_bare_repository_and_a_git_folder(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "init", "--bare", "--quiet", "bare.git")
    with pytest.raises(NotAProjectError, match="a bare repository"):
        find_repository(tmp_path / "bare.git")
    with pytest.raises(NotAProjectError, match=r"inside \.git"):
        find_repository(repository / ".git")


def test_git_is_missed_only_where_a_repository_is(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_repository(tmp_path) is None
    found = find_repository(repository)
    assert found is not None
    with pytest.raises(GitMissingError):
        read_worktree(found.root)
    (repository / ".git" / "config").unlink()
    with pytest.raises(GitMissingError):
        find_repository(repository)


def test_a_broken_repository_is_an_error(repository: Path) -> None:
    (repository / ".git" / "config").write_text("[core\n")
    with pytest.raises(GitError, match="config"):
        find_repository(repository)


def test_what_git_complains_about_is_passed_on(repository: Path) -> None:
    with pytest.raises(GitError, match="single revision"):
        read_git(repository, "rev-parse", "--verify", "nowhere^{commit}", "--")


def test_a_clean_worktree(repository: Path) -> None:
    found = read_worktree(repository)
    assert found.commit == git(repository, "rev-parse", "HEAD")
    assert found.tree == git(repository, "rev-parse", "HEAD^{tree}")
    assert (found.branch, found.changes) == ("main", ())


def test_a_repository_without_commits(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    (tmp_path / "a.py").touch()
    found = read_worktree(tmp_path)
    assert (found.commit, found.tree, found.branch) == (None, None, "main")
    assert found.changes == (Change("a.py", ChangeKind.UNTRACKED),)


def test_a_detached_head(repository: Path) -> None:
    git(repository, "checkout", "--quiet", "--detach")
    assert read_worktree(repository).branch is None


def test_every_kind_of_change(repository: Path) -> None:
    for name in ("moved.py", "gone.py", "staged away.py"):
        (repository / name).write_text(f"# {name}\n" * 9)
    commit_all(repository, "more files")
    (repository / "a.py").write_text("changed\n")
    (repository / "gone.py").unlink()
    git(repository, "rm", "--quiet", "staged away.py")
    git(repository, "mv", "moved.py", "new name.py")
    (repository / "dir").mkdir()
    odd = os.fsdecode(b'dir/\xff\n".py')
    (repository / odd).touch()
    changes = {change.path: change.kind for change in read_worktree(repository).changes}
    assert changes == {
        "a.py": ChangeKind.MODIFIED,
        "gone.py": ChangeKind.DELETED,
        "staged away.py": ChangeKind.DELETED,
        "moved.py": ChangeKind.DELETED,
        "new name.py": ChangeKind.ADDED,
        odd: ChangeKind.UNTRACKED,
    }


def test_a_conflict(repository: Path) -> None:
    git(repository, "checkout", "--quiet", "-b", "side")
    (repository / "a.py").write_text("side\n")
    commit_all(repository, "side")
    git(repository, "checkout", "--quiet", "main")
    (repository / "a.py").write_text("main\n")
    commit_all(repository, "main")
    with pytest.raises(CalledProcessError):
        git(repository, "merge", "--quiet", "side")
    assert read_worktree(repository).changes == (Change("a.py", ChangeKind.CONFLICTED),)


def test_reading_leaves_the_index_alone(repository: Path) -> None:
    os.utime(repository / "a.py", (1, 1))
    before = (repository / ".git" / "index").read_bytes()
    read_worktree(repository)
    assert (repository / ".git" / "index").read_bytes() == before


def test_ignored_files(repository: Path) -> None:
    (repository / ".gitignore").write_text("*.log\n")
    assert is_ignored(repository, "x.log")
    assert not is_ignored(repository, "a.py")


def test_git_agrees_with_what_is_found_without_it(repository: Path, tmp_path: Path) -> None:
    (repository / "src" / "deep").mkdir(parents=True)
    (repository / "a.txt").write_text("a")
    commit_all(repository, "first")
    git(repository, "worktree", "add", "--quiet", "-b", "other", str(tmp_path / "linked"))
    git(tmp_path, "init", "--quiet", "--separate-git-dir", str(tmp_path / "apart"), "split")
    git(tmp_path, "init", "--quiet", "--object-format=sha256", "modern")
    (repository / "inner").symlink_to(tmp_path / "modern")
    elsewhere = build_repository(tmp_path / "elsewhere")
    git(elsewhere, "config", "core.worktree", str(tmp_path / "split"))
    plain = ("src/deep", ".", "../linked", "../split", "../modern", "inner")
    for place in plain:
        folder = Path(os.path.realpath(repository / place))
        found = find_plain_worktree(str(folder))
        assert found is not None
        assert Repository(*map(Path, found)) == _ask_git(folder)
    for place in (".git", ".git/refs", "../elsewhere", "../apart", ".."):
        assert find_plain_worktree(os.path.realpath(repository / place)) is None


def test_what_is_unusual_is_left_to_git(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = repository / "src"
    inner.mkdir()
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(repository))
    assert find_plain_worktree(str(inner)) is None
    monkeypatch.delenv("GIT_CEILING_DIRECTORIES")
    (repository / ".git" / "HEAD").unlink()
    assert find_plain_worktree(str(inner)) is None


def test_a_setting_that_leads_to_other_files_is_refused(repository: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    for place in (victim, tmp_path):
        with (repository / ".git" / "config").open("a") as settings:
            settings.write(f"[core] worktree = {place}\n")
        with pytest.raises(GitError, match="worktree"):
            find_repository(repository)


def test_nor_may_it_lead_to_another_repository_around_it(repository: Path) -> None:
    inner = build_repository(repository / "inner")
    git(inner, "config", "extensions.worktreeConfig", "true")
    git(inner, "config", "--worktree", "core.worktree", str(repository))
    with pytest.raises(GitError, match="worktree"):
        find_repository(inner)


def test_a_git_folder_elsewhere_has_to_name_the_worktree(repository: Path, tmp_path: Path) -> None:
    folder = tmp_path / "unpacked"
    folder.mkdir()
    (folder / ".git").write_text(f"gitdir: {repository / '.git'}\n")
    with pytest.raises(GitError, match="does not say the same"):
        find_repository(folder)
    (folder / ".git").unlink()
    (folder / ".git").symlink_to(repository / ".git")
    with pytest.raises(GitError, match="does not say the same"):
        find_repository(folder)
    git(tmp_path, "init", "--quiet", "--separate-git-dir", str(tmp_path / "apart"), "split")
    with pytest.raises(GitError, match="does not say the same") as caught:
        find_repository(tmp_path / "split")
    git(tmp_path, *caught.value.hint.partition("git ")[2].split())
    assert find_repository(tmp_path / "split") == Repository(tmp_path / "split", tmp_path / "apart")


def test_what_looks_like_a_bare_repository_among_the_files_is_none(repository: Path) -> None:
    inner = repository / "docs"
    for name in ("objects", "refs"):
        (inner / name).mkdir(parents=True)
    (inner / "HEAD").write_text("ref: refs/heads/main\n")
    (inner / "config").write_text(
        "[core]\n\trepositoryformatversion = 0\n\tworktree = ..\n\tfsmonitor = ./run\n"
    )
    with pytest.raises(NotAProjectError, match="a bare repository"):
        find_repository(inner)
