"""Changes one table of a TOML text and leaves every other character as it is."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ripplegraph.agents.syntax_error import BrokenText
from ripplegraph.trust import toml_text

if TYPE_CHECKING:
    import tomlkit

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:\\.|[^"\\\n])*"|'
    r"'[^'\n]*'|#[^\n]*|[\[{]|[\]}]|\n",
    re.DOTALL,
)
_DEPTHS = {"[": 1, "{": 1, "]": -1, "}": -1}
_CRLF = "\r\n"
_BOM = "\ufeff"


@dataclass(frozen=True)
class _Statement:
    """A header or a key with its value, up to the end of its last line."""

    start: int
    end: int
    header: tuple[str, ...] | None


def read_toml(text: str) -> dict[str, object]:
    """Read a document, or raise an error with its position."""
    try:
        return toml_text.read_toml(text.removeprefix(_BOM))
    except (ValueError, RecursionError) as error:
        raise BrokenText(f"it is not valid TOML: {error}") from None


def put_table(text: str, path: Sequence[str], values: Mapping[str, object]) -> str:
    """Set values of a table; its other values stay."""
    found = find_table(read_toml(text), path)
    if found is None:
        changed = _append_table(text, path, values)
    elif all(found.get(key) == value for key, value in values.items()):
        return text
    else:
        changed = _set_values(text, path, values)
    _check(changed, path, values)
    return changed


def drop_table(text: str, path: Sequence[str]) -> str:
    """Take away a table and those inside it; comments before the next header stay."""
    if find_table(read_toml(text), path) is None:
        return text
    for start, end in reversed(list(_find_spans(text, tuple(path)))):
        text = text[:start] + text[end:]
    if find_table(read_toml(text), path) is not None:
        text = _delete_value(text, path)
    return text


def find_table(root: Mapping[str, object], path: Sequence[str]) -> dict[str, object] | None:
    """Follow a path of keys to a table."""
    found: object = root
    for depth, key in enumerate(path):
        if not isinstance(found, dict):
            raise BrokenText(f"{'.'.join(path[:depth])} is not a table")
        found = found.get(key)
        if found is None:
            return None
    if not isinstance(found, dict):
        raise BrokenText(f"{'.'.join(path)} is not a table")
    return found


def _append_table(text: str, path: Sequence[str], values: Mapping[str, object]) -> str:
    if _is_inline(text, path[:-1]):
        return _set_values(text, path, values)
    newline = _get_newline(text)
    lines = [f"[{'.'.join(path)}]", *(f"{key} = {_show(value)}" for key, value in values.items())]
    gap = "" if not text.strip("\ufeff \t\r\n") else newline
    if text and not text.endswith(("\n", "\ufeff")):
        gap = newline + gap
    return text + gap + newline.join(lines) + newline


def _set_values(text: str, path: Sequence[str], values: Mapping[str, object]) -> str:
    """Change values where they stand, with the library that keeps comments."""
    import tomlkit

    document = _parse(text)
    table: Any = document
    for key in path:
        if key not in table:
            table[key] = tomlkit.inline_table()
        table = table[key]
    for key, value in values.items():
        if table.get(key) != value:
            table[key] = value
    return _show_document(document, text)


def _delete_value(text: str, path: Sequence[str]) -> str:
    document = _parse(text)
    table: Any = document
    for key in path[:-1]:
        table = table[key]
    del table[path[-1]]
    return _show_document(document, text)


def _check(text: str, path: Sequence[str], values: Mapping[str, object]) -> None:
    try:
        found = find_table(read_toml(text), path)
    except BrokenText:
        found = None
    if found is None or any(found.get(key) != value for key, value in values.items()):
        name = ".".join(path[:-1])
        raise BrokenText(f"{name} is written in a way that cannot be extended")


def _find_spans(text: str, path: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Find each run of lines that a table's header begins, up to its last value."""
    statements = list(_find_statements(text))
    for index, statement in enumerate(statements):
        if statement.header is None or statement.header[: len(path)] != path:
            continue
        end = statement.end
        for later in statements[index + 1 :]:
            if later.header is not None:
                break
            end = later.end
        yield _take_blank_line_before(text, statement.start), end


def _take_blank_line_before(text: str, start: int) -> int:
    match = re.search(r"(?<=\n)\r?\n\Z", text[:start])
    return match.start() if match else start


def _find_statements(text: str) -> Iterator[_Statement]:
    start = depth = 0
    for match in _TOKEN.finditer(text):
        found = match.group()
        depth += _DEPTHS.get(found, 0)
        if found == "\n" and depth == 0:
            yield from _build_statement(text, start, match.end())
            start = match.end()
    yield from _build_statement(text, start, len(text))


def _build_statement(text: str, start: int, end: int) -> Iterator[_Statement]:
    source = text[start:end].lstrip("\ufeff").strip()
    if source and not source.startswith("#"):
        yield _Statement(start, end, _read_header(source) if source.startswith("[") else None)


def _read_header(source: str) -> tuple[str, ...]:
    keys: list[str] = []
    found: object = tomllib.loads(source)
    while found:
        if isinstance(found, list):
            found = found[0]
        elif isinstance(found, dict):
            ((key, found),) = found.items()
            keys.append(key)
    return tuple(keys)


def _is_inline(text: str, path: Sequence[str]) -> bool:
    """Tell whether a table is there, and no header opens it or one inside it."""
    if find_table(read_toml(text), path) is None:
        return False
    headers = [statement.header for statement in _find_statements(text)]
    return not any(header and header[: len(path)] == tuple(path) for header in headers)


def _show(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_show(item) for item in value)}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _get_newline(text: str) -> str:
    return _CRLF if "\n" in text and text.count(_CRLF) == text.count("\n") else "\n"


def _parse(text: str) -> "tomlkit.TOMLDocument":
    """Read a text with the library that keeps comments, but knows no mark of byte order."""
    import tomlkit

    plain = text.removeprefix(_BOM)
    return tomlkit.parse(plain.replace(_CRLF, "\n") if _get_newline(text) == _CRLF else plain)


def _show_document(document: "tomlkit.TOMLDocument", before: str) -> str:
    """Write a document with the line ends and the mark that its text had before."""
    mark = _BOM if before.startswith(_BOM) else ""
    return mark + document.as_string().replace("\n", _get_newline(before))
