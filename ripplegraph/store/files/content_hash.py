"""The hash that tells whether a file's content has changed."""

import os
import stat
from pathlib import Path

try:
    # A tenth of what it takes to load `hashlib`, which has this from here.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

_HASH_BYTES = 16
_BRIEF_BYTES = 8


def hash_content(data: bytes) -> str:
    return blake2b(data, digest_size=_HASH_BYTES).hexdigest()


def hash_briefly(data: bytes) -> str:
    """Hash what is only compared with a few others, such as settings."""
    return blake2b(data, digest_size=_BRIEF_BYTES).hexdigest()


def hash_file(path: Path) -> str:
    """Hash a file of any size without holding all of it in memory."""
    import hashlib

    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=_HASH_BYTES))
    return digest.hexdigest()


def hash_as_it_is(path: Path) -> str | None:
    """Hash a file as a scan would; None when it is not there, empty when it is not read."""
    try:
        mode = os.lstat(path).st_mode
        if stat.S_ISDIR(mode):
            return None
        return hash_file(path) if stat.S_ISREG(mode) else ""
    except FileNotFoundError:
        return None
    except OSError:
        return ""
