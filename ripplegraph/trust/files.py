"""Reads settings files, which anybody may have written: within bounds, and of the project only."""

import os
from pathlib import Path

from ripplegraph.errors import ConfigError

LARGEST = 100_000
"""A file with settings is far smaller."""


def read_bytes(path: Path, *, most: int = LARGEST) -> bytes:
    """Return what a file holds; one that is too large, or lies elsewhere, is an error."""
    try:
        if path.is_symlink():
            _check_link(path)
        # Opening a pipe would wait for somebody who writes into it.
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as stream:  # noqa: PTH123
            content = stream.read(most + 1)
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read: {error.strerror}.",
            hint="Make the file readable.",
            origin=path.name,
        ) from error
    if len(content) > most:
        raise ConfigError(
            f"{path} is larger than {most:,} bytes.",
            hint="Keep only settings in the file.",
            origin=path.name,
        )
    return content


def parse_toml(path: Path, content: bytes) -> dict[str, object]:
    """Return the tables of a file."""
    from ripplegraph.trust.toml_text import read_toml

    try:
        return read_toml(content.decode())
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise ConfigError(
            f"{path} is not valid TOML: {reason}.", hint="Correct the file.", origin=path.name
        ) from error


def hash_file(content: bytes) -> str:
    """Return what stands for just this version of a file in the list of what the user trusts."""
    from hashlib import sha256

    return sha256(content).hexdigest()


def _check_link(path: Path) -> None:
    folder = os.path.realpath(path.parent)
    if os.path.commonpath([folder, os.path.realpath(path)]) != folder:
        raise ConfigError(
            f"{path} is a link to a file outside the project.",
            hint="Put the settings into the project, or into your own settings file.",
            origin=path.name,
        )
