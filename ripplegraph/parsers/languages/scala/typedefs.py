"""Types of a Scala file: classes, traits, objects and their companions, enums, aliases."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr, type_name
from ripplegraph.graph.facts import CONSTANT, EXPORTED, STATIC, TEST, BindingKind, Param
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.java.context import JavaFile, Opened, field
from ripplegraph.parsers.languages.java.typedefs import UNNAMED
from ripplegraph.parsers.languages.scala.context import ScalaFile
from ripplegraph.parsers.languages.scala.functions import (
    bind_type_parameters,
    define_variable,
    flag_visible,
    read_modifiers,
)
from ripplegraph.parsers.languages.scala.types import read_above, read_base, read_params, read_type

_TEST_BASES = ("Spec", "Suite", "Test", "Tests", "Properties")


def open_type(file: ScalaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a class, trait or object; what has the name of another is one with it."""
    name_node = field(node, "name")
    if name_node is None:
        return None
    scope = file.homes.get(scope.index, scope)
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    bases = _read_bases(file, field(node, "extend"))
    known = file.types.get((scope.index, name))
    if known is not None:
        return _open_companion(file, node, known, bases)
    words, annotations = read_modifiers(file, node)
    is_test = any(type_name(base).endswith(_TEST_BASES) for base in bases)
    is_program = node.type == "object_definition" and "App" in bases
    draft = file.builder.define(
        name,
        "interface" if node.type == "trait_definition" else "class",
        scope.index,
        flags=flag_visible(words) | (TEST if is_test else 0),
        line=file.source.line_at(name_node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        bases=tuple(bases),
        decorators=tuple(annotations),
        entry="test" if is_test else ("main" if is_program else ""),
    )
    file.bind(scope, name, "d", scope.start, index=draft.index)
    file.opened.append(Opened(draft, node, field(node, "body")))
    members = _open_members(file, node, draft, scope)
    file.types[scope.index, name] = members
    _define_parameters(file, node, members, words)
    return members


def _open_companion(file: ScalaFile, node: Node, home: ScopeDraft, bases: list[Expr]) -> ScopeDraft:
    """Open the scope of what shares its name with a type; its members are bound in that one's."""
    fields = file.builder.definitions[home.definition].fields
    fields["bases"] = (*fields["bases"], *(base for base in bases if base not in fields["bases"]))
    inner = file.builder.open_scope("block", home.index, -1, node.byte_range)
    file.homes[inner.index] = home
    if node.type != "object_definition":
        _define_parameters(file, node, home, set())
        known = {binding.name for binding in home.bindings}
        bind_type_parameters(file, field(node, "type_parameters"), home)
        for param in read_params(file, node):
            if param.name not in known:
                _bind_param(file, home, param)
    return inner


def _open_members(
    file: ScalaFile, node: Node, draft: DefinitionDraft, scope: ScopeDraft
) -> ScopeDraft:
    """Open the scope of a type's members, and around it one for what only its code sees."""
    span = (node.start_byte, node.end_byte)
    written, params = field(node, "type_parameters"), read_params(file, node)
    if written is not None or params:
        scope = file.builder.open_scope("block", scope.index, -1, span)
        scope.owner = draft.index
        bind_type_parameters(file, written, scope)
        for param in params:
            _bind_param(file, scope, param)
    members = file.builder.open_scope("class", scope.index, draft.index, span)
    draft.fields["body"] = members.index
    return members


def _bind_param(file: ScalaFile, scope: ScopeDraft, param: Param) -> None:
    kind: BindingKind = "x" if param.annotation is None else ":"
    file.bind(scope, param.name, kind, scope.start, annotation=param.annotation)


def _read_bases(file: JavaFile, node: Node | None) -> list[Expr]:
    types = node.children_by_field_name("type") if node is not None else ()
    found: list[Expr] = []
    for item in types:
        parts = item.named_children if item.type == "compound_type" else [item]
        found += [name for part in parts if (name := read_above(file, part)) is not None]
    return found


def _define_parameters(file: ScalaFile, node: Node, members: ScopeDraft, words: set[str]) -> None:
    """Define the parameters of a class that are values of it: all of a case class."""
    is_case = any(child.type == "case" for child in node.children) or "case" in words
    for part in node.children_by_field_name("class_parameters"):
        for item in part.named_children:
            name = field(item, "name")
            is_value = is_case or any(child.type in ("val", "var") for child in item.children)
            if item.type != "class_parameter" or name is None or not is_value:
                continue
            annotation = read_type(file, field(item, "type"))
            draft = define_variable(file, item, name, members, EXPORTED, annotation)
            file.opened.append(Opened(draft, item, None))


def define_case(file: ScalaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a case of an enum: a value of it."""
    name = field(node, "name")
    if name is None or scope.definition < 0:
        return None
    own = file.builder.definitions[scope.definition].fields["name"]
    draft = define_variable(file, node, name, scope, EXPORTED | CONSTANT | STATIC, own)
    file.opened.append(Opened(draft, node, None))
    return None


def define_alias(file: ScalaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define another name of a type; it stands for that type."""
    name = field(node, "name")
    written = read_type(file, field(node, "type"))
    scope = file.homes.get(scope.index, scope)
    if name is None or written is None:
        return None
    file.skip.add(name.start_byte)
    draft = file.builder.define(
        file.name_of(name),
        "interface",
        scope.index,
        flags=EXPORTED,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        annotation=written,
    )
    file.bind(scope, file.name_of(name), "d", scope.start, index=draft.index)
    file.opened.append(Opened(draft, node, None))
    return None


def open_unnamed(file: ScalaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a class without a name, `new Type { ... }`, and open the scope of its members."""
    base = read_base(file, node.named_children[0])
    body = next((c for c in node.named_children if c.type == "template_body"), None)
    if base is None or body is None:
        return None
    draft = file.builder.define(
        UNNAMED + base.rpartition(".")[2],
        "class",
        scope.index,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        bases=(base,),
    )
    file.unnamed[node.id] = draft.index
    file.opened.append(Opened(draft, body, body))
    members = file.builder.open_scope("class", scope.index, draft.index, body.byte_range)
    draft.fields["body"] = members.index
    return members
