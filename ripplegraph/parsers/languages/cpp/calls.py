"""Calls of a C++ file that make objects, and what its loops go over."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Element, Expr
from ripplegraph.graph.facts import NEW, Binding, Call
from ripplegraph.parsers.languages.c.context import CFile, field
from ripplegraph.parsers.languages.c.expressions import read_expression
from ripplegraph.parsers.languages.c.types import read_type
from ripplegraph.parsers.languages.cpp.written_types import read_arguments

_LISTS = frozenset({"argument_list", "initializer_list"})
_NAMED = frozenset({"type_identifier", "qualified_identifier", "template_type"})


def read_constructions(file: CFile) -> None:
    """Read declarations that make an object: `Type name(1)`, `Type name{1}`, `Type name`."""
    for node in file.captures.get("structure", ()):
        if node.type == "declaration":
            written = field(node, "type")
            if written is not None and written.type in _NAMED:
                for item in node.children_by_field_name("declarator"):
                    _read_construction(file, written, item)


def _read_construction(file: CFile, written: Node, item: Node) -> None:
    scope = file.scope_regions.at(item.start_byte)
    if not file.is_in_function(scope):
        return
    value = field(item, "value") if item.type == "init_declarator" else None
    inner = field(item, "declarator") if item.type == "init_declarator" else item
    if inner is None or inner.type != "identifier":
        return
    if item.type == "init_declarator" and (value is None or value.type not in _LISTS):
        return
    passed = read_arguments(file, value) if value is not None else ()
    add_construction(file, written, scope, passed, NEW)


def add_construction(
    file: CFile, written: Node, scope: int, passed: tuple[Expr, ...], flags: int
) -> None:
    """Add a call of the constructor of a type."""
    callee = read_type(file, written)
    if isinstance(callee, str) and not callee.startswith("std."):
        at = written.start_byte
        line = file.source.line_at(at)
        file.builder.calls.append(Call(scope, at, line, callee, passed, (), flags))


def read_initialisers(file: CFile) -> None:
    """Read what a constructor hands to those of its bases."""
    for node in file.captures.get("initialised", ()):
        named = node.named_children
        if not named or named[0].type not in ("field_identifier", "template_method"):
            continue
        name = named[0]
        if name.type == "template_method":
            name = field(name, "name") or name
        text = file.name_of(name)
        scope = file.scope_regions.at(node.start_byte)
        if text[:1].isupper() and not text.isupper():
            passed = read_arguments(file, named[-1]) if len(named) > 1 else ()
            at = name.start_byte
            file.skip.add(at)
            file.builder.calls.append(
                Call(scope, at, file.source.line_at(at), text, passed, (), NEW)
            )


def read_loops(file: CFile) -> None:
    """Bind the variables of loops to what the containers hold."""
    for scope, at, written, right in file.loops:
        old = scope.bindings[at]
        annotation = read_type(file, written)
        value: Expr = None if annotation is not None else read_expression(file, right)
        if annotation is None and value is None:
            continue
        scope.bindings[at] = Binding(
            old.name,
            "=" if annotation is None else ":",
            old.position,
            old.until,
            -1,
            "",
            old.member,
            None if value is None else Element(value),
            annotation,
        )
