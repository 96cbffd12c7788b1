"""The state of git's index, to tell cheaply whether it is still the same."""

import os
from pathlib import Path

from ripplegraph.git.programs import find_disabled_filters
from ripplegraph.git.settings_files import find_git_folders

_HASH_BYTES = 20


def read_index_state(root: Path) -> str:
    """Return a text that differs once git writes the index, or a filter is switched."""
    folders = find_git_folders(str(root))
    filters = " ".join(f"filter={name}" for name in sorted(find_disabled_filters(str(root))))
    return f"{_read_mark(folders.own) if folders else ''} {filters}".strip()


def _read_mark(folder: str) -> str:
    """Return the hash at the end of the index or, where git leaves it out, size and time."""
    try:
        descriptor = os.open(f"{folder}/index", os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except OSError:
        return ""
    try:
        status = os.fstat(descriptor)
        os.lseek(descriptor, max(0, status.st_size - _HASH_BYTES), os.SEEK_SET)
        mark = os.read(descriptor, _HASH_BYTES)
    except OSError:
        return ""
    finally:
        os.close(descriptor)
    return mark.hex() if any(mark) else f"{status.st_size}-{status.st_mtime_ns}-{status.st_ino}"
