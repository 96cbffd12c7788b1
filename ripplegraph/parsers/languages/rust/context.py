"""One Rust file while its facts are being read: the captures, the scopes, the regions."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import EXPORTED, Binding, BindingKind
from ripplegraph.parsers.facts_builder import DefinitionDraft, FactsBuilder, Regions, ScopeDraft
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.languages.rust.macro_rules import Rule
from ripplegraph.parsers.source import Source

MODULE = 0
BLANK = "_"
OWN = "'"
"""After the name of a member that the block around a place has itself."""
ALIAS = "::"
"""After the name of a module or type that a variable hides, to find it nonetheless."""
WORD = re.compile(r"[^\W\d]\w*")
_BETWEEN = re.compile(r"(?:\s|//[^\n]*\n|/\*.*?\*/)*", re.DOTALL)


class Opened:
    """A definition with the places in the text that it is described and compared by."""

    __slots__ = ("above", "body", "draft", "end", "start")

    def __init__(self, draft: DefinitionDraft, node: Node, body: Node | None, above: int) -> None:
        self.draft = draft
        self.start = node.start_byte
        self.end = node.end_byte
        self.body = self.end if body is None else body.start_byte
        self.above = above
        """Where its attributes begin."""


class ElementStep(NamedTuple):
    """The step to an element of a value: of an option, a result, a slice."""


class Part(NamedTuple):
    """The step to one part of a tuple."""

    place: int


class ExpressionStep(NamedTuple):
    """The step to an expression, whatever the value is."""

    value: Expr


Form = tuple[ElementStep | Part | ExpressionStep, ...]
"""The steps from a value to what a name gets of it."""


class Pending(NamedTuple):
    """A name with the type and value it gets, to be read when all calls have numbers."""

    scope: ScopeDraft
    at: int
    """Which of the scope's bindings it is."""
    written: Node | None
    value: Node | None
    form: Form
    definition: int
    """The definition that the name is, or -1."""


class InnerModule(NamedTuple):
    """A module of the file: the file itself or one that is written inside it."""

    scope: ScopeDraft
    path: tuple[str, ...]
    draft: DefinitionDraft | None


class RustFile:
    """Shared state of the readers of one file."""

    def __init__(self, root: Node, captures: Captures, source: Source) -> None:
        self.root = root
        self.captures = captures
        self.source = source
        self.raw = source.raw
        self.builder = FactsBuilder("rust", source)
        self.end = len(source.data) + 1
        self.call_index = {node.id: i for i, node in enumerate(captures.get("reference.call", ()))}
        self.closure_index: dict[int, int] = {}
        """The definitions of closures, by their nodes."""
        self.opened: list[Opened] = []
        self.skip = {node.start_byte for node in captures.get("skip", ())}
        """Offsets of identifiers that bind or label, and read nothing."""
        self.pending: list[Pending] = []
        self.uses: list[tuple[Node, ScopeDraft, InnerModule]] = []
        self.spaces: dict[int, InnerModule] = {
            MODULE: InnerModule(self.builder.scopes[MODULE], (), None)
        }
        """The modules of the file, by their scopes."""
        self.selves: dict[int, Expr] = {}
        """The type that `Self` means, by the scope of the block that says so."""
        self.traits: set[int] = set()
        """The scopes of traits, in which `Self` is whatever implements them."""
        self.payloads: dict[str, set[str]] = {}
        """By the name of a variant that a pattern takes apart: what it takes, as endings."""
        self.aliases: set[tuple[int, str]] = set()
        self._values: dict[int, set[str]] = {}
        self.fields: list[tuple[DefinitionDraft, ScopeDraft]] = []
        self.impls: list[tuple[str, ScopeDraft, ScopeDraft]] = []
        """The blocks that extend types: the type's name, and the scopes of the block."""
        self.inherent: dict[tuple[int, str], list[ScopeDraft]] = {}
        """By the scope around and the type: the blocks that give it members of its own."""
        self.own_members: dict[int, set[str]] = {}
        """By the scope of a block: members that other blocks of its type have, too."""
        self.owners: dict[int, tuple[int, str]] = {}
        """By the scope of a block that extends a type: the scope around it, and the type's name."""
        self.bodies: set[int] = set()
        """Where bodies of functions begin, which have the scope of their function."""
        self.closures: list[tuple[DefinitionDraft, ScopeDraft, Node | None]] = []
        self.scope_regions = Regions((), MODULE)
        self.attributes = [n.byte_range for n in captures.get("attribute", ())]
        self._attribute_ends = [end for _, end in self.attributes]
        self.macro_rules: dict[str, list[Rule]] = {}
        """The rules of macros that make definitions, by the names of the macros."""
        self.is_complete = False
        """Whether all names are bound, if not yet to what they are given."""
        self.own_names: set[str] = set()
        """Names of types that the file defines or takes from the project."""

    def name_of(self, node: Node) -> str:
        """Return a node's text, without what marks a keyword used as a name."""
        start, end = node.byte_range
        text = self.source.text(start, end)
        return text.removeprefix("r#")

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

    def attributes_above(self, at: int) -> tuple[int, list[str]]:
        """Return where the attributes of what begins at a place begin, and their texts."""
        found: list[str] = []
        number = bisect_right(self._attribute_ends, at) - 1
        while number >= 0:
            start, end = self.attributes[number]
            between = _BETWEEN.match(self.raw, end, at)
            if between is None or between.end() != at:
                break
            found.append(self.raw[start + 2 : end - 1].strip())
            at = start
            number -= 1
        return at, found

    def module_name(self, name: str, scope: int) -> str:
        """Return the name that a path begins with; variables of that name do not count."""
        at = MODULE if name[:1].isupper() else scope
        while at not in self.spaces:
            values = self._values.get(at)
            if values is None:
                bindings = self.builder.scopes[at].bindings
                values = {b.name for b in bindings if b.kind in "p=:x"}
                if self.is_complete:
                    self._values[at] = values
            if name in values:
                home = self.space_of(self.builder.scopes[at]).scope.index
                self.aliases.add((home, name))
                return name + ALIAS
            at = self.builder.scopes[at].parent
        return name

    def bind_aliases(self) -> None:
        """Bind names that paths begin with once more, where variables hide them."""
        for home, name in sorted(self.aliases):
            at = home
            found: list[Binding] = []
            while at >= 0 and not found:
                found = [b for b in self.builder.scopes[at].bindings if b.name == name]
                at = self.builder.scopes[at].parent
            scope = self.builder.scopes[home]
            for b in found:
                self.bind(
                    scope, name + ALIAS, b.kind, 0, index=b.index, spec=b.spec, member=b.member
                )
            if not found:
                self.bind(scope, name + ALIAS, "i", 0, spec=name)

    def space_of(self, scope: ScopeDraft) -> InnerModule:
        """Return the module that a scope lies in."""
        index = scope.index
        while index not in self.spaces:
            index = self.builder.scopes[index].parent
        return self.spaces[index]

    def own_member(self, name: str, scope: int) -> str | None:
        """Return the name of a member that is the one of the block around a place, if it has it."""
        while scope >= 0:
            if scope in self.selves:
                return name + OWN if name in self.own_members.get(scope, ()) else None
            scope = self.builder.scopes[scope].parent
        return None

    def self_type(self, scope: ScopeDraft | int) -> Expr:
        """Return the type that `Self` means in a scope, if any."""
        index = scope if isinstance(scope, int) else scope.index
        while index >= 0:
            if index in self.selves:
                return self.selves[index]
            index = self.builder.scopes[index].parent
        return None


def field(node: Node, name: str) -> Node | None:
    """Return the child of a node in one role."""
    return node.child_by_field_name(name)


def flag_item(node: Node) -> int:
    """Return the flag of items that say they are public."""
    for child in node.children[:2]:
        if child.type == "visibility_modifier":
            return EXPORTED
    return 0
