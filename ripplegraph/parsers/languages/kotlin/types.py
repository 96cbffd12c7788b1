"""Kotlin's types as the plain values the linker evaluates."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from ripplegraph.graph.expressions import Builtin, DeclaredGeneric, Expr, FunctionType, GenericType
from ripplegraph.graph.facts import Param
from ripplegraph.parsers.languages.java.context import JavaFile

_DEEPEST = 40
TYPES = frozenset(
    {"user_type", "nullable_type", "parenthesized_type", "function_type", "not_nullable_type"}
)
_PLAIN = frozenset({"Boolean", "Byte", "Char", "Double", "Float", "Int", "Long", "Short"})
_SEQUENCES = frozenset(
    {
        *("Array", "ArrayDeque", "ArrayList", "Collection", "HashSet", "Iterable", "Iterator"),
        *("Lazy", "LinkedHashSet", "List", "MutableCollection", "MutableIterable", "MutableList"),
        *("MutableSet", "Sequence", "Set", "Flow", "StateFlow", "Deque", "Queue"),
    }
)
_MAPS = frozenset({"HashMap", "LinkedHashMap", "Map", "MutableMap", "Entry"})


def child_of(node: Node | None, *kinds: str) -> Node | None:
    """Return the first child of one of some types."""
    if node is None:
        return None
    return next((child for child in node.named_children if child.type in kinds), None)


def read_type(file: JavaFile, node: Node | None, depth: int = 0) -> Expr:
    """Return a type, or None where it says nothing the linker could use."""
    if node is None or depth > _DEEPEST:
        return None
    if node.type == "function_type":
        return _read_function(file, node, depth)
    if node.type != "user_type":
        return read_type(file, child_of(node, *TYPES), depth + 1)
    names = [child for child in node.named_children if child.type == "type_identifier"]
    base = ".".join(clean_name(file.name_of(name)) for name in names)
    if base in _PLAIN and base not in file.imported:
        return Builtin(base.lower())
    given = child_of(node, "type_arguments")
    name = base.rpartition(".")[2]
    if given is None or not base:
        return base or None
    written = read_arguments(file, given, depth)
    if name in file.imported or name not in _SEQUENCES | _MAPS:
        return DeclaredGeneric(base, written) if any(written) else base
    if name in _MAPS:
        return GenericType(f"{base}.map[]", written) if len(written) == 2 else base
    return GenericType(f"{base}.[]", written) if len(written) == 1 else base


def read_arguments(file: JavaFile, node: Node, depth: int = 0) -> tuple[Expr, ...]:
    """Return the types that another one is given."""
    items = [child_of(item, *TYPES) for item in node.named_children]
    return tuple([read_type(file, item, depth + 1) for item in items])


def _read_function(file: JavaFile, node: Node, depth: int) -> Expr:
    """Return the type of functions: what they take, what they give, what they are called on."""
    taken: list[Expr] = []
    written = child_of(node, "function_type_parameters")
    for item in written.named_children if written is not None else ():
        own = child_of(item, *TYPES) if item.type == "parameter" else item
        taken.append(read_type(file, own, depth + 1))
    behind = [c for c in node.named_children if c.type in TYPES]
    gives = read_type(file, behind[-1], depth + 1) if behind else None
    receiver = child_of(node, "receiver_type")
    if receiver is None:
        return FunctionType(tuple(taken), gives)
    return FunctionType(tuple(taken), gives, read_type(file, child_of(receiver, *TYPES), depth + 1))


def read_base(file: JavaFile, node: Node | None) -> str | None:
    """Return the name of a type without what it is given."""
    if node is None or node.type != "user_type":
        return None
    names = [child for child in node.named_children if child.type == "type_identifier"]
    return ".".join(clean_name(file.name_of(name)) for name in names) or None


def clean_name(name: str) -> str:
    """Return a name without the ticks that let it be any text."""
    return name.strip("`").replace(".", "_") if name.startswith("`") else name


def read_params(file: JavaFile, node: Node | None) -> tuple[list[Param], int]:
    """Return the parameters of a list, and how many of them a call has to give."""
    found: list[Param] = []
    needed, kind = 0, ""
    for item in node.children if node is not None else ():
        if item.type == "parameter_modifiers":
            kind = "*" if "vararg" in file.name_of(item) else ""
        elif item.type in ("parameter", "class_parameter"):
            found.append(_read_param(file, item, kind))
            is_optional = bool(kind) or _has_default(item)
            needed, kind = needed + (not is_optional), ""
        elif item.type == "=" and found and not found[-1].kind:
            needed -= 1
    return found, needed


def _read_param(file: JavaFile, node: Node, kind: str) -> Param:
    name = child_of(node, "simple_identifier")
    text = clean_name(file.name_of(name)) if name is not None else ""
    if node.type == "class_parameter" and "vararg" in file.name_of(node)[:40].split(text)[0]:
        kind = "*"
    return Param(text, kind, read_type(file, child_of(node, *TYPES)))


def _has_default(node: Node) -> bool:
    return any(child.type == "=" for child in node.children)


def _read_above(file: JavaFile, node: Node | None) -> Expr:
    """Return a type that another one extends, with what it is given if that is of the project."""
    name = read_base(file, node)
    written = child_of(node, "type_arguments")
    if name is None or written is None:
        return name
    return DeclaredGeneric(name, read_arguments(file, written))


def read_bases(file: JavaFile, specifiers: Iterable[Node]) -> tuple[list[Expr], list[Expr]]:
    """Return the class that is extended, which is the one that is called, and the interfaces."""
    bases: list[Expr] = []
    implements: list[Expr] = []
    for specifier in specifiers:
        made = child_of(specifier, "constructor_invocation")
        inner = made or child_of(specifier, "explicit_delegation") or specifier
        name = _read_above(file, child_of(inner, "user_type"))
        if name is not None:
            (bases if made is not None else implements).append(name)
    return bases, implements
