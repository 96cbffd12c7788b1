"""Types and declarators of C and C++ as the plain values the linker evaluates."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ripplegraph.graph.expressions import Builtin, Expr, GenericType
from ripplegraph.graph.facts import Param
from ripplegraph.parsers.languages.c.context import TAG, CFile, Declared, field

_DEEPEST = 40
_TAGGED = frozenset({"struct_specifier", "union_specifier", "enum_specifier", "class_specifier"})
_NAMES = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "qualified_identifier",
        "destructor_name",
        "operator_name",
        "operator_cast",
        "template_function",
        "template_method",
        "template_type",
    }
)
_SMART = frozenset({"unique_ptr", "shared_ptr", "weak_ptr", "scoped_refptr", "optional", "atomic"})
_LISTS = frozenset({"vector", "list", "deque", "set", "unordered_set", "array", "span", "stack"})
_MAPS = frozenset({"map", "unordered_map", "multimap"})


def read_declarator(node: Node | None) -> Declared:
    """Return the name at the heart of a declarator."""
    parameters: Node | None = None
    wrapped = False
    for _ in range(_DEEPEST):
        if node is None or node.type in _NAMES:
            break
        kind = node.type
        if kind == "function_declarator":
            inner = field(node, "declarator")
            if inner is not None and inner.type == "function_declarator":
                found = _macro_name(inner)
                if found is not None:
                    return Declared(found, field(node, "parameters"))
            parameters, wrapped = field(node, "parameters"), False
            node = inner
        elif kind in ("parenthesized_declarator", "attributed_declarator", "reference_declarator"):
            node = next((c for c in node.named_children if c.type != "ms_call_modifier"), None)
        else:
            wrapped = wrapped or kind == "pointer_declarator"
            inner = field(node, "declarator")
            if inner is None:
                inner = node.named_children[-1] if node.named_children else None
            node = inner
    return Declared(node, None if wrapped else parameters)


def _macro_name(node: Node) -> Node | None:
    """Return the name that is wrapped in a macro: `int API(name)(int x)`."""
    inner = field(node, "declarator")
    parameters = field(node, "parameters")
    if inner is None or inner.type != "identifier" or parameters is None:
        return None
    if parameters.named_child_count != 1:
        return None
    only = parameters.named_children[0]
    written = field(only, "type") if only.named_child_count == 1 else None
    return written if written is not None and written.type == "type_identifier" else None


def read_type(file: CFile, node: Node | None, depth: int = 0) -> Expr:
    """Return a type, or None where it says nothing the linker could use."""
    if node is None or depth > _DEEPEST:
        return None
    kind = node.type
    if kind == "type_identifier":
        return file.name_of(node)
    if kind in _TAGGED:
        return _tagged(file, node, depth)
    if kind == "type_descriptor":
        return read_type(file, field(node, "type"), depth + 1)
    if kind == "template_type":
        return _template(file, node, depth + 1)
    if kind == "qualified_identifier":
        return _qualified(file, node, depth + 1)
    return None


def _tagged(file: CFile, node: Node, depth: int) -> Expr:
    name = file.names.get(node.id)
    if name is not None:
        return name
    name_node = field(node, "name")
    if name_node is None:
        return None
    if name_node.type != "type_identifier":
        return read_type(file, name_node, depth + 1)
    return file.name_of(name_node) if file.is_cpp else TAG + file.name_of(name_node)


def _qualified(file: CFile, node: Node, depth: int) -> Expr:
    written = chain_of(file, node)
    last = node
    while last.type == "qualified_identifier":
        inner = field(last, "name")
        if inner is None:
            return written
        last = inner
    if last.type == "template_type":
        return _generic(file, last, written, depth)
    return written


def _template(file: CFile, node: Node, depth: int) -> Expr:
    name = field(node, "name")
    return None if name is None else _generic(file, node, file.name_of(name), depth)


def _generic(file: CFile, node: Node, name: str, depth: int) -> Expr:
    """Return a type that is given others; of the known ones, what they give on is kept."""
    last = name.rpartition(".")[2]
    arguments = field(node, "arguments")
    given = [c for c in arguments.named_children if c.type != "comment"] if arguments else []
    if last in _SMART and given:
        return read_type(file, given[0], depth)
    if last in _LISTS and given:
        return GenericType("[]", (read_type(file, given[0], depth),))
    if last in _MAPS and len(given) > 1:
        return GenericType("map[]", tuple(read_type(file, g, depth) for g in given[:2]))
    return name


def chain_of(file: CFile, node: Node) -> str:
    """Return a qualified name with dots, without what templates are given."""
    text = file.name_of(node)
    if "<" in text and "operator" not in text:
        text = strip_arguments(text)
    return ".".join(part.strip() for part in text.removeprefix("::").split("::"))


def strip_arguments(text: str) -> str:
    """Return a name without anything between angle brackets."""
    found: list[str] = []
    depth = 0
    for char in text:
        if char == "<":
            depth += 1
        elif char == ">":
            depth = max(0, depth - 1)
        elif not depth:
            found.append(char)
    return "".join(found)


def read_params(file: CFile, node: Node | None) -> Iterator[tuple[Param, Node, Node | None]]:
    """Yield the parameters of a list, each with its node and the node of its name."""
    for item in node.named_children if node is not None else ():
        kind = item.type
        if kind in ("parameter_declaration", "optional_parameter_declaration"):
            name = read_declarator(field(item, "declarator")).name
            text = "" if name is None or name.type not in _NAMES else file.name_of(name)
            default = Builtin("default") if kind == "optional_parameter_declaration" else None
            if not text and _is_void(file, item):
                continue
            described = file.describe_type(item)
            yield Param(text, "", Builtin(described) if described else None, default), item, name
        elif kind == "identifier":
            yield Param(file.name_of(item)), item, item
        elif kind in ("variadic_parameter", "variadic_parameter_declaration", "..."):
            yield Param("", "*"), item, None


def _is_void(file: CFile, node: Node) -> bool:
    written = field(node, "type")
    return (
        written is not None
        and written.type == "primitive_type"
        and field(node, "declarator") is None
        and file.name_of(written) == "void"
    )
