"""A log of the finished parts of a soak, from which one that was cut off goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import ripplegraph


class SoakLog:
    """Remembers how many problems each finished part had, as a line of JSON for each.

    A part counts as finished for the same repository, options and code of ripple only.
    """

    def __init__(self, file: Path | None, **about: object) -> None:
        self._file = file
        self._about = {**about, "code": hash_code()}
        self._finished: dict[str, int] = {}
        if file is not None and file.exists():
            for line in file.read_text().splitlines():
                entry = json.loads(line)
                self._finished[entry["part"]] = entry["problems"]

    def run(self, name: str, work: Callable[[], int], **options: object) -> int:
        """Return the problems of a part, trying it unless it is finished."""
        part = json.dumps({"name": name, **self._about, **options}, sort_keys=True)
        if part in self._finished:
            print(f"{name}: finished before, {self._finished[part]} problems", flush=True)
            return self._finished[part]
        problems = work()
        self._finished[part] = problems
        if self._file is not None:
            with self._file.open("a") as log:
                log.write(json.dumps({"part": part, "problems": problems}) + "\n")
        return problems


def hash_code() -> str:
    """Return a hash of everything that the package consists of."""
    folder = Path(ripplegraph.__file__).parent
    whole = blake2b(digest_size=8)
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            whole.update(f"{file.relative_to(folder)}\0".encode() + file.read_bytes())
    return whole.hexdigest()
