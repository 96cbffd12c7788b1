"""The scopes and definitions of a file, opened in one pass over what can hold or name others."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping

from tree_sitter import Node

from ripplegraph.parsers.facts_builder import Regions, ScopeDraft
from ripplegraph.parsers.languages.c.aggregates import (
    define_enumerator,
    define_fields,
    open_aggregate,
    open_enum,
)
from ripplegraph.parsers.languages.c.context import MODULE, CFile
from ripplegraph.parsers.languages.c.declarations import define_type, read_declaration
from ripplegraph.parsers.languages.c.functions import open_function, open_macro_function
from ripplegraph.parsers.languages.c.macros import define_macro

Entry = tuple[int, int, int, str, Node]
"""Start, negated end, rank among nodes of one span, type, node."""
Handler = Callable[[CFile, Node, ScopeDraft], ScopeDraft | None]

HANDLERS: dict[str, Handler] = {
    "function_definition": open_function,
    "macro_body": open_macro_function,
    "struct_specifier": open_aggregate,
    "union_specifier": open_aggregate,
    "enum_specifier": open_enum,
    "enumerator": define_enumerator,
    "field_declaration": define_fields,
    "declaration": read_declaration,
    "type_definition": define_type,
    "preproc_def": define_macro,
    "preproc_function_def": define_macro,
}
DECLARING = frozenset({"declaration", "type_definition", "struct_specifier", "enum_specifier"})


def open_structure(file: CFile, handlers: Mapping[str, Handler]) -> None:
    """Visit every structural node in the order of the text and open what it opens."""
    stack = [file.builder.scopes[MODULE]]
    for start, _, _, kind, node in _find_entries(file):
        while len(stack) > 1 and stack[-1].end <= start:
            stack.pop()
        handler = handlers.get(kind)
        if handler is None:
            opened: ScopeDraft | None = _open_block(file, node, stack[-1])
        else:
            opened = handler(file, node, stack[-1])
        if opened is not None and opened is not stack[-1]:
            stack.append(opened)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)


def _open_block(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    span = (node.start_byte, node.end_byte)
    if scope.index == MODULE or scope.kind == "class":
        return None
    return file.builder.open_scope("block", scope.index, -1, span)


def _find_entries(file: CFile) -> list[Entry]:
    found = [_entry(node, 1, node.type) for node in file.captures.get("structure", ())]
    found += [_entry(node, 1, "macro_body") for node in file.captures.get("macro_body", ())]
    declaring = sorted(entry[0] for entry in found if entry[3] in DECLARING)
    bodies = {-entry[1] for entry in found if entry[3] in ("function_definition", "macro_body")}
    for node in file.captures.get("block", ()):
        start, end = node.byte_range
        at = bisect_left(declaring, start)
        # The body of a function is part of its scope.
        if at < len(declaring) and declaring[at] < end and end not in bodies:
            found.append(_entry(node, 0, node.type))
    found.sort(key=lambda entry: entry[:3])
    return found


def _entry(node: Node, rank: int, kind: str) -> Entry:
    start, end = node.byte_range
    return start, -end, rank, kind, node
