"""Git folders made by hand, which show git other settings than a careless reader would see."""

import os
import shutil
from pathlib import Path

import pytest

from ripplegraph.cli.main import main
from ripplegraph.errors import GitError
from ripplegraph.git.blobs import read_blobs
from ripplegraph.git.command import run_git
from ripplegraph.git.index_state import read_index_state
from ripplegraph.git.programs import find_programs
from ripplegraph.git.repository import Repository, find_repository
from ripplegraph.git.worktree import read_worktree
from tests.git.test_programs import build_trap
from tests.support.repository import build_repository, commit_all, git, write_settings

PARTS = ("config", "objects", "refs", "HEAD")


def copy_parts(source: Path, target: Path) -> None:
    target.mkdir(parents=True)
    for name in PARTS:
        copy = shutil.copytree if (source / name).is_dir() else shutil.copy
        copy(source / name, target / name)


def set_monitor(settings: Path, command: str) -> None:
    with settings.open("a") as file:
        file.write(f"[core]\n\tfsmonitor = {command}\n")


def run_some(folder: Path, trace: Path) -> None:
    """Run commands that ask git for the state of files; they may fail, but run nothing else."""
    os.utime(folder / "a.py", (1, 1))
    for command in (["scan"], ["analyze-impact", "--diff"]):
        with pytest.raises(SystemExit):
            main([*command, "-C", str(folder)])
        assert not trace.exists(), (command, trace.read_text())


def check_trap(folder: Path, trace: Path) -> None:
    git(folder, "status")
    assert trace.exists()


def test_a_git_folder_in_the_git_folder(tmp_path: Path, repository: Path) -> None:
    command, trace = build_trap(tmp_path)
    set_monitor(repository / ".git" / "config", command)
    copy_parts(build_repository(tmp_path / "other") / ".git", repository / ".git" / ".git")
    run_some(repository, trace)
    check_trap(repository, trace)


@pytest.mark.parametrize("part", ["clean", "process"])
def test_a_filter_with_an_empty_name(tmp_path: Path, repository: Path, part: str) -> None:
    command, trace = build_trap(tmp_path)
    before = read_index_state(repository)
    with (repository / ".git" / "config").open("a") as settings:
        settings.write(f'[filter ""]\n\t{part} = {command}\n[filter]\n\tclean = none\n')
    (repository / ".gitattributes").write_text("* filter=\n")
    assert find_programs(str(repository)) == ((f"filter..{part}", command),)
    assert read_index_state(repository) != before
    run_some(repository, trace)
    check_trap(repository, trace)


@pytest.mark.parametrize("link", [" evil", "evil\n\r\n", "evil/" + "./" * 6000])
def test_a_shared_folder_is_the_one_that_git_takes(
    tmp_path: Path, repository: Path, link: str
) -> None:
    command, trace = build_trap(tmp_path)
    inside = repository / ".git"
    hostile = inside / (" evil" if link == " evil" else "evil")
    copy_parts(inside, hostile)
    if link == " evil":
        copy_parts(inside, inside / "evil")
    set_monitor(hostile / "config", command)
    (inside / "commondir").write_bytes(link.encode())
    run_some(repository, trace)
    check_trap(repository, trace)


@pytest.mark.parametrize("place", ["HEAD", "refs"])
def test_what_git_takes_for_no_git_folder(tmp_path: Path, repository: Path, place: str) -> None:
    command, trace = build_trap(tmp_path)
    set_monitor(repository / ".git" / "config", command)
    inner = build_repository(repository / "inner")
    if place == "HEAD":
        (inner / ".git" / "HEAD").write_text("nothing\n")
    else:
        shutil.rmtree(inner / ".git" / "refs")
        (inner / ".git" / "refs").write_text("")
    read_worktree(inner)
    assert not trace.exists()
    run_some(inner, trace)
    check_trap(inner, trace)


def test_a_configuration_that_cannot_be_looked_at(tmp_path: Path, repository: Path) -> None:
    settings = repository / ".git" / "config"
    settings.unlink()
    settings.mkdir()
    assert run_git(repository, "status").code != 0
    with pytest.raises(GitError):
        find_repository(repository)


def test_settings_that_git_does_not_tell(repository: Path) -> None:
    (repository / ".git" / "config").write_text("# [filter]\n")
    with pytest.raises(GitError, match="does not tell the settings"):
        run_git(repository, "status")


def test_a_name_with_backslashes(repository: Path) -> None:
    with (repository / ".git" / "config").open("a") as settings:
        settings.write('[lfs "ex\\tens\\ion\\.x"]\n\tclean = ./run\n')
    assert find_programs(str(repository)) == (("lfs.extension.x.clean", "./run"),)


@pytest.mark.parametrize("name", ["none", ""])
def test_no_protocol_is_allowed(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    # Some versions of git fetch what a partial clone misses whatever they are told.
    monkeypatch.setattr("ripplegraph.git.command.build_environment", build_fetching)
    trace = tmp_path / "trace"
    blob = git(repository, "rev-parse", "HEAD:a.py")
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    write_settings(
        repository / ".git" / "config",
        {
            "core.repositoryformatversion": "1",
            "extensions.partialClone": "origin",
            "remote.origin.promisor": "true",
            "remote.origin.url": f"{name}::x",
            f"alias.remote-{name}": f"!touch {trace} && false",
        },
    )
    read_blobs(repository, [blob])
    assert not trace.exists()
    monkeypatch.setenv("GIT_ALLOW_PROTOCOL", name)
    run_git_alone(repository, "cat-file", "-e", blob)
    assert trace.exists()


def build_fetching(folder: str, command: str) -> dict[str, str]:
    from ripplegraph.git.programs import build_environment

    environment = build_environment(folder, command)
    del environment["GIT_NO_LAZY_FETCH"]
    return environment


def run_git_alone(folder: Path, *arguments: str) -> None:
    import subprocess

    subprocess.run(["git", *arguments], cwd=folder, check=False, capture_output=True)


def test_memories_of_another_project_are_out_of_reach(tmp_path: Path, repository: Path) -> None:
    for name, own in (("a", "a/.git"), ("b", "b/kept/worktrees/b")):
        root, folder = tmp_path / name, tmp_path / own
        folder.mkdir(parents=True)
        (folder / "commondir").write_text(f"{repository / '.git'}\n")
        (folder / "gitdir").write_text(f"{root / '.git'}\n")
        (folder / "HEAD").write_text("ref: refs/heads/main\n")
        if not (root / ".git").exists():
            (root / ".git").write_text(f"gitdir: {folder}\n")
        with pytest.raises(GitError, match="which does not say the same"):
            find_repository(root)


def test_a_worktree_that_was_moved_can_be_repaired(tmp_path: Path, repository: Path) -> None:
    git(repository, "worktree", "add", "--quiet", "-b", "other", str(tmp_path / "linked"))
    moved = (tmp_path / "linked").rename(tmp_path / "moved")
    with pytest.raises(GitError) as caught:
        find_repository(moved)
    assert "`git worktree repair`" in caught.value.hint
    git(moved, "worktree", "repair")
    assert find_repository(moved) == Repository(moved, repository / ".git")


def test_a_file_for_a_git_folder_leads_to_no_other_files(tmp_path: Path, repository: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    evil = (repository / ".git").rename(repository / "evil")
    (repository / ".git").write_text("gitdir: evil\n")
    for value in (str(other), f'"{other}"', "../../other", f"{repository}\n\tworktree = {other}"):
        shutil.copy(evil / "config", tmp_path / "before")
        with (evil / "config").open("a") as settings:
            settings.write(f"[core]\n\tworktree = {value}\n")
        with pytest.raises(GitError, match=r"core\.worktree"):
            find_repository(repository)
        shutil.copy(tmp_path / "before", evil / "config")


def test_a_submodule_starts_no_git(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = build_repository(tmp_path / "library")
    local = ("-c", "protocol.file.allow=always")
    git(repository, *local, "submodule", "--quiet", "add", str(library), "lib")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_repository(repository / "lib") == Repository(
        repository / "lib", repository / ".git" / "modules" / "lib"
    )


@pytest.mark.parametrize("place", [".git", ".git/commondir"])
def test_a_zero_byte_in_a_path(
    repository: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    commit_all(repository, "second")
    if place == ".git":
        (repository / ".git").rename(repository / "evil")
    (repository / place).write_bytes(b"gitdir: evil\0x" if place == ".git" else b".\0x")
    with pytest.raises(SystemExit) as ended:
        main(["scan", "-C", str(repository)])
    assert ended.value.code not in (0, None)
    complaint = capsys.readouterr().err
    assert complaint.count("zero byte") == 1
    assert "Traceback" not in complaint


def test_a_link_to_a_folder_in_a_repository(tmp_path: Path, repository: Path) -> None:
    command, trace = build_trap(tmp_path)
    set_monitor(repository / ".git" / "config", command)
    (repository / "src").mkdir()
    (build_repository(tmp_path / "other") / "link").symlink_to(repository / "src")
    read_worktree(tmp_path / "other" / "link")
    assert not trace.exists()
    check_trap(repository, trace)
