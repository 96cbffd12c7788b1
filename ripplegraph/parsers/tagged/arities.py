"""How much functions take and calls pass, where that is part of what a function is called."""

from __future__ import annotations

from ripplegraph.parsers.tagged.context import Match, TaggedFile


def name_taken(file: TaggedFile, match: Match, name: str) -> tuple[str, ...]:
    """Return the names that a definition has: one for each number of arguments, the most first."""
    if not file.tags.arity or "sentence" in match.words:
        return (name,)
    taken = match.part("arguments")
    given = [] if taken is None else [n for n in taken.named_children if not n.is_extra]
    optional = {node.id for node in match.parts.get("optional", ())}
    most = len(given)
    least = most - sum(node.id in optional for node in given)
    return tuple(_join(file, name, count) for count in range(most, least - 1, -1))


def name_passed(file: TaggedFile, match: Match, name: str) -> str:
    """Return the name of what a call calls: what is piped in and a block after it count, too."""
    if not file.tags.arity:
        return name
    passed = match.part("arguments")
    count = 0 if passed is None else sum(not node.is_extra for node in passed.named_children)
    count += ("piped" in match.words) + ("block" in match.parts)
    return _join(file, name, count)


def _join(file: TaggedFile, name: str, count: int) -> str:
    return f"{name}{file.tags.arity}{count}"
