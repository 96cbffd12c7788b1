"""What a script binds names to: variables, parameters, patterns, assignments, attributes."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import Builtin, Element, Expr, InstanceOf, Unpacked
from ripplegraph.graph.facts import ARROW, AttributeSet, Binding, BindingKind, Export, Param
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.typescript.context import (
    MODULE,
    FunctionParts,
    Opened,
    PendingValue,
    ScriptFile,
    key_text,
)
from ripplegraph.parsers.languages.typescript.expressions import (
    attribute_of,
    may_hold,
    read_expression,
)
from ripplegraph.parsers.languages.typescript.fields import read_pattern_keys, set_field
from ripplegraph.parsers.languages.typescript.types import element_type, read_type, union_of

_DEEPEST_PATTERN = 30
_EXPORTED = re.compile(r"(?:module\.)?exports(?:\.([\w$]+))?", re.ASCII)
_PARAMETER_PROPERTY = frozenset({"accessibility_modifier", "readonly", "override_modifier"})


def read_bindings(file: ScriptFile) -> None:
    """Read every binding that waited for definitions and calls to be numbered."""
    for item in file.opened:
        if item.parts is not None:
            _read_function(file, item, item.parts)
    for pending in file.pending:
        _bind_pending(file, pending)
    for node in file.in_order("assignment"):
        _read_assignment(file, node)
    for node in file.in_order("binding.infer"):
        file.skip.add(node.start_byte)
        scope = file.scope_at(node.start_byte)
        file.bind(scope, file.name_of(node), "x", scope.start)
    for node in file.in_order("loop"):
        scope = file.scope_at(node.start_byte)
        # A loop's own scope begins where the loop does; what repeats is seen from around it.
        if scope.start == node.start_byte and scope.parent >= 0:
            file.builder.scopes[scope.parent].loops.append((node.start_byte, node.end_byte))
        scope.loops.append((node.start_byte, node.end_byte))


def _bind_pending(file: ScriptFile, pending: PendingValue) -> None:
    written = pending.annotation
    annotation = None if written is None else read_type(file, written)
    value = None if pending.value is None else read_expression(file, pending.value)
    if pending.wrap == "in":
        value = Builtin("String")
    elif pending.wrap and value is not None:
        value = Element(value)
    definition = pending.definition
    index = -1
    if definition is not None:
        index = definition.index
        definition.fields["value"] = value
        definition.fields["annotation"] = annotation
        if pending.scope.kind == "class":
            file.bind(
                pending.scope,
                definition.fields["name"],
                ":" if annotation is not None else "=",
                pending.position,
                index=index,
                value=value,
                annotation=annotation,
            )
            return
    if pending.value is None and annotation is None and pending.target.type == "identifier":
        file.skip.add(pending.target.start_byte)
        file.bind(pending.scope, file.name_of(pending.target), "=", pending.position, index=index)
        return
    _bind_target(file, pending.scope, pending.target, value, pending.position, annotation, index)


def _bind_target(
    file: ScriptFile,
    scope: ScopeDraft,
    target: Node,
    value: Expr,
    position: int,
    annotation: Expr = None,
    index: int = -1,
    depth: int = 0,
) -> None:
    kind = target.type
    if depth > _DEEPEST_PATTERN:
        return
    if kind in ("identifier", "shorthand_property_identifier_pattern"):
        file.skip.add(target.start_byte)
        how: BindingKind = (
            ":" if annotation is not None else "=" if value is not None or index >= 0 else "x"
        )
        at = None if position == scope.start else target.start_byte
        file.bind(
            scope,
            file.name_of(target),
            how,
            position,
            at,
            index=index,
            value=value,
            annotation=annotation,
        )
    elif kind in ("object_pattern", "array_pattern"):
        whole = InstanceOf(annotation) if annotation is not None else value
        parts = _object_parts if kind == "object_pattern" else _array_parts
        if kind == "object_pattern" and whole is not None:
            read_pattern_keys(file, scope, target, whole)
        for part, part_value in parts(file, target, whole):
            _bind_target(file, scope, part, part_value, position, depth=depth + 1)
    elif kind in ("assignment_pattern", "object_assignment_pattern"):
        named = target.named_children
        default = read_expression(file, named[-1])
        _bind_target(file, scope, named[0], union_of([value, default]), position, depth=depth + 1)
    elif kind == "rest_pattern" and target.named_children:
        _bind_target(file, scope, target.named_children[0], value, position, depth=depth + 1)


def _object_parts(file: ScriptFile, pattern: Node, value: Expr) -> list[tuple[Node, Expr]]:
    parts: list[tuple[Node, Expr]] = []
    for child in pattern.named_children:
        kind = child.type
        if kind == "shorthand_property_identifier_pattern":
            parts.append((child, attribute_of(value, file.name_of(child))))
        elif kind == "object_assignment_pattern":
            name = file.name_of(child.named_children[0])
            parts.append((child, attribute_of(value, name)))
        elif kind == "pair_pattern":
            named = child.named_children
            key = key_text(file, named[0])
            parts.append((named[-1], None if key is None else attribute_of(value, key)))
        elif kind == "rest_pattern":
            parts.append((child, value))
    return parts


def _array_parts(_file: ScriptFile, pattern: Node, value: Expr) -> list[tuple[Node, Expr]]:
    parts: list[tuple[Node, Expr]] = []
    at = 0
    for child in pattern.children:
        if child.type == ",":
            at += 1
        elif child.is_named and child.type != "comment":
            rest = int(child.type == "rest_pattern")
            parts.append((child, None if value is None else Unpacked(value, at, rest)))
    return parts


def _read_function(file: ScriptFile, item: Opened, parts: FunctionParts) -> None:
    fields = item.draft.fields
    body = fields["body"]
    scope = file.builder.scopes[body] if body >= 0 else None
    if parts.parameters is not None:
        _read_params(file, item, parts.parameters, scope)
    if item.annotation is not None:
        fields["annotation"] = read_type(file, item.annotation)
    if parts.returns is not None:
        fields["returns"] = read_type(file, parts.returns)
    if parts.flags & ARROW and parts.body is not None and parts.body.type != "statement_block":
        fields["results"] = (read_expression(file, parts.body),)


def _read_params(
    file: ScriptFile, item: Opened, parameters: Node, scope: ScopeDraft | None
) -> None:
    nodes = parameters.named_children if parameters.type == "formal_parameters" else [parameters]
    params: list[Param] = []
    for node in nodes:
        if node.type in ("comment", "decorator"):
            continue
        param, target = _read_param(file, node, len(params))
        if param is None or target is None:
            continue
        if target.type == "this":
            file.skip.add(target.start_byte)
            if scope is not None:
                file.bind(scope, "this", ":", scope.start, annotation=param.annotation)
            continue
        if scope is not None:
            file.bind(scope, param.name, "p", scope.start, index=len(params))
            if target.type == "identifier":
                file.skip.add(target.start_byte)
            else:
                _bind_target(file, scope, target, param.name, scope.start)
        params.append(param)
        if scope is not None and item.draft.fields["name"] == "constructor":
            _read_parameter_property(file, node, scope, param)
    item.draft.fields["params"] = tuple(params)


def _read_param(file: ScriptFile, node: Node, at: int) -> tuple[Param | None, Node | None]:
    """Return a parameter and what it binds; one that is taken apart is called `{0}`."""
    target: Node | None = node
    annotation: Expr = None
    default: Expr = None
    kind = ""
    if node.type in ("required_parameter", "optional_parameter"):
        target = node.child_by_field_name("pattern")
        written, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        annotation = None if written is None else read_type(file, written)
        default = None if value is None else read_expression(file, value)
    elif node.type == "assignment_pattern":
        target = node.named_children[0]
        default = read_expression(file, node.named_children[-1])
    if target is not None and target.type == "rest_pattern" and target.named_children:
        kind, target = "*", target.named_children[0]
        annotation = element_type(annotation)
    if target is None or target.type in ("ERROR", "comment"):
        return None, None
    plain = target.type in ("identifier", "this")
    name = file.name_of(target) if plain else f"{{{at}}}"
    return Param(name, kind, annotation, default), target


def _read_parameter_property(file: ScriptFile, node: Node, scope: ScopeDraft, param: Param) -> None:
    if any(child.type in _PARAMETER_PROPERTY for child in node.children):
        at = node.start_byte
        line = file.source.line_at(at)
        name, written = param.name, param.annotation
        item = AttributeSet(scope.index, at, "this", name, name, None, written, line)
        file.builder.attributes.append(set_field(file, scope.start, "this", item))


def _read_assignment(file: ScriptFile, node: Node) -> None:
    named = [child for child in node.children if child.type != "comment"]
    left, right = named[0], named[-1]
    kind = left.type
    if kind == "member_expression":
        _read_attribute(file, left, right)
    elif kind == "subscript_expression":
        parts = [child for child in left.named_children if child.type != "optional_chain"]
        base = read_expression(file, parts[0])
        value = read_expression(file, right)
        if base is not None and may_hold(value) and len(parts) > 1:
            _add_attribute(file, left, base, "", value, read_expression(file, parts[-1]))
    elif kind in ("identifier", "object_pattern", "array_pattern"):
        value = read_expression(file, right)
        for target, part in _assigned_names(file, left, value):
            _rebind(file, target, part, node.end_byte)


def _assigned_names(file: ScriptFile, left: Node, value: Expr) -> list[tuple[Node, Expr]]:
    if left.type == "identifier":
        return [(left, value)]
    parts = _object_parts if left.type == "object_pattern" else _array_parts
    return [
        (node, part)
        for node, part in parts(file, left, value)
        if node.type in ("identifier", "shorthand_property_identifier_pattern")
    ]


def _rebind(file: ScriptFile, target: Node, value: Expr, position: int) -> None:
    """Bind a name again in the scope that declares it; what is unknown still replaces."""
    name = file.name_of(target)
    scopes = file.builder.scopes
    at = target.start_byte
    use = scope = file.scope_at(at)
    while name not in file.declared.get(scope.index, ()) and scope.parent >= 0:
        scope = scopes[scope.parent]
    kind: BindingKind = "=" if value is not None else "x"
    until = min(file.conditions.at(at), scope.end)
    home = file.function_scope(use)
    if home.index != file.function_scope(scope).index:
        # The function may run at any time: beyond its end the binding is one of several.
        until = min(until, home.end)
    scope.bindings.append(Binding(name, kind, position, until, value=value))


def _read_attribute(file: ScriptFile, left: Node, right: Node) -> None:
    value = read_expression(file, right)
    name_node = left.children[-1]
    text = file.name_of(left)
    at = left.start_byte
    exported = _EXPORTED.fullmatch(text)
    if exported and exported[0] != "exports" and file.scope_regions.at(at) == MODULE:
        file.skip.add(at)
        line = file.source.line_at(at)
        file.builder.exports.append(Export(exported[1] or "=", value=value, position=at, line=line))
        return
    base = read_expression(file, left.children[0])
    if base is not None:
        _add_attribute(file, left, base, file.name_of(name_node), value)


def _add_attribute(
    file: ScriptFile, left: Node, base: Expr, name: str, value: Expr, key: Expr = None
) -> None:
    at = left.start_byte
    scope, line = file.scope_regions.at(at), file.source.line_at(at)
    item = AttributeSet(scope, at, base, name, value, key, None, line)
    file.builder.attributes.append(set_field(file, at, base, item))
