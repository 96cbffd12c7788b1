"""The scopes and definitions of a script, opened in one pass over what can hold or name others."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.facts import OVERLOAD
from ripplegraph.parsers.facts_builder import DefinitionDraft, Regions, ScopeDraft
from ripplegraph.parsers.languages.typescript.context import MODULE, OuterName, ScriptFile

FUNCTION_VALUES = frozenset({"arrow_function", "function_expression", "generator_function"})
_WRAPPERS = frozenset(
    {
        "parenthesized_expression",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "type_assertion",
    }
)
_BLOCK_SCOPED = frozenset(
    {
        "lexical_declaration",
        "class_declaration",
        "function_declaration",
        "generator_function_declaration",
        "interface_declaration",
        "type_alias_declaration",
        "enum_declaration",
        "abstract_class_declaration",
    }
)
_DEEPEST_WRAPPING = 20


class Walk:
    """State of the pass: the open scopes, and names waiting for what they belong to."""

    __slots__ = (
        "above",
        "ambient_until",
        "assigned",
        "bodies",
        "decorators",
        "exported",
        "file",
        "implemented",
        "named",
        "signatures",
    )

    def __init__(self, file: ScriptFile) -> None:
        self.file = file
        self.named: dict[int, OuterName] = {}
        self.assigned: dict[int, OuterName] = {}
        """Names given by assignments, which count at module level only."""
        self.bodies: set[int] = set()
        """Offsets of blocks that are the body of something that has its scope already."""
        self.exported: dict[int, bool] = {}
        """Declarations inside `export`; True for a default export."""
        self.above: dict[int, int] = {}
        """For a declaration inside another statement: where that statement begins."""
        self.decorators: dict[int, tuple[Node, ...]] = {}
        self.ambient_until = 0
        self.signatures: dict[tuple[int, str], list[DefinitionDraft]] = {}
        self.implemented: set[tuple[int, str]] = set()


Handler = Callable[[Walk, Node, ScopeDraft], ScopeDraft | None]


def run_walk(walk: Walk, handlers: dict[str, Handler]) -> None:
    """Visit every structural node in the order of the text and open what it opens."""
    file = walk.file
    nodes = [(n.start_byte, -n.end_byte, n.type, n) for n in file.captures.get("structure", ())]
    nodes += _declaring_blocks(file, sorted(n[0] for n in nodes if n[2] in _BLOCK_SCOPED))
    nodes.sort(key=_span)
    module = file.builder.scopes[MODULE]
    stack: list[ScopeDraft] = []
    for start, _, kind, node in nodes:
        while stack and stack[-1].end <= start:
            stack.pop()
        opened = handlers[kind](walk, node, stack[-1] if stack else module)
        if opened is not None:
            stack.append(opened)
    _settle_overloads(walk)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)


def _declaring_blocks(
    file: ScriptFile, declarations: list[int]
) -> list[tuple[int, int, str, Node]]:
    """Return the blocks that hold declarations; the others need no scope of their own."""
    found = []
    for node in file.captures.get("block", ()):
        start, end = node.start_byte, node.end_byte
        at = bisect_left(declarations, start)
        if at < len(declarations) and declarations[at] < end:
            found.append((start, -end, "statement_block", node))
    return found


def _span(item: tuple[int, int, str, Node]) -> tuple[int, int, str]:
    return item[0], item[1], item[2]


def _settle_overloads(walk: Walk) -> None:
    file = walk.file
    for (scope, name), drafts in walk.signatures.items():
        first = 0 if (scope, name) in walk.implemented else 1
        for draft in drafts[first:]:
            draft.fields["flags"] |= OVERLOAD
        if first:
            home = file.builder.scopes[scope]
            file.bind(home, name, "d", home.start, index=drafts[0].index)


def unwrap(node: Node) -> Node:
    """Return the expression inside parentheses, casts and assertions."""
    for _ in range(_DEEPEST_WRAPPING):
        if node.type not in _WRAPPERS:
            break
        inner = [child for child in node.named_children if child.type != "comment"]
        if not inner:
            break
        node = inner[-1] if node.type == "type_assertion" else inner[0]
    return node


def outermost_wrapper(node: Node) -> Node:
    """Return the parentheses, casts and assertions around an expression, or itself."""
    for _ in range(_DEEPEST_WRAPPING):
        around = node.parent
        if around is None or around.type not in _WRAPPERS:
            break
        node = around
    return node


def open_block(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open the scope of a block that declares names of its own."""
    if node.start_byte in walk.bodies:
        return None
    span = (node.start_byte, node.end_byte)
    return walk.file.builder.open_scope("block", scope.index, -1, span)


def open_static_block(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open the scope of a class's `static {}` block, which holds its own `var` variables."""
    for child in node.children:
        if child.type == "statement_block":
            walk.bodies.add(child.start_byte)
    span = (node.start_byte, node.end_byte)
    return walk.file.builder.open_scope("block", scope.index, -1, span)
