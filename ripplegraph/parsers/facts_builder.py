"""Builds the facts of a file: regions, scopes, names, definitions; used by every language."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from sys import maxsize
from typing import Any, cast

from ripplegraph.graph.expressions import DisplayAt, Expr
from ripplegraph.graph.facts import (
    ANONYMOUS,
    AttributeSet,
    Binding,
    Call,
    Definition,
    Diagnostic,
    Display,
    DisplayKind,
    Export,
    Extension,
    FileFacts,
    Import,
    Reference,
    Scope,
    ScopeKind,
)
from ripplegraph.parsers.definition_fields import DefinitionFields
from ripplegraph.parsers.source import Source


class Regions:
    """Nested regions of a file, answering which innermost one holds an offset."""

    __slots__ = ("_bounds", "_values")

    def __init__(self, spans: Iterable[tuple[int, int, int]], outside: int) -> None:
        """Take `(start, end, value)` spans that nest properly, in order of start, outer first."""
        bounds, values = [0], [outside]
        stack: list[tuple[int, int]] = []

        def push(at: int, value: int) -> None:
            if bounds[-1] == at:
                values[-1] = value
            else:
                bounds.append(at)
                values.append(value)

        for start, end, value in spans:
            while stack and stack[-1][0] <= start:
                closed = stack.pop()[0]
                push(closed, stack[-1][1] if stack else outside)
            push(start, value)
            stack.append((end, value))
        while stack:
            closed = stack.pop()[0]
            push(closed, stack[-1][1] if stack else outside)
        self._bounds, self._values = bounds, values

    def at(self, offset: int) -> int:
        """Return the value of the innermost region at this offset."""
        return self._values[bisect_right(self._bounds, offset) - 1]

    def walk(self) -> Iterator[tuple[int, int]]:
        """Go through the file: each value with the offset up to which it holds."""
        return zip(self._values, [*self._bounds[1:], maxsize], strict=True)


class ScopeDraft:
    """A scope while its file is being read."""

    __slots__ = (
        "bindings",
        "definition",
        "end",
        "index",
        "kind",
        "loops",
        "owner",
        "parent",
        "start",
    )

    def __init__(
        self,
        index: int,
        kind: ScopeKind,
        parent: int,
        definition: int,
        owner: int,
        span: tuple[int, int],
    ) -> None:
        self.index = index
        self.kind = kind
        self.parent = parent
        self.definition = definition
        self.owner = owner
        self.start, self.end = span
        self.bindings: list[Binding] = []
        self.loops: list[tuple[int, int]] = []

    def finish(self) -> Scope:
        return Scope(
            self.kind,
            self.parent,
            self.definition,
            self.owner,
            self.start,
            self.end,
            tuple(self.bindings),
            tuple(self.loops),
        )


class DefinitionDraft:
    """A definition while its file is being read; its fields are those of `Definition`."""

    __slots__ = ("fields", "index")

    def __init__(self, index: int, fields: DefinitionFields) -> None:
        self.index = index
        self.fields = fields


class FactsBuilder:
    """Collects the facts of one file and numbers what refers to each other."""

    def __init__(self, language: str, source: Source) -> None:
        self.language = language
        self.source = source
        self.scopes: list[ScopeDraft] = [
            ScopeDraft(0, "module", -1, -1, -1, (0, len(source.data) + 1))
        ]
        self.definitions: list[DefinitionDraft] = []
        self.calls: list[Call] = []
        self.references: list[Reference] = []
        self.imports: list[Import] = []
        self.exports: list[Export] = []
        self.attributes: list[AttributeSet] = []
        self.displays: list[Display] = []
        self.extensions: list[Extension] = []
        self.diagnostics: list[Diagnostic] = []
        self._names: dict[str, int] = {}

    def qualify(self, scope: int, name: str) -> str:
        """Return the dotted name of something defined in a scope, with `#2` for a second one."""
        owner = self.scopes[scope].owner
        outer = self.definitions[owner].fields["qualified"] if owner >= 0 else ""
        outer = outer.partition("#")[0]
        qualified = f"{outer}.{name}" if outer else name
        seen = self._names.get(qualified, 0) + 1
        self._names[qualified] = seen
        return qualified if seen == 1 else f"{qualified}#{seen}"

    def open_scope(
        self, kind: ScopeKind, parent: int, definition: int, span: tuple[int, int]
    ) -> ScopeDraft:
        """Add a scope; edges from it go to the nearest named definition around it."""
        owner = self.scopes[parent].owner
        if definition >= 0 and not self.definitions[definition].fields["flags"] & ANONYMOUS:
            owner = definition
        scope = ScopeDraft(len(self.scopes), kind, parent, definition, owner, span)
        self.scopes.append(scope)
        return scope

    def define(self, name: str, kind: str, scope: int, **fields: Any) -> DefinitionDraft:
        """Add a definition; anonymous ones get no qualified name of their own."""
        flags = fields.setdefault("flags", 0)
        is_named = not flags & ANONYMOUS and "qualified" not in fields
        qualified = self.qualify(scope, name) if is_named else ""
        own: DefinitionFields = {"name": name, "qualified": qualified, "kind": kind, "scope": scope}
        return self.add_definition(own, fields)

    def add_definition(self, own: DefinitionFields, fields: dict[str, Any]) -> DefinitionDraft:
        """Add a definition with a name, and with more of what it has."""
        draft = DefinitionDraft(
            len(self.definitions), {**own, "body": -1, **cast("DefinitionFields", fields)}
        )
        self.definitions.append(draft)
        return draft

    def display(
        self,
        kind: DisplayKind,
        scope: int,
        position: int,
        items: Sequence[Expr],
        keys: Sequence[Expr] = (),
    ) -> Expr:
        """Add a list or dict display and return the expression that stands for it."""
        self.displays.append(Display(kind, scope, position, tuple(items), tuple(keys)))
        return DisplayAt(len(self.displays) - 1)

    def _meaningful(self, references: list[Reference]) -> list[Reference]:
        """Leave out plain local variables and parameters: reading one refers to no definition."""
        tables = [_local_names(scope) for scope in self.scopes]
        parents = [scope.parent for scope in self.scopes]
        kept = []
        for reference in references:
            if reference.base is not None:
                kept.append(reference)
                continue
            name, at = reference.chain, reference.scope
            is_plain = None
            while is_plain is None and at >= 0:
                is_plain = tables[at].get(name)
                at = parents[at]
            if not is_plain:
                kept.append(reference)
        return kept

    def finish(self, **fields: Any) -> FileFacts:
        """Return the facts; keyword arguments fill the remaining fields of `FileFacts`."""
        return FileFacts(
            language=self.language,
            lines=self.source.line_count,
            definitions=tuple(Definition(**d.fields) for d in self.definitions),
            scopes=tuple(s.finish() for s in self.scopes),
            calls=tuple(self.calls),
            references=tuple(self._meaningful(self.references)),
            imports=tuple(self.imports),
            exports=tuple(self.exports),
            attributes=tuple(self.attributes),
            displays=tuple(self.displays),
            extensions=tuple(self.extensions),
            diagnostics=tuple(self.diagnostics),
            **fields,
        )


def _local_names(scope: ScopeDraft) -> dict[str, bool]:
    """Return the names a function or block binds, and whether each is a mere value."""
    names: dict[str, bool] = {}
    if scope.kind in ("function", "block"):
        for binding in scope.bindings:
            plain = binding.kind == "p" or (binding.index < 0 and binding.kind in "=:xt")
            names[binding.name] = plain and names.get(binding.name, True)
    return names
