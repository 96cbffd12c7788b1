"""Reads regular files only: a pipe or a device with a usual name has no content."""

import os
import stat

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)


def read_start(path: str | os.PathLike[str], most: int, *, links: bool = False) -> bytes | None:
    """Return up to so many bytes of a regular file; None where there is none.

    With `links`, a link at the end of the path is followed.
    """
    try:
        descriptor = os.open(path, _FLAGS | _BINARY | (0 if links else _NO_LINK))
    except OSError:
        return None
    parts = []
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        while most > 0 and (part := os.read(descriptor, most)):
            parts.append(part)
            most -= len(part)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return b"".join(parts)
