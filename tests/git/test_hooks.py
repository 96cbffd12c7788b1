"""Installing hooks beside those that are there, and taking them out without a trace."""

import os
import subprocess
from pathlib import Path

import pytest

from ripplegraph import NotAProjectError, open_project
from ripplegraph.errors import GitError, HookRefusedError
from ripplegraph.git import hook_script
from ripplegraph.git.hook_script import HOOKS
from ripplegraph.git.hooks import HookStatus, install_hooks, read_hooks, uninstall_hooks
from ripplegraph.git.repository import Repository, find_repository
from tests.support.command import run_ripple
from tests.support.hooks import SHELL_HOOK, build_hooked_repository, snapshot, write_hook
from tests.support.repository import build_repository, commit_all, git

PYTHON_HOOK = b"#!/usr/bin/env python3\nimport sys\nsys.exit(3)\n"
EXISTING = {
    "shell": (SHELL_HOOK, 0o755),
    "strict shell": (b"#!/bin/bash -eu\nfalse\n", 0o700),
    "env": (b"#!/usr/bin/env -S bash -e\n:\n", 0o755),
    "no first line": (b"echo hello\n", 0o755),
    "only a first line": (b"#!/bin/sh", 0o755),
    "empty": (b"", 0o755),
    "other line ends": (b"#!/bin/sh\r\n:\r\n", 0o755),
    "not utf-8": (b"#!/bin/sh\n# \xff\xfe\n:", 0o755),
    "python": (PYTHON_HOOK, 0o755),
    "a program": (b"\x7fELF\0\0", 0o755),
    "switched off": (SHELL_HOOK, 0o644),
    "odd mode": (SHELL_HOOK, 0o711),
}


def _get_repository(root: Path) -> Repository:
    found = find_repository(root)
    assert found is not None
    return found


def get_statuses(root: Path, interpreter: str = "/python") -> set[HookStatus]:
    report = read_hooks(_get_repository(root), interpreter=interpreter)
    assert tuple(hook.name for hook in report.hooks) == HOOKS
    return {hook.status for hook in report.hooks}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return build_hooked_repository(tmp_path / "repository")


def test_where_no_hooks_are(root: Path) -> None:
    before = snapshot(root / ".git" / "hooks")
    assert get_statuses(root) == {HookStatus.MISSING}
    report = install_hooks(_get_repository(root), interpreter="/python")
    assert report.folder == root / ".git" / "hooks"
    assert get_statuses(root) == {HookStatus.INSTALLED}
    once = snapshot(root / ".git" / "hooks")
    install_hooks(_get_repository(root), interpreter="/python")
    assert snapshot(root / ".git" / "hooks") == once
    uninstall_hooks(_get_repository(root), interpreter="/python")
    assert snapshot(root / ".git" / "hooks") == before
    uninstall_hooks(_get_repository(root), interpreter="/python")
    assert snapshot(root / ".git" / "hooks") == before


@pytest.mark.parametrize("kind", EXISTING)
def test_a_hook_that_is_there_comes_back_byte_for_byte(root: Path, kind: str) -> None:
    folder = root / ".git" / "hooks"
    for name in HOOKS:
        write_hook(folder / name, *EXISTING[kind])
    before = snapshot(folder)
    assert get_statuses(root) == {HookStatus.FOREIGN}
    for _ in range(2):
        install_hooks(_get_repository(root), interpreter="/python")
        assert get_statuses(root) == {HookStatus.INSTALLED}
    for name in HOOKS:
        subprocess.run(["sh", "-n", folder / name], check=True)
    uninstall_hooks(_get_repository(root), interpreter="/python")
    assert snapshot(folder) == before


@pytest.mark.parametrize("target", ["../../tools/hook.sh", "../../gone.sh"])
def test_a_link_is_followed_from_where_it_was(root: Path, target: str) -> None:
    write_hook(root / "tools" / "hook.sh", SHELL_HOOK)
    link = root / ".git" / "hooks" / "post-commit"
    link.symlink_to(target)
    before = snapshot(root)
    install_hooks(_get_repository(root), interpreter="/gone")
    assert (root / "tools" / "hook.sh").read_bytes() == SHELL_HOOK
    done = subprocess.run([link, "one"], cwd=root, input=b"in\n", check=False)
    if "tools" in target:
        assert done.returncode == 7
        assert (root / "ran.txt").read_bytes() == b"one\nin\n"
        (root / "ran.txt").unlink()
    else:
        assert done.returncode == 0
    uninstall_hooks(_get_repository(root), interpreter="/gone")
    assert snapshot(root) == before


@pytest.mark.parametrize("shell", ["sh", "dash", "bash"])
@pytest.mark.parametrize("hook", [SHELL_HOOK, SHELL_HOOK.replace(b"/bin/sh", b"/bin/sh -eu")])
def test_a_hook_keeps_its_arguments_input_and_exit_code(
    root: Path, shell: str, hook: bytes
) -> None:
    path = write_hook(root / ".git" / "hooks" / "post-rewrite", hook)
    install_hooks(_get_repository(root), interpreter="/gone")
    done = subprocess.run(
        [shell, path, "a b", "c"], cwd=root, input=b"old new\n", capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (7, b"", b"")
    assert (root / "ran.txt").read_bytes() == b"a b c\nold new\n"


def test_a_hook_in_another_language_keeps_its_name_and_exit_code(root: Path) -> None:
    content = (
        b"#!/usr/bin/env python3\nimport os, sys\n"
        b"print(os.path.basename(sys.argv[0]), sys.argv[1:], sys.stdin.read())\nsys.exit(3)\n"
    )
    path = write_hook(root / ".git" / "hooks" / "post-checkout", content)
    install_hooks(_get_repository(root), interpreter="/gone")
    done = subprocess.run([path, "a", "b"], cwd=root, input=b"in", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (3, b"post-checkout ['a', 'b'] in\n")


def test_a_hook_that_is_switched_off_stays_off(root: Path) -> None:
    path = write_hook(root / ".git" / "hooks" / "post-commit", SHELL_HOOK, 0o644)
    install_hooks(_get_repository(root), interpreter="/gone")
    assert subprocess.run([path], cwd=root, check=False).returncode == 0
    assert not (root / "ran.txt").exists()


def test_what_a_user_adds_later_stays(root: Path) -> None:
    folder = root / ".git" / "hooks"
    write_hook(folder / "post-commit", SHELL_HOOK)
    install_hooks(_get_repository(root), interpreter="/python")
    for name in ("post-commit", "post-merge"):
        with (folder / name).open("ab") as file:
            file.write(b"echo mine\n")
    uninstall_hooks(_get_repository(root), interpreter="/python")
    assert (folder / "post-commit").read_bytes() == SHELL_HOOK + b"echo mine\n"
    assert (folder / "post-merge").read_bytes().endswith(b"echo mine\n")
    assert not hook_script.has_block((folder / "post-merge").read_bytes())


@pytest.mark.parametrize("content", [None, SHELL_HOOK, b"#!/bin/sh", PYTHON_HOOK])
def test_another_interpreter_makes_hooks_outdated(root: Path, content: bytes | None) -> None:
    folder = root / ".git" / "hooks"
    if content is not None:
        write_hook(folder / "post-commit", content)
    before = snapshot(folder)
    install_hooks(_get_repository(root), interpreter="/old/python")
    assert get_statuses(root, "/new/python") == {HookStatus.OUTDATED}
    install_hooks(_get_repository(root), interpreter="/new/python")
    assert get_statuses(root, "/new/python") == {HookStatus.INSTALLED}
    assert b"/old/python" not in (folder / "post-commit").read_bytes()
    uninstall_hooks(_get_repository(root), interpreter="/new/python")
    assert snapshot(folder) == before


def test_a_hook_of_ours_that_lost_its_permission_is_mended(root: Path) -> None:
    path = root / ".git" / "hooks" / "post-commit"
    install_hooks(_get_repository(root), interpreter="/python")
    path.chmod(0o644)
    assert HookStatus.OUTDATED in get_statuses(root)
    install_hooks(_get_repository(root), interpreter="/python")
    assert get_statuses(root) == {HookStatus.INSTALLED}


def test_a_saved_hook_is_never_overwritten(root: Path) -> None:
    path = write_hook(root / ".git" / "hooks" / "post-commit", PYTHON_HOOK)
    install_hooks(_get_repository(root), interpreter="/python")
    write_hook(path, PYTHON_HOOK + b"# another\n")
    with pytest.raises(HookRefusedError, match="still holds"):
        install_hooks(_get_repository(root), interpreter="/python")
    assert path.read_bytes() == PYTHON_HOOK + b"# another\n"


@pytest.mark.parametrize(
    "interpreter", ["/a b/py'thon", '/"$(touch x)`id`\\', "/new\nline/py", "/é"]
)
def test_any_path_of_an_interpreter_is_quoted(root: Path, interpreter: str) -> None:
    folder = root / ".git" / "hooks"
    before = snapshot(folder)
    install_hooks(_get_repository(root), interpreter=interpreter)
    assert get_statuses(root, interpreter) == {HookStatus.INSTALLED}
    script = (folder / "post-commit").read_bytes().replace(b'"$@" &', b"printf '%s' \"$1$2\" >&7")
    script = script.replace(b"7>&-", b"").replace(b"setsid >", b"no-such-program >")
    done = subprocess.run(
        ["bash", "-c", b"exec 7>&1\n" + script], capture_output=True, check=True, cwd=root
    )
    assert done.stdout == os.fsencode(interpreter) + b"-P"
    assert not (root / "x").exists()
    uninstall_hooks(_get_repository(root), interpreter=interpreter)
    assert snapshot(folder) == before


def test_worktrees_share_their_hooks(root: Path, tmp_path: Path) -> None:
    git(root, "worktree", "add", "--quiet", str(tmp_path / "other"))
    install_hooks(_get_repository(tmp_path / "other"), interpreter="/python")
    assert get_statuses(root) == {HookStatus.INSTALLED}


def test_hooks_inside_the_git_folder_may_move(root: Path) -> None:
    install_hooks(_get_repository(root), interpreter="/python")
    git(root, "config", "core.hooksPath", str(root / ".git" / "my-hooks"))
    assert get_statuses(root) == {HookStatus.MISSING}
    install_hooks(_get_repository(root), interpreter="/python")
    assert get_statuses(root) == {HookStatus.INSTALLED}
    uninstall_hooks(_get_repository(root), interpreter="/python")
    assert not list((root / ".git" / "my-hooks").iterdir())
    assert not (root / ".git" / "hooks" / "post-commit").exists()


def test_an_ignored_folder_of_hooks_is_used(root: Path) -> None:
    (root / ".gitignore").write_text("/my-hooks/\n")
    git(root, "config", "core.hooksPath", "my-hooks")
    report = install_hooks(_get_repository(root), interpreter="/python")
    assert report.folder == root / "my-hooks"
    assert get_statuses(root) == {HookStatus.INSTALLED}


@pytest.mark.parametrize(
    ("hooks_path", "reason"),
    [
        (".husky/_", "husky writes"),
        (".husky", "husky's hooks"),
        ("tracked", "committed for everyone"),
        ("new", "would be committed"),
        ("../outside", "outside the repository"),
    ],
)
def test_a_folder_that_is_not_ours_is_left_alone(root: Path, hooks_path: str, reason: str) -> None:
    write_hook(root / hooks_path / "post-commit", SHELL_HOOK)
    if hooks_path == "tracked":
        commit_all(root, "hooks for everyone")
    git(root, "config", "core.hooksPath", hooks_path)
    before = snapshot(root.parent)
    with pytest.raises(HookRefusedError, match=reason) as caught:
        install_hooks(_get_repository(root), interpreter="/python")
    place = root / ".husky" if hooks_path == ".husky/_" else (root / hooks_path).resolve()
    assert f"post-rewrite in {place}, each" in caught.value.hint
    assert hook_script.build_line("post-checkout") in caught.value.hint
    assert snapshot(root.parent) == before
    assert read_hooks(_get_repository(root), interpreter="/python").objection is not None


@pytest.mark.parametrize("hooks_path", [".husky/_", ".husky", ".git/hooks"])
def test_a_line_added_by_hand_is_seen(root: Path, hooks_path: str) -> None:
    git(root, "config", "core.hooksPath", hooks_path)
    folder = root / hooks_path.removesuffix("/_")
    line = hook_script.build_line("post-commit")
    path = write_hook(folder / "post-commit", f"{line}\n".encode())
    report = read_hooks(_get_repository(root), interpreter="/python")
    (hook,) = [hook for hook in report.hooks if hook.name == "post-commit"]
    assert (hook.status, hook.detail) == (HookStatus.INSTALLED, "by hand")
    if hooks_path == ".git/hooks":
        install_hooks(_get_repository(root), interpreter="/python")
        assert path.read_bytes() == f"{line}\n".encode()


def test_a_setting_for_all_repositories_is_left_alone(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "gitconfig"
    settings.write_text(f"[core]\n\thooksPath = {tmp_path}/everywhere\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    with pytest.raises(HookRefusedError, match="all your repositories"):
        install_hooks(_get_repository(root), interpreter="/python")
    assert not (tmp_path / "everywhere").exists()


@pytest.mark.parametrize("mark", ["# husky", "call_lefthook run", "SKIP_SIMPLE_GIT_HOOKS"])
def test_a_hook_that_would_be_overwritten_is_left_alone(root: Path, mark: str) -> None:
    content = f"#!/bin/sh\n{mark}\n".encode()
    path = write_hook(root / ".git" / "hooks" / "post-commit", content)
    report = install_hooks(_get_repository(root), interpreter="/python")
    (hook,) = [hook for hook in report.hooks if hook.name == "post-commit"]
    assert hook.status == HookStatus.REFUSED
    assert hook.line == hook_script.build_line("post-commit")
    assert path.read_bytes() == content
    assert sum(hook.status == HookStatus.INSTALLED for hook in report.hooks) == 3


@pytest.mark.parametrize("legacy", [None, SHELL_HOOK, PYTHON_HOOK])
def test_pre_commit_runs_the_hook_beside_its_own(root: Path, legacy: bytes | None) -> None:
    folder = root / ".git" / "hooks"
    generated = b"#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n"
    write_hook(folder / "post-commit", generated)
    if legacy is not None:
        write_hook(folder / "post-commit.legacy", legacy)
    before = snapshot(folder)
    for _ in range(2):
        install_hooks(_get_repository(root), interpreter="/python")
        assert get_statuses(root) == {HookStatus.INSTALLED}
    assert (folder / "post-commit").read_bytes() == generated
    assert os.access(folder / "post-commit.legacy", os.X_OK)
    uninstall_hooks(_get_repository(root), interpreter="/python")
    assert snapshot(folder) == before


def test_pre_commit_may_come_later(root: Path) -> None:
    folder = root / ".git" / "hooks"
    write_hook(folder / "post-commit", PYTHON_HOOK)
    install_hooks(_get_repository(root), interpreter="/python")
    (folder / "post-commit").rename(folder / "post-commit.legacy")
    write_hook(folder / "post-commit", b"#!/bin/sh\n# File generated by pre-commit\n")
    assert get_statuses(root) == {HookStatus.INSTALLED}
    uninstall_hooks(_get_repository(root), interpreter="/python")
    assert (folder / "post-commit.legacy").read_bytes() == PYTHON_HOOK


def test_a_bare_repository_has_no_use_for_hooks(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--bare", "bare")
    with pytest.raises(NotAProjectError, match="bare"):
        open_project(tmp_path / "bare").install_hooks()


def test_outside_git_there_are_no_hooks(tmp_path: Path) -> None:
    (tmp_path / "ripple.toml").touch()
    with pytest.raises(GitError, match="not in a git repository"):
        open_project(tmp_path).install_hooks()


def test_the_commands(tmp_path: Path) -> None:
    root = build_repository(tmp_path / "a 'b\"")
    assert "missing" in run_ripple("hooks", "status", folder=root).output
    installed = run_ripple("hooks", "install", folder=root)
    assert installed.code == 0
    assert installed.output.count("installed") == 4
    assert '"status": "installed"' in run_ripple("hooks", "status", "--json", folder=root).output
    assert run_ripple("hooks", "uninstall", folder=root).output.count("missing") == 4
    write_hook(root / ".git" / "hooks" / "post-merge", b"#!/bin/sh\ncall_lefthook\n")
    refused = run_ripple("hooks", "install", folder=root)
    assert refused.code == 1
    assert "lefthook owns this hook" in refused.output


def test_a_folder_of_hooks_that_is_a_link_is_left_alone(repository: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (repository / ".git" / "hooks").rename(outside)
    (repository / ".git" / "hooks").symlink_to(outside)
    before = sorted(outside.iterdir())
    with pytest.raises(HookRefusedError, match="leads out of the repository"):
        install_hooks(_get_repository(repository), interpreter="/usr/bin/python3")
    assert sorted(outside.iterdir()) == before
