"""One Java file while its facts are being read: the captures, the scopes, the names of methods."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import DefinitionAt, Expr
from ripplegraph.graph.facts import NEW, Binding, BindingKind, Call
from ripplegraph.parsers.facts_builder import DefinitionDraft, FactsBuilder, Regions, ScopeDraft
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.source import Source

MODULE = 0
CHAIN = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*")
CONSTRUCTOR = "<init>"
MOST_ARGUMENTS = 10


class Opened:
    """A definition with the places in the text that it is described and compared by."""

    __slots__ = ("body", "draft", "end", "head", "start")

    def __init__(self, draft: DefinitionDraft, node: Node, body: Node | None) -> None:
        self.draft = draft
        self.start = self.head = node.start_byte
        self.end = node.end_byte
        self.body = self.end if body is None else body.start_byte


class JavaFile:
    """Shared state of the readers of one file; those of a sister language use it, too."""

    def __init__(
        self, root: Node, captures: Captures, source: Source, language: str = "java"
    ) -> None:
        self.root = root
        self.captures = captures
        self.source = source
        self.raw = source.raw
        self.builder = FactsBuilder(language, source)
        self.end = len(source.data) + 1
        self.call_index = {node.id: i for i, node in enumerate(captures.get("reference.call", ()))}
        self.unnamed: dict[int, int] = {}
        """The definitions of lambdas and anonymous classes, by their nodes."""
        self.opened: list[Opened] = []
        self.skip = {node.start_byte for node in captures.get("skip", ())}
        """Offsets of identifiers that declare or label, and read nothing."""
        self.bodies: set[int] = set()
        """Where the blocks begin that are bodies, which have the scope of what they belong to."""
        self.pending: list[tuple[ScopeDraft, int, Node, bool]] = []
        """Bindings whose values can be read when all calls have numbers; whether in a loop."""
        self.results: list[tuple[DefinitionDraft, Node]] = []
        """Functions whose bodies are what they give, with that."""
        self.abstract: dict[int, list[int]] = {}
        """The methods without bodies of each interface, by its scope."""
        self.components: dict[int, int] = {}
        """How many parts each record has, by its scope."""
        self.made: list[tuple[ScopeDraft, int, int]] = []
        """Classes that an enum makes objects of without a call: scope, position, definition."""
        self.scope_regions = Regions((), MODULE)
        self.code_start = 0
        """Where the imports end."""
        self.imported: dict[str, str] = {}
        """The packages that types are imported from, by the names of these types."""
        self.stars: set[str] = set()
        """The packages of which all types are imported."""
        self.package = ""

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
        member: str = "",
        value: Expr = None,
        annotation: Expr = None,
    ) -> None:
        """Bind a name in a scope."""
        scope.bindings.append(
            Binding(name, kind, position, self.end, index, spec, member, value, annotation)
        )

    def call_made(self) -> None:
        """Add a call of each class that an enum makes an object of."""
        for scope, at, index in self.made:
            line = self.source.line_at(at)
            self.builder.calls.append(Call(scope.index, at, line, DefinitionAt(index), (), (), NEW))

    def bind_method(
        self, scope: ScopeDraft, name: str, index: int, fewest: int, most: int | None
    ) -> None:
        """Bind a method under a name for each number of arguments, and one for any number."""
        last = MOST_ARGUMENTS + 1 if most is None else most
        for count in range(fewest, last + 1):
            self.bind(scope, method_name(name, count), "d", scope.start, index=index)
        self.bind(scope, f"{name}::", "d", scope.start, index=index)


def method_name(name: str, count: int) -> str:
    """Return what a method is bound as: fields and methods, and overloads, have names apart."""
    return f"{name}({count})" if count <= MOST_ARGUMENTS else f"{name}(+)"


def field(node: Node, name: str) -> Node | None:
    """Return the child of a node in one role."""
    return node.child_by_field_name(name)
