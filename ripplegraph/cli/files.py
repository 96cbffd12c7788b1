"""Opens the files that a command is told to read or to write."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import click

from ripplegraph.errors import UsageError

take_force_option = click.option(
    "--force", is_flag=True, help="Write FILE even if it is there already."
)
_CHUNK = 1 << 20


@contextmanager
def open_output(name: str, *, force: bool) -> Iterator[IO[bytes]]:
    """Open standard output (`-`), or a file that takes its place only when all is written.

    What is there already is replaced only by force, and nothing is written into a `.git` folder.
    """
    if name == "-":
        yield sys.stdout.buffer
        return
    path = Path(os.path.realpath(name))
    partial = path.with_name(f".ripple-{os.getpid()}.partial")
    try:
        _refuse(path, force=force)
        if not force and Path(name).is_symlink() and not path.exists():
            # A committed link must not decide where a file is made.
            raise UsageError(
                f"{name} is a link to {path}, which is not there.",
                hint="Name the file itself, or add --force to make it.",
            )
        if path.exists() and not path.is_file():
            # A pipe or a device: there is nothing to replace.
            with path.open("wb") as stream:
                yield stream
            return
        with partial.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if force:
            _keep_permissions(path, partial)
            partial.replace(path)
        else:
            # Unlike a rename this fails where a file has come into being meanwhile.
            _publish(partial, path)
    except FileExistsError as error:
        raise _build_exists_error(path) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(
            f"{name} cannot be written: {error.strerror}.",
            hint="Name a file in a folder that exists and that you may write to.",
        ) from error
    finally:
        # A name that cannot be opened cannot be removed either, and that was said already.
        with suppress(OSError):
            partial.unlink(missing_ok=True)


@contextmanager
def open_input(name: str) -> Iterator[tuple[IO[bytes], str]]:
    """Open a file or standard input (`-`) so that it can be read twice, and say what to call it."""
    if name == "-":
        with _spool(sys.stdin.buffer) as stream:
            yield stream, "standard input"
        return
    path = Path(name)
    try:
        source = path.open("rb")
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(
            f"{name} cannot be read: {problem}.", hint="Name a file that you may read."
        ) from error
    with source:
        if source.seekable():
            yield source, path.name
        else:
            with _spool(source) as stream:
                yield stream, path.name


@contextmanager
def _spool(source: IO[bytes]) -> Iterator[IO[bytes]]:
    """Copy what can be read only once to a file that goes away."""
    with TemporaryFile() as stream:
        while chunk := source.read(_CHUNK):
            stream.write(chunk)
        stream.seek(0)
        yield stream


def _refuse(path: Path, *, force: bool) -> None:
    if ".git" in (part.lower() for part in path.parts) or _is_git_folder(path.parent):
        raise UsageError(
            f"{path} is inside a git folder, where ripple writes nothing it is told to.",
            hint="Name a file outside of it.",
        )
    if path.is_dir():
        raise UsageError(f"{path} is a folder.", hint="Name a file.")
    if not force and path.is_file():
        raise _build_exists_error(path)


def _is_git_folder(folder: Path) -> bool:
    """Tell whether a folder is in a repository without files, or in one of another name."""
    return any(
        (place / "HEAD").is_file() and (place / "objects").is_dir() and (place / "refs").is_dir()
        for place in (folder, *folder.parents)
    )


def _build_exists_error(path: Path) -> UsageError:
    return UsageError(f"{path} is there already.", hint="Add --force to replace it.")


def _keep_permissions(path: Path, partial: Path) -> None:
    with suppress(OSError):
        partial.chmod(path.stat().st_mode & 0o777)


def _publish(partial: Path, path: Path) -> None:
    try:
        path.hardlink_to(partial)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links.
        partial.replace(path)
