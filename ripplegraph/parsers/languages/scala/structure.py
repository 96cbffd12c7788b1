"""The scopes and definitions of a Scala file, opened in one pass over its structure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.facts import BindingKind
from ripplegraph.parsers.facts_builder import Regions, ScopeDraft
from ripplegraph.parsers.languages.java.context import MODULE, field
from ripplegraph.parsers.languages.java.structure import Walk, bind_functional
from ripplegraph.parsers.languages.scala.context import ScalaFile
from ripplegraph.parsers.languages.scala.functions import (
    define_value,
    open_function,
    open_lambda,
)
from ripplegraph.parsers.languages.scala.references import read_import
from ripplegraph.parsers.languages.scala.typedefs import (
    define_alias,
    define_case,
    open_type,
    open_unnamed,
)
from ripplegraph.parsers.languages.scala.types import read_type

_DECLARING = frozenset(
    {
        *("val_definition", "var_definition", "class_definition", "object_definition"),
        *("function_definition", "import_declaration", "trait_definition"),
    }
)
Entry = tuple[int, int, int, str, Node]
Handler = Callable[[ScalaFile, Node, ScopeDraft], ScopeDraft | None]


def _open_case(file: ScalaFile, node: Node, scope: ScopeDraft) -> ScopeDraft:
    """Open the scope of a case, which binds what its pattern names."""
    inner = file.builder.open_scope("block", scope.index, -1, node.byte_range)
    todo: list[tuple[Node | None, Node | None]] = [(field(node, "pattern"), None)]
    while todo:
        pattern, written = todo.pop()
        if pattern is None:
            continue
        if pattern.type == "typed_pattern":
            todo.append((field(pattern, "pattern"), field(pattern, "type")))
        elif pattern.type == "identifier" and file.name_of(pattern)[:1].islower():
            annotation = read_type(file, written)
            kind: BindingKind = "x" if annotation is None else ":"
            file.skip.add(pattern.start_byte)
            name = file.name_of(pattern)
            file.bind(inner, name, kind, pattern.start_byte, annotation=annotation)
        elif pattern.type in ("case_class_pattern", "tuple_pattern", "alternative_pattern"):
            todo += [(child, None) for child in pattern.named_children]
        elif pattern.type == "capture_pattern":
            inside = field(pattern, "pattern")
            is_typed = inside is not None and inside.type == "case_class_pattern"
            own = field(inside, "type") if inside is not None and is_typed else None
            todo += [(field(pattern, "name"), own), (inside, None)]
    return inner


def _open_loop(file: ScalaFile, node: Node, scope: ScopeDraft) -> ScopeDraft:
    """Open the scope of a loop, which binds what goes through its generators."""
    inner = file.builder.open_scope("block", scope.index, -1, node.byte_range)
    listed = next((c for c in node.named_children if c.type == "enumerators"), None)
    for item in listed.named_children if listed is not None else ():
        parts = item.named_children
        if item.type != "enumerator" or len(parts) < 2 or parts[0].type != "identifier":
            continue
        file.skip.add(parts[0].start_byte)
        file.bind(inner, file.name_of(parts[0]), "x", parts[0].start_byte)
        is_loop = any(child.type == "<-" for child in item.children)
        file.pending.append((inner, len(inner.bindings) - 1, parts[1], is_loop))
    return inner


def _open_extension(file: ScalaFile, node: Node, scope: ScopeDraft) -> None:
    del file, node, scope


def _import(file: ScalaFile, node: Node, scope: ScopeDraft) -> None:
    read_import(file, node, scope)


_HANDLERS: dict[str, Handler] = {
    "import_declaration": _import,
    "class_definition": open_type,
    "object_definition": open_type,
    "package_object": open_type,
    "trait_definition": open_type,
    "enum_definition": open_type,
    "simple_enum_case": define_case,
    "full_enum_case": define_case,
    "given_definition": define_value,
    "extension_definition": _open_extension,
    "type_definition": define_alias,
    "function_definition": open_function,
    "function_declaration": open_function,
    "val_definition": define_value,
    "var_definition": define_value,
    "val_declaration": define_value,
    "var_declaration": define_value,
    "lambda_expression": open_lambda,
    "instance_expression": open_unnamed,
    "case_clause": _open_case,
    "for_expression": _open_loop,
}


def open_structure(file: ScalaFile) -> None:
    """Visit every structural node in the order of the text and open what it opens."""
    walk = Walk(file)
    for start, _, _, kind, node in _find_entries(file):
        scope = walk.move_to(start)
        handler = _HANDLERS.get(kind)
        if handler is not None:
            opened = handler(file, node, scope)
        elif node.start_byte in file.bodies:
            opened = None
        else:
            opened = file.builder.open_scope("block", scope.index, -1, node.byte_range)
        if opened is not None:
            walk.open(opened)
    bind_functional(file)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)


def _find_entries(file: ScalaFile) -> list[Entry]:
    found = [_entry(node, 1) for node in file.captures.get("structure", ())]
    declaring = sorted(entry[0] for entry in found if entry[3] in _DECLARING)
    for node in file.captures.get("block", ()):
        start, end = node.byte_range
        at = bisect_left(declaring, start)
        if at < len(declaring) and declaring[at] < end:
            found.append(_entry(node, 0))
    found.sort(key=lambda entry: entry[:3])
    return found


def _entry(node: Node, rank: int) -> Entry:
    start, end = node.byte_range
    return start, -end, rank, node.type, node
