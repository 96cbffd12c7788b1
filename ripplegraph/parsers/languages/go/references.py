"""Calls and reads of a Go file, and what its names are bound to."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    LITERALS,
    Expr,
    GenericType,
    InstanceOf,
    Item,
    Key,
    Spread,
    Unpacked,
)
from ripplegraph.graph.facts import TYPES, Binding, BindingKind, Call, Reference
from ripplegraph.parsers.language import read_query
from ripplegraph.parsers.languages.go.context import GoFile, field
from ripplegraph.parsers.languages.go.expressions import READERS, read_callee, read_expression
from ripplegraph.parsers.languages.go.types import read_arguments, read_type

_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|`[^`]*`|\"(?:\\[^\n]|[^\"\\\n])*+\"|'(?:\\[^\n]|[^'\\\n])++'"
    r"|\.\.\.|\.\s*(?P<member>[^\W\d]\w*)(?P<of_call>[ \t]*\()?|\d\w*"
    r"|(?P<chain>[^\W\d]\w*(?:\.[^\W\d]\w*)*)(?P<called>[ \t]*\()?",
    re.DOTALL,
)
_KEYWORDS = frozenset(read_query("ripplegraph.parsers.languages.go", "keywords.txt").split())
_AROUND = frozenset(
    {"index_expression", "generic_type", "parenthesized_expression", "pointer_type"}
)


def read_calls(file: GoFile) -> None:
    """Read every call, in the order of `call_index`."""
    for node in file.captures.get("reference.call", ()):
        callee = read_callee(file, node)
        at = _callee_position(node)
        args, keywords = _read_arguments(file, node), _read_types(file, node)
        scope = file.scope_regions.at(node.start_byte)
        file.builder.calls.append(Call(scope, at, file.source.line_at(at), callee, args, keywords))


def _read_types(file: GoFile, node: Node) -> tuple[tuple[str, Expr], ...]:
    """Return the types that a call writes behind the name that it calls."""
    called = field(node, "function") or field(node, "type")
    if called is None:
        return ()
    behind = field(called, "type_arguments") or field(node, "type_arguments")
    written = read_arguments(file, behind)
    if called.type == "index_expression":
        index = field(called, "index")
        if index is not None and index.type == "unary_expression":
            index = field(index, "operand")
        written = (read_type(file, index),)
    return ((TYPES, GenericType(None, written)),) if any(written) else ()


def _callee_position(node: Node) -> int:
    function = field(node, "function") or field(node, "type") or node
    while function.type in _AROUND:
        function = field(function, "operand") or field(function, "type") or function.children[-1]
    last = field(function, "field") or field(function, "name")
    return function.start_byte if last is None else last.start_byte


def _read_arguments(file: GoFile, node: Node) -> tuple[Expr, ...]:
    arguments = field(node, "arguments")
    if arguments is None:
        return (read_expression(file, field(node, "operand")),)
    args: list[Expr] = []
    for argument in arguments.named_children:
        kind = argument.type
        reader = READERS.get(kind)
        if reader is not None:
            args.append(reader(file, argument, 1))
        elif kind == "variadic_argument":
            args.append(Spread(read_expression(file, argument.named_children[0])))
        elif kind != "comment":
            args.append(None)
    while args and args[-1] is None:
        args.pop()
    return tuple(args)


def read_bindings(file: GoFile) -> None:
    """Fill in what names are given, now that calls and functions have numbers."""
    for scope, name, at, index, written, value, form in file.pending:
        annotation = read_type(file, written)
        kind: BindingKind = "=" if annotation is None else ":"
        expression = None if kind == ":" else _read_value(file, value, form)
        if annotation is None and expression is None and index < 0:
            continue
        old = scope.bindings[at]
        scope.bindings[at] = Binding(
            name, kind, old.position, old.until, index, "", "", expression, annotation
        )
        if index >= 0:
            fields = file.builder.definitions[index].fields
            fields["value"], fields["annotation"] = expression, annotation


def _read_value(file: GoFile, value: Node | None, form: str) -> Expr:
    """Read a value, or the part of it that a name gets: by its number, or by its place in a loop.

    The second value of what is no call only tells whether there is a first one.
    """
    expression = read_expression(file, value)
    if expression is None or not form:
        return expression
    if form == "[":
        return Item(expression, None)
    if form == "ky":
        return Key(expression)
    if isinstance(expression, int):
        return Unpacked(expression, int(form), 0) if form.isdigit() else None
    return expression if form == "0" else None


def read_references(file: GoFile) -> None:
    """Read every name and dotted chain that is read, once for each scope it stands in."""
    references, line_at = file.builder.references, file.source.line_at
    skip = file.skip | _read_keys(file)
    seen: list[set[str]] = [set() for _ in file.builder.scopes]
    for reference in references:
        seen[reference.scope].add(reference.chain)
    regions = file.scope_regions.walk()
    scope = until = 0
    for found in _TOKEN.finditer(file.raw):
        chain = found["chain"]
        if chain is None and found["member"] and not found["of_call"]:
            _read_member(file, found.start("member"))
        if chain is None or chain in _KEYWORDS:
            continue
        start = found.start()
        if start in skip:
            continue
        if found["called"]:
            chain = chain.rpartition(".")[0]
        while start >= until:
            scope, until = next(regions)
        if not chain or chain in seen[scope]:
            continue
        seen[scope].add(chain)
        if not file.source.ascii:
            chain = chain.encode("latin-1").decode("utf-8", "replace")
        references.append(Reference(scope, start, line_at(start), chain))


def _read_member(file: GoFile, at: int) -> None:
    """Read a member of an expression: `make().price`, `items[0].price`."""
    node = file.root.descendant_for_byte_range(at, at + 1)
    whole = node.parent if node is not None else None
    if node is None or whole is None or whole.type != "selector_expression":
        return
    base = read_expression(file, field(whole, "operand"))
    if base is not None and type(base) not in LITERALS:
        _add_member(file, node, base)


def _add_member(file: GoFile, node: Node, base: Expr) -> None:
    at = node.start_byte
    scope, line = file.scope_regions.at(at), file.source.line_at(at)
    file.builder.references.append(Reference(scope, at, line, file.name_of(node), 0, base))


def _read_keys(file: GoFile) -> set[int]:
    """Read the keys of struct literals as fields of the struct; others are plain names."""
    found: set[int] = set()
    for key in file.captures.get("key", ()):
        element = key.parent.parent if key.parent is not None else None
        literal = element.parent.parent if element is not None and element.parent else None
        is_whole = literal is not None and literal.type == "composite_literal"
        written = field(literal, "type") if literal is not None and is_whole else None
        if written is not None and written.type not in ("type_identifier", "qualified_type"):
            continue
        at = key.start_byte
        if written is None:
            base = _find_element(file, literal)
            if base is not None:
                _add_member(file, key, base)
        found.add(at)
        if written is not None:
            chain = f"{file.name_of(written)}.{file.name_of(key)}"
            scope = file.scope_regions.at(at)
            line = file.source.line_at(at)
            file.builder.references.append(Reference(scope, at, line, chain))
    return found


def _find_element(file: GoFile, literal: Node | None) -> Expr:
    """Return what a literal makes whose type is written around it: `[]Item{{Price: 1}}`."""
    depth = 0
    while literal is not None and literal.type != "composite_literal":
        depth += literal.type == "literal_value"
        literal = literal.parent
    written = field(literal, "type") if literal is not None else None
    for _ in range(depth):
        if written is None:
            return None
        written = field(written, "element") or field(written, "value")
    while written is not None and written.type == "pointer_type":
        written = written.named_children[0]
    annotation = read_type(file, written)
    return None if annotation is None else InstanceOf(annotation)
