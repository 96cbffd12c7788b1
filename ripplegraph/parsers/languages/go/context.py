"""One Go file while its facts are being read: the captures, the scopes, the regions."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import Binding, BindingKind, Extension
from ripplegraph.parsers.facts_builder import DefinitionDraft, FactsBuilder, Regions, ScopeDraft
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.source import Source

MODULE = 0
BLANK = "_"
CHAIN = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_SPACE = " \t\r\n"


class Opened:
    """A definition with the places in the text that it is described and compared by."""

    __slots__ = ("body", "draft", "end", "start")

    def __init__(self, draft: DefinitionDraft, node: Node, body: Node | None) -> None:
        self.draft = draft
        self.start = node.start_byte
        self.end = node.end_byte
        self.body = self.end if body is None else body.start_byte


class GoFile:
    """Shared state of the readers of one file."""

    def __init__(self, root: Node, captures: Captures, source: Source) -> None:
        self.root = root
        self.captures = captures
        self.source = source
        self.raw = source.raw
        self.builder = FactsBuilder("go", source)
        self.end = len(source.data) + 1
        self.call_index = {node.id: i for i, node in enumerate(captures.get("reference.call", ()))}
        self.literal_index: dict[int, int] = {}
        """The definitions of functions without a name, by their nodes."""
        self.opened: list[Opened] = []
        self.skip = {node.start_byte for node in captures.get("skip", ())}
        """Offsets of identifiers that bind or label, and read nothing."""
        self.pending: list[tuple[ScopeDraft, str, int, int, Node | None, Node | None, str]] = []
        """Names with the types and values they get, to be read when all calls have numbers."""
        self.extensions: dict[str, tuple[ScopeDraft, ScopeDraft]] = {}
        self.repeated: Node | None = None
        """The last constant that was given a value; those behind it in a group repeat it."""
        self.scope_regions = Regions((), MODULE)
        package = captures.get("package")
        self.package = self.name_of(package[0]) if package else ""

    def name_of(self, node: Node) -> str:
        """Return a node's text."""
        start, end = node.byte_range
        return self.source.text(start, end)

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
        value: Expr = None,
        annotation: Expr = None,
    ) -> None:
        """Bind a name in a scope."""
        scope.bindings.append(
            Binding(name, kind, position, self.end, index, spec, "", value, annotation)
        )

    def find_given(self, node: Node) -> tuple[Node | None, Node | None]:
        """Return the type and the value of a declaration; a constant may repeat the one above."""
        written, value = field(node, "type"), field(node, "value")
        if node.type != "const_spec":
            return written, value
        if value is not None:
            self.repeated = node
        elif self.repeated is not None and self.repeated.parent == node.parent:
            return field(self.repeated, "type"), field(self.repeated, "value")
        return written, value

    def extension(self, name: str) -> tuple[ScopeDraft, ScopeDraft]:
        """Return the scopes of the methods of a type: where they are bound, and what they see."""
        found = self.extensions.get(name)
        if found is None:
            span = (self.end - 1, self.end - 1)
            members = self.builder.open_scope("class", MODULE, -1, span)
            inner = self.builder.open_scope("block", members.index, -1, span)
            found = self.extensions[name] = members, inner
            self.builder.extensions.append(Extension(name, members.index))
        return found


def field(node: Node, name: str) -> Node | None:
    """Return the child of a node in one role."""
    return node.child_by_field_name(name)


def names_of(node: Node) -> list[Node]:
    """Return the names that a declaration declares, without the commas between them."""
    return [child for child in node.children_by_field_name("name") if child.is_named]
