"""Types of a Go file: structs, interfaces, other named types and aliases."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import DeclaredGeneric, Expr
from ripplegraph.graph.facts import ABSTRACT, DECLARATION
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.go.context import BLANK, GoFile, Opened, field, names_of
from ripplegraph.parsers.languages.go.functions import bind_type_parameters, flag_name
from ripplegraph.parsers.languages.go.types import (
    find_fields,
    read_params,
    read_result,
    read_type,
)


def open_type(file: GoFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a type with its fields or methods."""
    written = field(node, "type")
    kind = "interface" if written is not None and written.type == "interface_type" else "class"
    opened = _open(file, node, scope, kind)
    if opened is None or written is None:
        return None
    draft, members, inner = opened
    if written.type == "struct_type":
        _define_fields(file, written, draft, members, inner)
    elif written.type == "interface_type":
        _define_methods(file, written, draft, members, inner)
    else:
        draft.fields["annotation"] = read_type(file, written)
    return inner


def open_alias(file: GoFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define another name of a type; it stands for that type."""
    opened = _open(file, node, scope, "interface")
    if opened is None:
        return None
    opened[0].fields["annotation"] = read_type(file, field(node, "type"))
    return opened[2]


def _open(
    file: GoFile, node: Node, scope: ScopeDraft, kind: str
) -> tuple[DefinitionDraft, ScopeDraft, ScopeDraft] | None:
    """Define a type and open a scope for its members, and one in which nothing sees these."""
    name_node = field(node, "name")
    name = BLANK if name_node is None else file.name_of(name_node)
    if name_node is None or name == BLANK:
        return None
    file.skip.add(name_node.start_byte)
    draft = file.builder.define(
        name,
        kind,
        scope.index,
        flags=flag_name(name),
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
    )
    file.bind(scope, name, "d", scope.start, index=draft.index)
    file.opened.append(Opened(draft, node, field(node, "type")))
    span = (name_node.end_byte, node.end_byte)
    members = file.builder.open_scope("class", scope.index, draft.index, span)
    draft.fields["body"] = members.index
    inner = file.builder.open_scope("block", members.index, -1, span)
    bind_type_parameters(file, field(node, "type_parameters"), inner)
    return draft, members, inner


def _define_fields(
    file: GoFile, node: Node, draft: DefinitionDraft, members: ScopeDraft, inner: ScopeDraft
) -> None:
    bases: list[Expr] = []
    for item in find_fields(node):
        written = read_type(file, field(item, "type"))
        names = [file.name_of(name) for name in names_of(item)]
        own = written.base if type(written) is DeclaredGeneric else written
        if not names and isinstance(own, str):
            bases.append(written)
            names = [own.rpartition(".")[2]]
        for name in names:
            if name != BLANK:
                _define_field(file, item, name, written, members, inner)
    draft.fields["bases"] = tuple(bases)


def _define_field(
    file: GoFile, node: Node, name: str, written: Expr, members: ScopeDraft, inner: ScopeDraft
) -> None:
    draft = file.builder.define(
        name,
        "variable",
        inner.index,
        flags=flag_name(name),
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        annotation=written,
    )
    file.opened.append(Opened(draft, node, None))
    file.bind(members, name, ":", members.start, index=draft.index, annotation=written)


def _define_methods(
    file: GoFile, node: Node, draft: DefinitionDraft, members: ScopeDraft, inner: ScopeDraft
) -> None:
    bases: list[Expr] = []
    for item in node.named_children:
        if item.type == "method_elem":
            _define_method(file, item, members, inner)
        elif item.type == "type_elem":
            written = read_type(file, item)
            if isinstance(written, str) or type(written) is DeclaredGeneric:
                bases.append(written)
    draft.fields["bases"] = tuple(bases)


def _define_method(file: GoFile, node: Node, members: ScopeDraft, inner: ScopeDraft) -> None:
    name_node = field(node, "name")
    if name_node is None:
        return
    name = file.name_of(name_node)
    draft = file.builder.define(
        name,
        "function",
        inner.index,
        flags=flag_name(name) | ABSTRACT | DECLARATION,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        params=tuple(read_params(file, field(node, "parameters"))),
        returns=read_result(file, field(node, "result")),
    )
    file.opened.append(Opened(draft, node, None))
    file.bind(members, name, "d", members.start, index=draft.index)
