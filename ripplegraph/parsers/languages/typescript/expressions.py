"""Script expressions as the plain values the linker evaluates."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    LITERALS,
    Attribute,
    Awaited,
    Builtin,
    DefinitionAt,
    Element,
    Expr,
    InstanceOf,
    Item,
    ModuleMember,
    NumberLiteral,
    Spread,
    TextLiteral,
)
from ripplegraph.parsers.languages.typescript.context import ScriptFile, key_text, string_text
from ripplegraph.parsers.languages.typescript.types import read_type, union_of

CHAIN = re.compile(
    r"[A-Za-z_$#\x80-\xff][\w$\x80-\xff]*(?:(?:!|\s)*\??\.\s*[A-Za-z_$#\x80-\xff][\w$\x80-\xff]*)*",
    re.ASCII,
)
PLAIN_CHAIN = re.compile(r"[\w$#.\x80-\xff]+", re.ASCII)
_NOISE = re.compile(r"[\s!?]+")
LONGEST_STRING = 200
DEEPEST = 60

Reader = Callable[[ScriptFile, Node, int], Expr]


def read_expression(file: ScriptFile, node: Node, depth: int = 0) -> Expr:
    """Return what the linker needs to know of an expression."""
    reader = _READERS.get(node.type)
    if reader is None or depth > DEEPEST:
        return None
    return reader(file, node, depth + 1)


def chain_text(file: ScriptFile, start: int, end: int) -> str:
    """Return a chain of names without what may stand between them: `a?.b` is `a.b`."""
    text = file.source.text(start, end)
    return text if text.isidentifier() or PLAIN_CHAIN.fullmatch(text) else _NOISE.sub("", text)


def _name(file: ScriptFile, node: Node, _depth: int) -> Expr:
    return file.source.text(node.start_byte, node.end_byte)


def _member(file: ScriptFile, node: Node, depth: int) -> Expr:
    start, end = node.start_byte, node.end_byte
    found = CHAIN.match(file.raw, start)
    if found is not None and found.end() == end and not _is_meta(file, start):
        return chain_text(file, start, end)
    children = node.children
    return attribute_of(read_expression(file, children[0], depth), file.name_of(children[-1]))


def _is_meta(file: ScriptFile, start: int) -> bool:
    return file.raw.startswith("import", start)


def attribute_of(base: Expr, name: str) -> Expr:
    """Return the expression for an attribute of another expression."""
    if base is None:
        return None
    if isinstance(base, str):
        return f"{base}.{name}"
    if type(base) is ModuleMember and not base.name:
        return ModuleMember(base.spec, name)
    return Attribute(base, name)


def _call(file: ScriptFile, node: Node, _depth: int) -> Expr:
    index = file.call_index.get(node.end_byte)
    if index is not None:
        return index
    spec = file.module_calls.get(node.end_byte)
    return None if spec is None else ModuleMember(spec, "")


def _subscript(file: ScriptFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if child.type != "optional_chain"]
    base = read_expression(file, named[0], depth)
    if base is None or len(named) < 2:
        return None
    key = named[-1]
    if key.type == "string":
        text = string_text(file, key)
        if text.isidentifier():
            return attribute_of(base, text)
    return Item(base, read_expression(file, key, depth))


def _inner(file: ScriptFile, node: Node, depth: int) -> Expr:
    for child in node.named_children:
        if child.type != "comment":
            return read_expression(file, child, depth)
    return None


def _last(file: ScriptFile, node: Node, depth: int) -> Expr:
    named = node.named_children
    return read_expression(file, named[-1], depth) if named else None


def _binary(file: ScriptFile, node: Node, depth: int) -> Expr:
    operator = node.children[1].type
    if operator not in ("||", "??", "&&"):
        return None
    right = read_expression(file, node.children[-1], depth)
    if operator == "&&":
        return right
    return union_of([read_expression(file, node.children[0], depth), right])


def _ternary(file: ScriptFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if child.type != "comment"]
    if len(named) != 3:
        return None
    return union_of([read_expression(file, n, depth) for n in named[1:]])


def _await(file: ScriptFile, node: Node, depth: int) -> Expr:
    inner = _inner(file, node, depth)
    if type(inner) is ModuleMember:
        return inner
    return None if inner is None else Awaited(inner)


def _cast(file: ScriptFile, node: Node, depth: int) -> Expr:
    named = [child for child in node.named_children if child.type != "comment"]
    if node.type == "type_assertion":
        named.reverse()
    written = read_type(file, named[1]) if len(named) > 1 else None
    if written is None and len(named) > 1 and named[1].type == "type_arguments":
        written = read_type(file, named[1].named_children[0]) if named[1].named_children else None
    return InstanceOf(written) if written is not None else read_expression(file, named[0], depth)


def _string(file: ScriptFile, node: Node, _depth: int) -> Expr:
    if node.end_byte - node.start_byte > LONGEST_STRING:
        return Builtin("String")
    text = string_text(file, node)
    return Builtin("String") if "\\" in text else TextLiteral(text)


def _number(file: ScriptFile, node: Node, _depth: int) -> Expr:
    text = file.raw[node.start_byte : node.end_byte]
    return NumberLiteral(int(text)) if len(text) < 10 and text.isdecimal() else Builtin("Number")


def _literal(name: str) -> Reader:
    expression = Builtin(name)
    return lambda _file, _node, _depth: expression


NAMING_KEYS = frozenset({"layout", "middleware", "provide", "templateUrl", "styleUrls", "element"})
"""Keys of objects under which texts name code or files, by the frameworks that read them."""
_NAMING = frozenset({"string", "array", "jsx_element", "jsx_self_closing_element"})


def may_hold(item: Expr) -> bool:
    """Tell whether a value could lead to a definition."""
    return item is not None and type(item) not in LITERALS


def _array(file: ScriptFile, node: Node, depth: int, *, is_kept: bool = False) -> Expr:
    items = [_item(file, child, depth) for child in node.named_children if child.type != "comment"]
    if not is_kept and not any(may_hold(item) for item in items):
        return Builtin("Array")
    at = node.start_byte
    return file.builder.display("list", file.scope_regions.at(at), at, items)


def _item(file: ScriptFile, node: Node, depth: int) -> Expr:
    if node.type == "spread_element":
        inner = _inner(file, node, depth)
        return None if inner is None else Element(inner)
    return read_expression(file, node, depth)


def _object(file: ScriptFile, node: Node, depth: int) -> Expr:
    keys: list[Expr] = []
    items: list[Expr] = []
    names_code = False
    for child in node.named_children:
        kind = child.type
        if kind == "pair":
            named = child.named_children
            key = key_text(file, named[0])
            if key in NAMING_KEYS and named[-1].type in _NAMING:
                names_code = True
            if names_code and named[-1].type == "array":
                value = _array(file, named[-1], depth, is_kept=True)
            else:
                value = read_expression(file, named[-1], depth)
        elif kind == "shorthand_property_identifier":
            key = value = file.name_of(child)
        elif kind == "method_definition":
            name = child.child_by_field_name("name")
            key = None if name is None else key_text(file, name)
            value = _function(file, child, depth)
        elif kind == "spread_element":
            keys.append(Spread())
            items.append(_inner(file, child, depth))
            continue
        else:
            continue
        keys.append(None if key is None else TextLiteral(key))
        items.append(value)
    if not names_code and not any(may_hold(item) for item in items):
        return Builtin("Object")
    at = node.start_byte
    return file.builder.display("object", file.scope_regions.at(at), at, items, keys)


def _function(file: ScriptFile, node: Node, _depth: int) -> Expr:
    index = file.definition_index.get(node.id)
    return None if index is None else DefinitionAt(index)


_READERS: dict[str, Reader] = {
    "identifier": _name,
    "shorthand_property_identifier": _name,
    "this": _name,
    "super": _name,
    "member_expression": _member,
    "subscript_expression": _subscript,
    "call_expression": _call,
    "new_expression": _call,
    "parenthesized_expression": _last,
    "sequence_expression": _last,
    "assignment_expression": _last,
    "augmented_assignment_expression": _last,
    "non_null_expression": _inner,
    "satisfies_expression": _inner,
    "instantiation_expression": _inner,
    "as_expression": _cast,
    "type_assertion": _cast,
    "binary_expression": _binary,
    "ternary_expression": _ternary,
    "await_expression": _await,
    "string": _string,
    "template_string": _literal("String"),
    "number": _number,
    "true": _literal("Boolean"),
    "false": _literal("Boolean"),
    "regex": _literal("RegExp"),
    "array": _array,
    "object": _object,
    "arrow_function": _function,
    "function_expression": _function,
    "generator_function": _function,
    "class": _function,
}
