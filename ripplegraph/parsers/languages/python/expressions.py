"""Python expressions and annotations as the plain values the linker evaluates."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    LITERALS,
    Attribute,
    Awaited,
    Builtin,
    DefinitionAt,
    Either,
    Element,
    Expr,
    GenericType,
    Item,
    NumberLiteral,
    OperatorResult,
    Spread,
    TextLiteral,
)
from ripplegraph.parsers.languages.python.context import FIELDS, PythonFile
from ripplegraph.parsers.languages.python.operators import find_operator

DOTTED = re.compile(
    r"[A-Za-z_\x80-\xff][\w\x80-\xff]*(?:\.[A-Za-z_\x80-\xff][\w\x80-\xff]*)*", re.ASCII
)
LONGEST_STRING = 200
DEEPEST = 60

Reader = Callable[[PythonFile, Node, int], Expr]


def read_expression(file: PythonFile, node: Node, depth: int = 0) -> Expr:
    """Return what the linker needs to know of an expression."""
    reader = READERS.get(node.type)
    if reader is None or depth > DEEPEST:
        return None
    return reader(file, node, depth + 1)


def _name(file: PythonFile, node: Node, _depth: int) -> Expr:
    start, end = node.byte_range
    return file.raw[start:end] if file.ascii else file.source.text(start, end)


def _attribute(file: PythonFile, node: Node, depth: int) -> Expr:
    start, end = node.byte_range
    if DOTTED.fullmatch(file.raw, start, end):
        return file.source.text(start, end)
    children = node.children
    return attribute_of(read_expression(file, children[0], depth), file.name_of(children[-1]))


def attribute_of(base: Expr, name: str) -> Expr:
    """Return the expression for an attribute of another expression."""
    if base is None:
        return None
    if isinstance(base, str):
        return f"{base}.{name}"
    return Attribute(base, name)


def _call(file: PythonFile, node: Node, _depth: int) -> Expr:
    return file.call_index.get(node.id)


def _subscript(file: PythonFile, node: Node, depth: int) -> Expr:
    named = node.named_children
    base = read_expression(file, named[0], depth)
    if base is None:
        return None
    keys = named[1:]
    if len(keys) == 1:
        is_slice = keys[0].type == "slice"
        return Item(base, Builtin("slice") if is_slice else read_expression(file, keys[0], depth))
    items = [read_expression(file, key, depth) for key in keys]
    scope = file.scope_regions.at(node.start_byte)
    return Item(base, file.builder.display("list", scope, node.start_byte, items))


def _inner(file: PythonFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if child.type != "comment"]
    return read_expression(file, named[0], depth) if len(named) == 1 else None


def _union(file: PythonFile, nodes: list[Node], depth: int) -> Expr:
    found = [e for e in (read_expression(file, n, depth) for n in nodes) if e is not None]
    if len(found) < 2:
        return found[0] if found else None
    return Either(tuple(found))


def _boolean(file: PythonFile, node: Node, depth: int) -> Expr:
    return _union(file, node.named_children, depth)


def _conditional(file: PythonFile, node: Node, depth: int) -> Expr:
    named = node.named_children
    return _union(file, [named[0], named[-1]], depth)


def _binary(file: PythonFile, node: Node, depth: int) -> Expr:
    method = find_operator(node)
    named = node.named_children
    left = read_expression(file, named[0], depth)
    if left is None or not method:
        return None
    if type(left) in LITERALS:
        right = read_expression(file, named[-1], depth)
        is_open = right is not None and type(right) not in LITERALS
        return OperatorResult(right, f"__r{method[2:]}") if is_open else left
    return OperatorResult(left, method)


def _await(file: PythonFile, node: Node, depth: int) -> Expr:
    inner = _inner(file, node, depth)
    return None if inner is None else Awaited(inner)


def _walrus(file: PythonFile, node: Node, depth: int) -> Expr:
    return read_expression(file, node.named_children[-1], depth)


def _assigned(file: PythonFile, node: Node, depth: int) -> Expr:
    right = node.child_by_field_id(FIELDS.right)
    return None if right is None else read_expression(file, right, depth)


def _string(file: PythonFile, node: Node, _depth: int) -> Expr:
    text = string_value(file, node)
    return Builtin("str") if text is None else TextLiteral(text)


def string_value(file: PythonFile, node: Node) -> str | None:
    """Return the value of a short literal string without escapes, prefix or interpolation."""
    start, end = node.byte_range
    if end - start > LONGEST_STRING:
        return None
    text = file.raw[start:end]
    quote = text[0]
    if quote not in "'\"" or "\\" in text:
        return None
    width = 3 if len(text) > 5 and text[1] == text[2] == quote else 1
    return text[width:-width] if file.ascii else file.source.text(start + width, end - width)


def _integer(file: PythonFile, node: Node, _depth: int) -> Expr:
    text = file.raw[node.start_byte : node.end_byte]
    return NumberLiteral(int(text)) if len(text) < 10 and text.isdecimal() else Builtin("int")


def _signed(file: PythonFile, node: Node, depth: int) -> Expr:
    inner = _inner(file, node, depth)
    if type(inner) is NumberLiteral and file.raw[node.start_byte] == "-":
        return NumberLiteral(-inner.number)
    if isinstance(inner, (NumberLiteral, Builtin)):
        return Builtin("int")
    method = find_operator(node, is_unary=True)
    return OperatorResult(inner, method) if inner is not None and method else None


def _literal(name: str) -> Reader:
    expression = Builtin(name)
    return lambda _file, _node, _depth: expression


def _list(file: PythonFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if child.type != "comment"]
    items = [_item(file, child, depth) for child in named]
    if all(item is None for item in items):
        return Builtin("list" if node.type == "list" else "tuple")
    return file.builder.display(
        "list", file.scope_regions.at(node.start_byte), node.start_byte, items
    )


def _item(file: PythonFile, node: Node, depth: int) -> Expr:
    if node.type == "list_splat":
        inner = _inner(file, node, depth)
        return None if inner is None else Element(inner)
    return read_expression(file, node, depth)


def _dictionary(file: PythonFile, node: Node, depth: int) -> Expr:
    keys: list[Expr] = []
    items: list[Expr] = []
    for child in node.named_children:
        if child.type == "pair":
            key, value = child.child_by_field_id(FIELDS.key), child.child_by_field_id(FIELDS.value)
            keys.append(None if key is None else read_expression(file, key, depth))
            items.append(None if value is None else read_expression(file, value, depth))
        elif child.type == "dictionary_splat":
            keys.append(Spread())
            items.append(_inner(file, child, depth))
    if not any(_may_hold(item) for item in items):
        return Builtin("dict")
    return file.builder.display(
        "dict", file.scope_regions.at(node.start_byte), node.start_byte, items, keys
    )


def _may_hold(item: Expr) -> bool:
    return item is not None and type(item) not in LITERALS


def _comprehension(file: PythonFile, node: Node, depth: int) -> Expr:
    named = node.named_children
    if not named:
        return None
    inside = file.scope_regions.at(named[0].start_byte)
    if named[0].type == "pair":
        value = named[0].child_by_field_id(FIELDS.value)
        item = None if value is None else read_expression(file, value, depth)
        if not _may_hold(item):
            return Builtin("dict")
        return file.builder.display("dict", inside, node.start_byte, [item], [None])
    item = read_expression(file, named[0], depth)
    if not _may_hold(item):
        return Builtin("list")
    return file.builder.display("list", inside, node.start_byte, [Spread(item)])


def _lambda(file: PythonFile, node: Node, _depth: int) -> Expr:
    index = file.lambda_index.get(node.id)
    return None if index is None else DefinitionAt(index)


READERS: dict[str, Reader] = {
    "identifier": _name,
    "attribute": _attribute,
    "call": _call,
    "subscript": _subscript,
    "parenthesized_expression": _inner,
    "binary_operator": _binary,
    "boolean_operator": _boolean,
    "conditional_expression": _conditional,
    "await": _await,
    "named_expression": _walrus,
    "assignment": _assigned,
    "string": _string,
    "concatenated_string": _literal("str"),
    "integer": _integer,
    "unary_operator": _signed,
    "float": _literal("float"),
    "true": _literal("bool"),
    "false": _literal("bool"),
    "list": _list,
    "tuple": _list,
    "set": _list,
    "expression_list": _list,
    "dictionary": _dictionary,
    "list_comprehension": _comprehension,
    "set_comprehension": _comprehension,
    "generator_expression": _comprehension,
    "dictionary_comprehension": _comprehension,
    "lambda": _lambda,
    "as_pattern_target": _inner,
}


def read_type(file: PythonFile, node: Node, depth: int = 0) -> Expr:
    """Return an annotation as a type expression."""
    kind = node.type
    if depth > DEEPEST:
        return None
    if kind in ("identifier", "attribute"):
        return read_expression(file, node)
    if kind == "type":
        return read_type(file, node.named_children[0], depth + 1) if node.named_children else None
    if kind == "string":
        text = string_value(file, node)
        return None if text is None else type_from_text(text)
    named = node.named_children
    if kind in ("generic_type", "subscript") and named:
        base = read_type(file, named[0], depth + 1)
        rest = named[1].named_children if kind == "generic_type" else named[1:]
        if kind == "subscript" and len(rest) == 1 and rest[0].type == "tuple":
            rest = rest[0].named_children
        if base is None:
            return None
        return GenericType(base, tuple(read_type(file, child, depth + 1) for child in rest))
    if kind in ("binary_operator", "union_type"):
        return _type_union([read_type(file, child, depth + 1) for child in named])
    if kind == "member_type" and len(named) == 2:
        base = read_type(file, named[0], depth + 1)
        return attribute_of(base, file.name_of(named[1]))
    return None


def _type_union(members: list[Expr]) -> Expr:
    found = [member for member in members if member is not None]
    if len(found) < 2:
        return found[0] if found else None
    return Either(tuple(found))


def type_from_text(text: str) -> Expr:
    """Return the type written inside a string annotation."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return _type_from_ast(tree.body, 0)


def _type_from_ast(node: ast.expr, depth: int) -> Expr:
    if depth > DEEPEST:
        return None
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return attribute_of(_type_from_ast(value, depth + 1), attr)
        case ast.Subscript(value=value, slice=inner):
            base = _type_from_ast(value, depth + 1)
            members = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            args = tuple(_type_from_ast(member, depth + 1) for member in members)
            return None if base is None else GenericType(base, args)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _type_union([_type_from_ast(left, depth + 1), _type_from_ast(right, depth + 1)])
        case ast.Constant(value=str(inner_text)):
            return type_from_text(inner_text) if depth < 2 else None
    return None


def names_in_type(expression: Expr) -> list[str]:
    """Return the dotted names a type expression mentions."""
    if isinstance(expression, str):
        return [expression]
    parts: tuple[Expr, ...] = ()
    if type(expression) is GenericType:
        parts = (expression.base, *expression.arguments)
    elif type(expression) is Either:
        parts = expression.options
    elif type(expression) is Attribute:
        parts = (expression.base, expression.name)
    return [name for part in parts for name in names_in_type(part)]
