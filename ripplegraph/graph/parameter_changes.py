"""Compatibility of parameter lists: whether calls that fitted one still fit another.

Optional parameters at the end, `*args`, `**kwargs` and optional parameters by name may be added.
What is removed, renamed, moved, now required, or can no longer be passed by position or by name
breaks a call; in a language without named arguments the name alone is free to change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ripplegraph.graph.signatures import Parameter, split_union

_BY_POSITION = ("", "/")
_BY_NAME = ("", "k")


class Finding(NamedTuple):
    """One difference, and whether it is harmless; None: nobody can tell."""

    compatible: bool | None
    text: str


def compare_parameters(
    old: Sequence[Parameter], new: Sequence[Parameter], *, by_name: bool
) -> Iterator[Finding]:
    """Yield what differs; `by_name` says that calls can name parameters."""
    renamed = _find_renamed(old, new)
    for item, other in renamed:
        named = by_name and item.kind in _BY_NAME
        yield Finding(not named, f"parameter `{item.name}` renamed to `{other.name}`")
    matches = {item.name: item for item in new} | {item.name: other for item, other in renamed}
    yield from _find_reordered(old, new, matches)
    for item in old:
        match = matches.get(item.name)
        if match is None:
            yield _describe_removed(item, new)
        else:
            yield from _compare(item, match, by_name=by_name)
    taken = {id(match) for item in old if (match := matches.get(item.name)) is not None}
    yield from _find_added(old, [item for item in new if id(item) not in taken])


def _find_renamed(
    old: Sequence[Parameter], new: Sequence[Parameter]
) -> list[tuple[Parameter, Parameter]]:
    """Pair parameters at one place whose old name is gone and whose new name was not there."""
    before, after = {item.name for item in old}, {item.name for item in new}
    return [
        (item, other)
        for item, other in zip(_get_positional(old), _get_positional(new), strict=False)
        if item.name not in after and other.name not in before
    ] + [
        (item, other)
        for kind in ("*", "**")
        for item in old
        for other in new
        if item.kind == other.kind == kind and item.name != other.name
    ]


def _find_reordered(
    old: Sequence[Parameter], new: Sequence[Parameter], matches: dict[str, Parameter]
) -> Iterator[Finding]:
    positions = {id(item): at for at, item in enumerate(_get_positional(new))}
    moved = []
    for at, item in enumerate(_get_positional(old)):
        match = matches.get(item.name)
        if match is not None and positions.get(id(match), at) != at:
            moved.append(item.name)
    if moved:
        names = ", ".join(f"`{name}`" for name in moved)
        yield Finding(False, f"parameters at another place: {names}")


def _describe_removed(item: Parameter, new: Sequence[Parameter]) -> Finding:
    kinds = {other.kind for other in new}
    swallowed = (item.kind == "k" and "**" in kinds) or (item.kind == "/" and "*" in kinds)
    swallowed = swallowed or (item.kind == "" and {"*", "**"} <= kinds)
    if swallowed:
        return Finding(None, f"parameter `{item.name}` is now one of any others")
    return Finding(False, f"parameter `{_show(item)}` removed")


def _compare(old: Parameter, new: Parameter, *, by_name: bool) -> Iterator[Finding]:
    name = new.name
    if old.optional and new.optional is False:
        yield Finding(False, f"parameter `{name}` is now required")
    elif old.optional is False and new.optional:
        yield Finding(True, f"parameter `{name}` is now optional")
    if old.kind != new.kind:
        yield from _compare_kinds(old, new, by_name=by_name)
    if old.annotation != new.annotation:
        yield _compare_types(old, new)
    if old.default != new.default and old.default and new.default:
        yield Finding(True, f"default of `{name}` is `{new.default}`, was `{old.default}`")


def _compare_kinds(old: Parameter, new: Parameter, *, by_name: bool) -> Iterator[Finding]:
    if {"*", "**"} & {old.kind, new.kind}:
        yield Finding(False, f"parameter `{_show(old)}` is now `{_show(new)}`")
        return
    if by_name and old.kind in _BY_NAME and new.kind not in _BY_NAME:
        yield Finding(False, f"parameter `{new.name}` can no longer be passed by name")
    if old.kind in _BY_POSITION and new.kind not in _BY_POSITION:
        yield Finding(False, f"parameter `{new.name}` can no longer be passed by position")
    if new.kind == "":
        way = "name" if old.kind == "/" else "position"
        yield Finding(True, f"parameter `{new.name}` can now be passed by {way}, too")


def _compare_types(old: Parameter, new: Parameter) -> Finding:
    if not old.annotation or not new.annotation:
        word = "added" if new.annotation else "removed"
        return Finding(True, f"type of `{new.name}` {word}")
    text = f"type of `{new.name}` is `{new.annotation}`, was `{old.annotation}`"
    more = set(split_union(old.annotation)) < set(split_union(new.annotation))
    return Finding(True if more else None, text)


def _find_added(old: Sequence[Parameter], added: Sequence[Parameter]) -> Iterator[Finding]:
    takes_any = any(item.kind == "*" for item in old)
    for item in added:
        if item.kind in ("*", "**"):
            yield Finding(True, f"`{_show(item)}` added")
        elif takes_any and item.kind in _BY_POSITION:
            yield Finding(False, f"parameter `{item.name}` takes the place of one of any others")
        elif item.optional:
            yield Finding(True, f"optional parameter `{item.name}` added")
        elif item.optional is None:
            yield Finding(None, f"parameter `{item.name}` added")
        else:
            yield Finding(False, f"required parameter `{item.name}` added")


def _get_positional(parameters: Sequence[Parameter]) -> list[Parameter]:
    return [item for item in parameters if item.kind in _BY_POSITION]


def _show(item: Parameter) -> str:
    return f"{item.kind if item.kind in ('*', '**') else ''}{item.name}"
