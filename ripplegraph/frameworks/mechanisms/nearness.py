"""Which of several bindings of a name is meant, where folders decide that."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import basename, dirname

from ripplegraph.frameworks.mechanisms.registrations import Registration


def choose_nearest(items: Sequence[Registration], path: str) -> Sequence[Registration]:
    """Return the bindings that a file can mean, those of the deepest folder around it."""
    if not any(item.rule.below for item in items):
        return items
    ranked = [(_rank(item, path), item) for item in items]
    best = max(rank for rank, _ in ranked)
    return [item for rank, item in ranked if rank == best] if best >= 0 else []


def _rank(item: Registration, path: str) -> int:
    """Return how near a binding is: -1 for one that a file does not see."""
    own = item.found.view.path
    if own == path:
        return len(path) + 1
    if basename(own) not in item.rule.below:
        return -1 if basename(own).startswith("test_") else 0
    folder = dirname(own)
    return len(folder) + 1 if not folder or path.startswith(f"{folder}/") else -1
