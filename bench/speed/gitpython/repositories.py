"""Small repositories with what is hard to read: names, kinds of files, clones, configurations."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

NAMES = ('say "a".py', "two\nlines.py", os.fsdecode(b"no text \xff.py"), " space ", "tab\t", "ä.py")
PROGRAMS = (
    *("core.fsmonitor", "core.sshCommand", "core.pager", "diff.external", "gpg.program"),
    *("filter.trap.clean", "filter.trap.smudge", "diff.trap.command", "diff.trap.textconv"),
)


_NOT_AS_SSH = 'case "$*" in -*|*upload-pack*) exit 1; esac'


def git(folder: Path, *arguments: str) -> str:
    """Run git as a fixed author at a fixed time, and return what it prints."""
    who = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    local = ("-c", "protocol.file.allow=always", "-c", "core.fsmonitor=false")
    done = subprocess.run(
        ["git", *who, *local, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", message)


def build_plain(folder: Path, *options: str) -> Path:
    """Return a repository with three commits and changes that are not committed."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch", "main", *options)
    for number in range(3):
        (folder / "a.py").write_text(f"import b\n\nx = {number}\n")
        (folder / f"b{number}.py").write_text("y = 1\n" * 9)
        commit(folder, f"commit {number}")
    (folder / "a.py").write_text("import c\n")
    (folder / "c.py").write_text("z = 1\n")
    (folder / "d.py").write_text("z = 2\n")
    git(folder, "add", "c.py")
    return folder


def build_names(folder: Path) -> Path:
    """Return a repository whose file names have quotes, line breaks and bytes that are no text."""
    root = build_plain(folder)
    for side in ("old", "new"):
        for name in NAMES:
            (root / name).write_text(f"{side}\n" + "line\n" * 9)
        commit(root, side)
    (root / NAMES[0]).rename(root / "renamed\n.py")
    commit(root, "rename")
    return root


def build_kinds(folder: Path) -> Path:
    """Return a repository with renames, modes, links and a submodule in its last commit."""
    root = build_plain(folder)
    (root / "link").symlink_to("a.py")
    commit(root, "link")
    (root / "b1.py").rename(root / "moved.py")
    (root / "a.py").chmod(0o755)
    (root / "link").unlink()
    (root / "link").write_text("a file\n")
    git(root, "add", "--all")
    module = f"160000,{git(root, 'rev-parse', 'HEAD')},lib"
    git(root, "update-index", "--add", "--cacheinfo", module)
    git(root, "commit", "--quiet", "--message", "kinds")
    return root


def build_merge(folder: Path) -> Path:
    root = build_plain(folder)
    commit(root, "all")
    git(root, "checkout", "--quiet", "-b", "side", "HEAD~1")
    (root / "side.py").write_text("s = 1\n")
    commit(root, "side")
    git(root, "checkout", "--quiet", "main")
    git(root, "merge", "--quiet", "--no-edit", "side")
    return root


def build_shallow(folder: Path) -> Path:
    origin = build_plain(folder.parent / f"{folder.name}-origin")
    git(folder.parent, "clone", "--quiet", "--depth", "2", f"file://{origin}", folder.name)
    return folder


def build_missing(folder: Path) -> Path:
    """Return a repository that lacks a content before its last commit."""
    root = build_plain(folder)
    blob = git(root, "rev-parse", "HEAD~1:a.py")
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    return root


def build_partial(folder: Path) -> Path:
    """Return a partial clone whose configuration names a program that would fetch."""
    origin = build_plain(folder.parent / f"{folder.name}-origin")
    git(origin, "config", "uploadpack.allowFilter", "true")
    url = f"file://{origin}"
    git(folder.parent, "clone", "--quiet", "--filter=blob:none", url, folder.name)
    set_programs(folder)
    git(folder, "config", "remote.origin.url", "ssh://localhost/x")
    return folder


def build_modern(folder: Path) -> Path:
    return build_plain(folder, "--object-format=sha256")


def build_hostile(folder: Path) -> Path:
    """Return a repository whose configuration names programs, and attributes that ask for them."""
    root = build_plain(folder)
    (root / ".gitattributes").write_text("*.py filter=trap diff=trap\n")
    commit(root, "attributes")
    os.utime(root / "b0.py", (1, 1))
    set_programs(root)
    return root


def build_included(folder: Path) -> Path:
    """Return a repository whose configuration includes a file and has a part of its worktree."""
    root = build_plain(folder)
    (root / ".git" / "more").write_text('[filter "More"]\n\tclean = ./more\n[some]\n\tkey\n')
    git(root, "config", "include.path", "more")
    git(root, "config", "--add", "some.Origin X.value", "one")
    git(root, "config", "--add", "some.Origin X.value", 'two # "quoted"')
    git(root, "config", "extensions.worktreeConfig", "true")
    git(root, "config", "--worktree", "filter.own.clean", "./own")
    return root


def build_linked(folder: Path) -> Path:
    main = build_plain(folder.parent / f"{folder.name}-main")
    git(main, "worktree", "add", "--quiet", "-b", "other", str(folder))
    (folder / "new.py").write_text("n = 1\n")
    return folder


def set_programs(root: Path) -> None:
    """Let a configuration name programs that leave a trace."""
    trap = root.parent / f"{root.name}-trap.sh"
    # As a filter it has to hand on what it gets; as ssh it would wait for ever.
    trap.write_text(f"#!/bin/sh\ntouch '{find_trace(root)}'\n{_NOT_AS_SSH}\ncat\n")
    trap.chmod(0o755)
    for key in PROGRAMS:
        git(root, "config", key, str(trap))


def find_trace(root: Path) -> Path:
    """Return the file that a program leaves behind."""
    return root.parent / f"{root.name}-trace"


CASES: dict[str, Callable[[Path], Path]] = {
    "plain": build_plain,
    "names": build_names,
    "kinds": build_kinds,
    "merge": build_merge,
    "shallow": build_shallow,
    "missing": build_missing,
    "partial": build_partial,
    "SHA-256": build_modern,
    "programs": build_hostile,
    "included": build_included,
    "linked": build_linked,
}


def build_history(folder: Path, commits: int) -> Path:
    """Return a repository with some hundred commits, each of a few files among eighty."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    for number in range(80):
        place = folder / f"p{number % 8}"
        place.mkdir(exist_ok=True)
        (place / f"m{number}.py").write_text(f"def f{number}():\n    return 0\n" * 20)
    commit(folder, "first")
    for number in range(commits):
        for step in range(3):
            at = (number * 7 + step * 11) % 80
            path = folder / f"p{at % 8}" / f"m{at}.py"
            lines = path.read_text().splitlines()
            lines[number % len(lines)] = f"# {number}"
            path.write_text("\n".join(lines) + "\n")
        git(folder, "commit", "--quiet", "--all", "--message", f"commit {number}")
    for number in range(80):
        path = folder / f"p{number % 8}" / f"m{number}.py"
        path.write_text(path.read_text() + f"y = {number}\n")
    commit(folder, "all")
    return folder
