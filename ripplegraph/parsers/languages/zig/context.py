"""One Zig file while its facts are being read: the captures, the scopes, the regions."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import EXPORTED, Binding, BindingKind, Call
from ripplegraph.parsers.facts_builder import DefinitionDraft, FactsBuilder, Regions, ScopeDraft
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.source import Source

MODULE = 0
BLANK = "_"


class Opened(NamedTuple):
    """A definition with the places in the text that it is described and compared by."""

    draft: DefinitionDraft
    start: int
    body: int
    end: int


class Pending(NamedTuple):
    """A name with what it gets, to be read when all calls have numbers."""

    scope: ScopeDraft
    at: int
    written: list[Node]
    """The nodes of its type."""
    value: list[Node]
    is_element: bool
    """Whether it gets an element of the value, not the value itself."""
    definition: int


class ZigFile:
    """Shared state of the readers of one file."""

    def __init__(self, root: Node, captures: Captures, source: Source) -> None:
        self.root = root
        self.captures = captures
        self.source = source
        self.raw = source.raw
        self.builder = FactsBuilder("zig", source)
        self.end = len(source.data) + 1
        self.call_index = {node.id: i for i, node in enumerate(captures.get("reference.call", ()))}
        self.calls: list[Call | None] = [None] * len(self.call_index)
        self.container_index: dict[int, int] = {}
        """The definitions of containers, by their nodes."""
        self.opened: list[Opened] = []
        self.skip = {node.start_byte for node in captures.get("skip", ())}
        """Offsets of identifiers that bind, and read nothing."""
        self.pending: list[Pending] = []
        self.results: list[tuple[int, list[Node]]] = []
        self.bodies: set[int] = set()
        """Where bodies of functions begin, which have the scope of their function."""
        self.scope_regions = Regions((), MODULE)

    def name_of(self, node: Node) -> str:
        """Return a node's text; `@"a b"` is the name `a b`."""
        start, end = node.byte_range
        text = self.source.text(start, end)
        return text[2:-1] if text.startswith('@"') else text

    def line_text(self, start: int, end: int) -> str:
        """Return text on one line, with single spaces."""
        return " ".join(self.source.text(start, end).split())

    def bind(
        self,
        scope: ScopeDraft,
        name: str,
        kind: BindingKind,
        position: int,
        *,
        index: int = -1,
        spec: str = "",
        member: str = "",
        annotation: Expr = None,
    ) -> None:
        """Bind a name in a scope."""
        scope.bindings.append(
            Binding(name, kind, position, self.end, index, spec, member, None, annotation)
        )

    def container_at(self, scope: int) -> int:
        """Return the definition of the container that a scope lies in, or -1 for the file."""
        scopes = self.builder.scopes
        while scope > MODULE and scopes[scope].kind != "module":
            scope = scopes[scope].parent
        return scopes[scope].definition


def field(node: Node, name: str) -> Node | None:
    """Return the child of a node in one role."""
    return node.child_by_field_name(name)


def flag_public(file: ZigFile, start: int) -> int:
    """Return the flag of what is public, by the word before it."""
    return EXPORTED if file.raw[max(0, start - 12) : start].rstrip().endswith("pub") else 0
