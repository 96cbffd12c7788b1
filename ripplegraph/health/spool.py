"""Checks of the spool: changes that wait, and damaged lines."""

from collections.abc import Iterator

from ripplegraph.errors import StoreError
from ripplegraph.health.report import Check, failed, passed, warned
from ripplegraph.health.status import read_spool
from ripplegraph.store.database import Database
from ripplegraph.store.spool.spool_file import SpoolFile

_NAME = "memory spool"


def check_spool(memory: Database) -> Iterator[Check]:
    """Look at the changes of memories that this worktree keeps for later."""
    try:
        found = read_spool(memory)
    except StoreError as error:
        yield failed(_NAME, error.message, fix=error.hint)
        return
    if found is None:
        yield passed(_NAME, "no change of memories waits to be merged")
    else:
        yield warned(
            _NAME,
            f"{found.changes} changes of memories wait in {found.path}",
            fix=f"Make {memory.path.parent} writable; the next use of memories merges them.",
        )
        if found.damaged:
            yield warned(
                _NAME,
                f"{found.damaged} lines of {found.path} are damaged: a crash cut a change short",
                fix="Do that change again. The next merge sets the line aside.",
            )
    yield from _check_aside(memory)


def _check_aside(memory: Database) -> Iterator[Check]:
    spool = SpoolFile(memory.spool) if memory.spool else None
    scraps = spool.read_aside() if spool else []
    if spool and scraps:
        yield warned(
            _NAME,
            f"{len(scraps)} changes could not be merged and were set aside in {spool.aside_path}; "
            f"the last one because: {scraps[-1].reason}",
            fix="Do again what is missing, then remove that file.",
        )
