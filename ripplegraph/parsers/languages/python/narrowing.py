"""What a Python file makes sure of: `if isinstance(x, A)`, `assert isinstance(x, A)`, `case A`."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Either, Expr
from ripplegraph.graph.facts import Binding
from ripplegraph.parsers.languages.python.context import FIELDS, PythonFile
from ripplegraph.parsers.languages.python.expressions import read_expression

_CONDITIONAL = frozenset({"if_statement", "elif_clause", "while_statement"})


def read_narrowing(file: PythonFile) -> None:
    """Bind names again where their type is made sure of; their other bindings are read by now."""
    for node in file.captures.get("narrow.test", ()):
        _read_test(file, node)
    for node in file.captures.get("narrow.case", ()):
        _read_case(file, node)


def _read_test(file: PythonFile, node: Node) -> None:
    arguments = node.child_by_field_id(FIELDS.arguments)
    named = [] if arguments is None else arguments.named_children
    if len(named) != 2 or named[0].type != "identifier":
        return
    statement = node.parent
    while statement is not None and statement.type in ("boolean_operator", "assert_statement"):
        if statement.type == "assert_statement":
            _narrow(file, named[0], named[1], node.end_byte, _block_end(file, node))
            return
        if any(child.type == "or" for child in statement.children):
            return
        statement = statement.parent
    if statement is None or statement.type not in _CONDITIONAL:
        return
    body = statement.child_by_field_id(FIELDS.consequence)
    body = body or statement.child_by_field_id(FIELDS.body)
    if body is not None:
        _narrow(file, named[0], named[1], body.start_byte, body.end_byte)


def _read_case(file: PythonFile, node: Node) -> None:
    clause = node.parent
    while clause is not None and clause.type == "case_pattern":
        clause = clause.parent
    body = clause.child_by_field_id(FIELDS.consequence) if clause is not None else None
    statement = clause.parent if clause is not None else None
    while statement is not None and statement.type != "match_statement":
        statement = statement.parent
    subject = statement.child_by_field_id(FIELDS.subject) if statement is not None else None
    if clause is None or clause.type != "case_clause" or subject is None or body is None:
        return
    if subject.type == "identifier":
        _narrow(file, subject, node.named_children[0], body.start_byte, body.end_byte)


def _narrow(file: PythonFile, name: Node, written: Node, position: int, until: int) -> None:
    scope = file.scope_at(name.start_byte)
    own = file.name_of(name)
    if not any(binding.name == own for binding in scope.bindings):
        # Bound further out: a binding here would hide that.
        return
    types = [read_type_test(file, node) for node in _members(written)]
    found = [one for one in types if one is not None]
    if found and len(found) == len(types):
        annotation = found[0] if len(found) == 1 else Either(tuple(found))
        scope.bindings.append(Binding(own, "t", position, until, annotation=annotation))


def read_type_test(file: PythonFile, node: Node) -> Expr:
    """Return a class that something is tested for, by its name."""
    if node.type == "dotted_name":
        return file.name_of(node)
    expression = read_expression(file, node)
    return expression if isinstance(expression, str) else None


def _members(node: Node) -> list[Node]:
    """Return the classes of a tuple or union of them."""
    if node.type == "tuple":
        return [child for child in node.named_children if child.type != "comment"]
    if node.type == "binary_operator":
        return [inner for child in node.named_children for inner in _members(child)]
    return [node]


def _block_end(file: PythonFile, node: Node) -> int:
    return min(file.conditions.at(node.start_byte), file.scope_at(node.start_byte).end)
