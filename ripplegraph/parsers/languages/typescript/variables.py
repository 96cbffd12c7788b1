"""Variables of a script: declarations, loops, catch clauses, and the names they give to values."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.facts import CONSTANT, DECLARATION, EXPORTED
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.typescript.context import (
    Opened,
    OuterName,
    PendingValue,
    key_text,
)
from ripplegraph.parsers.languages.typescript.structure import (
    FUNCTION_VALUES,
    Walk,
    open_block,
    unwrap,
)

_DEEPEST_OBJECT = 8
_LITERALS = frozenset(
    {"string", "number", "true", "false", "null", "template_string", "regex", "unary_expression"}
)
_LONGEST_LITERAL = 200
_EXPORTS = re.compile(r"(?:module\.)?exports\.([\w$\x80-\xff]+)", re.ASCII)
_MEMBER = re.compile(r"([A-Za-z_$][\w$]*)(\.prototype)?\.([\w$]+)", re.ASCII)
_GLOBALS = frozenset({"this", "window", "self", "global", "globalThis", "document", "module"})


def open_declaration(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Read `const`, `let` and `var` declarations."""
    children = node.children
    keyword = children[0].type
    home = walk.file.function_scope(scope) if keyword == "var" else scope
    exported = EXPORTED if node.id in walk.exported else 0
    above = walk.above.get(node.id, node.start_byte)
    for child in children[1:]:
        if child.type == "variable_declarator":
            walk.above[child.id] = above
            _read_declarator(walk, child, scope, home, keyword, exported)
    return None


def _read_declarator(
    walk: Walk, node: Node, scope: ScopeDraft, home: ScopeDraft, keyword: str, flags: int
) -> None:
    file = walk.file
    children = node.children
    target = children[0]
    annotation = value = None
    assigned = False
    for child in children[1:]:
        if child.type == "type_annotation":
            annotation = child
        elif child.type == "=":
            assigned = True
        elif assigned and child.type != "comment":
            value = child
    position = home.start if keyword == "const" else node.end_byte
    if target.type != "identifier":
        file.pending.append(PendingValue(home, target, value, annotation, position))
        return
    file.skip.add(target.start_byte)
    name = file.name_of(target)
    inner = None if value is None else unwrap(value)
    if inner is not None and (inner.type in FUNCTION_VALUES or inner.type == "class"):
        walk.named[inner.id] = OuterName(
            name, name, target, node, flags=flags, bind=home, annotation=annotation
        )
        return
    if inner is not None and inner.type == "object":
        name_members(walk, inner, name, walk.named)
    pending = PendingValue(home, target, value, annotation, position)
    file.pending.append(pending)
    if home.kind == "module" and scope is home:
        _define_variable(walk, pending, node, keyword, flags)


def _define_variable(
    walk: Walk, pending: PendingValue, node: Node, keyword: str, flags: int
) -> None:
    file = walk.file
    if node.start_byte < walk.ambient_until:
        flags |= DECLARATION
    literal = None
    value = pending.value
    if value is not None and value.type in _LITERALS:
        flags |= CONSTANT if keyword == "const" else 0
        short = value.end_byte - value.start_byte <= _LONGEST_LITERAL
        literal = file.name_of(value) if short else None
    name = file.name_of(pending.target)
    draft = file.define(name, "variable", pending.scope.index, node, flags=flags, literal=literal)
    pending.definition = draft
    item = Opened(draft, node, node, pending.target, body=value)
    item.above = walk.above[node.id]
    file.opened.append(item)


def name_members(
    walk: Walk, node: Node, path: str, names: dict[int, OuterName], depth: int = 0
) -> None:
    """Give the functions inside an object literal names below the object's."""
    if depth > _DEEPEST_OBJECT:
        return
    prefix = f"{path}." if path else ""
    for child in node.named_children:
        if child.type == "pair":
            key, value = child.named_children[0], unwrap(child.named_children[-1])
        elif child.type == "method_definition":
            named = child.child_by_field_name("name")
            if named is None:
                continue
            key, value = named, child
        else:
            continue
        name = key_text(walk.file, key)
        if name is None:
            continue
        if value.type == "object":
            name_members(walk, value, prefix + name, names, depth + 1)
        elif value is child or value.type in FUNCTION_VALUES or value.type == "class":
            names.setdefault(value.id, OuterName(name, prefix + name, key, child))


def name_assigned(walk: Walk) -> None:
    """Note the names that assignments at module level give to functions and objects."""
    file = walk.file
    for node in file.in_order("assignment"):
        children = node.children
        left, right = children[0], unwrap(children[-1])
        callable_value = right.type in FUNCTION_VALUES or right.type == "class"
        if left.type != "member_expression" or not (callable_value or right.type == "object"):
            continue
        text = file.name_of(left)
        found = _EXPORTS.fullmatch(text)
        flags = EXPORTED if found or text == "module.exports" else 0
        if found:
            name = path = found[1]
        elif text == "module.exports":
            own = right.child_by_field_name("name") if callable_value else None
            name = "default" if own is None else file.name_of(own)
            path = "" if right.type == "object" else name
        else:
            member = _MEMBER.fullmatch(text)
            if member is None or member[1] in _GLOBALS:
                continue
            name = member[3]
            path = f"{member[1]}.{name}" if name != "prototype" else member[1]
        if callable_value:
            walk.assigned[right.id] = OuterName(name, path, left.children[-1], node, flags=flags)
        else:
            name_members(walk, right, path, walk.assigned)


def open_loop(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open the scope of a `for` statement's own variables."""
    block = open_block(walk, node, scope)
    if block is None or node.type == "for_statement":
        return block
    file = walk.file
    keyword = target = right = None
    for child in node.children:
        kind = child.type
        if kind in ("const", "let", "var", "using"):
            keyword = kind
        elif kind in ("of", "in"):
            wrap = "it" if kind == "of" else "in"
            right = child.next_sibling
            break
        elif kind not in ("for", "(", "await", "comment"):
            target = child
    if target is None or right is None:
        return block
    home = file.function_scope(scope) if keyword == "var" else block
    if keyword is not None:
        file.pending.append(PendingValue(home, target, right, None, node.start_byte, wrap=wrap))
    return block


def open_catch(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open the scope of a catch clause's parameter."""
    block = open_block(walk, node, scope)
    if block is None:
        return None
    for child in node.named_children:
        if child.type == "identifier":
            walk.file.skip.add(child.start_byte)
            walk.file.bind(block, walk.file.name_of(child), "x", block.start)
        elif child.type in ("object_pattern", "array_pattern"):
            walk.file.pending.append(PendingValue(block, child, None, None, block.start))
    return block
