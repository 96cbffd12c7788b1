"""Reading of files that may turn out to be something else: a pipe would be waited for forever."""

import errno
import os
import stat
from pathlib import Path


def read_regular_file(path: Path, *, most: int = -1) -> bytes:
    """Return what a file holds, `most` bytes of it; what is no regular file is an OSError."""
    opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(opened, "rb") as file:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        return file.read(most)
