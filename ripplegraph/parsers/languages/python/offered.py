"""What a Python module offers to `from module import *`: the names in its `__all__`."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from ripplegraph.graph.expressions import DisplayAt, Expr, TextLiteral
from ripplegraph.parsers.languages.python.context import FIELDS, PythonFile
from ripplegraph.parsers.languages.python.expressions import read_expression, string_value

_DISPLAYS = frozenset({"list", "tuple", "set", "expression_list"})


class Offered(NamedTuple):
    """The names that are written in `__all__`, and the lists that it takes over."""

    names: tuple[str, ...] | None = None
    parts: tuple[str, ...] = ()


def read_offered(file: PythonFile) -> Offered:
    """Return what `__all__` holds; no names where there is none, or it is made some other way."""
    if "__all__" not in file.raw:
        return Offered()
    lists: list[Node] = []
    statements = (
        *file.captures.get("binding.assignment", ()),
        *file.captures.get("binding.augmented", ()),
    )
    for node in sorted(statements, key=lambda n: n.start_byte):
        left, right = node.child_by_field_id(FIELDS.left), node.child_by_field_id(FIELDS.right)
        if left is not None and right is not None and _is_all(file, left):
            lists.append(right)
    if not lists:
        return Offered()
    found = [item for node in lists for item in _read_list(file, node)] + _read_added(file)
    if any(item is None for item in found):
        return Offered()
    names = [item.text for item in found if type(item) is TextLiteral]
    return Offered(tuple(names), tuple(item for item in found if isinstance(item, str)))


def _is_all(file: PythonFile, node: Node) -> bool:
    return file.raw[node.start_byte : node.end_byte] == "__all__"


def _read_list(file: PythonFile, node: Node) -> list[Expr]:
    """Return the items of a list as literals, chains for whole lists, None for anything else."""
    if node.type == "binary_operator":
        return [item for child in node.named_children for item in _read_list(file, child)]
    if node.type in ("identifier", "attribute"):
        chain = read_expression(file, node)
        return [chain if isinstance(chain, str) else None]
    if node.type in ("parenthesized_expression", "list_splat") and node.named_children:
        return _read_list(file, node.named_children[0])
    if node.type not in _DISPLAYS:
        return [None]
    found: list[Expr] = []
    for child in node.named_children:
        if child.type == "list_splat":
            found += _read_list(file, child)
        elif child.type != "comment":
            text = string_value(file, child) if child.type == "string" else None
            found.append(None if text is None else TextLiteral(text))
    return found


def _read_added(file: PythonFile) -> list[Expr]:
    """Return what `__all__.append` and `__all__.extend` add, as far as it can be read."""
    added: list[Expr] = []
    for call in file.builder.calls:
        if call.callee == "__all__.append":
            added += [arg for arg in call.args if type(arg) is TextLiteral]
        elif call.callee == "__all__.extend" and call.args:
            whole = call.args[0]
            if isinstance(whole, str):
                added.append(whole)
            elif type(whole) is DisplayAt:
                items = file.builder.displays[whole.index].items
                added += [item for item in items if type(item) is TextLiteral]
    return added
