"""Rust's expressions as the plain values the linker evaluates."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    Attribute,
    Awaited,
    Builtin,
    DefinitionAt,
    DisplayAt,
    Either,
    Element,
    Expr,
    GenericType,
    InstanceOf,
    Item,
    OperatorResult,
    find_parts,
)
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.rust.context import RustFile, field
from ripplegraph.parsers.languages.rust.types import is_standard, path_chain, plain_type, read_type

_DEEPEST = 60
_SAME = frozenset(
    {
        "as_mut",
        "as_ref",
        "borrow",
        "borrow_mut",
        "by_ref",
        "clone",
        "deref",
        "deref_mut",
        "into_boxed",
        "to_owned",
        "to_vec",
    }
)
"""Methods that give their receiver, or what it leads to."""
_MAKERS = frozenset({"default", "from", "new"})
_POINTERS = frozenset({"Box", "Rc", "Arc", "Pin", "Cell", "RefCell", "Mutex", "RwLock"})
_OPENERS = frozenset({"Some", "Ok"})
_ARM = re.compile(r"(?:Some|Ok)\(\s*(?:ref\s+)?(?:mut\s+)?(\w+)\s*\)")
_OPERATORS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "%": "rem",
    "&": "bitand",
    "|": "bitor",
    "^": "bitxor",
    "<<": "shl",
    ">>": "shr",
}
_SIGNS = {"-": "neg", "!": "not"}
_MADE_OF = frozenset({"collect", "into", "product", "sum"})
"""Methods that make what they are told to."""
_TEXTS = frozenset({"format", "concat", "stringify", "include_str", "env"})

Reader = Callable[[RustFile, Node, ScopeDraft, int], Expr]


def read_expression(file: RustFile, node: Node | None, scope: ScopeDraft, depth: int = 0) -> Expr:
    """Return an expression, or None where it says nothing the linker could use."""
    reader = READERS.get(node.type) if node is not None else None
    if reader is None or node is None or depth > _DEEPEST:
        return None
    return reader(file, node, scope, depth + 1)


def _name(file: RustFile, node: Node, scope: ScopeDraft, _depth: int) -> Expr:
    name = file.name_of(node)
    return file.self_type(scope) if name == "Self" else name


def _path(file: RustFile, node: Node, scope: ScopeDraft, _depth: int) -> Expr:
    return path_chain(file, node, scope)


def _field(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    value = read_expression(file, field(node, "value"), scope, depth)
    name = field(node, "field")
    if value is None or name is None:
        return None
    if isinstance(value, str):
        return f"{value}.{file.name_of(name)}"
    return Attribute(value, file.name_of(name))


def _call(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    index = file.call_index.get(node.id)
    function = field(node, "function")
    if function is None or index is None:
        return index
    if function.type == "generic_function":
        told = _told(file, function, scope)
        if told is not None:
            return told
        function = field(function, "function") or function
    if function.type == "field_expression":
        name = field(function, "field")
        if name is not None and file.name_of(name) in _SAME:
            value = read_expression(file, field(function, "value"), scope, depth)
            return index if value is None else Either((index, value))
    elif function.type in ("scoped_identifier", "identifier"):
        return _made(file, node, function, scope, depth) or index
    return index


def _told(file: RustFile, function: Node, scope: ScopeDraft) -> Expr:
    """Return what a call makes that says so itself: `collect::<T>()`."""
    inner, given = field(function, "function"), field(function, "type_arguments")
    name = field(inner, "field") if inner is not None else None
    if name is None or given is None or not given.named_children:
        return None
    word = file.name_of(name)
    if word not in _MADE_OF and word != "parse":
        return None
    written = read_type(file, given.named_children[0], scope)
    if not isinstance(plain_type(written), str):
        return None
    return InstanceOf(GenericType("box[]", (written,)) if word == "parse" else written)


def _made(file: RustFile, node: Node, function: Node, scope: ScopeDraft, depth: int) -> Expr:
    """Return what calls make that follow conventions: `Box::new(x)`, `Some(x)`, `T::default()`."""
    path, name = field(function, "path"), field(function, "name") or function
    last = file.name_of(name)
    if path is None:
        if last in _OPENERS:
            value = read_expression(file, _first_argument(node), scope, depth)
            return None if value is None else _display(file, node, scope, [value])
        return None
    if last not in _MAKERS:
        return None
    owner = file.name_of(path).partition("<")[0].rstrip(": ").rpartition("::")[2]
    if last != "default" and owner in _POINTERS and is_standard(file, owner):
        return read_expression(file, _first_argument(node), scope, depth)
    if last == "new":
        return None
    chain = path_chain(file, function, scope)
    own = chain.rpartition(".")[0] if chain is not None else ""
    is_type = own.rpartition(".")[2][:1].isupper()
    return Either((file.call_index[node.id], InstanceOf(own))) if is_type else None


def _first_argument(node: Node) -> Node | None:
    arguments = field(node, "arguments")
    return next(iter(arguments.named_children), None) if arguments is not None else None


def _display(file: RustFile, node: Node, scope: ScopeDraft, items: list[Expr]) -> Expr:
    return file.builder.display("list", scope.index, node.start_byte, items)


def _several(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    named = [child for child in node.named_children if not child.is_extra]
    items = [read_expression(file, child, scope, depth) for child in named]
    if not any(item is not None for item in items):
        return Builtin("list")
    return _display(file, node, scope, items)


def _inner(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    named = [c for c in node.named_children if not c.is_extra and c.type != "mutable_specifier"]
    return read_expression(file, named[0], scope, depth) if named else None


def _unary(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    if file.name_of(node).startswith("**self"):
        # Of a reference to the own object, the second step leads on.
        inner = node.children[-1]
        return OperatorResult(read_expression(file, inner, scope, depth), "deref")
    value = _inner(file, node, scope, depth)
    sign = node.children[0].type
    return value if sign == "*" or value is None else OperatorResult(value, _SIGNS[sign])


def _binary(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    """Read `a + b` as what the method gives that the operator stands for."""
    sign, left = field(node, "operator"), field(node, "left")
    name = _OPERATORS.get(sign.type) if sign is not None else None
    if name is None:
        return Builtin("bool")
    value = read_expression(file, left, scope, depth)
    if value is None or type(value) is Builtin:
        return value
    return OperatorResult(value, name)


def _try(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    value = _inner(file, node, scope, depth)
    return None if value is None else Element(value)


def _await(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    value = _inner(file, node, scope, depth)
    return None if value is None else Awaited(value)


def _index(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    named = node.named_children
    value = read_expression(file, named[0], scope, depth) if named else None
    if value is None:
        return None
    is_slice = len(named) > 1 and named[1].type == "range_expression"
    return value if is_slice else Item(value, None)


def _cast(file: RustFile, node: Node, scope: ScopeDraft, _depth: int) -> Expr:
    written = read_type(file, field(node, "type"), scope)
    return None if written is None else InstanceOf(written)


def _struct(file: RustFile, node: Node, scope: ScopeDraft, _depth: int) -> Expr:
    written = field(node, "name")
    if written is None:
        return None
    if written.type == "scoped_type_identifier":
        chain = path_chain(file, written, scope)
        # The path of a variant is a value of its enumeration, that of a struct is a type.
        return None if chain is None else Either((InstanceOf(chain), chain))
    made = read_type(file, written, scope)
    return None if made is None else InstanceOf(made)


def _closure(file: RustFile, node: Node, _scope: ScopeDraft, _depth: int) -> Expr:
    index = file.closure_index.get(node.id)
    return None if index is None else DefinitionAt(index)


def _macro(file: RustFile, node: Node, _scope: ScopeDraft, _depth: int) -> Expr:
    name = field(node, "macro")
    text = file.name_of(name) if name is not None else ""
    if text == "vec":
        return Builtin("list")
    return Builtin("str") if text in _TEXTS else None


def _literal(kind: str) -> Reader:
    return lambda _file, _node, _scope, _depth: Builtin(kind)


def _block(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    """Read what a block gives, where that means the same outside it."""
    named = [child for child in node.named_children if not child.is_extra]
    if not named or named[-1].type.endswith(("statement", "declaration", "_item")):
        return None
    return _placeless(read_expression(file, named[-1], scope, depth))


def _if(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    other = field(node, "alternative")
    if other is None:
        return None
    inner = other.named_children[0] if other.named_children else None
    return _either(
        [
            read_expression(file, field(node, "consequence"), scope, depth),
            read_expression(file, inner, scope, depth),
        ]
    )


def _match(file: RustFile, node: Node, scope: ScopeDraft, depth: int) -> Expr:
    body = field(node, "body")
    found: list[Expr] = []
    for arm in body.named_children if body is not None else ():
        if arm.type == "match_arm":
            value = field(arm, "value")
            if value is not None and value.type == "identifier":
                found.append(_opened(file, node, arm, value, scope, depth))
            else:
                found.append(_placeless(read_expression(file, value, scope, depth)))
    return _either(found)


def _opened(
    file: RustFile, node: Node, arm: Node, value: Node, scope: ScopeDraft, depth: int
) -> Expr:
    """Read the arm `Some(x) => x`."""
    pattern = field(arm, "pattern")
    found = _ARM.fullmatch(file.name_of(pattern)) if pattern is not None else None
    if found is None or found[1] != file.name_of(value):
        return None
    matched = read_expression(file, field(node, "value"), scope, depth)
    return None if matched is None else Element(matched)


def _either(values: list[Expr]) -> Expr:
    known = [value for value in values if value is not None]
    if not known:
        return None
    return Either(tuple(known)) if len(known) > 1 else known[0]


_PLACELESS = frozenset({InstanceOf, Builtin, DefinitionAt, DisplayAt})
"""Forms that mean the same wherever they are written."""


def _placeless(value: Expr) -> Expr:
    """Return an expression if it means the same wherever it is written: no local names in it."""
    if isinstance(value, str):
        head = value.partition(".")[0]
        return value if head[:1].isupper() or head == "self" else None
    if type(value) in _PLACELESS:
        return value
    parts = find_parts(value)
    known = [part for part in parts if part is not None]
    return value if all(_placeless(part) is not None for part in known) else None


READERS: dict[str, Reader] = {
    "identifier": _name,
    "self": lambda _file, _node, _scope, _depth: "self",
    "scoped_identifier": _path,
    "field_expression": _field,
    "generic_function": lambda file, node, scope, depth: read_expression(
        file, field(node, "function"), scope, depth
    ),
    "call_expression": _call,
    "reference_expression": lambda file, node, scope, depth: read_expression(
        file, field(node, "value"), scope, depth
    ),
    "parenthesized_expression": _inner,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "try_expression": _try,
    "await_expression": _await,
    "index_expression": _index,
    "type_cast_expression": _cast,
    "struct_expression": _struct,
    "closure_expression": _closure,
    "macro_invocation": _macro,
    "tuple_expression": _several,
    "array_expression": _several,
    "block": _block,
    "unsafe_block": _inner,
    "const_block": _inner,
    "if_expression": _if,
    "match_expression": _match,
    "string_literal": _literal("str"),
    "raw_string_literal": _literal("str"),
    "char_literal": _literal("char"),
    "integer_literal": _literal("int"),
    "float_literal": _literal("float"),
    "boolean_literal": _literal("bool"),
}
