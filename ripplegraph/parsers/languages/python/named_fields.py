"""Fields that code names without reading them: in strings, keywords and patterns."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ripplegraph.graph.expressions import DefinitionAt, Either, Expr, InstanceOf
from ripplegraph.parsers.languages.python.context import FIELDS, PythonFile
from ripplegraph.parsers.languages.python.definitions import OpenedDefinition
from ripplegraph.parsers.languages.python.expressions import read_expression, string_value
from ripplegraph.parsers.languages.python.references import BY_KEYWORD, add_member

_VALIDATORS = frozenset(
    {"field_validator", "field_serializer", "validator", "validates", "serializer"}
)
"""Decorators whose strings name fields of the class around: pydantic, SQLAlchemy, marshmallow."""
_META = frozenset({"Meta", "Config"})
"""Classes inside of others that say more about these, or about their `model`."""
_LISTS = frozenset(
    {
        *("fields", "exclude", "ordering", "read_only_fields", "unique_together", "index_together"),
        *("order_with_respect_to", "get_latest_by", "search_fields", "filterset_fields"),
        *("localized_fields", "load_only", "dump_only", "include"),
    }
)
"""What such a class lists names of fields in: Django, REST framework, marshmallow."""


def read_named_fields(file: PythonFile, opened: list[OpenedDefinition]) -> None:
    """Read the names of fields that are no names in the code."""
    for node in file.naming:
        _read_call(file, node)
    for node in file.captures.get("reference.pattern", ()):
        _read_pattern(file, node)
    for item in opened:
        if item.decorators:
            _read_validators(file, item)
        if item.draft.fields["name"] in _META:
            _read_meta(file, item)


def _read_call(file: PythonFile, node: Node) -> None:
    """Read `getattr(item, "price")` and `replace(item, price=1)`."""
    callee, arguments = node.children[0], node.children[-1]
    passed = [child for child in arguments.named_children if child.type != "comment"]
    if not passed:
        return
    base = read_expression(file, passed[0])
    if base is None:
        return
    if file.name_of(callee) in BY_KEYWORD:
        for keyword in passed[1:]:
            if keyword.type == "keyword_argument":
                name = keyword.named_children[0]
                add_member(file, _scope(file, node), name.start_byte, base, _raw(file, name))
    elif len(passed) > 1:
        _add_text(file, _scope(file, node), passed[1], base)


def _read_pattern(file: PythonFile, node: Node) -> None:
    """Read the names of `case Point(x=0)`."""
    pattern = node.parent
    for child in pattern.named_children[1:] if pattern is not None else ():
        part = child.named_children[0] if child.type == "case_pattern" else child
        if part.type == "keyword_pattern":
            name = part.named_children[0]
            base = InstanceOf(file.name_of(node))
            add_member(file, _scope(file, node), name.start_byte, base, _raw(file, name))


def _read_validators(file: PythonFile, item: OpenedDefinition) -> None:
    """Read the names that a validator is registered for."""
    fields = item.draft.fields
    around = file.builder.scopes[fields["scope"]]
    if around.kind != "class":
        return
    for decorator in item.decorators:
        call = next((c for c in decorator.named_children if c.type == "call"), None)
        if call is None:
            continue
        name = file.name_of(call.children[0]).rpartition(".")[2]
        if name in _VALIDATORS:
            for argument in call.children[-1].named_children:
                _add_text(file, fields["scope"], argument, DefinitionAt(around.definition))


def _read_meta(file: PythonFile, item: OpenedDefinition) -> None:
    """Read what a class `Meta` lists: fields of the class around it, or of its `model`."""
    fields = item.draft.fields
    around = file.builder.scopes[fields["scope"]]
    if fields["kind"] != "class" or around.kind != "class":
        return
    base: Expr = DefinitionAt(around.definition)
    values = dict(_find_values(file, item.body))
    model = read_expression(file, values["model"]) if "model" in values else None
    if model is not None:
        base = Either((model, base))
    for name in _LISTS & values.keys():
        for text in _find_strings(values[name]):
            _add_text(file, fields["body"], text, base)


def _find_values(file: PythonFile, body: Node) -> Iterator[tuple[str, Node]]:
    for node in body.named_children:
        left, right = node.child_by_field_id(FIELDS.left), node.child_by_field_id(FIELDS.right)
        if node.type == "assignment" and left is not None and right is not None:
            yield file.name_of(left), right


def _find_strings(node: Node) -> Iterator[Node]:
    if node.type == "string":
        yield node
    elif node.type in ("list", "tuple", "set"):
        for child in node.named_children:
            yield from _find_strings(child)


def _add_text(file: PythonFile, scope: int, node: Node, base: Expr) -> None:
    """Add a field that a string names; `-price` sorts by it the other way round."""
    text = string_value(file, node) if node.type == "string" else None
    if text is None:
        return
    name = text.removeprefix("-")
    if name.isidentifier() and name.isascii():
        at = node.start_byte + file.raw[node.start_byte : node.end_byte].index(name)
        add_member(file, scope, at, base, name)


def _scope(file: PythonFile, node: Node) -> int:
    return file.scope_regions.at(node.start_byte)


def _raw(file: PythonFile, node: Node) -> str:
    return file.raw[node.start_byte : node.end_byte]
