"""How near two files lie to each other."""

from __future__ import annotations


def count_shared_folders(first: str, second: str) -> int:
    """Return how many folders the paths of two files, or of ids in them, begin with alike."""
    ways = [text.partition("::")[0].split("/")[:-1] for text in (first, second)]
    count = 0
    for one, other in zip(*ways, strict=False):
        if one != other:
            break
        count += 1
    return count
