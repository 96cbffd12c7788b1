"""Exports of a script: declarations, lists, re-exports, and values."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import DefinitionAt, Expr
from ripplegraph.graph.facts import EXPORTED, Export
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.typescript.context import (
    MODULE,
    OuterName,
    ScriptFile,
    string_text,
)
from ripplegraph.parsers.languages.typescript.expressions import read_expression
from ripplegraph.parsers.languages.typescript.imports import add_import, member_name
from ripplegraph.parsers.languages.typescript.structure import FUNCTION_VALUES, Walk, unwrap
from ripplegraph.parsers.languages.typescript.variables import name_members

_BESIDE_VALUES = frozenset({"comment", "decorator"})


def open_export(walk: Walk, node: Node, scope: ScopeDraft) -> None:
    """Note what an export statement wraps, and give an anonymous default export its name."""
    file = walk.file
    file.export_nodes.append((node, scope))
    decorators: list[Node] = []
    default = False
    for child in node.children:
        kind = child.type
        if kind == "decorator":
            decorators.append(child)
        elif kind == "default":
            default = True
        elif child.is_named and kind not in ("comment", "export_clause", "string"):
            walk.exported[child.id] = default
            walk.above[child.id] = walk.above.get(node.id, node.start_byte)
            walk.decorators[child.id] = tuple(decorators)
            if default:
                _name_default(walk, node, unwrap(child))


def _name_default(walk: Walk, node: Node, value: Node) -> None:
    if value.type in FUNCTION_VALUES or value.type == "class":
        own = value.child_by_field_name("name")
        name = "default" if own is None else walk.file.name_of(own)
        walk.named[value.id] = OuterName(name, name, own, node, flags=EXPORTED)
    elif value.type == "object":
        name_members(walk, value, "default", walk.named)


def open_ambient(walk: Walk, node: Node, _scope: ScopeDraft) -> None:
    """Note that everything inside `declare` is only declared."""
    walk.ambient_until = max(walk.ambient_until, node.end_byte)
    for child in node.named_children:
        walk.above[child.id] = walk.above.get(node.id, node.start_byte)
        if node.id in walk.exported:
            walk.exported[child.id] = False


def read_exports(file: ScriptFile) -> None:
    """Read the export statements of the module; those inside namespaces are flags only."""
    for node, scope in file.export_nodes:
        if scope.index == MODULE:
            _read_export(file, node)
    for node, _ in file.export_nodes:
        for child in node.named_children:
            if child.type == "export_clause":
                _skip_names(file, child)


def add_component_export(file: ScriptFile) -> None:
    """Add the default export that a component has without saying so."""
    if all(export.name != "default" for export in file.builder.exports):
        file.builder.exports.append(Export("default", position=0, line=1))


def _skip_names(file: ScriptFile, clause: Node) -> None:
    for specifier in clause.named_children:
        for name in specifier.named_children:
            file.skip.add(name.start_byte)


def _read_export(file: ScriptFile, node: Node) -> None:
    parts = {child.type: child for child in node.children}
    marker = next((name for name in ("default", "=") if name in parts), None)
    clause = parts.get("export_clause")
    value = next((c for c in node.named_children if c.type not in _BESIDE_VALUES), None)
    if marker is None and "string" in parts:
        _read_reexport(file, node, string_text(file, parts["string"]), parts)
    elif clause is not None:
        for outer, local in _export_names(file, clause):
            _add_export(file, node, outer, local=local)
    elif value is not None and marker is not None:
        _read_value_export(file, node, value, marker)
    elif value is not None:
        for declared in _declared_names(file, value):
            _add_export(file, node, declared, local=declared)


def _read_reexport(file: ScriptFile, node: Node, spec: str, parts: dict[str, Node]) -> None:
    names: list[str] = []
    clause, namespace = parts.get("export_clause"), parts.get("namespace_export")
    if clause is not None:
        for outer, member in _export_names(file, clause):
            names.append(member)
            _add_export(file, node, outer, spec=spec, member=member)
    elif namespace is not None and namespace.named_children:
        names.append("*")
        name = namespace.named_children[-1]
        file.skip.add(name.start_byte)
        _add_export(file, node, member_name(file, name), spec=spec, member="*")
    elif "*" in parts:
        names.append("*")
        _add_export(file, node, "*", spec=spec)
    add_import(file, spec, tuple(names), file.builder.scopes[MODULE], node, "export")


def _export_names(file: ScriptFile, clause: Node) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for specifier in clause.named_children:
        named = [c for c in specifier.named_children if c.type != "comment"]
        if specifier.type == "export_specifier" and named:
            found.append((member_name(file, named[-1]), member_name(file, named[0])))
    return found


def _read_value_export(file: ScriptFile, node: Node, value: Node, name: str) -> None:
    local = ""
    if value.type == "identifier":
        file.skip.add(value.start_byte)
        local = file.name_of(value) if name == "default" else ""
    else:
        declared = _declared_names(file, value)
        local = declared[0] if declared else ""
    index = file.definition_index.get(value.id)
    expression = DefinitionAt(index) if index is not None else read_expression(file, value)
    _add_export(file, node, name, local=local, value=None if local else expression)


def _declared_names(file: ScriptFile, node: Node) -> list[str]:
    kind = node.type
    if kind == "ambient_declaration":
        return [n for child in node.named_children for n in _declared_names(file, child)]
    if kind in ("lexical_declaration", "variable_declaration"):
        names: list[str] = []
        for declarator in node.named_children:
            if declarator.type == "variable_declarator":
                names += _pattern_names(file, declarator.named_children[0])
        return names
    if kind == "import_alias":
        return [file.name_of(node.named_children[0])]
    if not kind.endswith(("declaration", "signature", "module")):
        return []
    name = node.child_by_field_name("name")
    return [] if name is None else [file.name_of(name).partition(".")[0]]


def _pattern_names(file: ScriptFile, node: Node, depth: int = 0) -> list[str]:
    kind = node.type
    if kind in ("identifier", "shorthand_property_identifier_pattern"):
        return [file.name_of(node)]
    if depth > 20:
        return []
    if kind == "pair_pattern":
        return _pattern_names(file, node.named_children[-1], depth + 1)
    if kind in ("assignment_pattern", "object_assignment_pattern"):
        return _pattern_names(file, node.named_children[0], depth + 1)
    if kind in ("object_pattern", "array_pattern", "rest_pattern"):
        return [n for c in node.named_children for n in _pattern_names(file, c, depth + 1)]
    return []


def _add_export(
    file: ScriptFile,
    node: Node,
    name: str,
    *,
    local: str = "",
    spec: str = "",
    member: str = "",
    value: Expr = None,
) -> None:
    at = node.start_byte
    line = file.source.line_at(at)
    file.builder.exports.append(Export(name, local, spec, member, value, MODULE, at, line))
