"""Go's types as the plain values the linker evaluates."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    DeclaredGeneric,
    Expr,
    FunctionType,
    GenericType,
    ObjectType,
    Spread,
)
from ripplegraph.graph.facts import Param
from ripplegraph.parsers.languages.go.context import GoFile, field, names_of

_DEEPEST = 40
_UNKNOWN = "any"

Reader = Callable[[GoFile, Node, int], Expr]


def read_type(file: GoFile, node: Node | None, depth: int = 0) -> Expr:
    """Return a type, or None where it says nothing the linker could use."""
    reader = _READERS.get(node.type) if node is not None else None
    if reader is None or node is None or depth > _DEEPEST:
        return None
    return reader(file, node, depth + 1)


def _name(file: GoFile, node: Node, _depth: int) -> Expr:
    return file.name_of(node)


def _qualified(file: GoFile, node: Node, _depth: int) -> Expr:
    return "".join(file.name_of(node).split())


def _inner(file: GoFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if child.type != "comment"]
    return read_type(file, named[0], depth) if len(named) == 1 else None


def _generic(file: GoFile, node: Node, depth: int) -> Expr:
    base = read_type(file, field(node, "type"), depth)
    written = read_arguments(file, field(node, "type_arguments"), depth)
    return DeclaredGeneric(base, written) if isinstance(base, str) and any(written) else base


def read_arguments(file: GoFile, node: Node | None, depth: int = 0) -> tuple[Expr, ...]:
    """Return the types that another one is given."""
    items = node.named_children if node is not None else ()
    return tuple([read_type(file, item, depth) for item in items if item.type != "comment"])


def read_base(file: GoFile, node: Node | None) -> Expr:
    """Return a type without what it is given."""
    written = read_type(file, node)
    return written.base if type(written) is DeclaredGeneric else written


def _sequence(file: GoFile, node: Node, depth: int) -> Expr:
    return GenericType("[]", (read_type(file, field(node, "element"), depth),))


def _channel(file: GoFile, node: Node, depth: int) -> Expr:
    return GenericType("box[]", (read_type(file, field(node, "value"), depth),))


def _map(file: GoFile, node: Node, depth: int) -> Expr:
    key, value = read_type(file, field(node, "key"), depth), field(node, "value")
    return GenericType("map[]", (key, read_type(file, value, depth)))


def _function(file: GoFile, node: Node, depth: int) -> Expr:
    taken: list[Expr] = []
    for param in read_params(file, field(node, "parameters"), depth):
        taken.append(Spread(param.annotation) if param.kind else param.annotation)
    return FunctionType(tuple(taken), read_result(file, field(node, "result"), depth))


def _struct(file: GoFile, node: Node, depth: int) -> Expr:
    """Read a struct type without a name: its fields with their types."""
    members: list[tuple[str, Expr]] = []
    for item in find_fields(node):
        written = read_type(file, field(item, "type"), depth)
        if written is not None:
            names = names_of(item)
            members += [(file.name_of(name), written) for name in names]
    return ObjectType(tuple(members)) if members else None


def find_fields(node: Node) -> Iterator[Node]:
    """Yield the field declarations of a struct type."""
    for body in node.named_children:
        if body.type == "field_declaration_list":
            yield from (item for item in body.named_children if item.type == "field_declaration")


def read_params(file: GoFile, node: Node | None, depth: int = 0) -> list[Param]:
    """Return the parameters of a list, one for each name, or for each type without one."""
    found: list[Param] = []
    for item in node.named_children if node is not None else ():
        if item.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        kind = "*" if item.type == "variadic_parameter_declaration" else ""
        written = read_type(file, field(item, "type"), depth)
        names = [file.name_of(name) for name in names_of(item)]
        found += [Param(name, kind, written) for name in names or [""]]
    return found


def read_result(file: GoFile, node: Node | None, depth: int = 0) -> Expr:
    """Return the type of what a function gives; several results are a tuple."""
    if node is None:
        return None
    if node.type != "parameter_list":
        return read_type(file, node, depth) or _UNKNOWN
    types = [param.annotation or _UNKNOWN for param in read_params(file, node, depth)]
    if len(types) < 2:
        return types[0] if types else None
    return GenericType("()", tuple(types))


_READERS: dict[str, Reader] = {
    "type_identifier": _name,
    "identifier": _name,
    "qualified_type": _qualified,
    "selector_expression": _qualified,
    "generic_type": _generic,
    "pointer_type": _inner,
    "parenthesized_type": _inner,
    "type_elem": _inner,
    "type_constraint": _inner,
    "slice_type": _sequence,
    "array_type": _sequence,
    "implicit_length_array_type": _sequence,
    "channel_type": _channel,
    "map_type": _map,
    "function_type": _function,
    "struct_type": _struct,
}
