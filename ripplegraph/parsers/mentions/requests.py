"""Texts of requests and routes: what is put together at run time becomes `{}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node

from ripplegraph.graph.facts import Mention
from ripplegraph.parsers.source import Source

GAP = "{}"
_OPENING = re.compile(
    r"[\w$]+\s*(?:<[^()]{0,200}?>)?\(\s*"
    r"(?:[a-z][\w.]*(?:\(\))?\s*,\s*(?=[\"'](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b"
    r"|http\.Method))?"
    r"(?:(?:[\"'](GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[\"']|http\.Method([A-Z]\w+))\s*,\s*)?"
    r"(?:url\s*=\s*|path\s*=\s*)?(?:(?:fmt\.Sprintf|String\.format|sprintf|format!)\(\s*)?"
)
_TERM = re.compile(
    r"\s*(?:[fFrRbBuU]{0,2}(\"\"\"|[\"'`])|[A-Za-z_$][\w$.?!]*(?:\[[^\]\n]{0,80}\])?"
    r"(?:\([^()\n]{0,120}\))?)"
)
_PLUS = re.compile(r"\s*\+\s*")
_GAP = re.compile(r"\$\{[^{}]*\}|\{[^{}]*\}|%[sdvq]|#\{[^{}]*\}")
_BOUND = re.compile(
    r"([A-Za-z_$][\w$]*+)[ \t]*(?::[ \t]*\w+[ \t]*)?:?=[ \t]*(?!=)([\"'`][^\"'`\n]{0,200}[\"'`])?"
)
_METHOD = re.compile(r"\bmethod\s*[:=]\s*[\"'`](\w{3,7})[\"'`]")
_OBJECT_URL = re.compile(r"url:\s*([\"'`])(/[^\"'`\n]{1,200})\1")
_OBJECTS = ("object", "object_expression", "dictionary")
_METHODS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
_LONGEST_OBJECT = 1_000
_NEAR = 4
_LONGEST = 300
_MOST_TERMS = 8


def read_request(raw: str, position: int) -> tuple[str, str] | None:
    """Return the method, if it is an argument before it, and the text of a call's URL."""
    found = _OPENING.match(raw, position)
    if found is None:
        return None
    text = read_text(raw, found.end())
    if text is None or not _is_plain(text):
        return None
    method = found[1] or (found[2] or "").upper()
    return method, text


def _is_plain(text: str) -> bool:
    """Whether a text can be shown as it is."""
    return text.isascii() and text.isprintable()


def read_text(raw: str, at: int) -> str | None:
    """Return a string, or several with other things between them, that are added up."""
    pieces: list[str] = []
    names: dict[int, str] = {}
    """Places among the pieces of what is no string, which is looked for when one comes, too."""
    literal = False
    for _ in range(_MOST_TERMS):
        term = _TERM.match(raw, at)
        if term is None:
            break
        at = term.end()
        if term[1]:
            end = raw.find(term[1], at, at + _LONGEST)
            if end < 0 or "\n" in raw[at:end]:
                return None
            pieces.append(mark_gaps(raw[at:end], raw))
            at, literal = end + len(term[1]), True
        else:
            names[len(pieces)] = term[0].strip()
            pieces.append(GAP)
        plus = _PLUS.match(raw, at)
        if plus is None:
            break
        at = plus.end()
    if not literal:
        return None
    for place, name in names.items():
        pieces[place] = find_constant(raw, name)
    return "".join(pieces)


def mark_gaps(text: str, raw: str = "") -> str:
    """Return a text with `{}` for what is put in, other than texts that the file writes down."""
    if "{" not in text and "%" not in text:
        return text
    return _GAP.sub(lambda found: find_constant(raw, found[0].strip("${}# ")), text)


def find_constant(raw: str, name: str) -> str:
    """Return the text that a name is bound to in a file, or `{}` where that is not plain."""
    return _find_constants(raw).get(name, GAP)


@lru_cache(maxsize=1)
def _find_constants(raw: str) -> dict[str, str]:
    """Return the names that a file binds once, and to a plain text."""
    found: dict[str, str] = {}
    for name, text in _BOUND.findall(raw):
        is_constant = text and name not in found and "{" not in text
        found[name] = text[1:-1] if is_constant else GAP
    return found


def read_method(raw: str, start: int, end: int) -> str:
    """Return the method that options between two offsets name, or nothing."""
    found = _METHOD.search(raw, start, end)
    return found[1].upper() if found else ""


def find_request_objects(source: Source, root: Node) -> Iterator[Mention]:
    """Yield the requests that are described by an object with a `url`, handed to a call."""
    raw = source.raw
    if "url:" not in raw:
        return
    for found in _OBJECT_URL.finditer(raw):
        described = _find_object(root, found.start(2))
        if described is not None and _is_plain(found[2]):
            method = _read_object_method(raw, described)
            line = source.line_at(found.start())
            yield Mention("request", f"{method} {mark_gaps(found[2])}", found.start(2), line)


def _find_object(root: Node, position: int) -> Node | None:
    """Return the object that the string at an offset is a value of; a type is none."""
    node = root.descendant_for_byte_range(position, position)
    for _ in range(_NEAR):
        if node is None or node.type in _OBJECTS:
            return node
        node = node.parent
    return None


def _read_object_method(raw: str, described: Node) -> str:
    """Return the method that an object names, or the call that it is handed to."""
    start, end = described.byte_range
    method = read_method(raw, start, min(end, start + _LONGEST_OBJECT))
    call = described.parent.parent if described.parent is not None else None
    function = call.child_by_field_name("function") if call is not None else None
    if method or function is None:
        return method
    name = raw[function.start_byte : function.end_byte].rpartition(".")[2]
    return name.upper() if name in _METHODS else ""
