"""Structs, unions and enumerations of a file, with their members."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import CONSTANT, BindingKind
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.c.context import TAG, CFile, Opened, field
from ripplegraph.parsers.languages.c.functions import holds_function
from ripplegraph.parsers.languages.c.types import read_declarator, read_type

_LONGEST_LITERAL = 200
AGGREGATES = frozenset({"struct_specifier", "union_specifier", "class_specifier"})


def open_aggregate(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a struct or union and open the scope of its members."""
    if node.id in file.merged:
        return scope
    draft = _define_tagged(file, node, scope)
    if draft is None:
        return None
    body = field(node, "body")
    start = node.start_byte if body is None else body.start_byte
    parent = _outer(file, scope)
    inner = file.builder.open_scope("class", parent.index, draft.index, (start, node.end_byte))
    draft.fields["body"] = inner.index
    return inner


def _outer(file: CFile, scope: ScopeDraft) -> ScopeDraft:
    """Return the scope that a struct's name is bound in: a struct is no scope of names in C."""
    while scope.kind == "class" and not file.is_cpp:
        scope = file.builder.scopes[scope.parent]
    return scope


def _define_tagged(file: CFile, node: Node, scope: ScopeDraft) -> DefinitionDraft | None:
    name_node = field(node, "name")
    named = file.names.get(node.id)
    if name_node is not None:
        file.skip |= {node.start_byte, name_node.start_byte}
        name = file.name_of(name_node)
        tag = TAG + name
    elif named is not None:
        name = named.removeprefix(TAG)
        tag = named
    else:
        return None
    home = _outer(file, scope) if name_node is not None else scope
    body = field(node, "body")
    draft = file.define(
        name,
        "class",
        home,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
    )
    start, end = node.start_byte, node.end_byte
    file.opened.append(Opened(draft, start, end if body is None else body.start_byte, end))
    file.bind(home, tag, "d", home.start, index=draft.index)
    if name_node is not None and named is not None and named != tag:
        # `typedef struct point { } point;` is one type with two names.
        file.bind(home, named, "d", home.start, index=draft.index)
    return draft


def define_fields(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define the fields of a declaration in a struct."""
    written = field(node, "type")
    declarators = node.children_by_field_name("declarator")
    if written is not None and written.type in AGGREGATES and field(written, "name") is None:
        name_unnamed(file, written, declarators)
        if not declarators:
            file.merged.add(written.id)
    if scope.kind != "class":
        return None
    annotation = read_type(file, written)
    for item in declarators:
        name_node = read_declarator(item).name
        if name_node is None:
            continue
        file.skip.add(name_node.start_byte)
        name = file.name_of(name_node)
        draft = file.define(
            name,
            "variable",
            scope,
            line=file.source.line_at(name_node.start_byte),
            end_line=file.source.line_at(node.end_byte - 1),
        )
        file.opened.append(Opened(draft, node.start_byte, node.end_byte, node.end_byte))
        own = None if item.type == "function_declarator" or holds_function(item) else annotation
        kind: BindingKind = "x" if own is None else ":"
        draft.fields["annotation"] = own
        described = file.describe_type(node, item)
        file.bind(
            scope, name, kind, scope.start, index=draft.index, member=described, annotation=own
        )
    return None


def name_unnamed(file: CFile, written: Node, declarators: list[Node]) -> None:
    """Name a struct without a name after the first thing that it is the type of."""
    name = read_declarator(declarators[0]).name if declarators else None
    if name is not None:
        file.names[written.id] = f"{TAG}({file.name_of(name)})"


def open_enum(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define an enumeration; its enumerators are names of the scope around it."""
    _define_tagged(file, node, scope)
    return None


def define_enumerator(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define one constant of an enumeration."""
    name_node, value = field(node, "name"), field(node, "value")
    if name_node is None:
        return None
    home = _outer(file, scope)
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    draft = file.define(
        name,
        "variable",
        home,
        flags=CONSTANT,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
    )
    if value is not None:
        draft.fields["literal"] = file.line_text(*value.byte_range)[:_LONGEST_LITERAL]
    body = node.end_byte if value is None else value.start_byte
    file.opened.append(Opened(draft, node.start_byte, body, node.end_byte))
    around = node.parent.parent if node.parent is not None else None
    named = field(around, "name") if around is not None and file.is_cpp else None
    described = "" if named is None else file.name_of(named)
    file.bind(home, name, "x", home.start, index=draft.index, member=described)
    return None
