"""Go's expressions as the plain values the linker evaluates."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import Attribute, DefinitionAt, Element, Expr, InstanceOf, Item
from ripplegraph.parsers.languages.go.context import CHAIN, GoFile, field
from ripplegraph.parsers.languages.go.types import read_base, read_type

_DEEPEST = 60
_TRANSPARENT = ("&", "*")
_MAKERS = frozenset({"make", "new"})

Reader = Callable[[GoFile, Node, int], Expr]


def read_expression(file: GoFile, node: Node | None, depth: int = 0) -> Expr:
    """Return an expression, or None where it says nothing the linker could use."""
    reader = READERS.get(node.type) if node is not None else None
    if reader is None or node is None or depth > _DEEPEST:
        return None
    return reader(file, node, depth + 1)


def _name(file: GoFile, node: Node, _depth: int) -> Expr:
    return file.name_of(node)


def _selector(file: GoFile, node: Node, depth: int) -> Expr:
    text = file.name_of(node)
    if CHAIN.fullmatch(text):
        return text
    operand = read_expression(file, field(node, "operand"), depth)
    name = field(node, "field")
    if operand is None or name is None:
        return None
    if isinstance(operand, str):
        return f"{operand}.{file.name_of(name)}"
    return Attribute(operand, file.name_of(name))


def _call(file: GoFile, node: Node, depth: int) -> Expr:
    function, arguments = field(node, "function"), field(node, "arguments")
    if function is not None and function.type == "identifier" and arguments is not None:
        name = file.name_of(function)
        first = next(iter(arguments.named_children), None)
        if name in _MAKERS:
            return InstanceOf(read_type(file, first, depth))
        if name == "append":
            return read_expression(file, first, depth)
    return file.call_index.get(node.id)


def _conversion(file: GoFile, node: Node, depth: int) -> Expr:
    index = file.call_index.get(node.id)
    return InstanceOf(read_type(file, field(node, "type"), depth)) if index is None else index


def _unary(file: GoFile, node: Node, depth: int) -> Expr:
    operator, operand = node.children[0].type, field(node, "operand")
    if operator in _TRANSPARENT:
        return read_expression(file, operand, depth)
    if operator != "<-":
        return None
    inner = read_expression(file, operand, depth)
    return None if inner is None else Element(inner)


def _inner(file: GoFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if child.type != "comment"]
    return read_expression(file, named[0], depth) if named else None


def _typed(file: GoFile, node: Node, depth: int) -> Expr:
    written = read_type(file, field(node, "type"), depth)
    return None if written is None else InstanceOf(written)


def _literal(file: GoFile, node: Node, _depth: int) -> Expr:
    return DefinitionAt(file.literal_index[node.id]) if node.id in file.literal_index else None


def _item(file: GoFile, node: Node, depth: int) -> Expr:
    operand = read_expression(file, field(node, "operand"), depth)
    return None if operand is None else Item(operand, None)


def _operand(file: GoFile, node: Node, depth: int) -> Expr:
    return read_expression(file, field(node, "operand"), depth)


READERS: dict[str, Reader] = {
    "identifier": _name,
    "selector_expression": _selector,
    "call_expression": _call,
    "type_conversion_expression": _conversion,
    "unary_expression": _unary,
    "parenthesized_expression": _inner,
    "composite_literal": _typed,
    "type_assertion_expression": _typed,
    "func_literal": _literal,
    "index_expression": _item,
    "slice_expression": _operand,
    "type_instantiation_expression": _inner,
    "literal_element": _inner,
    "expression_list": _inner,
    "pointer_type": lambda file, node, _: read_base(file, node),
    "generic_type": lambda file, node, _: read_base(file, node),
    "type_identifier": _name,
    "qualified_type": lambda file, node, _: read_type(file, node),
}


def read_callee(file: GoFile, node: Node) -> Expr:
    """Return what a call calls; `f[T](x)` looks like a conversion, and like an item that is called.

    Which of these it is depends on what `f` is.
    """
    if node.type == "type_conversion_expression":
        return Item(read_base(file, field(node, "type")), None)
    return read_expression(file, field(node, "function"))
