"""What definitions say about themselves in words: signatures, bases, documentation."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr, GenericType
from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.parsers.languages.typescript.context import Opened, ScriptFile
from ripplegraph.parsers.languages.typescript.expressions import read_expression
from ripplegraph.parsers.languages.typescript.types import read_arguments, read_type

_LONGEST_SIGNATURE = 400
_LONGEST_DOC = 200
_SPACE = " \t\r\n"
_TAG = re.compile(r"\{@\w++\s++([^}]*+)\}")
_CLASS_KINDS = frozenset({"class", "interface"})


def read_descriptions(file: ScriptFile) -> str:
    """Fill in signatures, bases and documentation; return the first line of the module's."""
    for item in file.opened:
        fields = item.draft.fields
        if fields["flags"] & ANONYMOUS:
            continue
        fields["doc"] = _documentation(file, item.above)
        if item.parts is not None:
            fields["signature"] = _function_signature(file, item)
        elif fields["kind"] in _CLASS_KINDS and fields["body"] >= 0:
            _read_heritage(file, item)
        else:
            fields["signature"] = _variable_signature(file, item)
    return _module_documentation(file)


def _function_signature(file: ScriptFile, item: Opened) -> str:
    parts = item.parts
    name = item.draft.fields["name"]
    if parts is None or parts.parameters is None:
        return f"{name}()"
    first = parts.types or parts.parameters
    last = parts.returns or parts.parameters
    text = file.line_text(first.start_byte, last.end_byte)
    if not text.startswith(("(", "<")):
        text = f"({text})"
    return f"{name}{text}"[:_LONGEST_SIGNATURE]


def _variable_signature(file: ScriptFile, item: Opened) -> str:
    name: str = item.draft.fields["name"]
    for child in item.node.children:
        if child.type == "type_annotation":
            return f"{name}{file.line_text(child.start_byte, child.end_byte)}"[:_LONGEST_SIGNATURE]
    return name


def _read_heritage(file: ScriptFile, item: Opened) -> None:
    fields = item.draft.fields
    bases: list[Expr] = []
    implements: list[Expr] = []
    words: list[str] = [fields["name"]]
    for child in item.node.children:
        kind = child.type
        if kind == "class_heritage":
            words.append(file.line_text(child.start_byte, child.end_byte))
            _read_class_heritage(file, child, bases, implements)
        elif kind in ("extends_type_clause", "extends_clause"):
            words.append(file.line_text(child.start_byte, child.end_byte))
            bases += [read_type(file, c) for c in child.named_children]
        elif kind == "type_parameters":
            words[0] += file.line_text(child.start_byte, child.end_byte)
    if item.node.type == "type_alias_declaration":
        value = item.node.child_by_field_name("value")
        if value is not None:
            fields["annotation"] = read_type(file, value)
            words.append(f"= {file.line_text(value.start_byte, value.end_byte)}")
    fields["bases"] = tuple(base for base in bases if base is not None)
    fields["implements"] = tuple(base for base in implements if base is not None)
    fields["signature"] = " ".join(words)[:_LONGEST_SIGNATURE]


def _read_class_heritage(
    file: ScriptFile, node: Node, bases: list[Expr], implements: list[Expr]
) -> None:
    for child in node.named_children:
        if child.type == "extends_clause":
            bases += _read_extended(file, child)
        elif child.type == "implements_clause":
            implements += [read_type(file, c) for c in child.named_children]
        elif child.type != "comment":
            bases.append(read_expression(file, child))


def _read_extended(file: ScriptFile, node: Node) -> list[Expr]:
    """Return what a class extends, with the types that it is given."""
    found: list[Expr] = []
    for child in node.named_children:
        if child.type != "type_arguments":
            if child.type != "comment":
                found.append(read_expression(file, child))
        elif found and isinstance(found[-1], str):
            found[-1] = GenericType(found[-1], read_arguments(file, child))
    return found


def _documentation(file: ScriptFile, above: int) -> str:
    """Return the first line of the `/** */` comment that ends right before an offset."""
    raw = file.raw
    end = above
    while end and raw[end - 1] in _SPACE:
        end -= 1
    if not raw.endswith("*/", 0, end):
        return ""
    start = raw.rfind("/*", 0, end - 2)
    if start < 0 or not raw.startswith("/**", start):
        return ""
    return _first_line(file.source.text(start + 3, end - 2))


def _first_line(text: str) -> str:
    for line in text.splitlines():
        words = line.strip().lstrip("*").strip()
        if words.startswith("@"):
            return ""
        if words:
            return _TAG.sub(r"\1", words)[:_LONGEST_DOC]
    return ""


def _module_documentation(file: ScriptFile) -> str:
    raw = file.raw
    start = len(raw) - len(raw.lstrip(_SPACE))
    if raw.startswith("#!"):
        start = raw.find("\n") + 1
    if not raw.startswith("/**", start):
        return ""
    end = raw.find("*/", start)
    return _first_line(file.source.text(start + 3, end)) if end > 0 else ""
