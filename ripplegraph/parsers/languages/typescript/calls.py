"""Calls of a script, read from the text where it is plain and from the tree where it is not."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    Builtin,
    Expr,
    GenericType,
    NumberLiteral,
    Spread,
    TextLiteral,
)
from ripplegraph.graph.facts import NEW, TYPES, Call
from ripplegraph.parsers.languages.typescript.context import ScriptFile
from ripplegraph.parsers.languages.typescript.expressions import (
    CHAIN,
    LONGEST_STRING,
    attribute_of,
    chain_text,
    read_expression,
)
from ripplegraph.parsers.languages.typescript.types import read_arguments

_NEW = re.compile(r"new\s+(?=[A-Za-z_$])")
_LINK = re.compile(r"(?:!|\s)*\??\.\s*([A-Za-z_$#][\w$]*)(?=\()", re.ASCII)
_ATOM = re.compile(
    r"'[^'\\\n]*'|\"[^\"\\\n]*\"|[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$#][\w$]*)*|\d{1,9}", re.ASCII
)
_ATOMS = re.compile(
    rf"\(\s*((?:{_ATOM.pattern})(?:\s*,\s*(?:{_ATOM.pattern}))*)\s*,?\s*\)", re.ASCII
)
_WORDS = {"true": Builtin("Boolean"), "false": Builtin("Boolean"), "null": None, "undefined": None}


def read_calls(file: ScriptFile, nodes: list[tuple[int, int, int, Node]]) -> None:
    """Read every call, in the order in which they were numbered: by where they end.

    Calls that begin at one place are links of a chain (`a.b(x).c(y)`), the inner ones first.
    """
    calls = file.builder.calls
    scope_at, line_at = file.scope_regions.at, file.source.line_at
    heads = file.call_heads
    for end, start, _, node in nodes:
        head = heads.get(start)
        plain = _read_first(file, start) if head is None else _read_link(file, head, end)
        if plain is None:
            callee, position, flags, args = _read_node(file, node)
            keywords = _read_types(file, node)
        else:
            callee, position, flags, opening = plain
            args = _read_plain_arguments(file, node, opening, end)
            keywords = ()
        heads[start] = (len(calls), end)
        scope, line = scope_at(start), line_at(position)
        calls.append(Call(scope, position, line, callee, args, keywords, flags))


def _read_first(file: ScriptFile, start: int) -> tuple[Expr, int, int, int] | None:
    """Read `a.b(` or `new A(`: what is called, its last name, the flags, the parenthesis."""
    raw = file.raw
    new = _NEW.match(raw, start)
    begin = start if new is None else new.end()
    found = CHAIN.match(raw, begin)
    if found is None:
        return None
    end = found.end()
    if raw[end : end + 1] != "(":
        return None
    file.callee_ends[begin] = end
    flags = 0 if new is None else NEW
    return chain_text(file, begin, end), last_name(raw, begin, end), flags, end


def _read_link(
    file: ScriptFile, head: tuple[Expr, int], end: int
) -> tuple[Expr, int, int, int] | None:
    """Read `.b(` after the call before it in a chain."""
    base, at = head
    found = _LINK.match(file.raw, at, end)
    if found is None:
        return None
    name = found[1]
    return attribute_of(base, name), found.start(1) + (name[0] == "#"), 0, found.end()


def _read_plain_arguments(file: ScriptFile, node: Node, opening: int, end: int) -> tuple[Expr, ...]:
    if end - opening == 2:
        return ()
    found = _ATOMS.fullmatch(file.raw, opening, end) if end - opening < LONGEST_STRING else None
    if found is None or not found[1].isascii() or "import." in found[1]:
        arguments = node.children[-1]
        return _read_arguments(file, arguments) if arguments.type == "arguments" else ()
    args = [_atom(text) for text in _ATOM.findall(found[1])]
    while args and args[-1] is None:
        args.pop()
    return tuple(args)


def _atom(text: str) -> Expr:
    first = text[0]
    if first in "'\"":
        return TextLiteral(text[1:-1])
    if first.isdecimal():
        return NumberLiteral(int(text))
    return _WORDS[text] if text in _WORDS else text.replace("?", "")


def _read_node(file: ScriptFile, node: Node) -> tuple[Expr, int, int, tuple[Expr, ...]]:
    children = node.children
    function, last = children[0], children[-1]
    flags = 0
    if node.type == "new_expression" and len(children) > 1:
        function, flags = children[1], NEW
    callee, position = read_callee(file, function)
    if position < 0:
        position = last.start_byte
    args = _read_arguments(file, last) if last.type == "arguments" else ()
    return callee, position, flags, args


def _read_types(file: ScriptFile, node: Node) -> tuple[tuple[str, Expr], ...]:
    """Return the types that a call writes behind the name that it calls."""
    for child in node.children:
        if child.type == "type_arguments":
            return ((TYPES, GenericType(None, read_arguments(file, child))),)
    return ()


def read_callee(file: ScriptFile, node: Node) -> tuple[Expr, int]:
    """Return what is called, and where its last name stands (-1 when it has none)."""
    start, end = node.start_byte, node.end_byte
    raw = file.raw
    found = CHAIN.match(raw, start)
    if found is not None and found.end() == end:
        file.callee_ends[start] = end
        return chain_text(file, start, end), last_name(raw, start, end)
    kind = node.type
    if kind == "member_expression":
        children = node.children
        base = read_expression(file, children[0])
        name = children[-1]
        return attribute_of(base, file.name_of(name)), name.start_byte + _is_private(raw, name)
    if kind == "non_null_expression" and node.named_children:
        return read_callee(file, node.named_children[0])
    return read_expression(file, node), -1


def _is_private(raw: str, name: Node) -> bool:
    return raw[name.start_byte] == "#"


def last_name(raw: str, start: int, end: int) -> int:
    """Return where the last name of a chain begins."""
    dot = raw.rfind(".", start, end)
    if dot < 0:
        return start
    at = dot + 1
    while raw[at].isspace() or raw[at] == "#":
        at += 1
    return at


def _read_arguments(file: ScriptFile, arguments: Node) -> tuple[Expr, ...]:
    if arguments.end_byte - arguments.start_byte == 2:
        return ()
    args: list[Expr] = []
    for node in arguments.children[1:-1]:
        kind = node.type
        if kind == ",":
            continue
        if kind == "spread_element":
            inner = node.named_children
            args.append(Spread(read_expression(file, inner[0]) if inner else None))
        elif kind != "comment":
            args.append(read_expression(file, node))
    while args and args[-1] is None:
        args.pop()
    return tuple(args)
