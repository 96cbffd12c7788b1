"""Types and properties of a Kotlin file."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr, GenericType, type_name
from ripplegraph.graph.facts import CONSTANT, EXPORTED, STATIC, TEST, BindingKind
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.java.context import MODULE, JavaFile, Opened
from ripplegraph.parsers.languages.java.typedefs import ABOVE, UNNAMED, open_initialiser
from ripplegraph.parsers.languages.kotlin.expressions import object_name
from ripplegraph.parsers.languages.kotlin.functions import (
    bind_parts,
    bind_type_parameters,
    find_head,
    flag_visible,
    read_modifiers,
)
from ripplegraph.parsers.languages.kotlin.types import (
    TYPES,
    child_of,
    clean_name,
    read_bases,
    read_params,
    read_type,
)

_SPECS = frozenset(
    {
        *("FunSpec", "StringSpec", "ShouldSpec", "DescribeSpec", "BehaviorSpec", "WordSpec"),
        *("FreeSpec", "FeatureSpec", "ExpectSpec", "AnnotationSpec"),
    }
)
"""Classes of Kotest whose subclasses are tests."""
_NO_VALUES = frozenset(
    {
        *("modifiers", "binding_pattern_kind", "variable_declaration", "type_parameters"),
        *("multi_variable_declaration", "getter", "setter", "type_constraints", "receiver_type"),
        *("property_delegate", "line_comment", "multiline_comment"),
    }
)
_LONGEST_LITERAL = 200


def open_type(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a class, interface or object and open the scope of its members."""
    name_node = child_of(node, "type_identifier")
    if name_node is None:
        return None
    file.skip.add(name_node.start_byte)
    name = clean_name(file.name_of(name_node))
    words, annotations = read_modifiers(file, node)
    is_interface = any(child.type == "interface" for child in node.children)
    bases, implements = read_bases(file, _specifiers(node))
    is_test = any(type_name(base) in _SPECS for base in bases)
    above: list[Expr] = [*bases, *(implements if is_interface else ())]
    if child_of(node, "enum_class_body") is not None:
        above.append(ABOVE["enum_declaration"])
    draft = file.builder.define(
        name,
        "interface" if is_interface else "class",
        scope.index,
        flags=flag_visible(words) | (TEST if is_test else 0),
        line=file.source.line_at(find_head(node)),
        end_line=file.source.line_at(node.end_byte - 1),
        bases=tuple(above),
        implements=() if is_interface else tuple(implements),
        decorators=tuple(annotations),
        entry="test" if is_test else "",
    )
    position = scope.start if scope.kind in ("module", "class") else node.start_byte
    file.bind(scope, name, "d", position, index=draft.index)
    body = child_of(node, "class_body", "enum_class_body")
    file.opened.append(Opened(draft, node, body))
    file.opened[-1].head = find_head(node)
    members = _open_members(file, node, draft, scope)
    _define_properties(file, child_of(node, "primary_constructor"), members)
    return members


def _specifiers(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type == "delegation_specifier"]


def _open_members(
    file: JavaFile, node: Node, draft: DefinitionDraft, scope: ScopeDraft
) -> ScopeDraft:
    """Open the scope of a type's members, and around it one for what only its code sees."""
    span = (node.start_byte, node.end_byte)
    written, made = child_of(node, "type_parameters"), child_of(node, "primary_constructor")
    if written is not None or made is not None:
        scope = file.builder.open_scope("block", scope.index, -1, span)
        scope.owner = draft.index
        bind_type_parameters(file, written, scope)
        for param in read_params(file, made)[0]:
            kind: BindingKind = "x" if param.annotation is None else ":"
            file.bind(scope, param.name, kind, scope.start, annotation=param.annotation)
    members = file.builder.open_scope("class", scope.index, draft.index, span)
    draft.fields["body"] = members.index
    return members


def _define_properties(file: JavaFile, node: Node | None, members: ScopeDraft) -> None:
    """Define the properties among the parameters of a constructor."""
    params, _ = read_params(file, node)
    items = [c for c in node.named_children if c.type == "class_parameter"] if node else []
    for param, item in zip(params, items, strict=True):
        name_node = child_of(item, "simple_identifier")
        if name_node is None or child_of(item, "binding_pattern_kind") is None:
            continue
        annotation = GenericType("[]", (param.annotation,)) if param.kind else param.annotation
        words, annotations = read_modifiers(file, item)
        draft = _define_variable(
            file, item, name_node, members, flag_visible(words), annotation, item.end_byte
        )
        draft.fields["decorators"] = tuple(annotations)
        file.opened.append(Opened(draft, item, None))


def open_object(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define the class of an object without a name, `object : Type { ... }`."""
    bases, implements = read_bases(file, _specifiers(node))
    names: list[Expr] = [*bases, *implements] or ["Any"]
    members = _open_unnamed(file, node, node, scope, names)
    index = members.definition
    file.bind(scope, object_name(index), "d", scope.start, index=index)
    file.unnamed[node.id] = index
    return members


def _open_unnamed(
    file: JavaFile, node: Node, body: Node, scope: ScopeDraft, bases: Sequence[Expr]
) -> ScopeDraft:
    draft = file.builder.define(
        UNNAMED + type_name(bases[0]),
        "class",
        scope.index,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        bases=tuple(bases),
    )
    file.opened.append(Opened(draft, body, body))
    members = file.builder.open_scope("class", scope.index, draft.index, body.byte_range)
    draft.fields["body"] = members.index
    return members


def define_entry(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a constant of an enum; return the scope of its own members, if it has any."""
    name_node = child_of(node, "simple_identifier")
    if name_node is None or scope.definition < 0:
        return None
    own = file.builder.definitions[scope.definition].fields["name"]
    flags = EXPORTED | STATIC | CONSTANT
    draft = _define_variable(file, node, name_node, scope, flags, own, node.end_byte)
    body = child_of(node, "class_body")
    file.opened.append(Opened(draft, node, body))
    if body is None:
        return None
    inner = file.builder.open_scope("block", scope.index, -1, body.byte_range)
    inner.owner = draft.index
    members = _open_unnamed(file, node, body, inner, [own])
    file.made.append((scope, name_node.start_byte, members.definition))
    return members


def define_alias(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define another name of a type; it stands for that type."""
    name_node = child_of(node, "type_identifier")
    if name_node is None:
        return None
    file.skip.add(name_node.start_byte)
    written = read_type(file, child_of(node, *TYPES))
    draft = file.builder.define(
        file.name_of(name_node),
        "interface",
        scope.index,
        flags=EXPORTED,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        annotation=written,
    )
    file.bind(scope, file.name_of(name_node), "d", scope.start, index=draft.index)
    file.opened.append(Opened(draft, node, None))
    return None


def define_property(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a property, or bind a local variable, with what it is given."""
    variable = child_of(node, "variable_declaration")
    name_node = child_of(variable, "simple_identifier")
    if variable is None or name_node is None:
        bind_parts(file, child_of(node, "multi_variable_declaration"), scope)
        return None
    annotation = read_type(file, child_of(variable, *TYPES))
    value = _find_value(node)
    if scope.kind not in ("class", "module"):
        kind: BindingKind = "x" if annotation is None else ":"
        name = clean_name(file.name_of(name_node))
        file.skip.add(name_node.start_byte)
        # What it is given may read something else of the same name.
        file.bind(scope, name, kind, node.end_byte, annotation=annotation)
        given = value or _find_given(file, node)
        if given is not None:
            file.pending.append((scope, len(scope.bindings) - 1, given, False))
        return None
    words, annotations = read_modifiers(file, node)
    flags = flag_visible(words) | (CONSTANT if "const" in words else 0)
    end = node.end_byte
    draft = _define_variable(file, node, name_node, scope, flags, annotation, end)
    draft.fields["decorators"] = tuple(annotations)
    file.opened.append(Opened(draft, node, value))
    file.opened[-1].head = find_head(node)
    if value is not None and "const" in words:
        draft.fields["literal"] = file.line_text(*value.byte_range)[:_LONGEST_LITERAL]
    given = value or _find_given(file, node)
    if given is not None:
        file.pending.append((scope, len(scope.bindings) - 1, given, False))
    body = child_of(node, "getter", "property_delegate") if value is None else value
    return open_initialiser(file, draft, scope, body) if body is not None else None


def _find_value(node: Node) -> Node | None:
    """Return what a property is given where it is declared."""
    values = [child for child in node.named_children if child.type not in _NO_VALUES]
    return values[0] if values else None


def _find_given(file: JavaFile, node: Node) -> Node | None:
    """Return what a property gives that is worked out when it is read."""
    body = child_of(child_of(node, "getter") or _find_getter(node), "function_body")
    if body is not None:
        is_whole = bool(body.children) and body.children[0].type == "="
        return body.named_children[-1] if is_whole else child_of(body, "statements")
    call = child_of(child_of(node, "property_delegate"), "call_expression")
    if call is None or file.name_of(call.named_children[0]) != "lazy":
        return None
    written = child_of(child_of(call, "call_suffix"), "annotated_lambda")
    return child_of(child_of(written, "lambda_literal"), "statements")


def _find_getter(node: Node) -> Node | None:
    """Return the getter that stands on a line of its own behind a property."""
    following = node.next_named_sibling
    return following if following is not None and following.type == "getter" else None


def _define_variable(
    file: JavaFile,
    node: Node,
    name_node: Node,
    scope: ScopeDraft,
    flags: int,
    annotation: Expr,
    end: int,
) -> DefinitionDraft:
    name = clean_name(file.name_of(name_node))
    file.skip.add(name_node.start_byte)
    draft = file.builder.define(
        name,
        "variable",
        scope.index,
        flags=flags,
        line=file.source.line_at(name_node.start_byte),
        end_line=file.source.line_at(max(node.start_byte, end - 1)),
        annotation=annotation,
    )
    kind: BindingKind = "x" if annotation is None else ":"
    position = scope.start if scope.index != MODULE else 0
    file.bind(scope, name, kind, position, index=draft.index, annotation=annotation)
    return draft
