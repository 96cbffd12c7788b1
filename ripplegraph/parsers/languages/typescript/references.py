"""JSX elements, decorators and reads of a script."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import DefinitionAt, Expr
from ripplegraph.graph.facts import DECORATOR, TAG, TYPE_USE, Call, Reference
from ripplegraph.parsers.languages.typescript.calls import last_name, read_callee
from ripplegraph.parsers.languages.typescript.context import Opened, ScriptFile
from ripplegraph.parsers.languages.typescript.expressions import (
    CHAIN,
    PLAIN_CHAIN,
    chain_text,
    read_expression,
)
from ripplegraph.parsers.languages.typescript.fields import read_attributes

_OWN = frozenset({"this", "super", "arguments"})


def read_elements(file: ScriptFile) -> None:
    """Read JSX elements: a component is called with its attributes."""
    raw, skip = file.raw, file.skip
    for node in file.captures.get("element.close", ()):
        for child in node.named_children[:1]:
            skip.add(child.start_byte)
            skip.update(inner.start_byte for inner in child.named_children[:1])
    for node in file.in_order("reference.element"):
        named = node.named_children
        if not named or named[0].type not in ("identifier", "member_expression"):
            continue
        name = named[0]
        start, end = name.start_byte, name.end_byte
        text = raw[start:end]
        if "." not in text and (text[0].islower() or "-" in text):
            skip.add(start)
            continue
        file.callee_ends[start] = end
        callee = chain_text(file, start, end)
        position = last_name(raw, start, end)
        file.builder.calls.append(
            Call(
                file.scope_regions.at(start),
                position,
                file.source.line_at(position),
                callee,
                (),
                _read_attributes(file, named[1:]),
                TAG,
            )
        )
        read_attributes(file, len(file.builder.calls) - 1, named[1:])


def _read_attributes(file: ScriptFile, nodes: list[Node]) -> tuple[tuple[str, Expr], ...]:
    found: list[tuple[str, Expr]] = []
    for node in nodes:
        named = node.named_children
        if node.type != "jsx_attribute" or len(named) < 2 or named[1].type != "jsx_expression":
            continue
        inner = [child for child in named[1].named_children if child.type != "comment"]
        value = read_expression(file, inner[0]) if inner else None
        if value is not None:
            found.append((file.name_of(named[0]), value))
    return tuple(found)


def read_decorators(file: ScriptFile) -> None:
    """Read decorators: each one is called with what it decorates."""
    decorated: set[int] = set()
    for item in file.opened:
        if item.decorators:
            found = [_read_decorator(file, node, item) for node in item.decorators]
            item.draft.fields["decorators"] = tuple(e for e in found if e is not None)
            decorated.update(node.id for node in item.decorators)
    for node in file.in_order("decorator"):
        if node.id not in decorated:
            _read_decorator(file, node, None)


def _read_decorator(file: ScriptFile, node: Node, item: Opened | None) -> Expr:
    inner = next((child for child in node.named_children if child.type != "comment"), None)
    if inner is None:
        return None
    expression = read_expression(file, inner)
    if expression is None:
        return None
    called = inner.type == "call_expression"
    if called:
        position = inner.end_byte - 1
    else:
        _, position = read_callee(file, inner)
        position = inner.start_byte if position < 0 else position
    args = () if item is None else (DefinitionAt(item.draft.index),)
    scope = file.scope_regions.at(node.start_byte)
    line = file.source.line_at(position)
    file.builder.calls.append(Call(scope, position, line, expression, args, (), DECORATOR))
    return expression


def read_references(file: ScriptFile) -> None:
    """Read every name and chain that is read, once for each scope it stands in."""
    raw, skip, source = file.raw, file.skip, file.source
    match, scope_at, line_at = CHAIN.match, file.scope_regions.at, source.line_at
    callee_ends, references = file.callee_ends, file.builder.references
    seen: list[set[str]] = [set() for _ in file.builder.scopes]
    ascii_only = source.ascii
    for start in sorted([node.start_byte for node in file.captures.get("name", ())]):
        if start in skip:
            continue
        found = match(raw, start)
        if found is None:
            continue
        chain = found[0]
        if callee_ends.get(start) == found.end():
            if "." not in chain:
                continue
            chain = chain[: chain.rindex(".")].rstrip("?! \t\r\n")
        if chain in _OWN:
            continue
        names = seen[scope_at(start)]
        if chain in names:
            continue
        names.add(chain)
        if not ascii_only or not PLAIN_CHAIN.fullmatch(chain):
            chain = chain_text(file, start, start + len(chain))
        references.append(Reference(scope_at(start), start, line_at(start), chain))


def read_type_references(file: ScriptFile) -> None:
    """Read every name that stands where only a type can stand."""
    raw, skip, source = file.raw, file.skip, file.source
    scope_at, line_at = file.scope_regions.at, source.line_at
    references = file.builder.references
    seen: list[set[str]] = [set() for _ in file.builder.scopes]
    nodes = sorted([(n.start_byte, n.end_byte) for n in file.captures.get("type", ())])
    for start, end in nodes:
        if start in skip or (start and raw[start - 1] == "."):
            continue
        name = raw[start:end]
        scope = scope_at(start)
        names = seen[scope]
        if name in names:
            continue
        names.add(name)
        references.append(
            Reference(scope, start, line_at(start), source.text(start, end), TYPE_USE)
        )
