"""Zig's expressions and types as the plain values the linker evaluates.

Pointers, optionals and error unions are what they lead to; a type is a value like any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    Attribute,
    Builtin,
    DefinitionAt,
    Either,
    Expr,
    GenericType,
    InstanceOf,
    Item,
    ModuleMember,
    TypeOf,
)
from ripplegraph.graph.facts import Call
from ripplegraph.parsers.languages.zig.context import ZigFile, field

_DEEPEST = 60
_SEQUENCES = frozenset({"SliceTypeStart", "ArrayTypeStart"})
_TRANSPARENT = frozenset({"ErrorUnionExpr", "GroupedExpr", "LabeledTypeExpr"})
_LITERALS = {
    "INTEGER": "int",
    "FLOAT": "float",
    "STRINGLITERALSINGLE": "str",
    "STRINGLITERAL": "str",
    "LINESTRING": "str",
    "CHAR_LITERAL": "int",
    "BuildinTypeExpr": "type",
}
_IMPORT, _THIS = "@import", "@This"
_TRUSTED = frozenset({"@as", "@constCast", "@ptrCast", "@alignCast", "@fieldParentPtr"})


def read_value(file: ZigFile, nodes: Sequence[Node], depth: int = 0) -> Expr:
    """Return what nodes that are one expression give; a type with members makes an object."""
    for node in nodes:
        if node.is_named and not node.is_extra:
            value = read_expression(file, node, depth)
            made = any(other.type == "InitList" for other in nodes)
            return InstanceOf(as_type(value)) if made and value is not None else value
    return None


def read_expression(file: ZigFile, node: Node, depth: int = 0) -> Expr:
    """Return an expression, or None where it says nothing the linker could use."""
    if depth > _DEEPEST:
        return None
    kind = node.type
    if kind == "SuffixExpr":
        return read_suffix(file, node, depth + 1)
    if kind in _TRANSPARENT:
        named = [child for child in node.named_children if not child.is_extra]
        return read_value(file, named[-1:] if kind == "ErrorUnionExpr" else named, depth + 1)
    if kind == "UnaryExpr":
        inner = field(node, "left")
        return None if inner is None else read_expression(file, inner, depth + 1)
    if kind == "BinaryExpr":
        return _read_binary(file, node, depth)
    if kind == "IfExpr":
        parts = [child for child in node.named_children if not child.is_extra][1:]
        known = [e for p in parts if (e := read_expression(file, p, depth + 1)) is not None]
        return Either(tuple(known)) if known else None
    return None


def _read_binary(file: ZigFile, node: Node, depth: int) -> Expr:
    """Read `a catch b` and `a orelse b`; other operators give nothing of the project."""
    left, operator = field(node, "left"), field(node, "operator")
    if left is None or operator is None:
        return None
    if not file.name_of(operator).startswith(("catch", "orelse")):
        return None
    return read_expression(file, left, depth + 1)


def read_suffix(file: ZigFile, node: Node, depth: int) -> Expr:
    """Read something with its members, items and calls, one after the other; note the calls."""
    value: Expr = None
    builtin, at = "", node.start_byte
    for child in node.named_children:
        kind = child.type
        if kind == "IDENTIFIER":
            value, at = file.name_of(child), child.start_byte
        elif kind == "FieldOrFnCall":
            value, at = _read_member(file, child, value)
        elif kind == "FnCallArguments":
            value = (
                _read_builtin(file, builtin, child, depth)
                if builtin
                else (add_call(file, child, value, at))
            )
            builtin = ""
        elif kind == "BUILTINIDENTIFIER":
            builtin = file.name_of(child)
        elif kind == "SuffixOp":
            value = _read_operator(file, child, value)
        elif kind == "ContainerDecl":
            index = file.container_index.get(child.id)
            value = None if index is None else DefinitionAt(index)
        elif kind in _LITERALS:
            value = Builtin(_LITERALS[kind])
        elif not child.is_extra:
            value = read_expression(file, child, depth + 1)
    return value


def _read_member(file: ZigFile, node: Node, value: Expr) -> tuple[Expr, int]:
    name = field(node, "field_access") or field(node, "function_call")
    if name is None:
        return None, node.start_byte
    text = file.name_of(name)
    member = f"{value}.{text}" if isinstance(value, str) else Attribute(value, text)
    for child in node.named_children:
        if child.type == "FnCallArguments":
            return add_call(file, child, member, name.start_byte), name.start_byte
    return (None if value is None else member), name.start_byte


def _read_operator(file: ZigFile, node: Node, value: Expr) -> Expr:
    text = file.name_of(node)
    is_item = text.startswith("[") and ".." not in text and value is not None
    return Item(value, None) if is_item else value


def _read_builtin(file: ZigFile, name: str, arguments: Node, depth: int) -> Expr:
    """Read what functions of the compiler give: a file, the container around, a cast value."""
    given = [child for child in arguments.named_children if not child.is_extra]
    if name == _IMPORT and given:
        return ModuleMember(file.name_of(given[0]).strip('"'), "")
    if name == _THIS:
        own = file.container_at(file.scope_regions.at(arguments.start_byte))
        return ModuleMember(".", "") if own < 0 else DefinitionAt(own)
    if name == "@as" and len(given) > 1:
        written = read_expression(file, given[0], depth + 1)
        return None if written is None else InstanceOf(as_type(written))
    return read_expression(file, given[-1], depth + 1) if name in _TRUSTED and given else None


def add_call(file: ZigFile, arguments: Node, callee: Expr, at: int) -> Expr:
    """Note a call and return its number."""
    index = file.call_index.get(arguments.id)
    if index is not None and file.calls[index] is None:
        scope = file.scope_regions.at(at)
        file.calls[index] = Call(scope, at, file.source.line_at(at), callee)
    return index


def as_type(value: Expr) -> Expr:
    """Return an expression as a type; what a call gives, or a file, is the type itself."""
    if value == "Self":
        # To the linker that is a word for the receiver; here it is a name like any other.
        return TypeOf(value)
    if isinstance(value, (int, Attribute, ModuleMember, DefinitionAt, Either)):
        return TypeOf(value)
    return value


def read_type(file: ZigFile, nodes: Sequence[Node]) -> Expr:
    """Return the type that nodes write, prefixes first: `?*Cart`, `[]Item`, `Error!Cart`."""
    found: Expr = None
    is_sequence = False
    for node in nodes:
        if node.type == "PrefixTypeOp":
            is_sequence = is_sequence or any(c.type in _SEQUENCES for c in node.named_children)
        elif node.is_named and not node.is_extra:
            found = as_type(read_expression(file, node))
    return GenericType("[]", (found,)) if is_sequence else found
