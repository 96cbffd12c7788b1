"""Changes single entries of a JSON text and leaves every other character as it is."""

import json
from dataclasses import dataclass

from ripplegraph.agents.json_tree import (
    Node,
    Part,
    Path,
    find_gap_end,
    find_node,
    read_tree,
    to_value,
)
from ripplegraph.agents.syntax_error import BrokenText

_DEFAULT_INDENT = "  "


def put(text: str, path: Path, value: object) -> str:
    """Merge a value into the one at a path; other members of an object stay."""
    text = _ensure_root(text)
    node = _get_root(text)
    for depth, key in enumerate(path):
        _check_container(text, node, path[:depth], "{" if isinstance(key, str) else "[")
        part = node.find(key)
        if part is None:
            return _insert(text, node, _nest(path[depth:], value))
        node = part.node
    if isinstance(value, dict) and node.opening == "{":
        for key, inner in value.items():
            text = put(text, (*path, key), inner)
        return text
    return _replace(text, node, value)


def append(text: str, path: Path, value: object) -> str:
    """Add an item to the array at a path, which is made if there is none."""
    node = find_node(read_tree(text), path)
    if node is None:
        return put(text, path, [value])
    _check_container(text, node, path, "[")
    return _insert(text, node, _Addition(None, value))


def drop(text: str, path: Path) -> str:
    """Take away the member or item at a path; of members with the same key, all."""
    while True:
        holder = find_node(read_tree(text), path[:-1])
        part = holder.find(path[-1]) if holder else None
        if holder is None or part is None:
            return text
        text = _close_empty(_cut(text, holder, part), holder.start)
        if isinstance(path[-1], int):
            return text


def prune(text: str, path: Path, *, original: str | None) -> str:
    """Take away containers that are empty now, but for those that were there originally."""
    before = read_tree(original) if original is not None else None
    while path:
        node = find_node(read_tree(text), path)
        if node is None or not _is_hollow(text, node) or find_node(before, path) is not None:
            return text
        text = drop(text, path)
        path = path[:-1]
    return text


def is_empty(text: str) -> bool:
    """Tell whether a document holds nothing: no member, no item, no comment."""
    root = read_tree(text)
    return not text.strip("\ufeff \t\r\n") if root is None else _is_bare(text, root)


def _is_bare(text: str, root: Node) -> bool:
    around = text[: root.start] + text[root.end :]
    return _is_hollow(text, root) and not around.strip("\ufeff \t\r\n")


def _is_hollow(text: str, node: Node) -> bool:
    return bool(node.opening) and not text[node.start + 1 : node.end - 1].strip()


@dataclass(frozen=True)
class _Addition:
    """An insertion: a member with its key, or an item."""

    key: str | None
    value: object

    def render(self, indent: str | None, newline: str, margin: str) -> str:
        shown = json.dumps(self.value, ensure_ascii=False, indent=indent)
        name = "" if self.key is None else f"{json.dumps(self.key, ensure_ascii=False)}: "
        return name + shown.replace("\n", newline + margin)


def _nest(path: Path, value: object) -> _Addition:
    for key in reversed(path[1:]):
        value = {key: value}
    return _Addition(str(path[0]), value)


def _ensure_root(text: str) -> str:
    if read_tree(text) is not None:
        return text
    newline = _get_newline(text)
    separate = text and not text.endswith(("\n", "\ufeff"))
    return f"{text}{newline if separate else ''}{{}}{newline}"


def _get_root(text: str) -> Node:
    root = read_tree(text)
    if root is None:
        raise BrokenText("it is empty")
    return root


def _check_container(text: str, node: Node, path: Path, opening: str) -> None:
    if node.opening != opening:
        name = ".".join(map(str, path)) or "the whole"
        kind = "an object" if opening == "{" else "an array"
        raise BrokenText(f"{name} is not {kind}", text=text, position=node.start)


def _replace(text: str, node: Node, value: object) -> str:
    if to_value(node) == value and type(to_value(node)) is type(value):
        return text
    one_line = "\n" not in text[node.start : node.end] and bool(node.parts)
    indent = None if one_line else _get_indent(text)
    addition = _Addition(None, value)
    shown = addition.render(indent, _get_newline(text), _get_margin(text, node.start))
    return text[: node.start] + shown + text[node.end :]


def _insert(text: str, holder: Node, addition: _Addition) -> str:
    if holder.parts and "\n" not in text[holder.start : holder.end]:
        return _insert_in_line(text, holder, addition)
    newline, unit = _get_newline(text), _get_indent(text)
    close = holder.end - 1
    place = _find_last_word(text, holder)
    margin = _get_margin(text, holder.start)
    inner = _get_inner_margin(text, holder, margin + unit)
    shown = newline + inner + addition.render(unit, newline, inner)
    last = holder.parts[-1] if holder.parts else None
    if last and last.comma is not None:
        shown += ","
    closing = text[place:close] if "\n" in text[place:close] else newline + margin
    text = text[:place] + shown + closing + text[close:]
    if last and last.comma is None:
        text = text[: last.end] + "," + text[last.end :]
    return text


def _insert_in_line(text: str, holder: Node, addition: _Addition) -> str:
    last = holder.parts[-1]
    shown = addition.render(None, "", "")
    if last.comma is None:
        return f"{text[: last.end]}, {shown}{text[last.end :]}"
    return f"{text[: last.comma + 1]} {shown},{text[last.comma + 1 :]}"


def _find_last_word(text: str, holder: Node) -> int:
    """Return the end of the last part or comment in a container, or of its opening."""
    close = holder.end - 1
    start = holder.start + 1
    if holder.parts:
        last = holder.parts[-1]
        start = last.end if last.comma is None else last.comma + 1
    return start + len(text[start:close].rstrip())


def _cut(text: str, holder: Node, part: Part) -> str:
    start, end = part.start, part.end if part.comma is None else part.comma + 1
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    before, after = text[line_start:start], text[end : line_end + 1 or len(text)]
    if line_end >= 0 and not before.strip() and not after.strip():
        start, end = line_start, line_end + 1
    else:
        end += len(text[end:]) - len(text[end:].lstrip(" \t"))
    position = holder.parts.index(part)
    is_last = position == len(holder.parts) - 1
    text = text[:start] + text[end:]
    if is_last and part.comma is None and position:
        comma = holder.parts[position - 1].comma
        if comma is not None:
            text = text[:comma] + _trim_after(text[comma + 1 :])
    return text


def _trim_after(rest: str) -> str:
    trimmed = rest.lstrip(" \t")
    return trimmed if trimmed.startswith(("}", "]")) else rest


def _close_empty(text: str, start: int) -> str:
    """Write an empty container in the short form."""
    gap = find_gap_end(text, start + 1)
    inside = text[start + 1 : gap]
    if text[gap : gap + 1] in ("}", "]") and not inside.strip():
        return text[: start + 1] + text[gap:]
    return text


def _get_newline(text: str) -> str:
    first = text.find("\n")
    return "\r\n" if first > 0 and text[first - 1] == "\r" else "\n"


def _get_indent(text: str) -> str:
    root = read_tree(text)
    if root is None or not root.parts:
        return _DEFAULT_INDENT
    return _get_inner_margin(text, root, "") or _DEFAULT_INDENT


def _get_margin(text: str, position: int) -> str:
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _get_inner_margin(text: str, holder: Node, usual: str) -> str:
    """Return how far the parts of a container are indented: as far as its last one is."""
    if not holder.parts:
        return usual
    start = holder.parts[-1].start
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return usual if line.strip() else line
