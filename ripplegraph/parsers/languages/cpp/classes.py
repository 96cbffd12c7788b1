"""Classes of a C++ file: bases, members, enumerations with names of their own."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import ABSTRACT, CONSTANT, DECLARATION, EXPORTED, STATIC
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.c.aggregates import AGGREGATES, name_unnamed
from ripplegraph.parsers.languages.c.aggregates import define_fields as define_data
from ripplegraph.parsers.languages.c.context import (
    CONSTRUCTOR,
    MODULE,
    TAG,
    CFile,
    Declared,
    Opened,
    field,
)
from ripplegraph.parsers.languages.c.functions import define_function
from ripplegraph.parsers.languages.c.types import (
    chain_of,
    read_declarator,
    read_params,
    read_type,
    strip_arguments,
)


def open_class(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a class and open the scope of its members."""
    if node.id in file.merged:
        return scope
    name_node, body = field(node, "name"), field(node, "body")
    name = file.names.get(node.id, "").removeprefix(TAG)
    if name_node is not None:
        file.skip |= {node.start_byte, name_node.start_byte}
        name = strip_arguments(file.name_of(name_node)).strip()
    if not name or body is None:
        return None
    draft = _define_class(file, node, body, name, scope)
    inner = file.builder.open_scope(
        "class", scope.index, draft.index, (node.start_byte, node.end_byte)
    )
    draft.fields["body"] = inner.index
    return inner


def _define_class(
    file: CFile, node: Node, body: Node, name: str, scope: ScopeDraft
) -> DefinitionDraft:
    outer, _, last = name.rpartition("::")
    fields: dict[str, object] = {}
    if outer:
        fields["qualified"] = f"{file.prefix_of(scope)}{name}".replace("::", ".")
    draft = file.define(
        last,
        "class",
        scope,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        bases=tuple(_read_bases(file, node)),
        **fields,
    )
    file.opened.append(Opened(draft, node.start_byte, body.start_byte, node.end_byte))
    file.bind(scope, name, "d", scope.start, index=draft.index)
    if not outer and scope.kind != "class":
        file.bind(scope, TAG + name, "d", scope.start, index=draft.index)
    if draft.fields["name"] and file.names.get(node.id, name).removeprefix(TAG) != name:
        file.bind(scope, file.names[node.id].removeprefix(TAG), "d", scope.start, index=draft.index)
    return draft


def _read_bases(file: CFile, node: Node) -> list[Expr]:
    found: list[Expr] = []
    for child in node.named_children:
        if child.type == "base_class_clause":
            for base in child.named_children:
                written = read_type(file, base)
                if isinstance(written, str):
                    found.append(written)
                elif base.type == "template_type":
                    name = field(base, "name")
                    if name is not None:
                        found.append(file.name_of(name))
    return found


def define_members(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define the fields of a declaration in a class; methods wait until all others are known."""
    written = field(node, "type")
    methods = [
        declared
        for item in node.children_by_field_name("declarator")
        if (declared := read_declarator(item)).function is not None
    ]
    if not methods or scope.kind != "class":
        return define_data(file, node, scope)
    if written is not None and written.type in AGGREGATES and field(written, "name") is None:
        name_unnamed(file, written, [])
    for declared in methods:
        defer_method(file, node, declared, scope)
    return None


def defer_method(file: CFile, node: Node, declared: Declared, scope: ScopeDraft) -> None:
    """Keep a method that a class declares, to be looked at when all definitions are known."""
    if declared.name is not None:
        file.skip.add(declared.name.start_byte)
        file.methods.append((node, declared, scope))


def define_methods(file: CFile) -> None:
    """Define the methods that classes only declare, unless the file defines them further down."""
    module = file.builder.scopes[MODULE]
    defined: dict[tuple[str, int], list[int]] = {}
    for binding in module.bindings:
        if binding.kind == "d" and "::" in binding.name:
            fields = file.builder.definitions[binding.index].fields
            key = (binding.name, len(fields.get("params", ())))
            defined.setdefault(key, []).append(binding.index)
    for node, declared, scope in file.methods:
        if declared.name is None or scope.definition < 0:
            continue
        owner = file.builder.definitions[scope.definition].fields
        name = member_name(file, declared.name)
        bound = CONSTRUCTOR if name == owner["name"] else name
        full = f"{owner['qualified'].partition('#')[0]}.{name}".replace(".", "::")
        params = tuple(p for p, _, _ in read_params(file, declared.function))
        own = defined.pop((full, len(params)), None)
        if own is not None:
            for index in own:
                file.bind(scope, bound, "d", scope.start, index=index)
            continue
        flags = method_flags(file, node, declared) | DECLARATION | EXPORTED
        draft = define_function(file, node, name, scope, params, flags=flags)
        file.bind(scope, bound, "d", scope.start, index=draft.index)


def member_name(file: CFile, node: Node) -> str:
    """Return the name of a method."""
    if node.type == "template_function":
        node = field(node, "name") or node
    return "".join(chain_of(file, node).rpartition(".")[2].split())


def method_flags(file: CFile, node: Node, declared: Declared) -> int:
    """Return what the words around a method say about it."""
    start = node.start_byte
    end = start if declared.name is None else declared.name.start_byte
    flags = STATIC if "static" in file.raw[start:end].split() else 0
    tail = "".join(file.raw[max(end, node.end_byte - 12) : node.end_byte].split())
    flags |= const_flag(file, declared)
    return flags | (ABSTRACT if tail.endswith(("=0;", "=0")) else 0)


def const_flag(file: CFile, declared: Declared) -> int:
    """Return what tells a method that leaves its object alone."""
    around = declared.function.parent if declared.function is not None else None
    for child in around.named_children if around is not None else ():
        if child.type == "type_qualifier" and file.name_of(child) == "const":
            return CONSTANT
    return 0


def open_enum_class(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define an enumeration; where it says so, its enumerators are members of it."""
    name_node = field(node, "name")
    words = file.raw[node.start_byte : node.start_byte + 24].split()
    is_scoped = len(words) > 1 and words[1] in ("class", "struct")
    named = file.names.get(node.id, "").removeprefix(TAG)
    name = file.name_of(name_node) if name_node is not None else named
    if not name:
        return None
    draft = file.define(
        name,
        "class",
        scope,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
    )
    body = field(node, "body")
    start, end = node.start_byte, node.end_byte
    file.skip |= {start, start if name_node is None else name_node.start_byte}
    file.opened.append(Opened(draft, start, end if body is None else body.start_byte, end))
    file.bind(scope, name, "d", scope.start, index=draft.index)
    if scope.kind != "class":
        file.bind(scope, TAG + name, "d", scope.start, index=draft.index)
    if not is_scoped:
        return None
    inner = file.builder.open_scope("class", scope.index, draft.index, (start, end))
    draft.fields["body"] = inner.index
    return inner
