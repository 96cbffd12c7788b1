"""Types of a Java file: classes, interfaces, enums, records, annotations, and their fields."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import DeclaredGeneric, Expr, GenericType, ModuleMember
from ripplegraph.graph.facts import CONSTANT, EXPORTED, STATIC
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.java.context import JavaFile, Opened, field
from ripplegraph.parsers.languages.java.functions import bind_type_parameters
from ripplegraph.parsers.languages.java.modifiers import Modifiers, read_modifiers
from ripplegraph.parsers.languages.java.types import (
    read_base,
    read_declared,
    read_params,
    read_type,
)

_INTERFACES = frozenset({"interface_declaration", "annotation_type_declaration"})
ABOVE = {
    "annotation_type_declaration": ModuleMember("java.lang.annotation", "Annotation"),
    "enum_declaration": ModuleMember("java.lang", "Enum"),
    "record_declaration": ModuleMember("java.lang", "Record"),
}
UNNAMED = "$"
"""Before the name of the type that a class without a name extends: together they are its name."""
_LONGEST_LITERAL = 200


def open_type(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a type and open the scope of its members."""
    name_node = field(node, "name")
    if name_node is None:
        return None
    file.skip.add(name_node.start_byte)
    name, modifiers = file.name_of(name_node), read_modifiers(file, node)
    kind = "interface" if node.type in _INTERFACES else "class"
    bases, implements = _read_bases(file, node)
    draft = file.builder.define(
        name,
        kind,
        scope.index,
        flags=modifiers.flags & ~STATIC,
        line=file.source.line_at(max(modifiers.head, node.start_byte)),
        end_line=file.source.line_at(node.end_byte - 1),
        bases=bases,
        implements=implements,
        decorators=modifiers.decorators,
    )
    file.bind(scope, name, "d", scope.start, index=draft.index)
    body = field(node, "body")
    _describe(file, draft, node, body, modifiers)
    members = _open_members(file, node, draft, scope)
    if node.type == "record_declaration":
        _define_components(file, node, members)
    return members


def _describe(
    file: JavaFile, draft: DefinitionDraft, node: Node, body: Node | None, modifiers: Modifiers
) -> None:
    file.opened.append(Opened(draft, node, body))
    file.opened[-1].head = max(modifiers.head, node.start_byte)


def _open_members(
    file: JavaFile, node: Node, draft: DefinitionDraft, scope: ScopeDraft
) -> ScopeDraft:
    """Open the scope of a type's members, and around it one for its type parameters."""
    span = (node.start_byte, node.end_byte)
    written = field(node, "type_parameters")
    if written is not None:
        scope = file.builder.open_scope("block", scope.index, -1, span)
        scope.owner = draft.index
        bind_type_parameters(file, written, scope)
    members = file.builder.open_scope("class", scope.index, draft.index, span)
    draft.fields["body"] = members.index
    return members


def _read_bases(file: JavaFile, node: Node) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
    bases: list[Expr] = []
    superclass = field(node, "superclass")
    if superclass is not None and superclass.named_children:
        bases.append(_read_above(file, superclass.named_children[-1]))
    if node.type in ABOVE:
        bases.append(ABOVE[node.type])
    listed = field(node, "interfaces")
    if node.type == "interface_declaration":
        listed = next((c for c in node.named_children if c.type == "extends_interfaces"), None)
    names = [_read_above(file, item) for item in _find_listed(listed)]
    if node.type == "interface_declaration":
        return tuple(name for name in names if name), ()
    return tuple(base for base in bases if base), tuple(name for name in names if name)


def _read_above(file: JavaFile, node: Node | None) -> Expr:
    """Return a type that another one extends, with what it is given."""
    written = read_type(file, node)
    if type(written) is DeclaredGeneric:
        return GenericType(written.base, written.arguments)
    return read_base(file, node)


def _find_listed(node: Node | None) -> list[Node]:
    lists = node.named_children if node is not None else ()
    return [item for part in lists if part.type == "type_list" for item in part.named_children]


def _define_components(file: JavaFile, node: Node, members: ScopeDraft) -> None:
    """Define the parts of a record, each of which is a field and the method that gives it."""
    body = field(node, "body")
    methods = [c for c in body.named_children if c.type == "method_declaration"] if body else []
    written = {file.name_of(n) for m in methods if (n := field(m, "name")) is not None}
    components = read_params(file, field(node, "parameters"))
    file.components[members.index] = len(components)
    for param, name_node in components:
        file.skip.add(name_node.start_byte)
        is_method = param.name not in written
        annotation = GenericType("[]", (param.annotation,)) if param.kind else param.annotation
        draft = file.builder.define(
            param.name,
            "function" if is_method else "variable",
            members.index,
            flags=EXPORTED,
            line=file.source.line_at(name_node.start_byte),
            end_line=file.source.line_at(name_node.start_byte),
            **({"returns": annotation} if is_method else {"annotation": annotation}),
        )
        item = name_node.parent or name_node
        file.opened.append(Opened(draft, item, None))
        file.bind(members, param.name, ":", members.start, index=draft.index, annotation=annotation)
        if is_method:
            file.bind_method(members, param.name, draft.index, 0, 0)


def define_fields(file: JavaFile, node: Node, scope: ScopeDraft) -> list[ScopeDraft]:
    """Define the fields of a declaration; return the scopes of those that hold definitions."""
    modifiers = read_modifiers(file, node)
    is_constant = node.type == "constant_declaration" or modifiers.words >= {"static", "final"}
    flags = modifiers.flags | (CONSTANT if is_constant else 0)
    if node.type == "constant_declaration":
        flags |= EXPORTED | STATIC
    opened: list[ScopeDraft] = []
    for declarator in node.children_by_field_name("declarator"):
        name_node = field(declarator, "name")
        if name_node is None or name_node.type != "identifier":
            continue
        value = field(declarator, "value")
        annotation = read_declared(file, field(node, "type"), declarator)
        draft = _define_field(file, node, name_node, scope, flags, annotation)
        draft.fields["decorators"] = modifiers.decorators
        file.opened.append(Opened(draft, node, value))
        file.opened[-1].head = max(modifiers.head, node.start_byte)
        if value is None:
            continue
        if is_constant:
            draft.fields["literal"] = file.line_text(*value.byte_range)[:_LONGEST_LITERAL]
        file.pending.append((scope, len(scope.bindings) - 1, value, False))
        inner = open_initialiser(file, draft, scope, value)
        opened += [inner] if inner is not None else []
    return opened


def _define_field(
    file: JavaFile, node: Node, name_node: Node, scope: ScopeDraft, flags: int, annotation: Expr
) -> DefinitionDraft:
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    draft = file.builder.define(
        name,
        "variable",
        scope.index,
        flags=flags,
        line=file.source.line_at(name_node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        annotation=annotation,
    )
    file.bind(scope, name, ":", scope.start, index=draft.index, annotation=annotation)
    return draft


def open_initialiser(
    file: JavaFile, draft: DefinitionDraft, scope: ScopeDraft, value: Node
) -> ScopeDraft | None:
    """Open a scope for what gives a field its value, if classes or functions may be defined there.

    What is defined there is named after the field.
    """
    text = file.raw[value.start_byte : value.end_byte]
    if value.type == "array_initializer" or not ("{" in text or "->" in text):
        return None
    inner = file.builder.open_scope("block", scope.index, -1, value.byte_range)
    inner.owner = draft.index
    return inner


def define_constant(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a constant of an enum; return the scope of its own members, if it has any."""
    name_node = field(node, "name")
    if name_node is None or scope.definition < 0:
        return None
    own = file.builder.definitions[scope.definition].fields["name"]
    draft = _define_field(file, node, name_node, scope, EXPORTED | STATIC | CONSTANT, own)
    body = field(node, "body")
    file.opened.append(Opened(draft, node, body))
    if body is None:
        return None
    inner = file.builder.open_scope("block", scope.index, -1, body.byte_range)
    inner.owner = draft.index
    members = _define_unnamed(file, node, body, inner, own, own)
    file.made.append((scope, name_node.start_byte, members.definition))
    return members


def open_unnamed(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a class without a name, `new Type() { ... }`, and open the scope of its members."""
    base = read_base(file, field(node, "type"))
    body = next((c for c in node.named_children if c.type == "class_body"), None)
    if base is None or body is None:
        return None
    above = _read_above(file, field(node, "type"))
    return _define_unnamed(file, node, body, scope, base, above)


def _define_unnamed(
    file: JavaFile, node: Node, body: Node, scope: ScopeDraft, base: str, above: Expr
) -> ScopeDraft:
    draft = file.builder.define(
        UNNAMED + base.rpartition(".")[2],
        "class",
        scope.index,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        bases=(above,),
    )
    file.unnamed[node.id] = draft.index
    file.opened.append(Opened(draft, body, body))
    members = file.builder.open_scope("class", scope.index, draft.index, body.byte_range)
    draft.fields["body"] = members.index
    return members
