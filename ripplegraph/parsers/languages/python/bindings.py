"""What a Python file binds names to: imports, assignments, loops, context managers, patterns."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    LITERALS,
    AsyncElement,
    DisplayAt,
    Either,
    Element,
    Entered,
    Expr,
    InstanceOf,
    Unpacked,
)
from ripplegraph.graph.facts import (
    ASSIGNED,
    OUTER,
    STATIC,
    AttributeSet,
    BindingKind,
    Import,
)
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.python.context import FIELDS, MODULE, PythonFile
from ripplegraph.parsers.languages.python.expressions import read_expression, read_type
from ripplegraph.parsers.languages.python.references import note_type_names
from ripplegraph.parsers.languages.python.special_methods import note_iteration

_LITERALS = frozenset(
    {"string", "integer", "float", "true", "false", "none", "concatenated_string"}
)
_LONGEST_LITERAL = 200
_TAKING = frozenset({"identifier", "attribute", "call"})


class Written(NamedTuple):
    """What an assignment gives to a name: the whole value or a part of it, and the type."""

    value: Node | None = None
    type: Node | None = None
    whole: bool = True


_NOTHING_WRITTEN = Written()


def read_bindings(file: PythonFile) -> None:
    """Read every binding of the file that is not a definition or a parameter."""
    _read_imports(file)
    captures = file.captures
    for node in captures.get("binding.assignment", ()):
        _read_assignment(file, node)
    for node in captures.get("binding.augmented", ()):
        _read_augmented(file, node)
    for node in captures.get("binding.walrus", ()):
        name, value = node.named_children[0], node.named_children[-1]
        _bind_target(file, name, read_expression(file, value), node.end_byte, walrus=True)
    _read_loops(file)
    for node in captures.get("binding.with", ()):
        _read_with(file, node)
    for node in captures.get("binding.except", ()):
        _read_except(file, node)
    _read_declarations(file)
    for node in captures.get("binding.case", ()):
        _read_case(file, node)


def _read_case(file: PythonFile, node: Node) -> None:
    """Bind a name of a `case` pattern; `case Move() as m` says what it holds."""
    file.skip_name(node)
    scope, name = file.scope_at(node.start_byte), file.name_of(node)
    parent = node.parent
    shape = parent.named_children[0] if parent is not None and parent.type == "as_pattern" else None
    while shape is not None and shape.type == "case_pattern" and shape.named_children:
        shape = shape.named_children[0]
    if shape is not None and shape.type == "class_pattern":
        held = InstanceOf(file.name_of(shape.named_children[0]))
        file.bind(scope, name, "=", node.end_byte, node.start_byte, value=held)
    else:
        file.bind(scope, name, "x", node.end_byte, node.start_byte)


def _read_declarations(file: PythonFile) -> None:
    declarations: tuple[tuple[str, BindingKind], ...]
    declarations = (("binding.global", "g"), ("binding.nonlocal", "n"))
    for capture, kind in declarations:
        for node in file.captures.get(capture, ()):
            scope = file.scope_at(node.start_byte)
            for name in node.named_children:
                file.skip_name(name)
                file.bind(scope, file.name_of(name), kind, scope.start, node.start_byte)
    for node in file.captures.get("binding.type", ()):
        left, right = node.child_by_field_id(FIELDS.left), node.child_by_field_id(FIELDS.right)
        if left is None or right is None:
            continue
        name = left.named_children[0]
        if name.type == "generic_type":
            name = name.named_children[0]
        if name.type == "identifier":
            _bind_target(file, name, read_type(file, right), node.end_byte)


def _read_imports(file: PythonFile) -> None:
    for node in file.captures.get("import", ()):
        scope = file.scope_at(node.start_byte)
        kind = _import_kind(file, node, scope)
        for child in node.named_children:
            _read_module_import(file, node, child, scope, kind)
    for node in file.captures.get("import.from", ()):
        _read_from_import(file, node)
    for node in file.captures.get("import.future", ()):
        for child in node.named_children:
            file.skip[child.start_byte] = node.end_byte


def _import_kind(file: PythonFile, node: Node, scope: ScopeDraft) -> str:
    start = node.start_byte
    for begin, end in _type_checking_spans(file):
        if begin <= start < end:
            return "type"
    if scope.kind == "function":
        return "lazy"
    return "" if file.conditions.at(start) > len(file.raw) else "conditional"


def _type_checking_spans(file: PythonFile) -> list[tuple[int, int]]:
    conditions = file.captures.get("guard.condition", ())
    bodies = file.captures.get("guard.body", ())
    return [
        (body.start_byte, body.end_byte)
        for condition, body in zip(conditions, bodies, strict=True)
        if file.raw[condition.start_byte : condition.end_byte].endswith("TYPE_CHECKING")
    ]


def _read_module_import(
    file: PythonFile, node: Node, child: Node, scope: ScopeDraft, kind: str
) -> None:
    file.skip[child.start_byte] = child.end_byte
    line = node.start_point[0] + 1
    end = node.end_byte
    if child.type == "aliased_import":
        name_node, alias = child.named_children[0], child.named_children[-1]
        spec, name = _dotted(file, name_node), file.name_of(alias)
        file.bind(scope, name, "i", end, node.start_byte, spec=spec)
    else:
        spec = _dotted(file, child)
        name = spec.partition(".")[0]
        file.bind(scope, name, "i", end, node.start_byte, spec=name)
    file.builder.imports.append(Import(spec, (), scope.index, line, kind, node.end_point[0] + 1))


def _dotted(file: PythonFile, node: Node) -> str:
    return "".join(file.name_of(node).split())


def _read_from_import(file: PythonFile, node: Node) -> None:
    scope = file.scope_at(node.start_byte)
    children = node.named_children
    if not children:
        return
    spec = _dotted(file, children[0])
    names: list[str] = []
    for child in children:
        file.skip[child.start_byte] = child.end_byte
    for first in children[0].named_children:
        file.skip[first.start_byte] = children[0].end_byte
    for child in children[1:]:
        if child.type == "wildcard_import":
            names.append("*")
            file.bind(scope, "*", "f", node.end_byte, node.start_byte, spec=spec, member="*")
            continue
        if child.type == "comment":
            continue
        member = alias = _dotted(file, child)
        if child.type == "aliased_import":
            member = _dotted(file, child.named_children[0])
            alias = file.name_of(child.named_children[-1])
        names.append(member)
        file.bind(scope, alias, "f", node.end_byte, node.start_byte, spec=spec, member=member)
    kind = _import_kind(file, node, scope)
    file.builder.imports.append(
        Import(
            spec, tuple(names), scope.index, node.start_point[0] + 1, kind, node.end_point[0] + 1
        )
    )


def _read_assignment(file: PythonFile, node: Node) -> None:
    left = node.child_by_field_id(FIELDS.left)
    right = node.child_by_field_id(FIELDS.right)
    type_node = node.child_by_field_id(FIELDS.type)
    if left is None:
        return
    annotation = read_type(file, type_node) if type_node is not None else None
    if type_node is not None:
        note_type_names(file, type_node, annotation)
    value = read_expression(file, right) if right is not None else None
    written = Written(right, type_node)
    _bind_target(file, left, value, node.end_byte, annotation=annotation, written=written)


def _read_augmented(file: PythonFile, node: Node) -> None:
    left = node.child_by_field_id(FIELDS.left)
    right = node.child_by_field_id(FIELDS.right)
    if left is None or right is None or left.type != "identifier":
        return
    scope = file.scope_at(node.start_byte)
    name = file.name_of(left)
    known = file.variables.get((scope.index, name))
    if known is not None:
        file.assigned.append((known, None, node))
    if scope.index != MODULE or name != "__all__":
        value = read_expression(file, right)
        if value is not None and type(value) not in LITERALS:
            file.bind(scope, name, "=", node.end_byte, node.start_byte, value=Either((name, value)))


def _bind_target(
    file: PythonFile,
    target: Node,
    value: Expr,
    position: int,
    *,
    annotation: Expr = None,
    written: Written = _NOTHING_WRITTEN,
    walrus: bool = False,
) -> None:
    kind = target.type
    if kind == "identifier":
        _bind_name(file, target, value, position, annotation, written, walrus)
    elif kind in ("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list"):
        for i, child in enumerate(target.named_children):
            starred = child.type == "list_splat_pattern"
            inner = child.named_children[0] if starred and child.named_children else child
            part = None if value is None else Unpacked(value, i, int(starred))
            _bind_target(file, inner, part, position, written=written._replace(whole=False))
    elif kind == "attribute":
        base, name = target.named_children[0], target.named_children[-1]
        expression = read_expression(file, base)
        if expression is not None:
            text = file.name_of(name)
            index = _field(file, target, expression, text, written)
            _add_attribute(file, target, expression, text, value, annotation, index=index)
    elif kind == "subscript" and len(target.named_children) == 2:
        base, key = target.named_children
        expression = read_expression(file, base)
        if expression is not None and value is not None:
            _add_attribute(file, target, expression, "", value, None, read_expression(file, key))
    elif kind in ("parenthesized_expression", "as_pattern_target") and target.named_children:
        _bind_target(file, target.named_children[0], value, position, written=written)


def _add_attribute(
    file: PythonFile,
    target: Node,
    base: Expr,
    name: str,
    value: Expr,
    annotation: Expr,
    key: Expr = None,
    index: int = -1,
) -> None:
    at = target.start_byte
    file.builder.attributes.append(
        AttributeSet(
            file.scope_regions.at(at),
            at,
            base,
            name,
            value,
            key,
            annotation,
            file.source.line_at(at),
            index,
        )
    )


def _field(file: PythonFile, target: Node, base: Expr, name: str, written: Written) -> int:
    """Return the field of a class that an assignment to `self.name` makes, or -1."""
    scope = _class_of_receiver(file, target.start_byte, base)
    if scope is None or (scope.index, name) in file.defined:
        return -1
    index = file.variables.get((scope.index, name), -1)
    if index < 0:
        index = file.builder.define(
            name,
            "variable",
            scope.index,
            flags=ASSIGNED,
            line=target.end_point[0] + 1,
            end_line=target.end_point[0] + 1,
            signature=name + _declared_type(file, written),
        ).index
        file.variables[scope.index, name] = index
    if written.type:
        file.assigned.append((index, written.type, None))
    return index


def _class_of_receiver(file: PythonFile, at: int, base: Expr) -> ScopeDraft | None:
    """Return the scope of the class whose method has a name for its first parameter."""
    scopes, definitions = file.builder.scopes, file.builder.definitions
    scope = file.scope_at(at)
    while scope.parent >= 0:
        if scope.kind == "function":
            fields = definitions[scope.definition].fields
            outer, params = scopes[fields["scope"]], fields["params"]
            if outer.kind == "class":
                is_own = bool(params) and params[0].name == base and not fields["flags"] & STATIC
                return outer if is_own else None
        scope = scopes[scope.parent]
    return None


def _bind_name(
    file: PythonFile,
    node: Node,
    value: Expr,
    position: int,
    annotation: Expr,
    written: Written,
    walrus: bool,
) -> None:
    file.skip_name(node)
    scope = file.scope_at(node.start_byte)
    while scope.kind == "block" and walrus:
        scope = file.builder.scopes[scope.parent]
    name = file.name_of(node)
    index = -1
    if scope.kind in ("module", "class"):
        index = _variable(file, scope, name, node, value, annotation, written)
        if index >= 0 and (written.value or written.type):
            file.assigned.append((index, written.type, written.value))
    kind: BindingKind = "=" if annotation is None else ":"
    is_outer = scope.kind == "class" and _takes_outer(file, scope, name, written.value)
    file.bind(
        scope,
        name,
        kind,
        position,
        node.start_byte,
        index=index,
        spec=OUTER if is_outer else "",
        value=value,
        annotation=annotation,
    )


def _takes_outer(file: PythonFile, scope: ScopeDraft, name: str, value: Node | None) -> bool:
    """Whether the first value of a name in a class is made of what the name means outside."""
    if value is None or value.type not in _TAKING or any(b.name == name for b in scope.bindings):
        return False
    return re.search(rf"(?<![\w.]){name}\b", file.name_of(value)) is not None


def _variable(
    file: PythonFile,
    scope: ScopeDraft,
    name: str,
    node: Node,
    value: Expr,
    annotation: Expr,
    written: Written,
) -> int:
    key = (scope.index, name)
    known = file.variables.get(key)
    if known is not None:
        return known
    if key in file.defined:
        return -1
    text = None
    literal = written.value if written.whole else None
    if literal is not None and literal.type in _LITERALS:
        text = file.name_of(literal)
        text = text if len(text) <= _LONGEST_LITERAL else None
    statement = node if literal is None else literal
    draft = file.builder.define(
        name,
        "variable",
        scope.index,
        line=node.start_point[0] + 1,
        end_line=statement.end_point[0] + 1,
        value=value,
        annotation=annotation,
        literal=text,
        signature=name + _declared_type(file, written),
    )
    file.variables[key] = draft.index
    return draft.index


def _declared_type(file: PythonFile, written: Written) -> str:
    return "" if written.type is None else f": {' '.join(file.name_of(written.type).split())}"


def _read_loops(file: PythonFile) -> None:
    for node in file.captures.get("binding.for", ()):
        left, right = node.child_by_field_id(FIELDS.left), node.child_by_field_id(FIELDS.right)
        body = node.child_by_field_id(FIELDS.body)
        if left is None or right is None or body is None:
            continue
        file.scope_at(node.start_byte).loops.append((node.start_byte, node.end_byte))
        _read_loop(file, node, left, right, body.start_byte)
    for node in file.captures.get("loop.while", ()):
        file.scope_at(node.start_byte).loops.append((node.start_byte, node.end_byte))
    for node in file.captures.get("binding.for_in", ()):
        left, right = node.child_by_field_id(FIELDS.left), node.child_by_field_id(FIELDS.right)
        if left is None or right is None:
            continue
        _read_loop(file, node, left, right, file.scope_at(node.start_byte).start)


def _read_loop(file: PythonFile, node: Node, left: Node, right: Node, position: int) -> None:
    is_async = _is_async(node)
    value = read_expression(file, right)
    element = AsyncElement(value) if is_async else Element(value)
    _bind_target(file, left, None if value is None else element, position)
    note_iteration(file, right, value, is_async=is_async)


def _is_async(node: Node) -> bool:
    return node.children[0].type == "async"


def _read_with(file: PythonFile, node: Node) -> None:
    named = node.named_children
    if len(named) < 2:
        return
    value = read_expression(file, named[0])
    _bind_target(file, named[-1], None if value is None else Entered(value), node.end_byte)


def _read_except(file: PythonFile, node: Node) -> None:
    named = node.named_children
    if len(named) < 2:
        return
    value = read_expression(file, named[0])
    if type(value) is DisplayAt:
        items = file.builder.displays[value.index].items
        value = Either(tuple(item for item in items if item is not None))
    _bind_target(file, named[-1], None if value is None else InstanceOf(value), node.end_byte)
