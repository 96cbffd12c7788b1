"""Calls of a Scala file, what its names are bound to, and what it imports."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Element, Expr, GenericType
from ripplegraph.graph.facts import NEW, TYPES, Binding, Call, Import
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.java.context import MODULE, JavaFile, field
from ripplegraph.parsers.languages.java.imports import find_types, to_spec
from ripplegraph.parsers.languages.scala.expressions import read_callee, read_expression
from ripplegraph.parsers.languages.scala.types import read_arguments

_ROOT = "_root_"


def read_calls(file: JavaFile) -> None:
    """Read every call, in the order of `call_index`; further lists of arguments are no calls."""
    calls, line_at, scope_at = file.builder.calls, file.source.line_at, file.scope_regions.at
    for node in file.captures.get("reference.call", ()):
        function = field(node, "function") if node.type == "call_expression" else None
        if function is not None and function.type == "call_expression":
            continue
        callee, name = read_callee(file, node)
        args = _read_arguments(file, node)
        at = name.start_byte
        flags = NEW if node.type == "instance_expression" else 0
        scope, types = scope_at(node.start_byte), _read_types(file, node)
        calls.append(Call(scope, at, line_at(at), callee, args, types, flags))


def _read_types(file: JavaFile, node: Node) -> tuple[tuple[str, Expr], ...]:
    """Return the types that a call writes behind the name that it calls."""
    called = field(node, "function")
    if node.type == "instance_expression" and node.named_child_count:
        called = node.named_children[0]
    written = field(called, "type_arguments") if called is not None else None
    return () if written is None else ((TYPES, GenericType(None, read_arguments(file, written))),)


def _read_arguments(file: JavaFile, node: Node) -> tuple[Expr, ...]:
    if node.type == "infix_expression":
        return (read_expression(file, field(node, "right")),)
    arguments = field(node, "arguments")
    if arguments is None:
        return ()
    if arguments.type != "arguments":
        return (_read_argument(file, arguments),)
    given = [c for c in arguments.named_children if not c.type.endswith("comment")]
    return tuple(_read_argument(file, item) for item in given)


def _read_argument(file: JavaFile, node: Node) -> Expr:
    if node.type == "assignment_expression":
        return read_expression(file, field(node, "right"))
    return read_expression(file, node)


def read_bindings(file: JavaFile) -> None:
    """Fill in what names are given, now that calls and functions have numbers."""
    for draft, given in file.results:
        if draft.fields.get("returns") is None:
            draft.fields["results"] = (read_expression(file, given),)
    for scope, at, value, is_loop in file.pending:
        expression = read_expression(file, value)
        old = scope.bindings[at]
        if expression is None or old.annotation is not None:
            continue
        given_value = Element(expression) if is_loop else expression
        scope.bindings[at] = Binding(
            old.name, "=", old.position, old.until, old.index, value=given_value
        )
        if old.index >= 0:
            file.builder.definitions[old.index].fields["value"] = given_value


def read_package(file: JavaFile) -> None:
    """Read the package clauses: those at the top of the file, one inside the other."""
    parts: list[str] = []
    module = file.builder.scopes[MODULE]
    for node in file.captures.get("package", ()):
        name = field(node, "name")
        if node.parent is None or node.parent.id != file.root.id or name is None:
            continue
        if parts:
            # What the package around has is seen, too.
            file.bind(module, "*", "f", node.start_byte, spec=".".join(parts))
        parts.append("".join(file.name_of(name).split()))
        file.code_start = max(file.code_start, name.end_byte)
    file.package = ".".join(parts)


def read_import(file: JavaFile, node: Node, scope: ScopeDraft) -> None:
    """Bind what an import brings into its scope."""
    path = [file.name_of(part) for part in node.children_by_field_name("path") if part.is_named]
    last = node.named_children[-1] if node.named_children else None
    is_whole = last is not None and last.type.startswith("namespace_")
    if path and path[0] == _ROOT:
        path = path[1:]
    elif is_whole or len(path) > 1:
        path = _complete(file, path)
    for start in range(node.start_byte, node.end_byte):
        file.skip.add(start)
    if last is None or not path:
        return
    if last.type == "namespace_wildcard":
        _bind_all(file, node, scope, path)
    elif last.type == "namespace_selectors":
        for item in last.named_children:
            _bind_selected(file, node, scope, path, item)
    else:
        _bind_one(file, node, scope, path[:-1], path[-1], path[-1])


def _complete(file: JavaFile, path: list[str]) -> list[str]:
    """Return the full path of what is imported, which may begin with what is in scope.

    That is a type that the file has imported, or else, going by its capital letter, one of its
    own package.
    """
    if not path or not path[0][:1].isupper():
        return path
    front = file.imported.get(path[0], file.package)
    return [*filter(None, front.split(".")), *path]


def _bind_all(file: JavaFile, node: Node, scope: ScopeDraft, path: list[str]) -> None:
    spec = to_spec(".".join(path), is_type=False)
    file.bind(scope, "*", "f", node.start_byte, spec=spec)
    if scope.index != MODULE:
        file.bind(file.builder.scopes[MODULE], "*", "f", node.start_byte, spec=spec)
    line, end = (file.source.line_at(at) for at in node.byte_range)
    names = ("*", *find_types(file))
    file.builder.imports.append(Import(spec, names, scope.index, line, "", end))


def _bind_selected(
    file: JavaFile, node: Node, scope: ScopeDraft, path: list[str], item: Node
) -> None:
    if item.type in ("namespace_wildcard", "wildcard"):
        _bind_all(file, node, scope, path)
        return
    name, alias = field(item, "name"), field(item, "alias")
    member = file.name_of(name if name is not None else item)
    bound = member if alias is None else file.name_of(alias)
    if bound != "_":
        _bind_one(file, node, scope, path, member, bound)


def _bind_one(
    file: JavaFile, node: Node, scope: ScopeDraft, path: list[str], member: str, bound: str
) -> None:
    spec = to_spec(".".join(path), is_type=False)
    if scope.index == MODULE and member == bound:
        file.imported.setdefault(bound, ".".join(path))
    file.bind(scope, bound, "f", node.start_byte, spec=spec, member=member)
    file.bind(scope, f"+{bound}", "f", node.start_byte, spec=spec, member=f"+{member}")
    line, end = (file.source.line_at(at) for at in node.byte_range)
    file.builder.imports.append(Import(spec, (member,), scope.index, line, "", end))
