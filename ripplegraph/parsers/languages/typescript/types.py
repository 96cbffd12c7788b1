"""TypeScript's types as the plain values the linker evaluates."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    Builtin,
    Either,
    Expr,
    FunctionType,
    GenericType,
    Item,
    ModuleMember,
    ObjectType,
    Spread,
    TextLiteral,
    TypeOf,
)
from ripplegraph.parsers.languages.typescript.context import ScriptFile, key_text, string_text

_DOTTED = re.compile(r"[\w$\x80-\xff]+(?:\.[\w$\x80-\xff]+)*", re.ASCII)
_DEEPEST = 40
_BUILTIN = {"string": "String", "number": "Number", "boolean": "Boolean", "bigint": "BigInt"}

Reader = Callable[[ScriptFile, Node, int], Expr]
_LISTS = frozenset({"[]", "Array", "ReadonlyArray"})


def read_type(file: ScriptFile, node: Node, depth: int = 0) -> Expr:
    """Return a type, or None where it says nothing the linker could use."""
    reader = _READERS.get(node.type)
    if reader is None or depth > _DEEPEST:
        return None
    return reader(file, node, depth + 1)


def _name(file: ScriptFile, node: Node, _depth: int) -> Expr:
    return file.name_of(node)


def _nested(file: ScriptFile, node: Node, _depth: int) -> Expr:
    if _DOTTED.fullmatch(file.raw, node.start_byte, node.end_byte):
        return file.name_of(node)
    return "".join(file.name_of(node).split())


def _inner(file: ScriptFile, node: Node, depth: int) -> Expr:
    for child in node.named_children:
        if child.type != "comment":
            return read_type(file, child, depth)
    return None


def _predefined(file: ScriptFile, node: Node, _depth: int) -> Expr:
    name = _BUILTIN.get(file.raw[node.start_byte : node.end_byte])
    return None if name is None else Builtin(name)


def _generic(file: ScriptFile, node: Node, depth: int) -> Expr:
    named = node.named_children
    base = read_type(file, named[0], depth)
    if base is None or named[-1].type != "type_arguments":
        return base
    return GenericType(base, read_arguments(file, named[-1], depth))


def read_arguments(file: ScriptFile, node: Node, depth: int = 0) -> tuple[Expr, ...]:
    """Return the types that another one is given."""
    args = [c for c in node.named_children if c.type != "comment"]
    return tuple([read_type(file, child, depth) for child in args])


def _array(file: ScriptFile, node: Node, depth: int) -> Expr:
    return GenericType("[]", (_inner(file, node, depth),))


def _tuple(file: ScriptFile, node: Node, depth: int) -> Expr:
    members: list[Expr] = []
    for child in node.named_children:
        if child.type in ("required_parameter", "optional_parameter"):
            written = child.child_by_field_name("type")
            members.append(None if written is None else read_type(file, written, depth))
        elif child.type == "rest_type":
            members.append(element_type(read_type(file, child, depth)))
        else:
            members.append(read_type(file, child, depth))
    return GenericType("[]", (union_of(members),))


def element_type(written: Expr) -> Expr:
    """Return what each argument of a rest parameter is, by the type of all of them."""
    if type(written) is GenericType and written.base in _LISTS and len(written.arguments) == 1:
        return written.arguments[0]
    return written


def union_of(members: list[Expr]) -> Expr:
    """Return one of several expressions, leaving out the ones nothing is known of."""
    found: list[Expr] = []
    for member in members:
        if member is None or member in found:
            continue
        if type(member) is Either:
            found += [part for part in member.options if part not in found]
        else:
            found.append(member)
    if len(found) < 2:
        return found[0] if found else None
    return Either(tuple(found))


def _union(file: ScriptFile, node: Node, depth: int) -> Expr:
    # A long union nests to the left, one level for each member: follow it without recursion.
    members: list[Expr] = []
    kind = node.type
    current: Node | None = node
    while current is not None and current.type == kind:
        named = [child for child in current.named_children if child.type != "comment"]
        members += [read_type(file, child, depth) for child in reversed(named[1:])]
        current = named[0] if named else None
    if current is not None:
        members.append(read_type(file, current, depth))
    return union_of(members[::-1])


def plain_type(written: Expr) -> Expr:
    """Return a generic type without its arguments."""
    return written.base if type(written) is GenericType else written


def _query(file: ScriptFile, node: Node, depth: int) -> Expr:
    for child in node.named_children:
        if child.type in ("identifier", "member_expression", "this"):
            return TypeOf("".join(file.name_of(child).split()).replace("?", ""))
        if child.type == "call_expression":
            return _imported(file, child, depth)
    return None


def _imported(file: ScriptFile, node: Node, _depth: int) -> Expr:
    """Read `import("x")` or `import("x").Y` as a type."""
    member = ""
    if node.type == "member_expression":
        node, name = node.children[0], node.children[-1]
        member = file.name_of(name)
    spec = imported_spec(file, node) if node.type == "call_expression" else None
    return None if spec is None else ModuleMember(spec, member)


def imported_spec(file: ScriptFile, call: Node) -> str | None:
    """Return the literal module name of `import("x")` or `require("x")`, or None."""
    arguments = call.children[-1].named_children
    first = next((child for child in arguments if child.type != "comment"), None)
    if first is None or first.type not in ("string", "template_string"):
        return None
    text = string_text(file, first)
    return None if "${" in text or "\n" in text else text


def _lookup(file: ScriptFile, node: Node, depth: int) -> Expr:
    named = node.named_children
    if len(named) != 2:
        return None
    base = read_type(file, named[0], depth)
    key = named[1].named_children[0] if named[1].type == "literal_type" else None
    if base is None or key is None or key.type != "string":
        return None
    return Item(base, TextLiteral(string_text(file, key)))


def _object(file: ScriptFile, node: Node, depth: int) -> Expr:
    members: list[tuple[str, Expr]] = []
    for child in node.named_children:
        if child.type != "property_signature":
            continue
        named = child.named_children
        name = key_text(file, named[0]) if named else None
        if name is not None and named[-1].type == "type_annotation":
            written = read_type(file, named[-1], depth)
            if written is not None:
                members.append((name, written))
    return ObjectType(tuple(members)) if members else None


def _function(file: ScriptFile, node: Node, depth: int) -> Expr:
    """Read `(a: A, ...rest: B[]) => R`: the types of what it takes and of what it gives."""
    parameters = node.child_by_field_name("parameters")
    returns = node.child_by_field_name("return_type")
    taken: list[Expr] = []
    for child in parameters.named_children if parameters is not None else ():
        if child.type not in ("required_parameter", "optional_parameter"):
            continue
        pattern, written = child.child_by_field_name("pattern"), child.child_by_field_name("type")
        if pattern is not None and pattern.type == "this":
            continue
        annotation = None if written is None else read_type(file, written, depth)
        is_rest = pattern is not None and pattern.type == "rest_pattern"
        taken.append(Spread(annotation) if is_rest else annotation)
    return FunctionType(tuple(taken), None if returns is None else read_type(file, returns, depth))


_READERS: dict[str, Reader] = {
    "type_identifier": _name,
    "identifier": _name,
    "this_type": _name,
    "nested_type_identifier": _nested,
    "nested_identifier": _nested,
    "member_expression": _imported,
    "call_expression": _imported,
    "generic_type": _generic,
    "array_type": _array,
    "tuple_type": _tuple,
    "union_type": _union,
    "intersection_type": _union,
    "type_annotation": _inner,
    "opting_type_annotation": _inner,
    "omitting_type_annotation": _inner,
    "parenthesized_type": _inner,
    "readonly_type": _inner,
    "optional_type": _inner,
    "rest_type": _inner,
    "type_query": _query,
    "predefined_type": _predefined,
    "lookup_type": _lookup,
    "object_type": _object,
    "function_type": _function,
}
