"""Expressions as the plain values the linker evaluates, read by the forms of a language."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    NULL,
    Attribute,
    Awaited,
    Builtin,
    Either,
    Expr,
    FunctionType,
    InstanceOf,
    Item,
    ModuleMember,
    Sum,
    TextLiteral,
)
from ripplegraph.parsers.tagged.context import TaggedFile
from ripplegraph.parsers.tagged.tags import Form
from ripplegraph.parsers.tagged.types import own_type, parse_type, read_type

_DEEPEST: Final = 60
_SELECTORS: Final = frozenset(
    {"unconditional_assignable_selector", "conditional_assignable_selector", "cascade_selector"}
)

Reader = Callable[[TaggedFile, Node, Form, int], Expr]


def read_expression(file: TaggedFile, node: Node | None, depth: int = 0) -> Expr:
    """Return an expression, or None where it says nothing the linker could use."""
    if node is None or depth > _DEEPEST:
        return None
    form = file.tags.forms.get(node.type)
    return None if form is None else READERS[form[0]](file, node, form, depth + 1)


def member_of(base: Expr, name: str) -> Expr:
    """Return the member of a value."""
    return f"{base}.{name}" if isinstance(base, str) else Attribute(base, name)


def _name(file: TaggedFile, node: Node, _form: Form, _depth: int) -> Expr:
    return file.name(node)


def _chain(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    text = file.name(node)
    if compile_chain(file.tags.words).fullmatch(text):
        return text
    if len(form) < 3:
        return None
    base = read_expression(file, _child(node, form[1]), depth)
    name = _child(node, form[2])
    return None if base is None or name is None else member_of(base, file.name(name))


def _call(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    """Read a call; `form` may name one whose second argument is the class of what it gives."""
    if len(form) > 1:
        name, arguments = _child(node, "name"), _child(node, "arguments")
        if name is not None and arguments is not None and file.text(name) == form[1]:
            given = [child for child in arguments.named_children if not child.is_extra]
            made = read_expression(file, given[1], depth) if len(given) > 1 else None
            return None if made is None else InstanceOf(made)
    if file.tags.own_class and _is_own_class(file, node):
        return own_type(file, node)
    if node.id in file.imported:
        return ModuleMember(file.imported[node.id], "")
    return file.calls.get(node.id)


def _is_own_class(file: TaggedFile, node: Node) -> bool:
    """Whether a call asks for the class of the own object."""
    method, receiver = _child(node, "method"), _child(node, "receiver")
    if method is None or receiver is None or file.text(method) != file.tags.own_class:
        return False
    return file.text(receiver) == file.tags.receiver


def _word(file: TaggedFile, node: Node, _form: Form, _depth: int) -> Expr:
    """Read a word that may be a call without arguments."""
    found = file.calls.get(node.id)
    return file.name(node) if found is None else found


def _inner(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    return read_expression(file, _child(node, form[1] if len(form) > 1 else ""), depth)


def _last(file: TaggedFile, node: Node, _form: Form, depth: int) -> Expr:
    parts = node.named_children or node.children
    return read_expression(file, parts[-1], depth) if parts else None


def _receiver(file: TaggedFile, _node: Node, form: Form, _depth: int) -> Expr:
    return form[1] if len(form) > 1 else file.tags.receiver


def _relative(file: TaggedFile, node: Node, _form: Form, _depth: int) -> Expr:
    """Read a word for a class by where it stands: the one above, or the own one."""
    text = file.name(node)
    return file.tags.receiver if text in file.tags.own_types else text


def _string(file: TaggedFile, node: Node, _form: Form, _depth: int) -> Expr:
    return TextLiteral(file.text(node).strip("\"'`"))


def _typed(file: TaggedFile, node: Node, form: Form, _depth: int) -> Expr:
    written = read_type(file, _child(node, form[1]))
    return None if written is None else InstanceOf(written)


def _builtin(_file: TaggedFile, _node: Node, form: Form, _depth: int) -> Expr:
    return Builtin(form[1])


def _awaited(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    inner = read_expression(file, _child(node, form[1] if len(form) > 1 else ""), depth)
    return None if inner is None else Awaited(inner)


def _awaited_last(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    inner = _last(file, node, form, depth)
    return None if inner is None else Awaited(inner)


_NUMBERS: Final = {
    "l": "long",
    "ul": "ulong",
    "lu": "ulong",
    "u": "uint",
    "f": "float",
    "d": "double",
    "m": "decimal",
}
"""Types of numbers by the letters behind them."""
_TRUTHS: Final = frozenset({"!", "==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def _number(file: TaggedFile, node: Node, _form: Form, _depth: int) -> Expr:
    text = file.text(node).lower().replace("_", "")
    is_plain = text.startswith(("0x", "0b"))
    digits = text.rstrip("ul" if is_plain else "ulfdm")
    plain = "double" if not is_plain and ("." in digits or "e" in digits) else "int"
    return Builtin(_NUMBERS.get(text[len(digits) :], plain))


def _operator(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    """Read what operators make of one value or two: a truth, the first that is there, a sum."""
    operator = next((file.text(child) for child in node.children if not child.is_named), "")
    if operator in _TRUTHS:
        return Builtin("bool")
    if len(form) < 3:
        return _last(file, node, form, depth)
    if operator == "??":
        return _either(file, node, form, depth)
    left, right = (read_expression(file, _child(node, name), depth) for name in form[1:])
    return None if left is None or right is None else Sum(left, right)


def _lambda(_file: TaggedFile, node: Node, form: Form, _depth: int) -> Expr:
    """Read a function without a name, by how many parameters it has."""
    params = _child(node, form[1])
    if params is None:
        return None
    named = [child for child in params.named_children if child.type == "parameter"]
    count = len(named) if params.type == "parameter_list" else 1
    return FunctionType((None,) * count, _given_back(node))


def _given_back(node: Node) -> Expr:
    """Return what is known about the result of a function without a name: whether there is one.

    That is nothing for an expression, which may be one that is called for what it does.
    """
    body = node.named_children[-1]
    if body.type != "block":
        return None
    todo = [body]
    while todo:
        at = todo.pop()
        if at.type == "return_statement" and at.named_child_count:
            return Builtin("object")
        if at.type not in ("lambda_expression", "local_function_statement"):
            todo += at.named_children
    return Builtin("void")


def _created(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    """Read what makes an object; of what no call makes, the type."""
    found = file.calls.get(node.id)
    return _typed(file, node, form, depth) if found is None else found


def _conditional(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    """Read a member of something, or an item, that may be missing."""
    base = read_expression(file, _child(node, form[1]), depth)
    taken = node.named_children[-1]
    if base is None or taken.type == "element_binding_expression":
        return None if base is None else Item(base, None)
    name = taken.child_by_field_name("name")
    return None if name is None else member_of(base, file.name(name))


def _item(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    base = read_expression(file, _child(node, form[1] if len(form) > 1 else ""), depth)
    return None if base is None else Item(base, None)


def _either(file: TaggedFile, node: Node, form: Form, depth: int) -> Expr:
    parts = [read_expression(file, _child(node, name), depth) for name in form[1:]]
    known = [part for part in parts if part is not None and part != NULL]
    return Either(tuple(known)) if known else None


def read_called(file: TaggedFile, node: Node) -> tuple[Expr, int]:
    """Return what is called where arguments follow it in the tree, and where its name begins."""
    before = _previous(node)
    if before is None:
        return None, node.start_byte
    name = _selected_name(before)
    return _trailing(file, before, (), 0), (before if name is None else name).start_byte


def _trailing(file: TaggedFile, node: Node, _form: Form, depth: int) -> Expr:
    """Read what stands before a place and up to it: something, then its members and calls."""
    if node.id in file.calls:
        return file.calls[node.id]
    name = _selected_name(node)
    if name is None:
        if node.type == "selector":
            return None
        return read_expression(file, node, depth)
    before = _find_before(node)
    base = None if before is None or depth > _DEEPEST else _trailing(file, before, (), depth + 1)
    return member_of(base, file.name(name))


def _find_before(node: Node) -> Node | None:
    """Return what a member is taken of; in a cascade, that stands before all of its parts."""
    around = node.parent
    if around is None or around.type != "cascade_section":
        return _previous(node)
    before = _previous(around)
    while before is not None and before.type == "cascade_section":
        before = _previous(before)
    return before


def _previous(node: Node) -> Node | None:
    """Return what stands before a node beside it, comments apart."""
    before = node.prev_named_sibling
    while before is not None and before.is_extra:
        before = before.prev_named_sibling
    return before


def _selected_name(node: Node) -> Node | None:
    """Return the name of the member that a part of a chain takes."""
    if node.type == "selector" and node.named_child_count:
        node = node.named_children[0]
    if node.type not in _SELECTORS:
        return None
    return next((child for child in node.named_children if child.type == "identifier"), None)


def _cast(file: TaggedFile, node: Node, _form: Form, _depth: int) -> Expr:
    written = parse_type(file.text(node).rpartition(" as ")[2].strip())
    return None if written is None else InstanceOf(written)


def _child(node: Node, name: str) -> Node | None:
    """Return the child in a role; without one, the first that is no comment."""
    if name:
        return node.child_by_field_name(name)
    return next((child for child in node.named_children if child.type != "comment"), None)


READERS: Final[dict[str, Reader]] = {
    "name": _name,
    "chain": _chain,
    "call": _call,
    "word": _word,
    "inner": _inner,
    "last": _last,
    "receiver": _receiver,
    "relative": _relative,
    "string": _string,
    "typed": _typed,
    "builtin": _builtin,
    "awaited": _awaited,
    "awaited_last": _awaited_last,
    "item": _item,
    "either": _either,
    "trailing": _trailing,
    "cast": _cast,
    "number": _number,
    "operator": _operator,
    "lambda": _lambda,
    "created": _created,
    "conditional": _conditional,
}


@cache
def compile_chain(word: str) -> re.Pattern[str]:
    """Return a pattern of names with dots between them."""
    return re.compile(rf"(?:{word})(?:\.(?:{word}))*")
