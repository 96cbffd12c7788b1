"""Calls and reads of a Java file, and what its names are bound to."""

from __future__ import annotations

import re
from collections.abc import Callable, Container

from tree_sitter import Node

from ripplegraph.graph.expressions import LITERALS, DefinitionAt, Element, Expr
from ripplegraph.graph.facts import NEW, Binding, BindingKind, Call, Reference
from ripplegraph.parsers.language import read_query
from ripplegraph.parsers.languages.java.context import JavaFile, field
from ripplegraph.parsers.languages.java.expressions import (
    READERS,
    read_callee,
    read_expression,
    read_method_reference,
)

_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"\"\".*?\"\"\"|\"(?:\\[^\n]|[^\"\\\n])*+\"|'(?:\\[^\n]|[^'\\\n])++'"
    r"|(?:\.|::)\s*(?P<member>[^\W\d][\w$]*)(?P<of_call>\s*[({])?|\d[\w.]*"
    r"|@\s*(?P<annotation>[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*)"
    r"|(?P<chain>[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*)(?P<called>\s*\()?",
    re.DOTALL,
)
_ANNOTATION, _CHAIN, _CALLED = "annotation", "chain", "called"
_KEYWORDS = frozenset(read_query("ripplegraph.parsers.languages.java", "keywords.txt").split())


def read_calls(file: JavaFile) -> None:
    """Read every call, in the order of `call_index`."""
    calls, line_at, scope_at = file.builder.calls, file.source.line_at, file.scope_regions.at
    for node in file.captures.get("reference.call", ()):
        args, count = _read_arguments(file, field(node, "arguments"))
        at = _callee_position(node)
        is_new = node.type == "object_creation_expression"
        callee = read_callee(file, node, count)
        scope = scope_at(node.start_byte)
        calls.append(Call(scope, at, line_at(at), callee, args, (), NEW if is_new else 0))
    file.call_made()


def _callee_position(node: Node) -> int:
    name = field(node, "name") or field(node, "constructor")
    if name is not None:
        return name.start_byte
    written = field(node, "type") or node
    while written.type in ("generic_type", "scoped_type_identifier") and written.named_children:
        inner = written.named_children
        written = inner[0] if written.type == "generic_type" else inner[-1]
    return written.start_byte


def _read_arguments(file: JavaFile, arguments: Node | None) -> tuple[tuple[Expr, ...], int]:
    """Return what a call passes, and how many things that is."""
    args: list[Expr] = []
    for argument in arguments.named_children if arguments is not None else ():
        kind = argument.type
        reader = READERS.get(kind)
        if reader is not None:
            args.append(reader(file, argument, 1))
        elif kind not in ("line_comment", "block_comment"):
            args.append(None)
    count = len(args)
    while args and args[-1] is None:
        args.pop()
    return tuple(args), count


def read_bindings(file: JavaFile) -> None:
    """Fill in what names are given, now that calls and functions have numbers."""
    for draft, given in file.results:
        draft.fields["results"] = (read_expression(file, given),)
    for scope, at, value, is_loop in file.pending:
        expression = read_expression(file, value)
        old = scope.bindings[at]
        is_function = type(expression) is DefinitionAt
        if expression is None or (old.annotation is not None and not is_function):
            continue
        if is_loop:
            expression = Element(expression)
        kind: BindingKind = "=" if old.annotation is None else ":"
        scope.bindings[at] = Binding(
            old.name,
            kind,
            old.position,
            old.until,
            old.index,
            value=expression,
            annotation=old.annotation,
        )


MemberReader = Callable[[JavaFile, Node], Expr]
"""Returns what a name of a member is taken from, where that is an expression."""


def read_member_base(file: JavaFile, node: Node) -> Expr:
    """Return what a field is read from: of `make().price`, the call."""
    whole = node.parent
    if whole is None or whole.type != "field_access":
        return None
    return read_expression(file, field(whole, "object"))


def _read_member(file: JavaFile, at: int, read_base: MemberReader) -> None:
    node = file.root.descendant_for_byte_range(at, at + 1)
    base = None if node is None else read_base(file, node)
    if node is not None and base is not None and type(base) not in LITERALS:
        scope, line = file.scope_regions.at(at), file.source.line_at(at)
        file.builder.references.append(Reference(scope, at, line, file.name_of(node), 0, base))


def read_references(
    file: JavaFile,
    keywords: Container[str] = _KEYWORDS,
    read_base: MemberReader = read_member_base,
) -> None:
    """Read every name and dotted chain that is read, once for each scope it stands in."""
    references, line_at, skip = file.builder.references, file.source.line_at, file.skip
    seen: list[set[str]] = [set() for _ in file.builder.scopes]
    regions = file.scope_regions.walk()
    scope = until = 0
    for found in _TOKEN.finditer(file.raw, file.code_start):
        if found["member"] and not found["of_call"]:
            _read_member(file, found.start("member"), read_base)
        chain = found[_CHAIN] or found[_ANNOTATION]
        if chain is None or chain in keywords:
            continue
        start = found.start(_CHAIN) if found[_CHAIN] else found.start(_ANNOTATION)
        if start in skip:
            continue
        if found[_CALLED]:
            chain = chain.rpartition(".")[0]
        while start >= until:
            scope, until = next(regions)
        if not chain or chain in seen[scope] or chain.startswith("class."):
            continue
        seen[scope].add(chain)
        if not file.source.ascii:
            chain = chain.encode("latin-1").decode("utf-8", "replace")
        references.append(Reference(scope, start, line_at(start), chain.removesuffix(".class")))


def read_method_references(file: JavaFile) -> None:
    for node in file.captures.get("reference.method", ()):
        chain = read_method_reference(file, node)
        if isinstance(chain, str) and chain.endswith("::"):
            at = node.start_byte
            scope = file.scope_regions.at(node.start_byte)
            reference = Reference(scope, at, file.source.line_at(at), chain)
            file.builder.references.append(reference)
