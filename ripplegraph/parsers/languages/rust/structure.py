"""The scopes and definitions of a Rust file, opened in one pass over what can hold others."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.parsers.facts_builder import Regions, ScopeDraft
from ripplegraph.parsers.languages.rust.context import MODULE, WORD, ElementStep, RustFile, field
from ripplegraph.parsers.languages.rust.functions import open_closure, open_function
from ripplegraph.parsers.languages.rust.made_items import (
    ITEM_MACRO,
    define_made,
    find_item_macros,
)
from ripplegraph.parsers.languages.rust.modules import (
    bind_external,
    define_macro,
    open_module,
)
from ripplegraph.parsers.languages.rust.patterns import Match, bind_pattern
from ripplegraph.parsers.languages.rust.tokens import bind_closures, declares
from ripplegraph.parsers.languages.rust.typedefs import (
    bind_own_members,
    define_value,
    name_fields,
    open_alias,
    open_enum,
    open_impl,
    open_struct,
    open_trait,
    own_impls,
)

Entry = tuple[int, int, int, str, Node]
"""Start, negated end, rank among nodes of one span, type, node."""
Handler = Callable[[RustFile, Node, ScopeDraft], ScopeDraft | None]
_HANDLERS: dict[str, Handler] = {
    "function_item": open_function,
    "function_signature_item": open_function,
    "closure_expression": open_closure,
    "struct_item": open_struct,
    "union_item": open_struct,
    "enum_item": open_enum,
    "trait_item": open_trait,
    "impl_item": open_impl,
    "type_item": open_alias,
    "associated_type": open_alias,
    "mod_item": open_module,
    "macro_definition": define_macro,
}


class Walk:
    """State of the pass: the open scopes, and those that begin later in the text."""

    def __init__(self, file: RustFile) -> None:
        self.file = file
        self.stack: list[ScopeDraft] = [file.builder.scopes[MODULE]]
        self.later: list[ScopeDraft] = []

    def move_to(self, start: int) -> ScopeDraft:
        """Close and open scopes up to a place, and return the innermost there."""
        while self.later and self.later[-1].start <= start:
            scope = self.later.pop()
            self._close(scope.start)
            self.stack.append(scope)
        self._close(start)
        return self.stack[-1]

    def _close(self, at: int) -> None:
        while len(self.stack) > 1 and self.stack[-1].end <= at:
            self.stack.pop()

    def open_later(self, scope: ScopeDraft, start: int, end: int) -> ScopeDraft:
        """Open a scope that begins further on in the text."""
        inner = self.file.builder.open_scope("block", scope.index, -1, (start, end))
        self.later.append(inner)
        self.later.sort(key=lambda s: (-s.start, s.end))
        return inner


def open_structure(file: RustFile) -> None:
    """Visit every structural node in the order of the text and open what it opens."""
    walk = Walk(file)
    for start, _, _, kind, node in _find_entries(file):
        scope = walk.move_to(start)
        opened = _visit(walk, kind, node, scope)
        if opened is not None:
            walk.stack.append(opened)
    own_impls(file)
    bind_own_members(file)
    name_fields(file)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)


def _find_entries(file: RustFile) -> list[Entry]:
    found = [_entry(node, 1) for node in file.captures.get("structure", ())]
    macros = file.captures.get("macro", ())
    found += [_entry(node, 0) for node in macros if declares(file, *node.byte_range)]
    for node in find_item_macros(file):
        found.append((node.start_byte, -node.end_byte, 2, ITEM_MACRO, node))
    seen: set[int] = set()
    for node in file.captures.get("block", ()):
        if node.id not in seen:
            seen.add(node.id)
            found.append(_entry(node, 0))
    found.sort(key=lambda entry: entry[:3])
    return found


def _entry(node: Node, rank: int) -> Entry:
    start, end = node.byte_range
    return start, -end, rank, node.type, node


def _visit(walk: Walk, kind: str, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    file = walk.file
    handler = _HANDLERS.get(kind)
    if handler is not None:
        return handler(file, node, scope)
    binder = _BINDERS.get(kind)
    if binder is not None:
        binder(walk, node, scope)
    elif kind == "use_declaration":
        file.uses.append((node, scope, file.space_of(scope)))
    elif kind == "extern_crate_declaration":
        bind_external(file, node, scope)
    elif kind == ITEM_MACRO:
        define_made(file, node, scope)
    elif kind in ("const_item", "static_item"):
        define_value(file, node, scope)
    elif kind == "macro_invocation":
        inner = file.builder.open_scope("block", scope.index, -1, node.byte_range)
        bind_closures(file, inner)
        return inner
    elif kind == "block" and node.start_byte not in file.bodies:
        return file.builder.open_scope("block", scope.index, -1, node.byte_range)
    return None


def _bind_let(walk: Walk, node: Node, scope: ScopeDraft) -> None:
    """Bind the names of a declaration.

    A name is in scope after its declaration. Where what it is given reads a name alike, that is
    another one: then the rest of the block is a scope of its own.
    """
    file = walk.file
    pattern, value = field(node, "pattern"), field(node, "value")
    if pattern is None:
        return
    if value is not None:
        names = set(WORD.findall(file.raw, *pattern.byte_range))
        alike = names.intersection(WORD.findall(file.raw, *value.byte_range))
        bound = {binding.name for binding in scope.bindings} if alike else set()
        if not alike <= bound:
            scope = walk.open_later(scope, node.end_byte, scope.end)
    match = Match(file, scope, node.end_byte, written=field(node, "type"), value=value)
    bind_pattern(match, pattern)


def _bind_condition(walk: Walk, node: Node, scope: ScopeDraft) -> None:
    """Bind the names of `if let` and `while let` in what runs where they match."""
    around = node.parent
    while around is not None and around.type in ("let_chain", "parenthesized_expression"):
        around = around.parent
    body = None
    if around is not None:
        body = field(around, "consequence") or field(around, "body")
    if body is None or body.start_byte < node.end_byte:
        return
    inner = walk.open_later(scope, node.end_byte, body.end_byte)
    match = Match(walk.file, inner, node.end_byte, value=field(node, "value"))
    bind_pattern(match, field(node, "pattern"))


def _bind_loop(walk: Walk, node: Node, scope: ScopeDraft) -> None:
    body = field(node, "body")
    if body is None:
        return
    inner = walk.open_later(scope, *body.byte_range)
    match = Match(walk.file, inner, body.start_byte, value=field(node, "value"))
    bind_pattern(match, field(node, "pattern"), (ElementStep(),))


def _open_arm(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Bind the names of a pattern in its arm, which is a scope if there are any."""
    block = node.parent
    around = block.parent if block is not None else None
    inner = file.builder.open_scope("block", scope.index, -1, node.byte_range)
    value = field(around, "value") if around is not None else None
    match = Match(file, inner, node.start_byte, value=value)
    bind_pattern(match, field(node, "pattern"))
    if not inner.bindings:
        file.builder.scopes.pop()
        return None
    return inner


_HANDLERS["match_arm"] = _open_arm
_BINDERS: dict[str, Callable[[Walk, Node, ScopeDraft], None]] = {
    "let_declaration": _bind_let,
    "let_condition": _bind_condition,
    "for_expression": _bind_loop,
}
