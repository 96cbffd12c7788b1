"""The names that Rust's patterns bind, and what of the matched value each of them gets.

How a name comes out of a value is a form, a tuple of steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from ripplegraph.graph.expressions import (
    Attribute,
    Either,
    Element,
    Expr,
    InstanceOf,
    Unpacked,
    find_parts,
)
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.rust.context import (
    BLANK,
    ElementStep,
    ExpressionStep,
    Form,
    Part,
    Pending,
    RustFile,
    field,
)
from ripplegraph.parsers.languages.rust.types import path_chain

_DEEPEST = 20
_OPENING = frozenset({"Some", "Ok", "Ready", "Continue", "Break", "Occupied", "Borrowed", "Owned"})
_NAMES = frozenset({"identifier", "shorthand_field_identifier"})
_TRANSPARENT = frozenset(
    {
        "mut_pattern",
        "ref_pattern",
        "reference_pattern",
        "match_pattern",
        "captured_pattern",
        "or_pattern",
    }
)
_PAYLOAD = "#"
_UNKNOWN: Form = (ExpressionStep(None),)


class Match:
    """What a pattern is matched with: where its names are bound, and what they come out of."""

    __slots__ = ("file", "is_empty", "position", "scope", "value", "written")

    def __init__(
        self,
        file: RustFile,
        scope: ScopeDraft,
        position: int,
        *,
        written: Node | None = None,
        value: Node | None = None,
    ) -> None:
        self.file = file
        self.scope = scope
        self.position = position
        self.written = written
        self.value = value
        self.is_empty = written is None and value is None

    def bind(self, node: Node, form: Form) -> None:
        """Bind a name to what can only be read when all calls have numbers."""
        name = self.file.name_of(node)
        if name[:1].isupper():
            # A constant, or a variant without anything inside: it is read.
            return
        self.file.skip.add(node.start_byte)
        if name == BLANK:
            return
        self.file.bind(self.scope, name, "x", self.position)
        if self.is_empty and not form:
            return
        at = len(self.scope.bindings) - 1
        written = self.written if not form else None
        self.file.pending.append(Pending(self.scope, at, written, self.value, form, -1))


def bind_pattern(match: Match, node: Node | None, form: Form = (), depth: int = 0) -> None:
    """Bind the names of a pattern."""
    if node is None or depth > _DEEPEST:
        return
    kind = node.type
    if kind in _NAMES:
        match.bind(node, form)
    elif kind in _TRANSPARENT:
        for child in node.named_children:
            bind_pattern(match, child, form, depth + 1)
    elif kind == "tuple_pattern":
        _bind_parts(match, node, form, depth)
    elif kind == "slice_pattern":
        for child in node.named_children:
            bind_pattern(match, child, (*form, ElementStep()), depth + 1)
    elif kind == "tuple_struct_pattern":
        _bind_payload(match, node, form, depth)
    elif kind == "struct_pattern":
        _bind_fields(match, node, depth)


def _bind_parts(match: Match, node: Node, form: Form, depth: int) -> None:
    for i, child in number_parts(node):
        inner: Form = _UNKNOWN if i < 0 else (*form, Part(i))
        bind_pattern(match, child, inner, depth + 1)


def _bind_payload(match: Match, node: Node, form: Form, depth: int) -> None:
    """Bind what a variant or a struct without names for its fields holds."""
    written = field(node, "type")
    chain = path_chain(match.file, written, match.scope) if written is not None else None
    opens = chain is not None and _is_opening(match.file, chain)
    for i, child in number_parts(node):
        inner: Form = _UNKNOWN
        if opens and i == 1:
            inner = (*form, ElementStep())
        elif i > 0:
            inner = (ExpressionStep(payload(match.file, chain, str(i - 1))),)
        bind_pattern(match, child, inner, depth + 1)


def number_parts(node: Node) -> Iterator[tuple[int, Node]]:
    """Return the parts of a list of patterns with their places; -1 for those after `..`.

    Of a part that binds nothing, `_`, the grammar only knows the word.
    """
    parts = [c for c in node.children if (c.is_named or c.type == BLANK) and not c.is_extra]
    is_open = False
    for i, child in enumerate(parts):
        is_open = is_open or child.type == "remaining_field_pattern"
        yield -1 if is_open else i, child


def _is_opening(file: RustFile, chain: str) -> bool:
    """Whether a pattern opens a box of the standard library."""
    front, _, last = chain.rpartition(".")
    return last in _OPENING and front.rpartition(".")[2] not in file.own_names


def _bind_fields(match: Match, node: Node, depth: int) -> None:
    file = match.file
    written = field(node, "type")
    chain = path_chain(file, written, match.scope) if written is not None else None
    for item in node.named_children:
        name = field(item, "name") if item.type == "field_pattern" else None
        if name is None:
            continue
        inner: Form = (ExpressionStep(payload(file, chain, file.name_of(name))),)
        bind_pattern(match, field(item, "pattern") or name, inner, depth + 1)


def payload(file: RustFile, chain: str | None, name: str) -> Expr:
    """Return what a variant holds under a name, or a struct: which one a chain is, types tell."""
    if chain is None:
        return None
    if "." not in chain:
        file.payloads.setdefault(chain, set()).add(f"{_PAYLOAD}{name}")
    return Either((f"{chain}{_PAYLOAD}{name}", Attribute(InstanceOf(chain), name)))


def payload_name(variant: str, name: str) -> str:
    """Return the member of an enumeration that stands for what a variant holds under a name."""
    return f"{variant}{_PAYLOAD}{name}"


def apply_form(value: Expr, form: Form) -> Expr:
    """Return what the steps of a form make of a value."""
    for step in form:
        if isinstance(step, ExpressionStep):
            value = step.value
        elif value is None:
            return None
        elif isinstance(step, Part):
            value = Unpacked(value, step.place, 0)
        else:
            value = Element(value)
    return value


def mentions(value: Expr, name: str) -> bool:
    """Whether an expression reads a name where it stands."""
    if isinstance(value, str):
        return value.partition(".")[0] == name
    return any(mentions(part, name) for part in find_parts(value))
