"""One Python file while its facts are being read: the captures, the scopes, the regions."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import Binding, BindingKind
from ripplegraph.parsers.facts_builder import FactsBuilder, Regions, ScopeDraft
from ripplegraph.parsers.grammar_fields import GrammarFields
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.source import Source

FIELDS = GrammarFields("python")
MODULE = 0


class PythonFile:
    """Shared state of the readers of one file."""

    __slots__ = (
        "ascii",
        "assigned",
        "builder",
        "call_index",
        "captures",
        "conditions",
        "defined",
        "documentation",
        "lambda_index",
        "naming",
        "raw",
        "root",
        "scope_regions",
        "skip",
        "source",
        "variables",
    )

    def __init__(self, root: Node, captures: Captures, source: Source) -> None:
        self.root = root
        self.captures = captures
        self.source = source
        self.raw = source.raw
        self.ascii = source.ascii
        self.builder = FactsBuilder("python", source)
        self.call_index = {node.id: i for i, node in enumerate(captures.get("reference.call", ()))}
        self.lambda_index: dict[int, int] = {}
        self.naming: list[Node] = []
        """Calls that are told the names of fields."""
        self.documentation: list[Node] = []
        self.skip: dict[int, int] = {}
        """Offsets of identifiers that are no reads, with the offset up to which to skip."""
        self.defined: set[tuple[int, str]] = set()
        """The names of functions and classes, with the scopes these are bound in."""
        self.variables: dict[tuple[int, str], int] = {}
        self.assigned: list[tuple[int, Node | None, Node | None]] = []
        """The types and values that variables are given, with the indexes of these."""
        end = len(source.data) + 1
        self.conditions = Regions(
            sorted((n.start_byte, n.end_byte, n.end_byte) for n in captures.get("conditional", ())),
            end,
        )
        self.scope_regions = Regions((), MODULE)

    def scope_at(self, offset: int) -> ScopeDraft:
        """Return the innermost scope at an offset."""
        return self.builder.scopes[self.scope_regions.at(offset)]

    def bind(
        self,
        scope: ScopeDraft,
        name: str,
        kind: BindingKind,
        position: int,
        at: int,
        *,
        index: int = -1,
        spec: str = "",
        member: str = "",
        value: Expr = None,
        annotation: Expr = None,
    ) -> None:
        """Bind a name in a scope; `at` is the offset that tells the conditional block."""
        scope.bindings.append(
            Binding(
                name, kind, position, self.conditions.at(at), index, spec, member, value, annotation
            )
        )

    def name_of(self, node: Node) -> str:
        """Return a node's text."""
        start, end = node.byte_range
        return self.raw[start:end] if self.ascii else self.source.text(start, end)

    def skip_name(self, node: Node) -> None:
        """Note that this identifier binds or labels, and reads nothing."""
        start = node.start_byte
        self.skip[start] = start + 1
