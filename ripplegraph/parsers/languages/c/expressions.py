"""Expressions of C and C++ as the plain values the linker evaluates."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import Attribute, DefinitionAt, Either, Expr, InstanceOf, Item
from ripplegraph.parsers.languages.c.context import CHAIN, GLOBAL, CFile, field, join_chain
from ripplegraph.parsers.languages.c.types import chain_of, read_type

_DEEPEST = 60
_MAKERS = frozenset({"make_unique", "make_shared", "WrapUnique", "make_ref", "make_refcounted"})

Reader = Callable[[CFile, Node, int], Expr]


def read_expression(file: CFile, node: Node | None, depth: int = 0) -> Expr:
    """Return an expression, or None where it says nothing the linker could use."""
    reader = READERS.get(node.type) if node is not None else None
    if reader is None or node is None or depth > _DEEPEST:
        return None
    return reader(file, node, depth + 1)


def _name(file: CFile, node: Node, _depth: int) -> Expr:
    return file.name_of(node)


def _qualified(file: CFile, node: Node, _depth: int) -> Expr:
    chain = chain_of(file, node)
    is_global = "." not in chain and file.raw.startswith("::", node.start_byte)
    return f"{GLOBAL}.{chain}" if is_global else chain


def _member(file: CFile, node: Node, depth: int) -> Expr:
    text = file.name_of(node)
    if CHAIN.fullmatch(text):
        return join_chain(text)
    operand = read_expression(file, field(node, "argument"), depth)
    name = field(node, "field")
    if operand is None or name is None:
        return None
    if name.type == "template_method":
        name = field(name, "name") or name
    last = file.name_of(name)
    if name.type == "qualified_identifier":
        last = chain_of(file, name).rpartition(".")[2]
    return f"{operand}.{last}" if isinstance(operand, str) else Attribute(operand, last)


def _call(file: CFile, node: Node, depth: int) -> Expr:
    function = field(node, "function") if file.is_cpp else None
    if function is not None:
        made = made_type(file, function)
        if made is not None:
            return InstanceOf(made)
        if function.type in ("template_function", "qualified_identifier"):
            cast = _cast_type(file, function, depth)
            if cast is not None:
                return InstanceOf(cast)
    return file.call_index.get(node.id)


def _cast_type(file: CFile, function: Node, depth: int) -> Expr:
    """Return the type that a cast gives: `static_cast<Type*>(x)`."""
    name = field(function, "name")
    if function.type != "template_function" or name is None:
        return None
    if not file.name_of(name).endswith("_cast"):
        return None
    arguments = field(function, "arguments")
    first = arguments.named_children[0] if arguments and arguments.named_children else None
    return read_type(file, first, depth)


def made_type(file: CFile, function: Node) -> Expr:
    """Return the type that a function makes an object of: `std::make_unique<Type>(1)`."""
    if not file.is_cpp:
        return None
    while function.type == "qualified_identifier":
        inner = field(function, "name")
        if inner is None:
            return None
        function = inner
    name = field(function, "name")
    if function.type != "template_function" or name is None:
        return None
    if file.name_of(name) not in _MAKERS:
        return None
    arguments = field(function, "arguments")
    first = arguments.named_children[0] if arguments and arguments.named_children else None
    return read_type(file, first)


def is_own_maker(file: CFile, function: Node) -> bool:
    """Whether what makes an object is not said to be of the standard library: `ns::make_unique`."""
    return function.type == "qualified_identifier" and not chain_of(file, function).startswith(
        "std."
    )


def _argument(file: CFile, node: Node, depth: int) -> Expr:
    return read_expression(file, field(node, "argument"), depth)


def _inner(file: CFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if child.type != "comment"]
    return read_expression(file, named[-1], depth) if named else None


def _typed(file: CFile, node: Node, depth: int) -> Expr:
    written = read_type(file, field(node, "type"), depth)
    return None if written is None else InstanceOf(written)


def _conditional(file: CFile, node: Node, depth: int) -> Expr:
    parts = [field(node, "consequence"), field(node, "alternative")]
    found = [e for part in parts if (e := read_expression(file, part, depth)) is not None]
    return Either(tuple(found)) if len(found) > 1 else (found[0] if found else None)


def _right(file: CFile, node: Node, depth: int) -> Expr:
    return read_expression(file, field(node, "right"), depth)


def _function_name(file: CFile, node: Node, depth: int) -> Expr:
    return read_expression(file, field(node, "name"), depth)


def _literal(file: CFile, node: Node, _depth: int) -> Expr:
    return DefinitionAt(file.literal_index[node.id]) if node.id in file.literal_index else None


def _item(file: CFile, node: Node, depth: int) -> Expr:
    base = read_expression(file, field(node, "argument"), depth)
    # In C++ it may be an item of a container, or of an array, which has the type of its items.
    return Either((Item(base, None), base)) if base is not None and file.is_cpp else base


READERS: dict[str, Reader] = {
    "identifier": _name,
    "this": _name,
    "field_identifier": _name,
    "type_identifier": _name,
    "qualified_identifier": _qualified,
    "field_expression": _member,
    "call_expression": _call,
    "new_expression": _call,
    "pointer_expression": _argument,
    "subscript_expression": _item,
    "parenthesized_expression": _inner,
    "comma_expression": _right,
    "assignment_expression": _right,
    "cast_expression": _typed,
    "compound_literal_expression": _typed,
    "conditional_expression": _conditional,
    "template_function": _function_name,
    "lambda_expression": _literal,
}
