"""Scala's expressions as the plain values the linker evaluates."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    NULL,
    Builtin,
    DefinitionAt,
    Either,
    Element,
    Expr,
    InstanceOf,
)
from ripplegraph.parsers.languages.java.context import CHAIN, CONSTRUCTOR, JavaFile, field
from ripplegraph.parsers.languages.java.expressions import join_member
from ripplegraph.parsers.languages.scala.types import read_base, read_type

_DEEPEST = 60
_HIGHEST = 12

Reader = Callable[[JavaFile, Node, int], Expr]


def read_expression(file: JavaFile, node: Node | None, depth: int = 0) -> Expr:
    """Return an expression, or None where it says nothing the linker could use."""
    reader = READERS.get(node.type) if node is not None else None
    if reader is None or node is None or depth > _DEEPEST:
        return None
    return reader(file, node, depth + 1)


def _name(file: JavaFile, node: Node, _depth: int) -> Expr:
    return file.name_of(node)


def _member(file: JavaFile, node: Node, depth: int) -> Expr:
    text = file.name_of(node)
    if CHAIN.fullmatch(text) and not text.startswith("_."):
        return _of_this(text) if ".this" in text else text
    name = field(node, "field")
    if name is None:
        return None
    return join_member(read_expression(file, field(node, "value"), depth), file.name_of(name))


def _of_this(chain: str) -> Expr:
    """Return a chain that begins with the object of a class around: `Outer.this.run`."""
    front, _, rest = chain.partition(".this")
    found: Expr = InstanceOf(front)
    for name in filter(None, rest.split(".")):
        found = join_member(found, name)
    return found


def _call(file: JavaFile, node: Node, _depth: int) -> Expr:
    return file.call_index.get(innermost_call(node).id)


def innermost_call(node: Node) -> Node:
    """Return the call that further lists of arguments belong to: `f(a)` in `f(a)(b)`."""
    while node.type == "call_expression":
        inner = field(node, "function")
        if inner is None or inner.type != "call_expression":
            break
        node = inner
    return node


def _first(file: JavaFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if not child.type.endswith("comment")]
    return read_expression(file, named[0], depth) if named else None


def _last(file: JavaFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if not child.type.endswith("comment")]
    return read_expression(file, named[-1], depth) if named else None


def _if(file: JavaFile, node: Node, depth: int) -> Expr:
    roles = ("consequence", "alternative")
    parts = [read_expression(file, field(node, role), depth) for role in roles]
    known = [part for part in parts if part is not None and part != NULL]
    return Either(tuple(known)) if len(known) > 1 else (known[0] if known else None)


def _typed(file: JavaFile, node: Node, depth: int) -> Expr:
    written = read_type(file, field(node, "type") or node.named_children[-1], depth)
    return None if written is None else InstanceOf(written)


def _unnamed(file: JavaFile, node: Node, _depth: int) -> Expr:
    return DefinitionAt(file.unnamed[node.id]) if node.id in file.unnamed else None


def _placeholder(file: JavaFile, node: Node, depth: int) -> Expr:
    """Read `_`: an element of what the function is passed to a method of."""
    at: Node | None = node
    for _ in range(_HIGHEST):
        at = at.parent if at is not None else None
        if at is None:
            return None
        call = at.parent
        if at.type != "arguments" or call is None or call.type != "call_expression":
            continue
        function = field(call, "function")
        if function is None or function.type != "field_expression":
            return None
        inner = read_expression(file, field(function, "value"), depth)
        return None if inner is None else Element(inner)
    return None


READERS: dict[str, Reader] = {
    "identifier": _name,
    "field_expression": _member,
    "call_expression": _call,
    "infix_expression": _call,
    "instance_expression": _call,
    "generic_function": _first,
    "parenthesized_expression": _first,
    "block": _last,
    "indented_block": _last,
    "if_expression": _if,
    "ascription_expression": _typed,
    "lambda_expression": _unnamed,
    "wildcard": _placeholder,
    "string": lambda *_: Builtin("String"),
    "interpolated_string_expression": lambda *_: Builtin("String"),
    "integer_literal": lambda *_: Builtin("int"),
    "floating_point_literal": lambda *_: Builtin("double"),
    "boolean_literal": lambda *_: Builtin("boolean"),
    "character_literal": lambda *_: Builtin("char"),
    "null_literal": lambda *_: NULL,
}


def _is_in_constructor(file: JavaFile, node: Node) -> bool:
    """Whether a call stands in a `def this`, and not in another function."""
    at = node.parent
    while at is not None and at.type != "function_definition":
        at = at.parent
    name = field(at, "name") if at is not None else None
    return name is not None and file.name_of(name) == "this"


def read_callee(file: JavaFile, node: Node) -> tuple[Expr, Node]:
    """Return what a call calls, and the node of its name."""
    if node.type == "instance_expression":
        written = node.named_children[0] if node.named_child_count else node
        name = written
        while name.type in ("generic_type", "stable_type_identifier") and name.named_children:
            name = name.named_children[0 if name.type == "generic_type" else -1]
        if node.id in file.unnamed:
            return DefinitionAt(file.unnamed[node.id]), name
        return read_base(file, written), name
    if node.type == "infix_expression":
        operator = field(node, "operator") or node
        return join_member(
            read_expression(file, field(node, "left")), file.name_of(operator)
        ), operator
    function = field(node, "function") or node
    if function.type == "generic_function":
        function = field(function, "function") or function
    if file.name_of(function) == "this" and _is_in_constructor(file, node):
        return f"this.{CONSTRUCTOR}", function
    name = field(function, "field") or function
    return read_expression(file, function), name
