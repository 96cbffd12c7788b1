"""Scala's types as the plain values the linker evaluates."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Builtin, DeclaredGeneric, Expr, GenericType
from ripplegraph.graph.facts import Param
from ripplegraph.parsers.languages.java.context import JavaFile, field

_DEEPEST = 40
_PLAIN = frozenset({"Boolean", "Byte", "Char", "Double", "Float", "Int", "Long", "Short"})
_SEQUENCES = frozenset(
    {
        *("Array", "Buffer", "Collection", "Future", "IndexedSeq", "Iterable", "Iterator"),
        *("LazyList", "List", "ListBuffer", "Option", "Queue", "Seq", "Set", "Some", "Stream"),
        *("Traversable", "Try", "Vector", "ArrayBuffer", "IterableOnce"),
    }
)
_MAPS = frozenset({"HashMap", "Map", "SortedMap", "TreeMap"})
_WRAPPERS = frozenset(
    {"lazy_parameter_type", "repeated_parameter_type", "annotated_type", "compound_type"}
)


def read_type(file: JavaFile, node: Node | None, depth: int = 0) -> Expr:
    """Return a type, or None where it says nothing the linker could use."""
    if node is None or depth > _DEEPEST:
        return None
    kind = node.type
    if kind in ("type_identifier", "identifier"):
        name = file.name_of(node)
        return Builtin(name.lower()) if name in _PLAIN else name
    if kind in ("stable_type_identifier", "projected_type"):
        return "".join(file.name_of(node).split()).replace("#", ".")
    if kind == "singleton_type":
        return "this" if "this" in file.name_of(node) else None
    if kind == "generic_type":
        return _read_generic(file, node, depth)
    if kind in _WRAPPERS and node.named_children:
        return read_type(file, node.named_children[0], depth + 1)
    return None


def _read_generic(file: JavaFile, node: Node, depth: int) -> Expr:
    base = read_type(file, field(node, "type"), depth + 1)
    given = field(node, "type_arguments")
    name = base.rpartition(".")[2] if isinstance(base, str) else ""
    if given is None or not isinstance(base, str):
        return base
    written = read_arguments(file, given, depth)
    if name in _MAPS and len(written) == 2:
        return GenericType(f"{base}.map[]", written)
    if name in _SEQUENCES and len(written) == 1:
        return GenericType(f"{base}.[]", written)
    return DeclaredGeneric(base, written) if any(written) else base


def read_arguments(file: JavaFile, node: Node, depth: int = 0) -> tuple[Expr, ...]:
    """Return the types that another one is given."""
    return tuple([read_type(file, item, depth + 1) for item in node.named_children])


def read_base(file: JavaFile, node: Node | None) -> str | None:
    """Return the name of a type without what it is given."""
    while node is not None and node.type == "generic_type":
        node = field(node, "type")
    written = read_type(file, node)
    return written if isinstance(written, str) else None


def read_above(file: JavaFile, node: Node | None) -> Expr:
    """Return a type that another one extends, with what it is given."""
    name = read_base(file, node)
    written = field(node, "type_arguments") if node is not None else None
    if name is None or written is None:
        return name
    return DeclaredGeneric(name, read_arguments(file, written))


def read_params(file: JavaFile, node: Node) -> list[Param]:
    """Return the parameters of all lists of a function; a call gives those of the first."""
    lists = [
        *node.children_by_field_name("parameters"),
        *node.children_by_field_name("class_parameters"),
    ]
    found: list[Param] = []
    for part in lists:
        for item in part.named_children:
            name = field(item, "name")
            if item.type in ("parameter", "class_parameter") and name is not None:
                written = field(item, "type")
                is_rest = written is not None and written.type == "repeated_parameter_type"
                kind = "*" if is_rest else ""
                found.append(Param(file.name_of(name), kind, read_type(file, written)))
    return found


def has_lists(node: Node) -> bool:
    """Whether a function has a list of parameters, be it empty: it is called with parentheses."""
    return any(part.type == "parameters" for part in node.children_by_field_name("parameters"))
