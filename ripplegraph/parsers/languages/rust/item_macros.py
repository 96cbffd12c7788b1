"""Items that macros are given, brought to where the grammar sees them: all stays where it is.

`cfg_net! { pub fn connect() {} }` becomes `cfg_net!{} pub fn connect() {}`, with blanks to fill up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tree_sitter import Node, Parser
from tree_sitter_language_pack import get_language

_MAY_HOLD = re.compile(rb"^[ \t]*(?:\w+::)*\w+!\s*\{", re.MULTILINE)
_QUIET = rb"//[^\n]*+\n|(?>/\*.*?\*/)|\s"
_ITEM = re.compile(
    rb"(?:" + _QUIET + rb"|#!?\s*\[[^\]]*+\])*+"
    rb"(?:pub\b|fn\b|struct\b|enum\b|union\s+\w|impl\b|mod\b|use\b|const\b|static\b|type\b|trait\b"
    rb"|unsafe\b|async\b|extern\b|macro_rules!|(?:\w+::)*\w+!\s*\{|if\s*#\s*\[)",
    re.DOTALL,
)
_MOST_ROUNDS = 5
_VISIBLE = re.compile(rb"[^\n]")
_REFERENCE = re.compile(rb"\bstatic(\s+ref)\b")
_CONDITION = re.compile(rb"\bif(?=\s*#\s*\[)|\belse\b")
_FLAGS = re.compile(rb"\bstruct(\s+\w+\s*)(:[^{;]*)\{")
_FLAG = re.compile(rb"\bconst\b(?=\s+\w+\s*=)")
_LEVELS = frozenset({"source_file", "declaration_list"})
_STATED = frozenset({"expression_statement"})
_HOLDERS = _STATED | {"mod_item", "impl_item", "trait_item", "declaration_list"}


def unfold_items(data: bytes) -> bytes:
    """Return the source of a file with the items that macros hold outside of them."""
    if _MAY_HOLD.search(data) is None:
        return data
    refused: set[int] = set()
    errors: set[int] | None = None
    for _ in range(_MOST_ROUNDS):
        root = _get_parser().parse(data).root_node
        if errors is None:
            errors = {node.start_byte for node in _find_errors(root)}
        found = [node for node in _find_macros(root) if node.start_byte not in refused]
        changes = [(node, text) for node in found if (text := _unfold(data, node)) is not None]
        if not changes:
            break
        changed = _put(data, changes)
        root = _get_parser().parse(changed).root_node
        broken = {node.start_byte for node in _find_errors(root)} - errors
        kept = []
        for node, text in changes:
            if any(node.start_byte <= at < node.end_byte for at in broken):
                refused.add(node.start_byte)
            else:
                kept.append((node, text))
        data = changed if len(kept) == len(changes) else _put(data, kept)
    return data


@cache
def _get_parser() -> Parser:
    return Parser(get_language("rust"))


def _find_macros(root: Node) -> Iterator[Node]:
    """Yield the macros that stand where items do, outside in."""
    todo = [root]
    while todo:
        node = todo.pop()
        for child in node.named_children:
            if child.type == "macro_invocation":
                yield child
            elif child.type in _HOLDERS and (node.type in _LEVELS or child.type not in _STATED):
                todo.append(child)


def _find_errors(root: Node) -> Iterator[Node]:
    todo = [root] if root.has_error else []
    while todo:
        node = todo.pop()
        if node.is_error or node.is_missing:
            yield node
        todo += [child for child in node.children if child.has_error or child.is_missing]


def _unfold(data: bytes, node: Node) -> bytes | None:
    """Return what stands for a macro, if it is given items in braces."""
    tokens = node.named_children[-1]
    if tokens.type != "token_tree" or data[tokens.start_byte : tokens.start_byte + 1] != b"{":
        return None
    name = data[node.start_byte : tokens.start_byte]
    inner = data[tokens.start_byte + 1 : tokens.end_byte - 1]
    if _ITEM.match(inner) is None:
        return None
    word = name.rstrip().removesuffix(b"!").rpartition(b"::")[2]
    if word == b"bitflags":
        inner = _write_flags(inner)
    elif word == b"cfg_if":
        inner = _write_branches(inner)
    else:
        inner = _REFERENCE.sub(_blank_group, inner)
    is_open = inner.rstrip()[-1:] not in (b";", b"}", b"/")
    return _write_head(name) + inner + (b";" if is_open else b" ")


def _write_head(name: bytes) -> bytes:
    """Return the name of a macro with empty braces, where there is room for them."""
    short = name.rstrip()
    room = len(name) - len(short)
    if room and b"\n" not in name:
        return short + b"{}" + b" " * (room - 1)
    return _blank(name) + b" "


def _write_flags(inner: bytes) -> bytes:
    """Return sets of flags as enumerations."""
    found = bytearray(inner)
    for match in _FLAGS.finditer(inner):
        end = _find_end(inner, match.end() - 1)
        if end < 0:
            continue
        found[match.start() : match.start() + 6] = b"enum  "
        found[match.start(2) : match.end(2)] = _blank(match[2])
        body = _FLAG.sub(lambda flag: _blank(flag[0]), inner[match.end() : end])
        found[match.end() : end] = body.replace(b";", b",")
    return bytes(found)


def _write_branches(inner: bytes) -> bytes:
    """Return the items of all branches, each with the condition before the first of them."""
    found = bytearray(inner)
    for match in _CONDITION.finditer(inner):
        start = inner.find(b"{", match.end())
        end = _find_end(inner, start) if start >= 0 else -1
        if end < 0:
            continue
        found[match.start() : match.end()] = _blank(match[0])
        found[start : start + 1] = found[end : end + 1] = b" "
    return bytes(found)


def _find_end(text: bytes, start: int) -> int:
    """Return where the brace ends that opens at an offset; -1 where it does not."""
    depth = 0
    for at in range(start, len(text)):
        if text[at] == 0x7B:
            depth += 1
        elif text[at] == 0x7D:
            depth -= 1
            if not depth:
                return at
    return -1


def _put(data: bytes, changes: list[tuple[Node, bytes]]) -> bytes:
    found = bytearray(data)
    for node, text in changes:
        found[node.start_byte : node.start_byte + len(text)] = text
    return bytes(found)


def _blank(text: bytes) -> bytes:
    return _VISIBLE.sub(b" ", text)


def _blank_group(match: re.Match[bytes]) -> bytes:
    start = match.start(1) - match.start()
    return match[0][:start] + _blank(match[1])
