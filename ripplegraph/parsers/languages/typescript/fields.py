"""Fields of a script's objects: what sets, reads and names them otherwise than by a chain."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    LITERALS,
    Expr,
    TakenBy,
)
from ripplegraph.graph.facts import ARROW, ASSIGNED, AttributeSet, Reference
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.typescript.context import ScriptFile, key_text
from ripplegraph.parsers.languages.typescript.expected_types import Expected
from ripplegraph.parsers.languages.typescript.expressions import (
    CHAIN,
    read_expression,
)


def add_member(file: ScriptFile, scope: int, node: Node, base: Expr, name: str) -> None:
    """Add the name of a field, with what it is a field of."""
    at = _name_start(file, node)
    line = file.source.line_at(at)
    file.builder.references.append(Reference(scope, at, line, name, 0, base))


def _name_start(file: ScriptFile, node: Node) -> int:
    return node.start_byte + (file.raw[node.start_byte] in "#'\"")


def set_field(file: ScriptFile, at: int, base: Expr, item: AttributeSet) -> AttributeSet:
    """Return an attribute set with the field that it sets, if that is one of the own object."""
    owner = _find_class(file, at) if base == "this" and item.name else None
    if owner is None:
        return item
    index = _find_member(file, owner, item.name)
    if index is None:
        draft = file.builder.define(
            item.name,
            "variable",
            owner.index,
            flags=ASSIGNED,
            line=item.line,
            end_line=item.line,
            signature=item.name,
        )
        index = file.fields[owner.index, item.name] = draft.index
    return AttributeSet(
        item.scope,
        item.position,
        item.base,
        item.name,
        item.value,
        item.key,
        item.annotation,
        item.line,
        index,
    )


def _find_class(file: ScriptFile, at: int) -> ScopeDraft | None:
    """Return the scope of the members of the class whose `this` a place sees."""
    scopes, definitions = file.builder.scopes, file.builder.definitions
    scope = file.scope_at(at)
    while scope.parent >= 0:
        if scope.kind == "function" and scope.definition >= 0:
            fields = definitions[scope.definition].fields
            if not fields["flags"] & ARROW:
                outer = scopes[fields["scope"]]
                return outer if outer.kind == "class" else None
        elif scope.kind == "class":
            return scope
        scope = scopes[scope.parent]
    return None


def _find_member(file: ScriptFile, owner: ScopeDraft, name: str) -> int | None:
    """Return the field of a class, -1 where that is a method; None where there is none."""
    if not file.fields:
        for draft in file.builder.definitions:
            if file.builder.scopes[draft.fields["scope"]].kind == "class":
                index = draft.index if draft.fields["kind"] == "variable" else -1
                file.fields[draft.fields["scope"], draft.fields["name"]] = index
    return file.fields.get((owner.index, name))


def read_members(file: ScriptFile) -> None:
    """Read the names of members of expressions, and the keys of objects whose type is known."""
    called = {call.position for call in file.builder.calls}
    for node in file.in_order("member"):
        _read_member(file, node, called)
    expected = Expected(file)
    for node in file.in_order("object"):
        if node.named_child_count:
            _read_keys(file, node, expected.find(node))


def _read_member(file: ScriptFile, whole: Node, called: set[int]) -> None:
    children = whole.children
    node, start = children[-1], whole.start_byte
    if _name_start(file, node) in called:
        return
    found = CHAIN.match(file.raw, start)
    if found is not None and found.end() >= node.end_byte:
        return
    base = read_expression(file, children[0])
    if base is not None and type(base) not in LITERALS:
        scope = file.scope_regions.at(node.start_byte)
        add_member(file, scope, node, base, file.name_of(node))


def read_pattern_keys(file: ScriptFile, scope: ScopeDraft, pattern: Node, value: Expr) -> None:
    """Read the names that are taken from an object: `{ price, name: n }`."""
    for child in pattern.named_children:
        key = child
        if child.type in ("pair_pattern", "object_assignment_pattern"):
            key = child.named_children[0]
        name = None if child.type == "rest_pattern" else key_text(file, key)
        if child.type in ("shorthand_property_identifier_pattern", "object_assignment_pattern"):
            name = file.name_of(key)
        if name is not None:
            add_member(file, scope.index, key, value, name)


def _read_keys(file: ScriptFile, node: Node, base: Expr) -> None:
    if base is None:
        return
    scope = file.scope_regions.at(node.start_byte)
    for child in node.named_children:
        key = child.child_by_field_name("key") if child.type == "pair" else None
        if child.type == "method_definition":
            key = child.child_by_field_name("name")
        name = None if key is None else key_text(file, key)
        if child.type == "shorthand_property_identifier":
            key, name = child, file.name_of(child)
        if key is not None and name is not None:
            add_member(file, scope, key, base, name)


def read_attributes(file: ScriptFile, call: int, nodes: list[Node]) -> None:
    """Read the names that a JSX element passes: fields of what its component takes."""
    for node in nodes:
        if node.type == "jsx_attribute" and node.named_children:
            name = node.named_children[0]
            if name.type == "property_identifier" and file.name_of(name).isidentifier():
                scope = file.scope_regions.at(name.start_byte)
                add_member(file, scope, name, TakenBy(call, 0), file.name_of(name))
