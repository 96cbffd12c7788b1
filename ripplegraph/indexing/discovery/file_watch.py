"""Watches the files of a project and tells when a change of them has settled."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from ripplegraph.config import ScanConfig
from ripplegraph.errors import ExtraMissingError
from ripplegraph.git.worktree import find_ignored
from ripplegraph.indexing.discovery.file_finder import NEVER_ENTERED, build_filter
from ripplegraph.store.database import FOLDER

if TYPE_CHECKING:
    from watchfiles import Change

SETTLE_MS = 200
"""A change counts as settled when nothing more happens for so long."""
_LONGEST_MS = 2_000
"""Changes that never stop are told after this time."""
_WAKE_MS = 500


def watch_files(
    root: Path, *, in_git: bool, config: ScanConfig, stop: Event | None = None
) -> Iterator[tuple[str, ...]]:
    """Yield the paths that changed, each time a change of files that a scan looks at settles.

    The first time this yields, perhaps nothing, the watch has begun: what changes from then on
    will be told.
    """
    try:
        from watchfiles import watch
    except ImportError as error:
        raise ExtraMissingError(
            "Watching needs the package watchfiles, which is not installed.",
            hint="Install the extra: pip install 'ripplegraph[watch]'",
            extra="watch",
        ) from error
    ignored_folders = {FOLDER, ".git"} if in_git else {FOLDER, *NEVER_ENTERED}
    is_chosen = build_filter(config)

    def is_of_interest(_: "Change", name: str) -> bool:
        path = _get_path(root, name)
        parts = path.split("/")
        return ignored_folders.isdisjoint(parts) and is_chosen(path)

    batches = watch(
        root,
        watch_filter=is_of_interest,
        debounce=_LONGEST_MS,
        step=SETTLE_MS,
        stop_event=stop,
        rust_timeout=_WAKE_MS,
        yield_on_timeout=True,
    )
    begun = False
    for batch in batches:
        changed = tuple(sorted({_get_path(root, name) for _, name in batch}))
        if in_git and changed:
            changed = _drop_ignored(root, changed)
        if changed or not begun:
            begun = True
            yield changed


def _get_path(root: Path, name: str) -> str:
    return os.path.relpath(name, root).replace(os.sep, "/")


def _drop_ignored(root: Path, paths: tuple[str, ...]) -> tuple[str, ...]:
    ignored = find_ignored(root, paths)
    return tuple(path for path in paths if path not in ignored)
