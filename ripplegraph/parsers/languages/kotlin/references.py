"""Calls of a Kotlin file, what its names are bound to, and what it imports."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Attribute, DefinitionAt, Element, Expr, GenericType
from ripplegraph.graph.facts import NEW, TYPES, Binding, BindingKind, Call, Import, Reference
from ripplegraph.parsers.languages.java.context import MODULE, JavaFile
from ripplegraph.parsers.languages.java.imports import find_types, split_last, to_spec
from ripplegraph.parsers.languages.java.resolver import WITHIN
from ripplegraph.parsers.languages.kotlin.expressions import (
    read_callee,
    read_expression,
    read_reference,
)
from ripplegraph.parsers.languages.kotlin.types import child_of, clean_name, read_arguments

EXTENSION = "+"
"""Before the name of a function that is called like a member of what it extends."""


def read_calls(file: JavaFile) -> None:
    """Read every call, in the order of `call_index`."""
    calls, line_at, scope_at = file.builder.calls, file.source.line_at, file.scope_regions.at
    values = HeldValues(file)
    for node in file.captures.get("reference.call", ()):
        args, keywords, count, names = _read_arguments(file, node)
        callee, name = read_callee(file, node, count)
        keywords += _read_types(file, node)
        at = name.start_byte
        last = callee.rpartition(".")[2] if isinstance(callee, str) else ""
        flags = NEW if last[:1].isupper() else 0
        scope = scope_at(node.start_byte)
        if isinstance(callee, str) and values.is_called(callee, scope, at):
            callee = callee.partition("(")[0]
        line = line_at(at)
        places = [n for name_at in names for n in (name_at - at, line_at(name_at) - line)]
        calls.append(Call(scope, at, line, callee, args, keywords, flags, tuple(places)))
    file.call_made()


def _read_types(file: JavaFile, node: Node) -> tuple[tuple[str, Expr], ...]:
    """Return the types that a call writes behind the name that it calls."""
    behind = child_of(node, "call_suffix") or child_of(node, "user_type")
    written = child_of(behind, "type_arguments")
    return () if written is None else ((TYPES, GenericType(None, read_arguments(file, written))),)


class HeldValues:
    """Tells calls of functions from calls of what variables hold."""

    def __init__(self, file: JavaFile) -> None:
        self._scopes = file.builder.scopes
        self._bound: dict[int, dict[str, Binding]] = {}

    def is_called(self, callee: str, scope: int, position: int) -> bool:
        """Whether a plain name is that of a variable nearer than any function of that name."""
        name, bracket, _ = callee.partition("(")
        if not bracket or "." in callee:
            return False
        while scope >= 0:
            current = self._scopes[scope]
            bound = self._bound.get(scope)
            if bound is None:
                bound = self._bound[scope] = {binding.name: binding for binding in current.bindings}
            if callee in bound:
                return False
            found = bound.get(name)
            is_open = current.kind in ("class", "module")
            if found is not None and (is_open or found.position <= position):
                return found.kind != "d"
            scope = current.parent
        return False


def _read_arguments(
    file: JavaFile, node: Node
) -> tuple[tuple[Expr, ...], tuple[tuple[str, Expr], ...], int, list[int]]:
    """Return what a call passes in order and by name, how many things, and where the names are."""
    suffix = child_of(node, "call_suffix") or node
    args: list[Expr] = []
    keywords: list[tuple[str, Expr]] = []
    names: list[int] = []
    if node.type == "infix_expression":
        args.append(read_expression(file, node.named_children[-1]))
    for part in suffix.named_children:
        if part.type == "value_arguments":
            for item in part.named_children:
                if item.type == "value_argument":
                    args.append(_read_argument(file, item, keywords, names))
        elif part.type == "annotated_lambda":
            args.append(read_expression(file, part))
    count = len(args)
    while args and args[-1] is None:
        args.pop()
    return tuple(args), tuple(keywords), count, names


def _read_argument(
    file: JavaFile, node: Node, keywords: list[tuple[str, Expr]], names: list[int]
) -> Expr:
    """Return an argument that is passed in its place; nothing for one that is passed by name."""
    named = node.named_children
    value = read_expression(file, named[-1]) if named else None
    if len(named) < 2 or not any(child.type == "=" for child in node.children):
        return value
    keywords.append((clean_name(file.name_of(named[0])), value))
    names.append(named[0].start_byte)
    return value if type(value) is DefinitionAt else None


def read_bindings(file: JavaFile) -> None:
    """Fill in what names are given, now that calls and functions have numbers."""
    for draft, given in file.results:
        if draft.fields.get("returns") is None:
            draft.fields["results"] = (read_expression(file, given),)
    _qualify_nested(file)
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
        if old.index >= 0 and old.annotation is None:
            file.builder.definitions[old.index].fields["value"] = expression


def _qualify_nested(file: JavaFile) -> None:
    """Let the types of a constructor's parameters be those that its class holds."""
    scopes, definitions = file.builder.scopes, file.builder.definitions
    for scope in scopes:
        owner = scope.owner if scope.kind == "block" else -1
        members = definitions[owner].fields.get("body", -1) if owner >= 0 else -1
        if members < 0 or scopes[members].parent != scope.index:
            continue
        held = {b.name for b in scopes[members].bindings if b.kind == "d"}
        name = definitions[owner].fields["name"]
        for at, old in enumerate(scope.bindings):
            written = old.annotation
            if isinstance(written, str) and written.partition(".")[0] in held:
                scope.bindings[at] = Binding(
                    old.name, ":", old.position, old.until, annotation=f"{name}.{written}"
                )


def read_package(file: JavaFile) -> None:
    """Read the package clause, and which types come from where."""
    for node in file.captures.get("package", ()):
        file.package = _dotted(file, node)
        file.code_start = max(file.code_start, node.end_byte)
    for node in file.captures.get("import", ()):
        file.code_start = max(file.code_start, node.end_byte)
        front, last = split_last(_dotted(file, child_of(node, "identifier")))
        if child_of(node, "wildcard_import") is None:
            file.imported[last] = front


def read_imports(file: JavaFile) -> None:
    """Bind what is imported: types, functions in the forms they are called in, and extensions."""
    module = file.builder.scopes[MODULE]
    called = _find_called(file)
    for node in file.captures.get("import", ()):
        name = _dotted(file, child_of(node, "identifier"))
        if not name:
            continue
        is_whole = child_of(node, "wildcard_import") is not None
        front, member = (name, "*") if is_whole else split_last(name)
        spec = to_spec(front, is_type=False)
        names: tuple[str, ...] = (member, *sorted(called.get(member, ())))
        if is_whole:
            names = ("*", *find_types(file), *_find_forms(called)) if WITHIN not in spec else ("*",)
            file.bind(module, "*", "f", node.start_byte, spec=spec)
        else:
            _bind_import(file, node, spec, member, called)
        line, end = (file.source.line_at(at) for at in node.byte_range)
        file.builder.imports.append(Import(spec, names, MODULE, line, "", end))


def _bind_import(
    file: JavaFile, node: Node, spec: str, member: str, called: dict[str, set[str]]
) -> None:
    module = file.builder.scopes[MODULE]
    alias_node = child_of(child_of(node, "import_alias"), "type_identifier", "simple_identifier")
    alias = member if alias_node is None else clean_name(file.name_of(alias_node))
    file.bind(module, alias, "f", node.start_byte, spec=spec, member=member)
    for form in sorted(called.get(alias, ())):
        meant = form.replace(alias, member, 1)
        file.bind(module, form, "f", node.start_byte, spec=spec, member=meant)


def _find_called(file: JavaFile) -> dict[str, set[str]]:
    """Return the names that are called, each with all the forms it is called in."""
    found: dict[str, set[str]] = {}
    for call in file.builder.calls:
        callee = call.callee
        if isinstance(callee, str) and "." not in callee:
            found.setdefault(callee.partition("(")[0], set()).add(callee)
            continue
        last = callee.rpartition(".")[2] if isinstance(callee, str) else _last_of(callee)
        if "(" in last:
            found.setdefault(last.partition("(")[0], set()).add(EXTENSION + last)
    return found


def _find_forms(called: dict[str, set[str]]) -> list[str]:
    return sorted(form for forms in called.values() for form in forms)[:400]


def _last_of(callee: Expr) -> str:
    return callee.name if type(callee) is Attribute else ""


def _dotted(file: JavaFile, node: Node | None) -> str:
    parts = node.named_children if node is not None else ()
    return ".".join(clean_name(file.name_of(p)) for p in parts if p.type == "simple_identifier")


def read_member_base(file: JavaFile, node: Node) -> Expr:
    """Return what a property is read from: of `make().price`, the call."""
    suffix = node.parent
    whole = suffix.parent if suffix is not None else None
    if whole is None or whole.type not in (
        "navigation_expression",
        "directly_assignable_expression",
    ):
        return None
    return read_expression(file, whole.named_children[0])


def read_function_references(file: JavaFile) -> None:
    """Read the functions that are named without being called."""
    for node in file.captures.get("reference.method", ()):
        chain = read_reference(file, node)
        if isinstance(chain, str):
            at = node.start_byte
            scope = file.scope_regions.at(at)
            file.builder.references.append(Reference(scope, at, file.source.line_at(at), chain))
