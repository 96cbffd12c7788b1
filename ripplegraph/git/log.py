"""Reads the history of a repository: which files each commit changed, renames included.

Commits come in an order in which that of a commit begins with that of its first parent: first all
that the first parent reaches, then what only the other parents reach, then the commit itself.
(That is git's `--topo-order`, reversed.) So a history that grew at its tip is read by reading
only what is new.
"""

import subprocess
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple, cast

from ripplegraph.errors import GitError
from ripplegraph.git.command import run_git, start_git
from ripplegraph.git.damaged_history import Damage, cut_history

_SUBMODULE = b"160000"
_CHUNK_BYTES = 1 << 16
_SIMILAR = ("-M50%", "-l400")
"""Git's own detection, whatever the settings of the user; above 400 candidates only exact ones."""
_NO_RENAMES = ("--no-renames",)
_EXACT = ("-M100%",)
"""What git can do without the contents, which a partial clone does not have."""


class FileChange(NamedTuple):
    """The change of a file by a commit: A(dded), M(odified), D(eleted) or R(enamed)."""

    status: str
    path: str
    old_path: str | None = None


class Commit(NamedTuple):
    """A commit with the time it was made, in seconds since 1970."""

    id: str
    time: int
    changes: tuple[FileChange, ...]


def list_commits(
    root: Path, head: str, *, since: str | None = None, boundary: Collection[str] = ()
) -> Iterator[str]:
    """Yield the ids of all commits but merges, newest first: see above for the order.

    Of the commits of the boundary the parents are not read.
    """
    excluded = (f"^{since}",) if since else ()
    with cut_history(boundary) as options:
        process = start_git(
            root, *options, "rev-list", "--topo-order", "--no-merges", head, *excluded, "--"
        )
        with _open_output(root, process) as stream:
            for line in stream:
                yield line.decode().rstrip("\n")


def is_along_first_parents(root: Path, *, ancestor: str, head: str) -> bool:
    """Tell whether the line of first parents leads to a commit, which may be gone by now."""
    result = run_git(root, "rev-list", "--first-parent", "--parents", head, f"^{ancestor}", "--")
    lines = result.output.decode().splitlines()
    return result.code == 0 and bool(lines) and lines[-1].split()[1:2] == [ancestor]


def read_commits(root: Path, ids: Sequence[str], damage: Damage | None = None) -> Iterator[Commit]:
    """Yield commits with their changes, in the order of the ids.

    Where contents are missing, a commit is read without renames; where trees are, it is left
    out. `damage` counts both; without it, either is an error.
    """
    renames = _EXACT if ids and _is_partial_clone(root) else _SIMILAR
    start = 0
    while start < len(ids):
        last: Commit | None = None
        try:
            for commit in _read(root, ids[start:], renames):
                if last is not None:
                    yield last
                    start += 1
                last = commit
        except GitError:
            if damage is None:
                raise
            # The last commit may be told in part; git failed at it or at the next one.
            start += yield from _read_damaged(root, ids[start : start + 2], renames, damage)
            continue
        if last is not None:
            yield last
        return


def _read_damaged(
    root: Path, ids: Sequence[str], renames: Sequence[str], damage: Damage
) -> Generator[Commit, None, int]:
    """Read commits one by one, each as far as it can be read; return how many they are."""
    for commit in ids:
        for options in (renames, _NO_RENAMES):
            try:
                yield from list(_read(root, [commit], options))
            except GitError:
                continue
            damage.without_renames += options is _NO_RENAMES
            break
        else:
            damage.unreadable += 1
    return len(ids)


def _read(root: Path, ids: Sequence[str], renames: Sequence[str]) -> Iterator[Commit]:
    with TemporaryFile() as source:
        source.write("".join(f"{commit}\n" for commit in ids).encode())
        source.seek(0)
        process = start_git(
            root,
            *("diff-tree", "--stdin", "--always", "-r", "--root", "--raw", "-z"),
            *renames,
            "--format=%H %ct",
            source=source,
        )
        with _open_output(root, process) as stream:
            yield from _parse(_split(stream))


def read_clone_filter(root: Path) -> str | None:
    """Return what a partial clone leaves out, such as `blob:none`; None if nothing."""
    if not _is_partial_clone(root):
        return None
    found = run_git(root, "config", "--get-regexp", r"^remote\..*\.partialclonefilter$")
    return found.output.decode(errors="replace").strip().rpartition(" ")[2] or "unknown"


def _is_partial_clone(root: Path) -> bool:
    names = r"^(extensions\.partialclone|remote\..*\.promisor)$"
    return run_git(root, "config", "--get-regexp", names).code == 0


def _parse(tokens: Iterator[bytes]) -> Iterator[Commit]:
    header: tuple[str, int] | None = None
    changes: list[FileChange] = []
    for token in tokens:
        description = token.lstrip(b"\n")
        if description.startswith(b":"):
            change = _parse_change(description, tokens)
            if change is not None:
                changes.append(change)
        elif description:
            if header is not None:
                yield Commit(*header, tuple(changes))
            commit, _, seconds = description.decode().partition(" ")
            header, changes = (commit, int(seconds)), []
    if header is not None:
        yield Commit(*header, tuple(changes))


def _parse_change(description: bytes, tokens: Iterator[bytes]) -> FileChange | None:
    """Read one change, of which None comes back if it is a submodule's or its name is no text."""
    old_mode, new_mode, _, _, status = description[1:].split(b" ")
    paths = [next(tokens)]
    if status[:1] in b"RC":
        paths.append(next(tokens))
    if _SUBMODULE in (old_mode, new_mode):
        return None
    try:
        *old, path = (item.decode() for item in paths)
    except UnicodeDecodeError:
        return None
    letter = status[:1].decode()
    if letter == "R":
        return FileChange("R", path, old[0])
    return FileChange(letter if letter in "AD" else "M", path)


def _split(stream: IO[bytes]) -> Iterator[bytes]:
    rest = b""
    while chunk := stream.read(_CHUNK_BYTES):
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole
    if rest:
        yield rest


@contextmanager
def _open_output(root: Path, process: "subprocess.Popen[bytes]") -> Iterator[IO[bytes]]:
    """Give what git prints; complain if it failed, and end it when nobody reads on."""
    with process:
        try:
            yield cast(IO[bytes], process.stdout)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise GitError(
            f"Git cannot read the history of {root} (exit code {process.returncode}).",
            hint="Run `git log` and `git fsck` there to see what is wrong.",
        )
