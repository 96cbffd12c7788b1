"""Special methods that run without a call: operators, items, `with`, loops, builtin functions."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from ripplegraph.graph.expressions import LITERALS, Attribute, DisplayAt, Expr
from ripplegraph.graph.facts import IMPLICIT, Call
from ripplegraph.parsers.languages.python.context import FIELDS, PythonFile
from ripplegraph.parsers.languages.python.expressions import read_expression
from ripplegraph.parsers.languages.python.operators import COMPARISONS, find_operator

_BUILTINS: Final = {
    "abs": "__abs__",
    "bool": "__bool__",
    "bytes": "__bytes__",
    "dir": "__dir__",
    "float": "__float__",
    "format": "__format__",
    "hash": "__hash__",
    "int": "__int__",
    "iter": "__iter__",
    "len": "__len__",
    "next": "__next__",
    "repr": "__repr__",
    "reversed": "__reversed__",
    "round": "__round__",
    "str": "__str__",
}
"""Builtin functions that call a method of what they get."""
_CLASS_STATEMENTS = frozenset({"type", "generic_type"})


def read_special_calls(file: PythonFile) -> None:
    """Read the calls of special methods by operators, items and builtin functions."""
    captures = file.captures
    for node in captures.get("operator.binary", ()):
        _read_binary(file, node)
    for node in captures.get("operator.comparison", ()):
        _read_comparison(file, node)
    for node in captures.get("operator.unary", ()):
        method = find_operator(node, is_unary=True)
        _add(file, node.named_children[-1], method)
    for node in captures.get("operator.item", ()):
        _read_item(file, node)
    for node in captures.get("binding.augmented", ()):
        _read_augmented(file, node)
    for node in captures.get("with.item", ()):
        _read_with(file, node)
    shadowed = {b.name for scope in file.builder.scopes for b in scope.bindings} & _BUILTINS.keys()
    for node in captures.get("operator.builtin", ()):
        name = file.name_of(node)
        if name not in shadowed:
            _read_builtin(file, node, _BUILTINS[name])


def note_iteration(file: PythonFile, node: Node, value: Expr, *, is_async: bool = False) -> None:
    """Note that a value is iterated over."""
    iterate, step = ("__aiter__", "__anext__") if is_async else ("__iter__", "__next__")
    index = _call(file, node, value, iterate)
    if index >= 0:
        _call(file, node, index, step)


def _add(file: PythonFile, node: Node, method: str, *args: Expr) -> None:
    if method:
        _call(file, node, read_expression(file, node), method, *args)


def _call(file: PythonFile, node: Node, value: Expr, method: str, *args: Expr) -> int:
    """Add a call of a method of a value, and return its index; -1 where it is a literal."""
    if value is None or type(value) is DisplayAt or type(value) in LITERALS:
        return -1
    at = node.start_byte
    given = args if any(arg is not None for arg in args) else ()
    scope, line = file.scope_regions.at(at), file.source.line_at(at)
    calls = file.builder.calls
    calls.append(Call(scope, at, line, Attribute(value, method), given, (), IMPLICIT))
    return len(calls) - 1


def _read_binary(file: PythonFile, node: Node) -> None:
    left, right = node.child_by_field_id(FIELDS.left), node.child_by_field_id(FIELDS.right)
    method = find_operator(node)
    if left is None or right is None or not method:
        return
    one, other = read_expression(file, left), read_expression(file, right)
    if type(one) in LITERALS:
        _call(file, right, other, f"__r{method[2:]}", one)
    else:
        _call(file, left, one, method, other)


def _read_comparison(file: PythonFile, node: Node) -> None:
    operands = node.named_children
    operators = [child.type for child in node.children if not child.is_named]
    for at, operator in enumerate(operators[: len(operands) - 1]):
        left, right = operands[at], operands[at + 1]
        if operator in ("in", "not in"):
            _add(file, right, "__contains__", read_expression(file, left))
            continue
        method, reflected = COMPARISONS.get(operator, ("", ""))
        if not method:
            continue
        one = read_expression(file, left)
        if type(one) in LITERALS:
            _add(file, right, reflected, one)
        else:
            _call(file, left, one, method, read_expression(file, right))


def _read_item(file: PythonFile, node: Node) -> None:
    parent = node.parent
    if parent is None or parent.type in _CLASS_STATEMENTS or not node.named_children:
        return
    method = "__getitem__"
    if parent.type == "delete_statement":
        method = "__delitem__"
    elif parent.type == "assignment" and parent.child_by_field_id(FIELDS.left) == node:
        method = "__setitem__"
    _add(file, node.named_children[0], method)


def _read_augmented(file: PythonFile, node: Node) -> None:
    left, right = node.child_by_field_id(FIELDS.left), node.child_by_field_id(FIELDS.right)
    method = find_operator(node)
    if left is None or right is None or not method:
        return
    value, given = read_expression(file, left), read_expression(file, right)
    if type(given) not in LITERALS:
        _call(file, left, value, f"__i{method[2:]}", given)
        _call(file, left, value, method, given)


def _read_with(file: PythonFile, node: Node) -> None:
    manager = node.named_children[0] if node.named_children else None
    if manager is not None and manager.type == "as_pattern":
        manager = manager.named_children[0]
    if manager is None:
        return
    clause = node.parent
    statement = clause.parent if clause is not None else None
    is_async = statement is not None and statement.children[0].type == "async"
    value = read_expression(file, manager)
    for method in ("__aenter__", "__aexit__") if is_async else ("__enter__", "__exit__"):
        _call(file, manager, value, method)


def _read_builtin(file: PythonFile, node: Node, method: str) -> None:
    call = node.parent
    arguments = call.child_by_field_id(FIELDS.arguments) if call is not None else None
    given = arguments.named_children if arguments is not None else ()
    if len(given) == 1 and given[0].type not in ("list_splat", "keyword_argument", "comment"):
        _add(file, given[0], method)
