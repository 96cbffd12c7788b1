"""Kotlin's expressions as the plain values the linker evaluates."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    NULL,
    Builtin,
    DefinitionAt,
    Either,
    Expr,
    InstanceOf,
    Item,
    Spread,
)
from ripplegraph.parsers.languages.java.context import CONSTRUCTOR, JavaFile, method_name
from ripplegraph.parsers.languages.java.expressions import join_member
from ripplegraph.parsers.languages.kotlin.types import (
    TYPES,
    child_of,
    clean_name,
    read_base,
    read_type,
)

_DEEPEST = 60
_MOST_CASES = 12
_SAME = frozenset({"also", "apply", "takeIf", "takeUnless"})
"""Functions that give what they are called on."""

_CLASSES = frozenset({"java", "javaObjectType"})
"""What a class of Kotlin's reflection has: the class of Java's."""

Reader = Callable[[JavaFile, Node, int], Expr]


def read_expression(file: JavaFile, node: Node | None, depth: int = 0) -> Expr:
    """Return an expression, or None where it says nothing the linker could use."""
    reader = READERS.get(node.type) if node is not None else None
    if reader is None or node is None or depth > _DEEPEST:
        return None
    return reader(file, node, depth + 1)


def _name(file: JavaFile, node: Node, _depth: int) -> Expr:
    return clean_name(file.name_of(node))


def _member(file: JavaFile, node: Node, depth: int) -> Expr:
    inner, name = split_member(node)
    if inner is None or name is None:
        is_class = node.children and file.raw.endswith("::class", 0, node.end_byte)
        return Builtin("KClass") if is_class else None
    if file.raw.endswith("::class", 0, inner.end_byte) and file.name_of(name) in _CLASSES:
        return Builtin("Class")
    text = clean_name(file.name_of(name))
    if _is_reference(node):
        text = f"{text}::"
    return join_member(read_expression(file, inner, depth), text)


def _is_reference(node: Node) -> bool:
    """Whether a member is named and not read: `Type::member`."""
    suffix = node.named_children[-1] if node.named_children else None
    first = suffix.child(0) if suffix is not None else None
    return first is not None and first.type == "::"


def split_member(node: Node) -> tuple[Node | None, Node | None]:
    """Return what a member is read of, and the node of its name."""
    named = node.named_children
    suffix = named[-1] if len(named) > 1 and named[-1].type == "navigation_suffix" else None
    name = child_of(suffix, "simple_identifier")
    return (named[0], name) if suffix is not None else (None, None)


def _call(file: JavaFile, node: Node, depth: int) -> Expr:
    callee = node.named_children[0] if node.named_child_count else None
    if callee is not None and callee.type == "navigation_expression":
        inner, name = split_member(callee)
        if name is not None and file.name_of(name) in _SAME:
            return read_expression(file, inner, depth)
    return file.call_index.get(node.id)


def _this(file: JavaFile, node: Node, _depth: int) -> Expr:
    label = child_of(node, "type_identifier")
    return "this" if label is None else InstanceOf(file.name_of(label))


def _inner(file: JavaFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if not child.type.endswith("comment")]
    return read_expression(file, named[0], depth) if named else None


def _last(file: JavaFile, node: Node, depth: int) -> Expr:
    """Read what a block gives: its last expression."""
    named = [child for child in node.named_children if not child.type.endswith("comment")]
    return read_expression(file, named[-1], depth) if named else None


def _cast(file: JavaFile, node: Node, depth: int) -> Expr:
    written = read_type(file, child_of(node, *TYPES), depth)
    return None if written is None else InstanceOf(written)


def _either(file: JavaFile, node: Node, depth: int) -> Expr:
    return _join([read_expression(file, child, depth) for child in node.named_children])


def _if(file: JavaFile, node: Node, depth: int) -> Expr:
    parts = [node.child_by_field_name(role) for role in ("consequence", "alternative")]
    return _join([read_expression(file, part, depth) for part in parts])


def _when(file: JavaFile, node: Node, depth: int) -> Expr:
    entries = [c for c in node.named_children if c.type == "when_entry"]
    bodies = [child_of(entry, "control_structure_body") for entry in entries[:_MOST_CASES]]
    return _join([read_expression(file, body, depth) for body in bodies])


def _try(file: JavaFile, node: Node, depth: int) -> Expr:
    caught = [c for c in node.named_children if c.type == "catch_block"]
    parts = [child_of(part, "statements") for part in (node, *caught)]
    return _join([read_expression(file, part, depth) for part in parts])


def _jump(file: JavaFile, node: Node, depth: int) -> Expr:
    """Read what `return` gives; what is thrown is given to nobody."""
    first = node.child(0)
    is_result = first is not None and first.type in ("return", "return@")
    named = [child for child in node.named_children if child.type != "label"]
    return read_expression(file, named[-1], depth) if is_result and named else None


def _join(parts: list[Expr]) -> Expr:
    known = [part for part in parts if part is not None and part != NULL]
    return Either(tuple(known)) if len(known) > 1 else (known[0] if known else None)


def _item(file: JavaFile, node: Node, depth: int) -> Expr:
    inner = _inner(file, node, depth)
    return None if inner is None else Item(inner, None)


def _spread(file: JavaFile, node: Node, depth: int) -> Expr:
    return Spread(_inner(file, node, depth))


def _unnamed(file: JavaFile, node: Node, _depth: int) -> Expr:
    index = file.unnamed.get(node.id)
    if index is None:
        return None
    return DefinitionAt(index)


def _object(file: JavaFile, node: Node, _depth: int) -> Expr:
    index = file.unnamed.get(node.id)
    return None if index is None else InstanceOf(object_name(index))


def object_name(index: int) -> str:
    """Return the name by which code refers to an object without one."""
    return f"<object {index}>"


def read_reference(file: JavaFile, node: Node) -> Expr:
    """Return the function, whatever it takes, that `Type::method` or `::method` names."""
    if node.type == "navigation_expression":
        return _member(file, node, 0)
    named = [child for child in node.named_children if not child.type.endswith("comment")]
    last = named[-1] if named else None
    if node.children and node.children[-1].type == "class":
        return Builtin("KClass")
    if last is None or last.type != "simple_identifier":
        return None
    name = f"{clean_name(file.name_of(last))}::"
    return name if len(named) == 1 else f"{clean_name(file.name_of(named[0]))}.{name}"


READERS: dict[str, Reader] = {
    "simple_identifier": _name,
    "navigation_expression": _member,
    "call_expression": _call,
    "infix_expression": lambda file, node, _: file.call_index.get(node.id),
    "when_expression": _when,
    "try_expression": _try,
    "jump_expression": _jump,
    "this_expression": _this,
    "super_expression": lambda *_: "super",
    "postfix_expression": _inner,
    "parenthesized_expression": _inner,
    "as_expression": _cast,
    "if_expression": _if,
    "elvis_expression": _either,
    "control_structure_body": _last,
    "statements": _last,
    "indexing_expression": _item,
    "lambda_literal": _unnamed,
    "annotated_lambda": _inner,
    "anonymous_function": _unnamed,
    "object_literal": _object,
    "callable_reference": lambda file, node, _: read_reference(file, node),
    "spread_expression": _spread,
    "string_literal": lambda *_: Builtin("String"),
    "integer_literal": lambda *_: Builtin("int"),
    "long_literal": lambda *_: Builtin("long"),
    "real_literal": lambda *_: Builtin("double"),
    "boolean_literal": lambda *_: Builtin("boolean"),
    "character_literal": lambda *_: Builtin("char"),
    "null_literal": lambda *_: NULL,
}


def read_callee(file: JavaFile, node: Node, count: int) -> tuple[Expr, Node]:
    """Return what a call with this many arguments calls, and the node of its name.

    What has a capital letter is a type by custom, and calling it makes an object.
    """
    first = node.named_children[0] if node.named_child_count else node
    if node.type == "constructor_invocation":
        return read_base(file, first), first.named_children[-1] if first.named_children else first
    if node.type == "constructor_delegation_call":
        is_own = file.name_of(node).startswith("this")
        return (f"this.{method_name(CONSTRUCTOR, count)}" if is_own else "super"), node
    if node.type == "infix_expression" and node.named_child_count > 1:
        operator = node.named_children[1]
        called = method_name(clean_name(file.name_of(operator)), count)
        return join_member(read_expression(file, first), called), operator
    if first.type == "simple_identifier":
        return _to_called(clean_name(file.name_of(first)), count), first
    if first.type == "navigation_expression":
        inner, name = split_member(first)
        if name is not None:
            called = _to_called(clean_name(file.name_of(name)), count)
            return join_member(read_expression(file, inner), called), name
    return read_expression(file, first), first


def _to_called(name: str, count: int) -> str:
    return name if name[:1].isupper() else method_name(name, count)
