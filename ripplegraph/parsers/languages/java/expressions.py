"""Java's expressions as the plain values the linker evaluates."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    NULL,
    Attribute,
    Builtin,
    ClassObject,
    DefinitionAt,
    Either,
    Expr,
    GenericType,
    InstanceOf,
    Item,
    Struct,
    Sum,
)
from ripplegraph.parsers.languages.java.context import (
    CHAIN,
    CONSTRUCTOR,
    JavaFile,
    field,
    method_name,
)
from ripplegraph.parsers.languages.java.types import is_collection, read_base, read_type

_DEEPEST = 60
_LOGICAL = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_TEXT, _TRUTH = Builtin("String"), Builtin("boolean")

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
    if CHAIN.fullmatch(text) and not text.endswith(".this") and ".this." not in text:
        return text
    inner, name = field(node, "object"), field(node, "field")
    if inner is None or name is None:
        return None
    if name.type == "this":
        return InstanceOf("".join(file.name_of(inner).split()))
    return join_member(read_expression(file, inner, depth), file.name_of(name))


def join_member(inner: Expr, name: str) -> Expr:
    """Return a member of an expression."""
    if inner is None:
        return None
    return f"{inner}.{name}" if isinstance(inner, str) else Attribute(inner, name)


def _call(file: JavaFile, node: Node, _depth: int) -> Expr:
    return file.call_index.get(node.id)


def _creation(file: JavaFile, node: Node, depth: int) -> Expr:
    written = field(node, "type")
    if written is not None and written.type == "generic_type":
        base, whole = read_base(file, written), read_type(file, written, depth)
        is_given = isinstance(whole, Struct) and node.id not in file.unnamed
        if base is not None and (is_given or is_collection(file, base)):
            return InstanceOf(whole)
    return file.call_index.get(node.id)


def _array(file: JavaFile, node: Node, depth: int) -> Expr:
    return InstanceOf(GenericType("[]", (read_type(file, field(node, "type"), depth),)))


def _inner(file: JavaFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if not child.type.endswith("comment")]
    return read_expression(file, named[0], depth) if named else None


def _cast(file: JavaFile, node: Node, depth: int) -> Expr:
    written = read_type(file, field(node, "type"), depth)
    return None if written is None else InstanceOf(written)


def _choice(file: JavaFile, node: Node, depth: int) -> Expr:
    roles = ("consequence", "alternative")
    parts = [read_expression(file, field(node, role), depth) for role in roles]
    known = [part for part in parts if part is not None and part != NULL]
    return Either(tuple(known)) if len(known) > 1 else (known[0] if known else None)


def _item(file: JavaFile, node: Node, depth: int) -> Expr:
    inner = read_expression(file, field(node, "array"), depth)
    return None if inner is None else Item(inner, None)


def _unnamed(file: JavaFile, node: Node, _depth: int) -> Expr:
    return DefinitionAt(file.unnamed[node.id]) if node.id in file.unnamed else None


def _right(file: JavaFile, node: Node, depth: int) -> Expr:
    return read_expression(file, field(node, "right"), depth)


def _binary(file: JavaFile, node: Node, depth: int) -> Expr:
    operator = field(node, "operator")
    word = operator.type if operator is not None else ""
    if word in _LOGICAL:
        return _TRUTH
    sides = [read_expression(file, field(node, role), depth) for role in ("left", "right")]
    if word == "+" and _TEXT in sides:
        return _TEXT
    return None if None in sides else Sum(*sides)


def _is_literal(expression: Expr) -> bool:
    return type(expression) is Builtin


def _unary(file: JavaFile, node: Node, depth: int) -> Expr:
    operator = field(node, "operator")
    if operator is not None and operator.type == "!":
        return _TRUTH
    inner = read_expression(file, field(node, "operand"), depth)
    return inner if _is_literal(inner) else None


def _integer(file: JavaFile, node: Node, _depth: int) -> Expr:
    return Builtin("long" if file.raw[node.end_byte - 1] in "lL" else "int")


def _decimal(file: JavaFile, node: Node, _depth: int) -> Expr:
    return Builtin("float" if file.raw[node.end_byte - 1] in "fF" else "double")


def _class(file: JavaFile, node: Node, depth: int) -> Expr:
    inner = node.named_children
    written = read_type(file, inner[0], depth) if inner else None
    return ClassObject(written) if isinstance(written, str) else Builtin("Class")


def read_method_reference(file: JavaFile, node: Node, depth: int = 0) -> Expr:
    """Return the method, whatever it takes, that `Type::method` names; `Type::new` is the type."""
    named = [child for child in node.children if child.is_named]
    last = node.children[-1] if node.children else None
    if not named or last is None:
        return None
    front = read_expression(file, named[0], depth) or read_base(file, named[0])
    if last.type == "new":
        return front
    return join_member(front, f"{file.name_of(last)}::") if last.type == "identifier" else None


READERS: dict[str, Reader] = {
    "identifier": _name,
    "this": _name,
    "super": _name,
    "field_access": _member,
    "method_invocation": _call,
    "object_creation_expression": _creation,
    "array_creation_expression": _array,
    "parenthesized_expression": _inner,
    "cast_expression": _cast,
    "ternary_expression": _choice,
    "array_access": _item,
    "lambda_expression": _unnamed,
    "assignment_expression": _right,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "method_reference": read_method_reference,
    "string_literal": lambda *_: _TEXT,
    "text_block": lambda *_: _TEXT,
    "character_literal": lambda *_: Builtin("char"),
    "decimal_integer_literal": _integer,
    "hex_integer_literal": _integer,
    "octal_integer_literal": _integer,
    "binary_integer_literal": _integer,
    "decimal_floating_point_literal": _decimal,
    "hex_floating_point_literal": _decimal,
    "true": lambda *_: _TRUTH,
    "false": lambda *_: _TRUTH,
    "instanceof_expression": lambda *_: _TRUTH,
    "null_literal": lambda *_: NULL,
    "class_literal": _class,
}


def read_callee(file: JavaFile, node: Node, count: int) -> Expr:
    """Return what a call with this many arguments calls."""
    kind = node.type
    if kind == "method_invocation":
        return _read_method(file, node, count)
    if kind == "object_creation_expression":
        return _read_created(file, node)
    constructor = field(node, "constructor")
    if constructor is not None and constructor.type == "this":
        return f"this.{method_name(CONSTRUCTOR, count)}"
    return "super"


def _read_method(file: JavaFile, node: Node, count: int) -> Expr:
    name_node, inner = field(node, "name"), field(node, "object")
    if name_node is None:
        return None
    name = method_name(file.name_of(name_node), count)
    if inner is None:
        return name
    if "super" in file.raw[inner.end_byte : name_node.start_byte]:
        return Attribute(InstanceOf("".join(file.name_of(inner).split())), name)
    return join_member(read_expression(file, inner), name)


def _read_created(file: JavaFile, node: Node) -> Expr:
    if node.id in file.unnamed:
        return DefinitionAt(file.unnamed[node.id])
    base = read_base(file, field(node, "type"))
    first = node.named_children[0] if node.named_child_count else None
    if base is None or first is None or first == field(node, "type"):
        return base
    if file.raw.startswith("new", node.start_byte):
        return base
    return join_member(read_expression(file, first), base)
