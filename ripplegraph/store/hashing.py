"""The hash that tells whether a file's content has changed."""

import hashlib
from pathlib import Path

_HASH_BYTES = 16


def hash_content(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=_HASH_BYTES).hexdigest()


def hash_file(path: Path) -> str:
    """Hash a file of any size without holding all of it in memory."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=_HASH_BYTES))
    return digest.hexdigest()
