"""Reads and writes configuration files: through links, whole or not at all."""

import os
import stat
from errno import EINVAL
from pathlib import Path

from ripplegraph.errors import AgentConfigError

_PRIVATE = 0o600


def find_target(path: Path, *, inside: Path | None = None) -> Path:
    """Follow links, so that what is written takes the place of the file and not of a link.

    A link in a project may come with it, and must not lead out of it.
    """
    target = Path(os.path.realpath(path))
    if inside is not None and not target.is_relative_to(os.path.realpath(inside)):
        raise AgentConfigError(
            f"{path} is a link that leads out of the project, to {target}.",
            hint="Remove the link, or install for yourself with --scope user.",
            path=path,
        )
    return target


def read_file(path: Path) -> bytes | None:
    """Return the content of a file, or None if there is none."""
    try:
        if path.exists() and not path.is_file():
            # Reading a pipe would wait for somebody who writes into it.
            raise OSError(EINVAL, "it is no regular file")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _build_error(path, "read", error) from error


def write_file(path: Path, content: bytes, *, private: bool = False) -> None:
    """Put a file in place whole, with the permissions of the one that was there."""
    partial = path.with_name(f".{path.name}.ripple-{os.getpid()}")
    try:
        mode = _get_mode(path)
        if mode is not None and not os.access(path, os.W_OK):
            raise PermissionError(13, os.strerror(13))
        descriptor = os.open(
            partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE if private else 0o666
        )
        with open(descriptor, "wb") as stream:  # noqa: PTH123 - of a file that is open already
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            partial.chmod(mode)
        partial.replace(path)
    except OSError as error:
        raise _build_error(path, "written", error) from error
    finally:
        partial.unlink(missing_ok=True)


def remove_file(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _build_error(path, "removed", error) from error


def create_folders(folder: Path) -> tuple[Path, ...]:
    """Make a folder and those above it, and return which were missing, the inmost first."""
    missing = []
    for candidate in (folder, *folder.parents):
        if candidate.is_dir():
            break
        missing.append(candidate)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _build_error(folder, "made", error) from error
    return tuple(missing)


def remove_folders(folders: tuple[Path, ...]) -> None:
    """Remove folders that are empty, up to the first that is not."""
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return


def _get_mode(path: Path) -> int | None:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return None


def _build_error(path: Path, verb: str, error: OSError) -> AgentConfigError:
    return AgentConfigError(
        f"{path} cannot be {verb}: {error.strerror}.",
        hint="Make it a file that you may read and write, in a folder that you may write to.",
        path=path,
    )
