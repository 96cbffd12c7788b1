"""Calls and reads of a Python file."""

from __future__ import annotations

import re
from bisect import bisect_right

from tree_sitter import Node

from ripplegraph.graph.expressions import LITERALS, Attribute, Expr, Spread
from ripplegraph.graph.facts import RAISED, Call, Reference
from ripplegraph.parsers.languages.python.context import PythonFile
from ripplegraph.parsers.languages.python.expressions import (
    DOTTED,
    READERS,
    names_in_type,
    read_expression,
)
from ripplegraph.parsers.languages.python.names import (
    CALLED,
    KEYWORDS,
    LAST_CHAIN,
    MEMBERS,
    ROLE,
    SOMETIMES_KEYWORDS,
    find_chains,
    is_bound,
)

_CALLEE = re.compile(rf"({DOTTED.pattern})[ \t]*+\(", re.ASCII)
_OWN = frozenset({"self", "cls"})
BY_KEYWORD = frozenset(
    {"replace", "dataclasses.replace", "evolve", "attr.evolve", "attrs.evolve", "copy.replace"}
)
"""Functions whose keywords name fields of their first argument."""
_NAMING: frozenset[Expr] = BY_KEYWORD | {"getattr", "hasattr", "setattr", "delattr"}
"""Functions that are told the names of fields."""


def read_calls(file: PythonFile) -> None:
    """Read every call; the first ones of the list stand in the order of `call_index`."""
    calls, raw, ascii_only = file.builder.calls, file.raw, file.source.ascii
    lines, find_callee = file.source.lines, _CALLEE.match
    regions = file.scope_regions.walk()
    scope = until = 0
    last = -1
    for node in file.captures.get("reference.call", ()):
        start, end = node.byte_range
        while start >= until:
            scope, until = next(regions)
        # Of the calls that begin at one place, the first one is the innermost.
        found = find_callee(raw, start) if ascii_only and start != last else None
        last = start
        if found is not None:
            callee: Expr = found[1]
            position = raw.rfind(".", start, found.end(1)) + 1 or start
        else:
            function = node.children[0]
            callee = read_expression(file, function)
            position = _callee_position(function, node.children[-1], callee)
        if raw.startswith("()", end - 2):
            calls.append(Call(scope, position, bisect_right(lines, position), callee))
            continue
        if callee in _NAMING:
            file.naming.append(node)
        line = bisect_right(lines, position)
        args, keywords, names = _read_arguments(file, node.children[-1])
        places = tuple([n for at in names for n in (at - position, bisect_right(lines, at) - line)])
        calls.append(Call(scope, position, line, callee, args, keywords, 0, places))


def read_raises(file: PythonFile) -> None:
    """Read `raise X`, which calls X where X is a class."""
    for node in file.captures.get("reference.raise", ()):
        named = node.named_children
        if named and named[0].type in ("identifier", "attribute"):
            callee = read_expression(file, named[0])
            at = named[0].start_byte
            if isinstance(callee, str):
                at = named[0].end_byte - len(callee.rpartition(".")[2].encode())
            file.builder.calls.append(
                Call(file.scope_regions.at(at), at, file.source.line_at(at), callee, flags=RAISED)
            )


def _callee_position(function: Node, arguments: Node, callee: Expr) -> int:
    if isinstance(callee, str):
        return function.end_byte - len(callee.rpartition(".")[2].encode())
    if type(callee) is Attribute:
        return function.end_byte - len(callee.name.encode())
    return arguments.start_byte


def _read_arguments(
    file: PythonFile, arguments: Node
) -> tuple[tuple[Expr, ...], tuple[tuple[str, Expr], ...], list[int]]:
    """Return what a call passes by position and by name, and the offsets of these names."""
    if arguments.type != "argument_list":
        return (read_expression(file, arguments),), (), []
    args: list[Expr] = []
    keywords: list[tuple[str, Expr]] = []
    names: list[int] = []
    for node in arguments.named_children:
        kind = node.type
        reader = READERS.get(kind)
        if reader is not None:
            args.append(reader(file, node, 1))
        elif kind == "keyword_argument":
            named = node.named_children
            keywords.append((file.name_of(named[0]), read_expression(file, named[-1])))
            names.append(node.start_byte)
        elif kind == "list_splat":
            args.append(Spread(read_expression(file, node.named_children[0])))
        elif kind == "dictionary_splat":
            keywords.append(("**", read_expression(file, node.named_children[0])))
            names.append(node.start_byte)
        elif kind != "comment":
            args.append(None)
    while args and args[-1] is None:
        args.pop()
    return tuple(args), tuple(keywords), names


def note_type_names(file: PythonFile, node: Node, annotation: Expr) -> None:
    """Record the names of an annotation that its text alone does not show to be read.

    These are those in quotes, and the last one before a default: in `x: A = 1` the text alone
    would take `A` for what is bound.
    """
    raw, start = file.raw[node.start_byte : node.end_byte], node.start_byte
    if '"' in raw or "'" in raw:
        for name in names_in_type(annotation):
            add_reference(file, file.scope_regions.at(start), start, name)
    elif is_bound(file.raw, node.end_byte):
        last = LAST_CHAIN.search(raw)
        if last is not None and last[0] not in KEYWORDS:
            at = start + last.start()
            chain = last[0].encode("latin-1").decode("utf-8", "replace")
            add_reference(file, file.scope_regions.at(at), at, chain)


def add_reference(file: PythonFile, scope: int, at: int, chain: str) -> None:
    """Add one read of a chain."""
    file.builder.references.append(Reference(scope, at, file.source.line_at(at), chain))


def _already_read(file: PythonFile) -> list[set[str]]:
    """Return the chains of each scope that are read already: quoted types, class patterns."""
    seen: list[set[str]] = [set() for _ in file.builder.scopes]
    for node in file.captures.get("reference.pattern", ()):
        at = node.start_byte
        add_reference(file, file.scope_regions.at(at), at, file.name_of(node))
    for reference in file.builder.references:
        seen[reference.scope].add(reference.chain)
    return seen


def read_references(file: PythonFile) -> None:
    """Read every name and dotted chain that is read or set, once for each scope it stands in."""
    skip, ascii_only, line_at = file.skip, file.source.ascii, file.source.line_at
    references = file.builder.references
    seen = _already_read(file)
    regions = file.scope_regions.walk()
    consumed = until = scope = 0
    names = seen[scope]
    for found in find_chains(file):
        start = found.start()
        if start < consumed:
            continue
        if start in skip:
            consumed = skip[start]
            continue
        chain = _find_read(found)
        if chain in KEYWORDS or chain in _OWN:
            continue
        while start >= until:
            scope, until = next(regions)
            names = seen[scope]
        if chain is None:
            _read_members(file, scope, found)
            continue
        if chain in names or not _is_name(file, chain, start):
            continue
        names.add(chain)
        if not ascii_only:
            chain = chain.encode("latin-1").decode("utf-8", "replace")
        references.append(Reference(scope, start, line_at(start), chain))


def _find_read(found: re.Match[str]) -> str | None:
    """Return the chain that is read or set, "" for nothing; None for members of an expression."""
    chain = found[1]
    if found.lastindex != ROLE:
        return chain if found.lastindex == 1 else None if found.lastindex else ""
    if found[ROLE] == "(":
        return chain.rpartition(".")[0]
    return chain if found[ROLE] == "=" and "." in chain else ""


def _read_members(file: PythonFile, scope: int, found: re.Match[str]) -> None:
    """Read a chain that is taken from an expression: `make().owner.name`."""
    chain, at = found[MEMBERS], found.start(MEMBERS)
    if found[CALLED]:
        chain = chain.rpartition(".")[0]
    if not chain:
        return
    node = file.root.descendant_for_byte_range(at, at + len(chain.partition(".")[0]))
    whole = node.parent if node is not None and node.type == "identifier" else None
    if whole is None or whole.type != "attribute":
        return
    base = read_expression(file, whole.children[0])
    if base is not None and type(base) not in LITERALS:
        add_member(file, scope, at, base, chain)


def add_member(file: PythonFile, scope: int, at: int, base: Expr, chain: str) -> None:
    """Add one read of a chain that is taken from an expression."""
    if not file.source.ascii:
        chain = chain.encode("latin-1").decode("utf-8", "replace")
    line = file.source.line_at(at)
    file.builder.references.append(Reference(scope, at, line, chain, 0, base))


def _is_name(file: PythonFile, chain: str, start: int) -> bool:
    """Whether a chain begins with a name, and not with a keyword; the tree knows of some words."""
    first = chain.partition(".")[0]
    if first in SOMETIMES_KEYWORDS:
        node = file.root.descendant_for_byte_range(start, start + len(first))
        return node is not None and node.type == "identifier"
    return first not in KEYWORDS
