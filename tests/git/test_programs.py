"""Programs that a repository's own git configuration names: ripple runs none of them unasked."""

import os
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.cli.main import main
from ripplegraph.git.log import list_commits, read_commits
from ripplegraph.git.programs import find_overrides, find_programs
from ripplegraph.git.worktree import has_monitor, read_worktree
from ripplegraph.retrieval.time_filter import _get_commit_time
from tests.support.repository import build_repository, commit_all, git, write_settings

COMMANDS = (
    "scan",
    "status",
    "doctor",
    "sweep",
    "context --task lamp --files a.py",
    "analyze-impact a.py",
    "analyze-impact --diff",
    "analyze-impact --range HEAD~1..HEAD",
    "scan --full",
    "co-changes a.py",
    "hooks status",
    "languages",
    "remember The-lamp-is-on --about a.py",
)


def build_trap(folder: Path) -> tuple[str, Path]:
    """Return a command that leaves a trace, and the trace."""
    trace = folder / "trace"
    script = folder / "trap.sh"
    script.write_text(f'#!/bin/sh\necho "$0 $@" >> {trace}\ncat\n')
    script.chmod(0o755)
    return str(script), trace


PROGRAMS = (
    "core.fsmonitor",
    "core.sshCommand",
    "core.pager",
    "core.alternateRefsCommand",
    "credential.helper",
    "gpg.program",
    "pager.status",
    "filter.trap.clean",
    "filter.trap.smudge",
    "filter.Trap=2.process",
    "diff.external",
    "diff.trap.command",
    "diff.trap.textconv",
)


def set_programs(settings: Path, command: str) -> None:
    write_settings(settings, dict.fromkeys(PROGRAMS, command) | {"filter.trap.required": "true"})


def build_hostile(folder: Path) -> Path:
    """Return a repository with attributes that ask for programs, and uncommitted changes."""
    repository = build_repository(folder)
    (repository / ".gitattributes").write_text(
        "*.py filter=trap diff=trap\nb.py filter=Trap=2 diff=trap\n"
    )
    commit_all(repository, "attributes")
    (repository / "a.py").write_text("import b\n\ndef lamp(): return b.x\n")
    (repository / "b.py").rename(repository / "c.py")
    return repository


def run_everything(repository: Path, trace: Path) -> None:
    for command in COMMANDS:
        name, *rest = command.split()
        with pytest.raises(SystemExit) as ended:
            main([name, *rest, "-C", str(repository)])
        assert ended.value.code in (0, 1), command
        assert not trace.exists(), (command, trace.read_text())


def test_no_program_of_the_configuration_runs(tmp_path: Path) -> None:
    command, trace = build_trap(tmp_path)
    repository = build_hostile(tmp_path / "hostile")
    set_programs(repository / ".git" / "config", command)
    run_everything(repository, trace)
    git(repository, "-c", "core.fsmonitor=false", "hash-object", "--path", "a.py", "a.py")
    assert trace.exists()  # The trap works.


@pytest.mark.parametrize("place", ["include", "worktree"])
def test_nor_of_files_beside_it(tmp_path: Path, place: str) -> None:
    command, trace = build_trap(tmp_path)
    repository = build_hostile(tmp_path / "hostile")
    if place == "include":
        set_programs(tmp_path / "settings", command)
        git(repository, "config", "includeIf.gitdir:**.path", str(tmp_path / "settings"))
    else:
        git(repository, "config", "extensions.worktreeConfig", "true")
        set_programs(repository / ".git" / "config.worktree", command)
    run_everything(repository, trace)


def test_nor_of_submodules(tmp_path: Path, repository: Path) -> None:
    command, trace = build_trap(tmp_path)
    library = build_hostile(tmp_path / "library")
    git(library, "checkout", "--quiet", "--force", "HEAD")
    local = ("-c", "protocol.file.allow=always")
    git(repository, *local, "submodule", "--quiet", "add", str(library), "lib")
    commit_all(repository, "library")
    set_programs(repository / ".git" / "modules" / "lib" / "config", command)
    (repository / "lib" / "a.py").write_text("x = 2\n")
    run_everything(repository, trace)


@pytest.mark.parametrize("place", ["folder", "setting"])
def test_no_hook_runs(tmp_path: Path, repository: Path, place: str) -> None:
    command, trace = build_trap(tmp_path)
    (repository / "a.py").write_text("import b\n\ndef lamp(): return b.x\n")
    commit_all(repository, "second")
    hooks = repository / ".git" / "hooks"
    if place == "setting":
        hooks = tmp_path / "hooks"
        hooks.mkdir()
        git(repository, "config", "core.hooksPath", str(hooks))
    for name in ("post-index-change", "reference-transaction", "post-checkout"):
        (hooks / name).write_text(f"#!/bin/sh\nexec {command} {name}\n")
        (hooks / name).chmod(0o755)
    run_everything(repository, trace)
    git(repository, "read-tree", "HEAD")
    assert trace.exists()


def test_a_filter_of_the_users_own_configuration_still_runs(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, trace = build_trap(tmp_path)
    settings = tmp_path / "gitconfig"
    git(repository, "config", "--file", str(settings), "filter.own.clean", command)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    (repository / ".gitattributes").write_text("*.py filter=own\n")
    # What the repository sets under the same name does not take its place.
    git(repository, "config", "filter.own.clean", "false")
    git(repository, "config", "filter.own.required", "true")
    os.utime(repository / "a.py", (1, 1))
    read_worktree(repository)
    assert trace.exists()


def test_an_ordinary_repository_needs_no_overrides(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(repository, "config", "remote.origin.partialCloneFilter", "blob:none")
    git(repository, "config", "lfs.https://example.org/info/lfs.locksverify", "true")
    monkeypatch.setattr("ripplegraph.git.programs._read_entries", None)
    assert find_overrides(str(repository)) == ()


def test_the_programs_are_named(tmp_path: Path, repository: Path) -> None:
    git(repository, "config", "core.fsmonitor", "true")
    assert find_programs(str(repository)) == ()
    assert has_monitor(repository)
    git(repository, "config", "core.fsmonitor", "./watch")
    git(repository, "config", "filter.X y.process", "./run")
    assert find_programs(str(repository)) == (
        ("core.fsmonitor", "./watch"),
        ("filter.X y.process", "./run"),
    )
    assert not has_monitor(repository)


def test_extensions_of_large_file_storage_switch_its_filter_off(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, trace = build_trap(tmp_path)
    settings = tmp_path / "gitconfig"
    git(repository, "config", "--file", str(settings), "filter.lfs.clean", command)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    git(repository, "config", "lfs.extension.foo.clean", "./run")
    (repository / ".gitattributes").write_text("*.py filter=lfs\n")
    os.utime(repository / "a.py", (1, 1))
    read_worktree(repository)
    assert not trace.exists()


def test_trusted_programs_run_until_they_are_others(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, trace = build_trap(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (repository / ".gitattributes").write_text("*.py filter=trap\n")
    git(repository, "config", "filter.trap.clean", command)
    project = open_project(repository)
    report = project.review_trust()
    assert report.programs == (("filter.trap.clean", command),)
    assert report.is_open
    project.trust(report)
    os.utime(repository / "a.py", (1, 1))
    read_worktree(repository)
    assert trace.exists()
    trace.unlink()
    git(repository, "config", "filter.trap.clean", f"{command} --other")
    read_worktree(repository)
    assert not trace.exists()


def test_no_signature_is_checked(tmp_path: Path, repository: Path) -> None:
    command, trace = build_trap(tmp_path)
    git(repository, "config", "log.showSignature", "true")
    git(repository, "config", "gpg.program", command)
    signed = commit_signed(repository)
    (commit,) = read_commits(repository, [signed])
    assert (commit.id, commit.time) == (signed, SIGNED_AT)
    first, _ = list_commits(repository, signed)
    assert first == signed
    assert int(_get_commit_time(repository, signed).timestamp()) == SIGNED_AT
    assert not trace.exists()
    git(repository, "log", "-1", signed)
    assert trace.exists()  # The trap works.


SIGNED_AT = 1_700_000_000


def commit_signed(repository: Path) -> str:
    """Return a commit that looks signed, which is the new head."""
    who = f"Test <test@example.org> {SIGNED_AT} +0000"
    text = (
        f"tree {git(repository, 'rev-parse', 'HEAD^{tree}')}\n"
        f"parent {git(repository, 'rev-parse', 'HEAD')}\n"
        f"author {who}\ncommitter {who}\n"
        "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abcd\n -----END PGP SIGNATURE-----\n"
        "\nsigned\n"
    )
    (repository / "commit").write_text(text)
    commit = git(repository, "hash-object", "-t", "commit", "-w", "commit")
    git(repository, "update-ref", "HEAD", commit)
    return commit
