"""One script file while its facts are being read: the captures, the scopes, the names."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import ANONYMOUS, OVERLOAD, Binding, BindingKind
from ripplegraph.parsers.definition_fields import DefinitionFields
from ripplegraph.parsers.facts_builder import DefinitionDraft, FactsBuilder, Regions, ScopeDraft
from ripplegraph.parsers.language import Captures
from ripplegraph.parsers.source import Source

MODULE = 0
_START_AND_END = attrgetter("start_byte", "end_byte")


class OuterName:
    """The name that something around a function, class or object gives it."""

    __slots__ = ("annotation", "bind", "flags", "name", "name_node", "outer", "path")

    def __init__(
        self,
        name: str,
        path: str,
        name_node: Node | None,
        outer: Node,
        *,
        flags: int = 0,
        bind: ScopeDraft | None = None,
        annotation: Node | None = None,
    ) -> None:
        self.name = name
        self.path = path
        """Name below the enclosing definition: `api.get` for a member of the object `api`."""
        self.name_node = name_node
        self.outer = outer
        """The node whose span the definition has."""
        self.flags = flags
        self.bind = bind
        """The scope in which the name is bound, if it is."""
        self.annotation = annotation
        """The type written for the name."""


class Opened:
    """A definition with the nodes that later readers need again."""

    __slots__ = (
        "above",
        "annotation",
        "body",
        "decorators",
        "draft",
        "name",
        "node",
        "outer",
        "parts",
    )

    def __init__(
        self,
        draft: DefinitionDraft,
        node: Node,
        outer: Node,
        name: Node | None,
        *,
        parts: FunctionParts | None = None,
        body: Node | None = None,
        decorators: tuple[Node, ...] = (),
    ) -> None:
        self.draft = draft
        self.node = node
        self.outer = outer
        self.name = name
        self.parts = parts
        self.body = body
        self.decorators = decorators
        self.annotation: Node | None = None
        self.above = outer.start_byte
        """Where the statement around it begins, below its documentation."""


class FunctionParts:
    """The pieces of a function, by role."""

    __slots__ = ("body", "flags", "name", "parameters", "returns", "types")

    def __init__(self) -> None:
        self.name: Node | None = None
        self.types: Node | None = None
        self.parameters: Node | None = None
        self.returns: Node | None = None
        self.body: Node | None = None
        self.flags = 0


class PendingValue:
    """A binding whose value is read once every definition and call has its number."""

    __slots__ = ("annotation", "definition", "position", "scope", "target", "value", "wrap")

    def __init__(
        self,
        scope: ScopeDraft,
        target: Node,
        value: Node | None,
        annotation: Node | None,
        position: int,
        *,
        definition: DefinitionDraft | None = None,
        wrap: str = "",
    ) -> None:
        self.scope = scope
        self.target = target
        self.value = value
        self.annotation = annotation
        self.position = position
        self.definition = definition
        self.wrap = wrap
        """What binding does to the value: "it" for the variable of a loop."""


class ScriptFile:
    """Shared state of the readers of one file."""

    def __init__(self, root: Node, captures: Captures, source: Source) -> None:
        self.root = root
        self.captures = captures
        self.source = source
        self.raw = source.raw
        self.builder = FactsBuilder("typescript", source)
        self.call_index: dict[int, int] = {}
        """The numbers of calls, by where they end."""
        self.module_calls: dict[int, str] = {}
        """Calls of `require` and `import` with a literal name: the name, by where they end."""
        self.call_heads: dict[int, tuple[Expr, int]] = {}
        """For each place where calls begin: the outermost one read so far, and its end."""
        self.definition_index: dict[int, int] = {}
        """Functions and classes, by node id."""
        self.skip: set[int] = {n.start_byte for n in captures.get("binding.skip", ())}
        """Offsets of identifiers that are no reads."""
        self.fields: dict[tuple[int, str], int] = {}
        """The members of classes by scope and name: a field's definition, or -1 for a method."""
        self.callee_ends: dict[int, int] = {}
        self.opened: list[Opened] = []
        self.pending: list[PendingValue] = []
        self.export_nodes: list[tuple[Node, ScopeDraft]] = []
        self.declared: dict[int, set[str]] = {}
        end = len(source.data) + 1
        self.conditions = Regions(
            sorted((n.start_byte, n.end_byte, n.end_byte) for n in captures.get("conditional", ())),
            end,
        )
        self.scope_regions = Regions((), MODULE)
        self.is_component = False
        self._paths: list[tuple[int, str]] = []

    def define(
        self, name: str, kind: str, scope: int, node: Node, *, path: str = "", **fields: Any
    ) -> DefinitionDraft:
        """Add a definition; `finish_names` gives it its qualified name."""
        flags = fields.setdefault("flags", 0)
        builder = self.builder
        line_at = self.source.line_at
        own: DefinitionFields = {"name": name, "qualified": "", "kind": kind, "scope": scope}
        own["line"] = line_at(node.start_byte)
        own["end_line"] = line_at(max(node.start_byte, node.end_byte - 1))
        draft = builder.add_definition(own, fields)
        owner = builder.scopes[scope].owner
        self._paths.append((owner, "" if flags & ANONYMOUS else path or name))
        return draft

    def finish_names(self) -> None:
        """Give every definition its qualified name; an implementation goes before its overloads."""
        definitions = self.builder.definitions
        seen: dict[str, int] = {}
        for overloads in (0, OVERLOAD):
            for draft, (owner, path) in zip(definitions, self._paths, strict=True):
                if draft.fields["flags"] & OVERLOAD != overloads or not path:
                    continue
                outer = definitions[owner].fields["qualified"] if owner >= 0 else ""
                qualified = f"{outer}.{path}" if outer else path
                count = seen[qualified] = seen.get(qualified, 0) + 1
                draft.fields["qualified"] = qualified if count == 1 else f"{qualified}#{count}"

    def in_order(self, capture: str) -> list[Node]:
        """Return the nodes of a capture in the order of the text, which captures do not keep."""
        return sorted(self.captures.get(capture, ()), key=_START_AND_END)

    def scope_at(self, offset: int) -> ScopeDraft:
        """Return the innermost scope at an offset."""
        return self.builder.scopes[self.scope_regions.at(offset)]

    def function_scope(self, scope: ScopeDraft) -> ScopeDraft:
        """Return the function, class or module scope that holds a scope's `var` variables."""
        scopes = self.builder.scopes
        while scope.kind == "block" and scope.parent >= 0:
            scope = scopes[scope.parent]
        return scope

    def bind(
        self,
        scope: ScopeDraft,
        name: str,
        kind: BindingKind,
        position: int,
        at: int | None = None,
        *,
        index: int = -1,
        spec: str = "",
        member: str = "",
        value: Expr = None,
        annotation: Expr = None,
    ) -> None:
        """Bind a name; `at` tells the conditional block of a binding that may not happen."""
        until = scope.end if at is None else min(self.conditions.at(at), scope.end)
        scope.bindings.append(
            Binding(name, kind, position, until, index, spec, member, value, annotation)
        )
        names = self.declared.get(scope.index)
        if names is None:
            names = self.declared[scope.index] = set()
        names.add(name)

    def name_of(self, node: Node) -> str:
        """Return a node's text."""
        return self.source.text(node.start_byte, node.end_byte)

    def line_text(self, start: int, end: int) -> str:
        """Return the text between two offsets on one line."""
        return " ".join(self.source.text(start, end).split())


def key_text(file: ScriptFile, node: Node) -> str | None:
    """Return the name a property key writes, or None when it is computed."""
    kind = node.type
    if kind in ("property_identifier", "private_property_identifier", "identifier", "number"):
        return file.name_of(node)
    if kind in ("shorthand_property_identifier", "shorthand_property_identifier_pattern"):
        return file.name_of(node)
    if kind == "string":
        return string_text(file, node)
    if kind == "computed_property_name":
        inner = node.named_children
        if len(inner) == 1:
            if inner[0].type == "string":
                return string_text(file, inner[0])
            text = file.name_of(inner[0])
            if text.startswith("Symbol."):
                return f"[{text}]"
    return None


def string_text(file: ScriptFile, node: Node) -> str:
    """Return what stands between the quotes of a string."""
    return file.source.text(node.start_byte + 1, max(node.start_byte + 1, node.end_byte - 1))
