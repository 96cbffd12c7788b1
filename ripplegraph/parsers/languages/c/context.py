"""One C or C++ file while its facts are being read: the captures, the scopes, the regions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from tree_sitter import Node

from ripplegraph.graph.expressions import Builtin, Expr
from ripplegraph.graph.facts import Binding, BindingKind
from ripplegraph.parsers.definition_fields import DefinitionFields
from ripplegraph.parsers.facts_builder import DefinitionDraft, FactsBuilder, Regions, ScopeDraft
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.source import Source

MODULE = 0
CPLUSPLUS = "c++"
"""The package of files that are written in C++, whatever their names say."""
CONSTRUCTOR = "<constructor>"
"""What constructors are bound as: the name of their class is that of the class, inside it too."""
NAMESPACE = "::"
"""Bound in the scope of a namespace, with its full name."""
USING = "::using"
"""Bound where the names of a namespace are to be seen, with its name."""
GLOBAL = "<global>"
"""The namespace that no other one is around, before a name that is looked for there: `::open`."""
TAG = "struct "
"""Before the name of a struct, union or enum, which C keeps apart from other names."""
CHAIN = re.compile(r"[^\W\d]\w*(?:\s*(?:->|\.)\s*[^\W\d]\w*)*")
_ARROW = re.compile(r"\s*(?:->|\.|::)\s*")


class Declared(NamedTuple):
    """What a declarator declares: its name, and the innermost function it is, if any."""

    name: Node | None
    function: Node | None
    """The list of parameters; None for a variable, also where that holds a function."""


class Opened:
    """A definition with the places in the text that it is described and compared by."""

    __slots__ = ("body", "draft", "end", "start")

    def __init__(self, draft: DefinitionDraft, start: int, body: int, end: int) -> None:
        self.draft = draft
        self.start = start
        self.body = body
        self.end = end


class CFile:
    """Shared state of the readers of one file."""

    def __init__(
        self,
        root: Node,
        captures: Captures,
        source: Source,
        tokens: re.Pattern[str],
        *,
        is_cpp: bool = False,
    ) -> None:
        self.root = root
        self.captures = captures
        self.source = source
        self.raw = source.raw
        self.is_cpp = is_cpp
        self.builder = FactsBuilder("cpp" if is_cpp else "c", source)
        self.end = len(source.data) + 1
        self.call_index = {node.id: i for i, node in enumerate(captures.get("reference.call", ()))}
        self.literal_index: dict[int, int] = {}
        """The definitions of functions without a name, by their nodes."""
        self.opened: list[Opened] = []
        self.skip = {node.start_byte for node in captures.get("skip", ())}
        """Offsets of identifiers that bind or label, and read nothing."""
        self.type_parameters = {self.name_of(n) for n in captures.get("parameter.type", ())}
        """The names of types that templates of the file take: any type may be given for them."""
        self.pending: list[tuple[ScopeDraft, int, Node | None, Node | None]] = []
        """Bindings with the types and values they get, to be read when all calls have numbers."""
        self.names: dict[int, str] = {}
        """The names of structs that have none, given by what they are the type of."""
        self.merged: set[int] = set()
        """Structs without a name whose members are those of the struct around them."""
        self.prefixes: dict[int, str] = {}
        """What the names of a scope begin with, outside it: `ns::Type::`."""
        self.macro_scopes: set[int] = set()
        self.deferred: list[tuple[Node, Declared, ScopeDraft]] = []
        """Functions that are declared and not defined, to be looked at when all others are."""
        self.methods: list[tuple[Node, Declared, ScopeDraft]] = []
        """Methods that classes declare, to be looked at when all that are defined are known."""
        self.loops: list[tuple[ScopeDraft, int, Node | None, Node | None]] = []
        """Variables of loops, with their types and what the loops go over."""
        self.describe: Callable[[CFile, Node, Node | None], str] | None = None
        """Says what type a declaration gives to what it declares, where functions of one name are
        told apart by types."""
        self.pass_on: Callable[[CFile, Node], tuple[Expr, ...]] | None = None
        """Says what a call passes, where that matters."""
        self.hidden: set[int] = set()
        """Scopes of namespaces without a name: nobody else sees what is in there."""
        self.namespaces: set[str] = set()
        self.tokens = tokens
        self.scope_regions = Regions((), MODULE)

    def name_of(self, node: Node) -> str:
        """Return a node's text."""
        start, end = node.byte_range
        return self.source.text(start, end)

    def line_text(self, start: int, end: int) -> str:
        """Return text on one line, with single spaces."""
        return " ".join(self.source.text(start, end).split())

    def prefix_of(self, scope: ScopeDraft) -> str:
        """Return what the names of a scope begin with where they are seen from outside."""
        return self.prefixes.get(scope.index, "")

    def define(self, name: str, kind: str, scope: ScopeDraft, **fields: Any) -> DefinitionDraft:
        """Add a definition; what lies in a namespace has the name of that before its own."""
        prefix = self.prefixes.get(scope.index)
        if not prefix and "qualified" not in fields:
            return self.builder.define(name, kind, scope.index, **fields)
        fields.setdefault("flags", 0)
        written = fields.pop("qualified", None) or f"{prefix}{name}".replace("::", ".")
        qualified = self.builder.qualify(MODULE, written)
        own: DefinitionFields = {"name": name, "qualified": qualified, "kind": kind}
        return self.builder.add_definition({**own, "scope": scope.index}, fields)

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
    ) -> int:
        """Bind a name in a scope and return the place of the binding there.

        A namespace is no place of its own: its names are the file's, with its own before them.
        """
        prefix = self.prefixes.get(scope.index)
        if prefix is not None:
            scope, name = self.builder.scopes[MODULE], prefix + name
        scope.bindings.append(
            Binding(name, kind, position, self.end, index, spec, member, value, annotation)
        )
        return len(scope.bindings) - 1

    def describe_alias(self, node: Node, item: Node | None) -> Expr:
        """Return the type that a name is another name of; None where that is given others."""
        written = field(node, "type")
        described = self.describe_type(node, item)
        is_given = written is None or "<" in self.name_of(written)
        is_function = item is not None and item.type == "function_declarator"
        return Builtin(described) if described and not is_given and not is_function else None

    def describe_type(self, node: Node | None, item: Node | None = None) -> str:
        """Return the type that a declaration writes, where anybody wants to know."""
        return "" if self.describe is None or node is None else self.describe(self, node, item)

    def read_arguments(self, node: Node) -> tuple[Expr, ...]:
        """Return what a call passes, where anybody wants to know."""
        return () if self.pass_on is None else self.pass_on(self, node)

    def binding(
        self, name: str, spec: str, *, kind: BindingKind = "x", annotation: Expr = None
    ) -> Binding:
        """Return a binding that says something about its scope."""
        return Binding(name, kind, 0, self.end, -1, spec, "", None, annotation)

    def is_in_function(self, scope: int) -> bool:
        """Whether a scope is that of a function, or in one."""
        while scope > MODULE:
            draft = self.builder.scopes[scope]
            if draft.kind == "function" or scope in self.prefixes:
                return draft.kind == "function"
            scope = draft.parent
        return False

    def home(self, scope: ScopeDraft) -> ScopeDraft:
        """Return the scope whose bindings have the names that a scope declares."""
        return self.builder.scopes[MODULE] if scope.index in self.prefixes else scope


def field(node: Node, name: str) -> Node | None:
    """Return the child of a node in one role."""
    return node.child_by_field_name(name)


def join_chain(text: str) -> str:
    """Return a chain of names with dots between them: `a->b . c` is `a.b.c`."""
    return _ARROW.sub(".", text)
