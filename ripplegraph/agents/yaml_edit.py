"""Adds a file to a list at the top of a YAML text, line by line, and takes it away again."""

import re
from dataclasses import dataclass

from ripplegraph.agents.syntax_error import BrokenText

_TOP = re.compile(r"(?:[\w.-]+|\"[^\"]*\"|'[^']*')[ \t]*:(?:[ \t]|$)|---|%|#")
_ITEM = re.compile(r"(?P<margin>[ \t]*)-[ \t]+(?P<value>.*)")
_COMMENT = re.compile(r"(?:^|[ \t]+)#.*$")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class _Setting:
    """The lines of a setting: where its key stands, what follows it there, and its items."""

    index: int
    value: str
    items: tuple[int, ...]
    end: int


def add_item(text: str, key: str, item: str) -> str:
    """Add an item to the list of a setting, which is made if there is none."""
    lines = text.splitlines(keepends=True)
    setting = _find_setting(lines, key)
    newline = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    shown = _quote(item)
    if setting is None:
        last = newline if text and not text.endswith("\n") else ""
        return f"{text}{last}{key}:{newline}  - {shown}{newline}"
    if setting.value:
        lines[setting.index] = _extend_line(lines[setting.index], setting.value, shown)
    else:
        _insert_item(lines, setting, shown, newline)
    return "".join(lines)


def find_items(text: str, key: str) -> tuple[str, ...]:
    """Return the items of a setting's list."""
    lines = text.splitlines(keepends=True)
    setting = _find_setting(lines, key)
    if setting is None:
        return ()
    if setting.value:
        return tuple(_unquote(part) for part in _split_flow(setting.value))
    return tuple(_read_item(lines[index]) for index in setting.items)


def remove_item(text: str, key: str, item: str, *, keep_key: bool) -> str:
    """Take an item away; a list that is empty then goes too, unless it is to be kept."""
    lines = text.splitlines(keepends=True)
    setting = _find_setting(lines, key)
    if setting is None or item not in find_items(text, key):
        return text
    if setting.value:
        rest = [part for part in _split_flow(setting.value) if _unquote(part) != item]
        if not rest and not keep_key:
            del lines[setting.index]
        else:
            shown = f"[{', '.join(rest)}]"
            lines[setting.index] = lines[setting.index].replace(setting.value, shown, 1)
        return "".join(lines)
    dropped = [index for index in setting.items if _read_item(lines[index]) == item]
    if len(dropped) == len(setting.items) and not keep_key:
        dropped.append(setting.index)
    return "".join(line for index, line in enumerate(lines) if index not in dropped)


def _find_setting(lines: list[str], key: str) -> _Setting | None:
    found: _Setting | None = None
    for index, value in _find_top_lines(lines):
        if re.match(rf"(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')[ \t]*:", value):
            if found is not None:
                raise BrokenText(f"{key} is set twice (lines {found.index + 1} and {index + 1})")
            found = _read_setting(lines, index, key)
    return found


def _find_top_lines(lines: list[str]) -> list[tuple[int, str]]:
    top: list[tuple[int, str]] = []
    for index, line in enumerate(lines):
        bare = line.rstrip("\r\n").removeprefix("\ufeff" if index == 0 else "")
        if not bare.strip() or bare[0] in " \t" or bare.startswith("- ") or bare == "-":
            continue
        if not _TOP.match(bare):
            raise BrokenText(f"line {index + 1} is not a setting")
        if bare.startswith("---") and any(":" in line for _, line in top if line[0] != "#"):
            raise BrokenText(f"a second document begins in line {index + 1}")
        top.append((index, bare))
    return top


def _read_setting(lines: list[str], index: int, key: str) -> _Setting:
    line = lines[index].rstrip("\r\n")
    value = _COMMENT.sub("", line.partition(":")[2]).strip()
    inner: list[int] = []
    end = index + 1
    for position in range(index + 1, len(lines)):
        text = lines[position].strip()
        if text and not text.startswith("#"):
            if lines[position][0] not in " \t" and not text.startswith("-"):
                break
            if not _ITEM.match(lines[position]) or value:
                raise BrokenText(f"{key} is written in a way that cannot be changed here")
            inner.append(position)
            end = position + 1
    closing = {"[": "]", '"': '"', "'": "'"}.get(value[:1], "")
    if value.startswith(("|", ">", "&", "*", "!", "{")) or not value.endswith(closing):
        raise BrokenText(f"{key} is written in a way that cannot be changed here")
    return _Setting(index, "" if value in ("~", "null") else value, tuple(inner), end)


def _insert_item(lines: list[str], setting: _Setting, shown: str, newline: str) -> None:
    margin = "  "
    if setting.items:
        match = _ITEM.match(lines[setting.items[-1]])
        margin = match.group("margin") if match else margin
    if not lines[setting.end - 1].endswith("\n"):
        lines[setting.end - 1] += newline
    lines.insert(setting.end, f"{margin}- {shown}{newline}")


def _extend_line(line: str, value: str, shown: str) -> str:
    parts = [*_split_flow(value), shown]
    head, colon, rest = line.partition(":")
    return head + colon + rest.replace(value, f"[{', '.join(parts)}]", 1)


def _split_flow(value: str) -> list[str]:
    if not value.startswith("["):
        return [value]
    inside = value[1:-1].strip().removesuffix(",")
    pattern = r"\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,\"'\[\]{}][^,\[\]{}]*)\s*(?:,|$)"
    parts, position = [], 0
    while position < len(inside):
        match = re.compile(pattern).match(inside, position)
        if match is None:
            raise BrokenText("a list is written in a way that cannot be changed here")
        parts.append(match.group(1).strip())
        position = match.end()
    return parts


def _read_item(line: str) -> str:
    match = _ITEM.match(line.rstrip("\r\n"))
    return _unquote(_COMMENT.sub("", match.group("value")).strip()) if match else ""


def _quote(value: str) -> str:
    if re.fullmatch(r"[\w./][\w./ +@-]*", value) and not value.endswith(" "):
        return value
    return "'" + value.replace("'", "''") + "'"


def _unquote(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    match = _DOUBLE.fullmatch(value)
    return re.sub(r"\\(.)", r"\1", match.group(1)) if match else value


def has_key(text: str, key: str) -> bool:
    """Tell whether a setting is there, with items or without."""
    return _find_setting(text.splitlines(keepends=True), key) is not None
