"""Types as they are written, to tell functions of one name apart: `const ns.Item*`."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import AddressOf, Builtin, Expr, Pointee
from ripplegraph.parsers.languages.c.context import CFile, field
from ripplegraph.parsers.languages.c.expressions import read_expression
from ripplegraph.parsers.languages.c.types import chain_of

_PLAIN = frozenset({"primitive_type", "sized_type_specifier"})
_NAMED = frozenset({"type_identifier", "qualified_identifier", "template_type"})
_TAGGED = frozenset({"struct_specifier", "union_specifier", "enum_specifier", "class_specifier"})
_POINTERS = frozenset({"pointer_declarator", "array_declarator", "abstract_pointer_declarator"})
_REFERENCES = frozenset({"reference_declarator", "abstract_reference_declarator"})
_DEEPEST = 12
ANY = "auto"
"""Stands for a type that a template is given."""
_TRUE = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})


def describe_type(file: CFile, node: Node, item: Node | None = None) -> str:
    """Return the type that a declaration gives to what it declares, "" where that is not plain."""
    written = field(node, "type")
    base = "" if written is None else _describe_base(file, written)
    if not base:
        return ""
    is_const = any(
        child.type == "type_qualifier" and file.name_of(child) == "const" for child in node.children
    )
    marks = _describe_declarator(item if item is not None else field(node, "declarator"))
    if marks is None:
        return ""
    return f"{'const ' if is_const else ''}{base}{marks}"


def _describe_base(file: CFile, written: Node) -> str:
    kind = written.type
    if kind in _TAGGED:
        name = field(written, "name")
        return "" if name is None else chain_of(file, name)
    if kind in _PLAIN:
        words = [word for word in file.name_of(written).split() if word != "signed"]
        if words in (["unsigned"], ["long"], ["short"]) or not words:
            words.append("int")
        return " ".join(sorted(words)) if len(words) > 1 else words[0]
    if kind == "type_identifier" and file.name_of(written) in file.type_parameters:
        return ANY
    return chain_of(file, written) if kind in _NAMED else ""


def _describe_declarator(node: Node | None) -> str | None:
    """Return the stars and the sign of a declarator; None for a pointer to a function."""
    stars = signs = ""
    for _ in range(_DEEPEST):
        if node is None:
            break
        kind = node.type
        if kind in _POINTERS:
            stars += "*"
        elif kind in _REFERENCES:
            signs = "&"
        elif kind in ("parenthesized_declarator", "abstract_function_declarator"):
            return None
        elif kind == "function_declarator":
            break
        inner = field(node, "declarator")
        if inner is None and kind in _REFERENCES:
            inner = node.named_children[-1] if node.named_children else None
        node = inner
    return stars + signs


def read_arguments(file: CFile, node: Node) -> tuple[Expr, ...]:
    """Return what a call passes, as far as it tells a type."""
    arguments = node if node.type in ("argument_list", "initializer_list") else None
    arguments = arguments or field(node, "arguments")
    if arguments is None:
        return ()
    return tuple(
        read_argument(file, child) for child in arguments.named_children if child.type != "comment"
    )


def read_argument(file: CFile, node: Node | None, depth: int = 0) -> Expr:  # noqa: C901 - one branch for each form
    """Return one thing that is passed: a literal by its type, anything else as an expression."""
    if node is None or depth > _DEEPEST:
        return None
    kind = node.type
    literal = _literal_type(file, node)
    if literal:
        return Builtin(literal)
    if kind == "parenthesized_expression":
        inner = [child for child in node.named_children if child.type != "comment"]
        return read_argument(file, inner[-1], depth + 1) if inner else None
    if kind == "pointer_expression":
        inner_value = read_argument(file, field(node, "argument"), depth + 1)
        if inner_value is None:
            return None
        is_address = file.raw[node.start_byte] == "&"
        return AddressOf(inner_value) if is_address else Pointee(inner_value)
    if kind == "subscript_expression":
        base = read_argument(file, field(node, "argument"), depth + 1)
        return None if base is None else Pointee(base)
    if kind == "unary_expression":
        if file.raw[node.start_byte] == "!":
            return Builtin("bool")
        return read_argument(file, field(node, "argument"), depth + 1)
    if kind == "binary_expression":
        operator = field(node, "operator")
        if operator is not None and operator.type in _TRUE:
            return Builtin("bool")
        return read_argument(file, field(node, "left"), depth + 1)
    if kind in ("cast_expression", "type_descriptor"):
        written = field(node, "type") if kind == "cast_expression" else node
        described = describe_type(file, written) if written is not None else ""
        return Builtin(described) if described else None
    if kind == "call_expression":
        described = _cast_type(file, node)
        if described:
            return Builtin(described)
    return read_expression(file, node)


def _cast_type(file: CFile, node: Node) -> str:
    """Return the type that a call gives that is a cast: `static_cast<Type*>(x)`, `int(x)`."""
    function = field(node, "function")
    if function is None:
        return ""
    if function.type == "primitive_type":
        return file.name_of(function)
    if function.type != "template_function":
        return ""
    name, given = field(function, "name"), field(function, "arguments")
    if name is None or given is None or not file.name_of(name).endswith("_cast"):
        return ""
    first = given.named_children[0] if given.named_children else None
    return describe_type(file, first) if first is not None else ""


def _literal_type(file: CFile, node: Node) -> str:
    kind = node.type
    if kind in ("string_literal", "concatenated_string", "raw_string_literal"):
        return "const wchar_t*" if file.raw.startswith("L", node.start_byte) else "const char*"
    if kind == "char_literal":
        return "char"
    if kind in ("true", "false"):
        return "bool"
    if kind == "null":
        return "nullptr"
    if kind == "sizeof_expression":
        return "size_t"
    return _number_type(file.name_of(node).lower()) if kind == "number_literal" else ""


def _number_type(text: str) -> str:
    """Return the type of a number by how it ends."""
    if not text.startswith("0x") and ("." in text or "e" in text):
        return "float" if text.endswith("f") else "double"
    if text == "0":
        return "0"
    ending = text[len(text.rstrip("ul")) :]
    words = ["unsigned"] if "u" in ending else []
    words += ["long"] * ending.count("l")
    return " ".join(sorted([*words, "int"])) if len(words) < 2 else " ".join(sorted(words))
