"""The list of what the user trusts: files and git settings of projects, each by its hash."""

import json
import os
import time
from collections.abc import Mapping
from typing import NamedTuple

from ripplegraph.errors import UsageError
from ripplegraph.trust.user_folders import get_state_folder

FILE = "trust.json"
SETTINGS = "settings"
GIT = "git"
_VERSION = 1
_MOST_BYTES = 4_000_000
_MOST_HASHES = 50
"""So many versions of one file are trusted at once; the oldest are forgotten."""


class Entry(NamedTuple):
    """One version of one thing that the user trusts."""

    project: str
    """The folder of the project or, in git, the one that its worktrees share."""
    kind: str
    """`settings` or `git`."""
    name: str
    """The file with the settings, such as `ripple.toml`."""
    hash: str
    at: str


class Ledger:
    """The file in the user's own folder; without such a folder nothing is trusted."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        folder = get_state_folder(environment)
        self.path = folder / FILE if folder else None

    def read(self) -> tuple[Entry, ...]:
        """Return what is trusted; what cannot be understood is not."""
        if self.path is None:
            return ()
        try:
            with self.path.open("rb") as stream:
                plain = json.loads(stream.read(_MOST_BYTES))
            return tuple(
                Entry(*(str(row[name]) for name in Entry._fields)) for row in plain["trusted"]
            )
        except (OSError, ValueError, TypeError, LookupError, RecursionError):
            return ()

    def has(self, project: str, kind: str, hash_: str) -> bool:
        return any(
            (entry.project, entry.kind, entry.hash) == (project, kind, hash_)
            for entry in self.read()
        )

    def add(self, project: str, kind: str, name: str, hash_: str) -> None:
        """Trust one version of a thing, besides earlier ones."""
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        new = Entry(project, kind, name, hash_, now)
        same = [entry for entry in self.read() if entry[:3] == new[:3] and entry.hash != hash_]
        others = [entry for entry in self.read() if entry[:3] != new[:3]]
        self._write([*others, *same[1 - _MOST_HASHES :], new])

    def remove(self, project: str) -> tuple[Entry, ...]:
        """Trust nothing of a project any more; returns what was trusted."""
        entries = self.read()
        removed = tuple(entry for entry in entries if entry.project == project)
        if removed:
            self._write([entry for entry in entries if entry.project != project])
        return removed

    def _write(self, entries: list[Entry]) -> None:
        if self.path is None:
            raise UsageError(
                "There is no folder to keep what you trust.", hint="Set HOME to your home folder."
            )
        document = {"version": _VERSION, "trusted": [entry._asdict() for entry in entries]}
        partial = self.path.with_name(f".{self.path.name}.partial-{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "wb") as stream:  # noqa: PTH123 - of a file that is open already
                stream.write(json.dumps(document, indent=2).encode() + b"\n")
            partial.replace(self.path)
        except OSError as error:
            raise UsageError(
                f"{self.path} cannot be written: {error.strerror}.",
                hint="Make its folder one that you may write to.",
            ) from error
        finally:
            partial.unlink(missing_ok=True)
