"""Every error that ripplegraph raises on purpose.

    RippleError                     message, hint, exit_code
    ├── UsageError             2    a path, an option or a value that cannot be used
    │   ├── ConfigError        2    a setting that is unknown or has the wrong type
    │   ├── AgentConfigError   2    the configuration of an agent that cannot be edited
    │   ├── HookRefusedError   2    a git hook that ripple had better not change
    │   ├── ExtraMissingError  2    a package that only this command needs is not installed
    │   ├── AmbiguousTargetError 2  a name that means several things
    │   └── UnknownTargetError 2    an id that names nothing in the graph
    ├── NotAProjectError       3    no project at or above a folder
    ├── NotScannedError        3    a project whose files were never scanned
    ├── GitError               3    git refuses to work in a folder
    │   └── GitMissingError    3    there is no git on PATH
    ├── ImportInterruptedError 130  an import that someone stopped
    ├── EmbeddingError         6    a model that makes vectors cannot be used
    ├── ScanError              5    the files of a project cannot be read
    │   ├── GrammarMissingError     the grammar of a language is not installed
    │   └── WorkersMissingError     no worker process can be started
    └── StoreError             4    a database cannot be used
        ├── CorruptDatabaseError    it is damaged
        │   └── LostMemoriesError   memories that were kept in it are gone
        ├── NewerSchemaError        a newer ripple wrote it
        ├── DatabaseBusyError       another process is writing to it
        ├── ScanRunningError        another process is scanning
        ├── UnwritableStoreError    it may be read, but not written
        ├── LinkedStoreError        its file or folder is a link
        ├── DiskFullError           there is no space left for it
        └── UpgradeError            bringing it to the current version failed

The message is one sentence about what is wrong; the hint says what to do about it.
"""

from pathlib import Path
from typing import ClassVar


class RippleError(Exception):
    """The base of every error above; the command line exits with its `exit_code`."""

    exit_code: ClassVar[int]

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(RippleError):
    """A path, an option or a value that cannot be used."""

    exit_code = 2


class ConfigError(UsageError):
    """A setting that is unknown or has the wrong type, and where it was given."""

    def __init__(self, message: str, *, hint: str, origin: str, key: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.origin = origin
        self.key = key


class UnknownTargetError(UsageError):
    """An id that names nothing in the graph, and the ids that may have been meant."""

    def __init__(self, message: str, *, hint: str, near: tuple[str, ...]) -> None:
        super().__init__(message, hint=hint)
        self.near = near


class AmbiguousTargetError(UsageError):
    """A name that means several things, and their ids."""

    def __init__(self, message: str, *, hint: str, candidates: tuple[str, ...]) -> None:
        super().__init__(message, hint=hint)
        self.candidates = candidates


class HookRefusedError(UsageError):
    """Git's hooks belong to someone who would undo or publish a change of ripple's."""


class AgentConfigError(UsageError):
    """The configuration file of an agent cannot be read, understood or written."""

    def __init__(self, message: str, *, hint: str, path: Path) -> None:
        super().__init__(message, hint=hint)
        self.path = path


class ExtraMissingError(UsageError):
    """A package that only some commands need is not installed."""

    def __init__(self, message: str, *, hint: str, extra: str) -> None:
        super().__init__(message, hint=hint)
        self.extra = extra


class NotAProjectError(RippleError):
    """There is no project at or above a folder."""

    exit_code = 3

    def __init__(self, message: str, *, hint: str, path: Path) -> None:
        super().__init__(message, hint=hint)
        self.path = path


class NotScannedError(RippleError):
    """A project has no graph, and this is no place to make one without being asked."""

    exit_code = 3

    def __init__(self, message: str, *, hint: str, path: Path) -> None:
        super().__init__(message, hint=hint)
        self.path = path


class GitError(RippleError):
    """Git refuses to work in a folder."""

    exit_code = 3


class GitMissingError(GitError):
    """There is no git on PATH."""


class ImportInterruptedError(RippleError):
    """Someone stopped an import, which keeps what it had done by then."""

    exit_code = 130

    def __init__(self, message: str, *, hint: str, kept: int) -> None:
        super().__init__(message, hint=hint)
        self.kept = kept


class EmbeddingError(RippleError):
    """A model that makes vectors is not there, or did not answer; nothing else depends on it."""

    exit_code = 6


class ScanError(RippleError):
    """There are files in languages that ripple reads, and not one of them could be read."""

    exit_code = 5


class WorkersMissingError(ScanError):
    """No worker process can be started."""


class GrammarMissingError(ScanError):
    """The grammar of a language is not installed: no file of that language could be read."""

    def __init__(self, message: str, *, hint: str, grammar: str) -> None:
        super().__init__(message, hint=hint)
        self.grammar = grammar


class StoreError(RippleError):
    """A database cannot be used."""

    exit_code = 4

    def __init__(self, message: str, *, hint: str, path: Path) -> None:
        super().__init__(message, hint=hint)
        self.path = path


class CorruptDatabaseError(StoreError):
    """A database is damaged, or is no database at all."""


class LostMemoriesError(CorruptDatabaseError):
    """The memories are missing, empty or older than they were when they were last written."""


class NewerSchemaError(StoreError):
    """A database was written by a newer version of ripple."""

    def __init__(self, message: str, *, hint: str, path: Path, found: int, supported: int) -> None:
        super().__init__(message, hint=hint, path=path)
        self.found = found
        self.supported = supported


class DatabaseBusyError(StoreError):
    """Another process kept a database locked for longer than the busy timeout."""


class ScanRunningError(StoreError):
    """Another process kept scanning for longer than this one may wait."""


class UnwritableStoreError(StoreError):
    """A database may be read, but its file or folder cannot be written."""


class LinkedStoreError(StoreError):
    """A file or folder of ripple's is a link, which may lead out of the project."""


class DiskFullError(StoreError):
    """There is no space left on the file system of a database; nothing was changed."""


class UpgradeError(StoreError):
    """A database could not be brought to the current version, and is as it was before."""
