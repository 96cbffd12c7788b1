"""The keys under which it is kept which files something concerns, from scan to scan."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

SITE = "<site> "
"""Before the key of a function: the files that have a call site of it."""
MEMBER_OF = "<has> "
"""Before a name: the files that have a class with a member of that name."""
SUBCLASS = "<extends> "
"""Before the key of a class: the files that have a direct subclass of it."""
DECLARES = "<declares> "
"""Before a package and a name: the files of the package that declare the name."""
INCLUDES = "<includes> "
"""Before a path: the files that include the file there, themselves."""
PROBE = "<probe> "
"""Before a path: the files on whose behalf it was looked for."""


@lru_cache(maxsize=65_536)
def hash_key(key: str) -> int:
    """Return a number for a key. Two keys with one number only cost a little extra work."""
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=6).digest()
    return int.from_bytes(digest, "big")
