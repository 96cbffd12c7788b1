"""Classes, interfaces, type aliases, enums and namespaces of a script, with their members."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    CONSTANT,
    DECLARATION,
    EXPORTED,
    STATIC,
)
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.typescript.context import (
    Opened,
    OuterName,
    PendingValue,
    ScriptFile,
    key_text,
)
from ripplegraph.parsers.languages.typescript.functions import (
    bind_type_parameters,
    define_call_signature,
    define_signature,
)
from ripplegraph.parsers.languages.typescript.structure import FUNCTION_VALUES, Walk, unwrap

_BODIES = frozenset({"class_body", "interface_body", "object_type", "enum_body", "statement_block"})
_CLASS_NAMES = frozenset({"type_identifier", "identifier", "string", "nested_identifier"})
_MEMBER_FLAGS = {"static": STATIC, "abstract": ABSTRACT}
_KINDS = {"interface_declaration": "interface", "type_alias_declaration": "interface"}
_METHODS = frozenset({"method_signature", "abstract_method_signature"})


class _Header:
    """The pieces of a class-like declaration, by role."""

    __slots__ = ("body", "decorators", "flags", "name", "types")

    def __init__(self, node: Node) -> None:
        self.name: Node | None = None
        self.types: Node | None = None
        self.body: Node | None = None
        self.flags = 0
        decorators: list[Node] = []
        for child in node.children:
            kind = child.type
            if kind in _BODIES:
                self.body = child
            elif kind in _CLASS_NAMES and self.name is None:
                self.name = child
            elif kind == "type_parameters":
                self.types = child
            elif kind == "decorator":
                decorators.append(child)
            elif kind == "abstract":
                self.flags |= ABSTRACT
        self.decorators = tuple(decorators)


def open_class(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a class or interface with its members and open its scopes."""
    file = walk.file
    header = _Header(node)
    naming = walk.named.get(node.id)
    if naming is None and scope.owner < 0:
        naming = walk.assigned.get(node.id)
    flags = header.flags | (EXPORTED if node.id in walk.exported else 0)
    if node.start_byte < walk.ambient_until:
        flags |= DECLARATION
    kind = _KINDS.get(node.type, "class")
    own = None if header.name is None else file.name_of(header.name)
    if naming is None:
        declared = scope if node.type != "class" else None
        flags |= ANONYMOUS if declared is None else 0
        name = own or "<class>"
        naming = OuterName(name, name, header.name, node, bind=declared)
    home = naming.bind or scope
    draft = file.define(
        naming.name, kind, home.index, naming.outer, path=naming.path, flags=flags | naming.flags
    )
    if naming.bind is not None:
        file.bind(home, naming.name, "d", home.start, index=draft.index)
    file.definition_index[node.id] = draft.index
    item = Opened(draft, node, naming.outer, naming.name_node, body=header.body)
    item.above = walk.above.get(naming.outer.id, naming.outer.start_byte)
    item.decorators = walk.decorators.get(node.id, ()) + header.decorators
    file.opened.append(item)
    inner = _open_scopes(file, node, header, draft, scope)
    if own is not None and header.name is not None:
        file.skip.add(header.name.start_byte)
        if node.type == "class":
            file.bind(inner, own, "d", inner.start, index=draft.index)
    members = file.builder.scopes[draft.fields["body"]]
    if header.body is not None and node.type != "type_alias_declaration":
        _define_members(walk, header.body, members, draft)
    elif node.type == "type_alias_declaration":
        _define_alias_members(walk, node, members, draft)
    return inner


def _open_scopes(
    file: ScriptFile, node: Node, header: _Header, draft: DefinitionDraft, scope: ScopeDraft
) -> ScopeDraft:
    """Open a scope for the members, and inside it one in which code sees no member by its name."""
    after = header.name if header.name is not None else node
    start = after.end_byte if header.name is not None else node.start_byte
    span = (start, node.end_byte)
    members = file.builder.open_scope("class", scope.index, draft.index, span)
    draft.fields["body"] = members.index
    inner = file.builder.open_scope("block", members.index, -1, span)
    if header.types is not None:
        bind_type_parameters(file, header.types, inner)
    return inner


def _define_alias_members(
    walk: Walk, node: Node, members: ScopeDraft, draft: DefinitionDraft
) -> None:
    value = node.child_by_field_name("value")
    if value is None:
        return
    parts = value.named_children if value.type == "intersection_type" else [value]
    for part in parts:
        if part.type == "object_type":
            _define_members(walk, part, members, draft)


def _define_members(walk: Walk, body: Node, members: ScopeDraft, owner: DefinitionDraft) -> None:
    decorators: list[Node] = []
    ambient = DECLARATION if owner.fields["kind"] == "interface" else 0
    for child in body.named_children:
        kind = child.type
        if kind == "decorator":
            decorators.append(child)
            continue
        above = decorators[0].start_byte if decorators else child.start_byte
        if kind == "method_definition":
            _name_method(walk, child, members, above)
            walk.decorators[child.id] = tuple(decorators)
        elif kind in _METHODS:
            define_signature(walk, child, members, above=above, decorators=tuple(decorators))
        elif kind == "call_signature":
            define_call_signature(walk, child, members)
        elif kind in ("public_field_definition", "field_definition", "property_signature"):
            _define_field(walk, child, members, ambient)
        if kind != "comment":
            decorators = []


def _name_method(walk: Walk, node: Node, members: ScopeDraft, above: int) -> None:
    name_node = node.child_by_field_name("name")
    name = None if name_node is None else key_text(walk.file, name_node)
    if name is not None:
        walk.named[node.id] = OuterName(name, name, name_node, node, bind=members)
        walk.above[node.id] = above


def _define_field(walk: Walk, node: Node, members: ScopeDraft, flags: int) -> None:
    file = walk.file
    name_node = annotation = value = None
    decorators: list[Node] = []
    assigned = False
    for child in node.children:
        kind = child.type
        if kind == "decorator":
            decorators.append(child)
        elif kind == "type_annotation":
            annotation = child
        elif kind == "=":
            assigned = True
        elif assigned:
            value = child if kind != "comment" else value
        elif kind in _MEMBER_FLAGS:
            flags |= _MEMBER_FLAGS[kind]
        elif name_node is None and key_text(file, child) is not None:
            name_node = child
    name = None if name_node is None else key_text(file, name_node)
    if name is None or name_node is None:
        return
    inner = None if value is None else unwrap(value)
    if inner is not None and (inner.type in FUNCTION_VALUES or inner.type == "class"):
        naming = OuterName(
            name, name, name_node, node, flags=flags, bind=members, annotation=annotation
        )
        walk.named[inner.id] = naming
        walk.decorators[inner.id] = tuple(decorators)
        return
    draft = file.define(name, "variable", members.index, node, flags=flags)
    item = Opened(draft, node, node, name_node, body=value)
    item.decorators = tuple(decorators)
    file.opened.append(item)
    # A field's initialiser reads the scope around the class, never the other members.
    file.pending.append(
        PendingValue(members, name_node, value, annotation, members.start, definition=draft)
    )


def open_enum(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define an enum and its members, which its initialisers see by name."""
    file = walk.file
    header = _Header(node)
    if header.name is None:
        return None
    file.skip.add(header.name.start_byte)
    name = file.name_of(header.name)
    flags = EXPORTED if node.id in walk.exported else 0
    if node.start_byte < walk.ambient_until:
        flags |= DECLARATION
    draft = file.define(name, "class", scope.index, node, flags=flags)
    file.bind(scope, name, "d", scope.start, index=draft.index)
    file.definition_index[node.id] = draft.index
    item = Opened(draft, node, node, header.name, body=header.body)
    item.above = walk.above.get(node.id, node.start_byte)
    file.opened.append(item)
    span = (header.name.end_byte, node.end_byte)
    members = file.builder.open_scope("class", scope.index, draft.index, span)
    draft.fields["body"] = members.index
    for child in header.body.named_children if header.body is not None else ():
        named = child.named_children if child.type == "enum_assignment" else [child]
        _define_enum_member(file, child, named, members)
    return members


def _define_enum_member(
    file: ScriptFile, node: Node, named: list[Node], members: ScopeDraft
) -> None:
    name = key_text(file, named[0]) if named else None
    if name is None:
        return
    draft = file.define(name, "variable", members.index, node, flags=STATIC | CONSTANT)
    if len(named) > 1:
        draft.fields["literal"] = file.line_text(named[-1].start_byte, named[-1].end_byte)[:200]
    file.bind(members, name, "d", members.start, index=draft.index)
    file.opened.append(
        Opened(draft, node, node, named[0], body=named[-1] if len(named) > 1 else None)
    )


def open_namespace(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a namespace (`A.B` is B inside A) and open its scope."""
    file = walk.file
    header = _Header(node)
    if header.name is None:
        return None
    if header.body is not None:
        walk.bodies.add(header.body.start_byte)
    flags = EXPORTED if node.id in walk.exported else 0
    if node.start_byte < walk.ambient_until:
        flags |= DECLARATION
    if header.name.type == "string":
        names = [file.name_of(header.name)[1:-1]]
    else:
        names = "".join(file.name_of(header.name).split()).split(".")
    file.skip.add(header.name.start_byte)
    for name in names:
        draft = file.define(name, "module", scope.index, node, flags=flags)
        if header.name.type != "string":
            file.bind(scope, name, "d", scope.start, index=draft.index)
        item = Opened(draft, node, node, header.name, body=header.body)
        item.above = walk.above.get(node.id, node.start_byte)
        file.opened.append(item)
        span = (header.name.end_byte, node.end_byte)
        scope = file.builder.open_scope("module", scope.index, draft.index, span)
        draft.fields["body"] = scope.index
    return scope
