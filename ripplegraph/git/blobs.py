"""Reads the contents of many files of a repository with one process of git."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, cast

from ripplegraph.git.command import read_git, run_git, start_git

LARGEST_BYTES = 5_000_000
"""The content of a larger file is not read."""


def read_blobs(root: Path, blobs: Iterable[str]) -> dict[str, bytes | None]:
    """Return the contents of blobs by their ids; None where one is missing or too large."""
    found: dict[str, bytes | None] = {}
    waiting = list(dict.fromkeys(blobs))
    while len(found) < len(waiting):
        rest = waiting[len(found) :]
        before = len(found)
        found.update(zip(rest, _read_some(root, rest), strict=False))
        if len(found) == before:
            # Git of some versions gives up where a partial clone misses one.
            found[rest[0]] = _read_one(root, rest[0])
    return found


def _read_some(root: Path, blobs: Sequence[str]) -> Iterator[bytes | None]:
    """Yield contents in the order of the ids, until one is too large or git gives up."""
    with TemporaryFile() as source:
        source.write("".join(f"{blob}\n" for blob in blobs).encode())
        source.seek(0)
        with start_git(root, "cat-file", "--batch", source=source) as process:
            try:
                yield from _parse(cast(IO[bytes], process.stdout))
            finally:
                process.kill()


def _parse(stream: IO[bytes]) -> Iterator[bytes | None]:
    while (header := stream.readline()).endswith(b"\n"):
        if header.endswith(b" missing\n"):
            yield None
            continue
        size = int(header.rpartition(b" ")[2])
        if size > LARGEST_BYTES:
            # It is not worth being unpacked; another process reads those that follow.
            yield None
            return
        content = stream.read(size)
        if stream.read(1) != b"\n":
            return
        yield content


def _read_one(root: Path, blob: str) -> bytes | None:
    size = run_git(root, "cat-file", "-s", blob)
    if size.code or int(size.output) > LARGEST_BYTES:
        return None
    return read_git(root, "cat-file", "blob", blob)
