"""Writes, finds and removes ripple's entries in a JSON text."""

from collections.abc import Iterator

from ripplegraph.agents.entries import (
    DefaultEntry,
    Entry,
    Found,
    HookEntry,
    ServerEntry,
    is_foreign,
    read_hook,
    read_program,
)
from ripplegraph.agents.json_edit import append, drop, is_empty, prune, put
from ripplegraph.agents.json_tree import Path, find_node, read_tree, to_value
from ripplegraph.agents.syntax_error import BrokenText

_INNER = "hooks"
"""Where a group of hooks has its commands."""


def write_entries(text: str, entries: tuple[Entry, ...]) -> str:
    """Update every entry, and add missing ones."""
    for entry in entries:
        if isinstance(entry, ServerEntry):
            text = _write_server(text, entry)
        elif isinstance(entry, DefaultEntry):
            if find_node(read_tree(text), entry.path) is None:
                text = put(text, entry.path, entry.value)
        elif isinstance(entry, HookEntry):
            text = _write_hook(text, entry)
    return text


def remove_entries(text: str, entries: tuple[Entry, ...], original: str | None) -> str:
    """Take every entry away; containers go with them unless they were there originally."""
    for entry in entries:
        if isinstance(entry, ServerEntry):
            text = _remove_server(text, entry, original)
        elif isinstance(entry, HookEntry):
            text = _remove_hooks(text, entry, original)
        elif (
            isinstance(entry, DefaultEntry)
            and original is not None
            and find_node(read_tree(original), entry.path) is None
        ):
            text = _drop_default(text, entry)
    return text


def is_spent(text: str, entries: tuple[Entry, ...]) -> bool:
    """Tell whether nothing is left but what ripple had put there as a default."""
    for entry in entries:
        if isinstance(entry, DefaultEntry):
            text = drop(text, entry.path)
    return is_empty(text)


def find_entries(text: str, entries: tuple[Entry, ...]) -> Found:
    """Find the entries that are there, current or not."""
    root = read_tree(text)
    programs: list[str] = []
    for entry in entries:
        if isinstance(entry, ServerEntry):
            server = _find_server(text, entry)
            if server is not None and not is_foreign(server):
                programs.append(_name_program(server))
        elif isinstance(entry, HookEntry):
            locations = _find_hooks(text, entry.path, entry.agent, entry.event)
            commands = (find_node(root, (*place, "command")) for place in locations)
            programs.extend(read_program(str(to_value(node))) for node in commands if node)
    return Found(len(programs), tuple(dict.fromkeys(programs)))


def _write_server(text: str, entry: ServerEntry) -> str:
    if is_foreign(_find_server(text, entry)):
        raise BrokenText(f"{'.'.join(entry.path)} is another server")
    return put(text, entry.path, entry.values)


def _find_server(text: str, entry: ServerEntry) -> object:
    node = find_node(read_tree(text), entry.path)
    return to_value(node) if node else None


def _name_program(server: object) -> str:
    command = server.get("command") if isinstance(server, dict) else None
    return str(command[0] if isinstance(command, list) and command else command)


def _write_hook(text: str, entry: HookEntry) -> str:
    locations = list(_find_hooks(text, entry.path, entry.agent, entry.event))
    if not locations:
        return append(text, entry.path, entry.item)
    for extra in reversed(locations[1:]):
        text = _drop_hook(text, extra)
    place = locations[0]
    if len(place) == len(entry.path) + 1:
        return put(text, place, entry.item)
    group = place[: len(entry.path) + 1]
    text = put(text, place, _get_command(entry))
    node = find_node(read_tree(text), (*group, _INNER))
    if node and len(node.parts) == 1:
        text = put(text, group, {key: entry.item[key] for key in entry.item if key != _INNER})
    return text


def _drop_default(text: str, entry: DefaultEntry) -> str:
    node = find_node(read_tree(text), entry.path)
    return drop(text, entry.path) if node and to_value(node) == entry.value else text


def _get_command(entry: HookEntry) -> object:
    inner = entry.item.get(_INNER)
    return inner[0] if isinstance(inner, list) else entry.item


def _remove_server(text: str, entry: ServerEntry, original: str | None) -> str:
    if is_foreign(_find_server(text, entry)):
        return text
    rest = drop(text, entry.path)
    return text if rest == text else prune(rest, entry.path[:-1], original=original)


def _remove_hooks(text: str, entry: HookEntry, original: str | None) -> str:
    rest = text
    for place in reversed(list(_find_hooks(text, entry.path, entry.agent, None))):
        rest = _drop_hook(rest, place)
    return text if rest == text else prune(rest, entry.path, original=original)


def _drop_hook(text: str, place: Path) -> str:
    text = drop(text, place)
    holder = find_node(read_tree(text), place[:-1])
    if place[-2:-1] == (_INNER,) and len(place) > 2 and isinstance(place[-3], int):
        return text if holder and holder.parts else drop(text, place[:-2])
    return text


def _find_hooks(text: str, path: tuple[str, ...], agent: str, event: str | None) -> Iterator[Path]:
    """Find the commands of ripple's in the list of an event, inside groups or not."""
    node = find_node(read_tree(text), path)
    for index, part in enumerate(node.parts if node and node.opening == "[" else ()):
        inner = part.node.find(_INNER) if part.node.opening == "{" else None
        locations: list[Path] = [(*path, index)]
        if inner and inner.node.opening == "[":
            locations += [(*path, index, _INNER, at) for at in range(len(inner.node.parts))]
        for place in locations:
            command = find_node(node, (*place[len(path) :], "command"))
            found = read_hook(to_value(command)) if command else None
            if found and found[0] == agent and event in (None, found[1]):
                yield place
