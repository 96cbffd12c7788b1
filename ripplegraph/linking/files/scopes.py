"""The names of one file: where each is bound, and which of its bindings are in force where."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Self, TypeVar, cast

from ripplegraph.graph.expressions import (
    GENERICS,
    Builtin,
    Either,
    FunctionType,
    ObjectType,
)
from ripplegraph.graph.facts import (
    ARROW,
    CLASS_METHOD,
    DECLARATION,
    OUTER,
    STATIC,
    Binding,
    Declaration,
    Scope,
)
from ripplegraph.graph.stored_facts import LinkFacts
from ripplegraph.linking.files.name_use import NameUse
from ripplegraph.linking.files.rules import LanguageRules

Derived = TypeVar("Derived")
STAR: Final = "*"
"""Bound where all names of something are imported."""
_BOUNDS = frozenset({str, type(None), Either, Builtin, FunctionType, ObjectType, *GENERICS})
"""The kinds of types that a type parameter may be bound by."""
_ALONE = tuple((i,) for i in range(256))
"""For the many names that are bound once in their scope."""
NAMESPACE_NAME = "::"
"""Bound in the scope of a namespace, with its full name."""
USING = "::using"
"""Bound where the names of a namespace are seen, with its name."""
DIRECT = "dif"
"""Kinds of bindings that say what a name is: definitions and imports, no values."""


class FileScopes:
    """A file with its scopes and the names in them."""

    __slots__ = (
        "_derived",
        "_elsewhere",
        "_has_parts",
        "_receivers",
        "_tables",
        "_types",
        "_unbound",
        "_uses",
        "definitions",
        "facts",
        "path",
        "rebound",
        "scopes",
        "semantics",
    )

    def __init__(self, path: str, facts: LinkFacts, semantics: LanguageRules) -> None:
        self.path = path
        self.facts = facts
        self.semantics = semantics
        self.definitions: Sequence[Declaration] = facts.definitions
        self.scopes: Sequence[Scope] = facts.scopes
        self._uses: list[dict[str, NameUse] | None] = [None] * len(facts.scopes)
        self._types: dict[int, tuple[str, ...]] = {}
        """The type parameters of what has a scope as its body."""
        self._unbound: dict[Hashable, dict[str, NameUse]] = {}
        """Names that no scope binds, by what the places share where they mean the same."""
        self._receivers: dict[tuple[int, bool], NameUse] = {}
        self._tables: list[dict[str, tuple[int, ...]] | None] = [None] * len(facts.scopes)
        self._elsewhere: dict[int, dict[str, int]] = {}
        self._derived: dict[object, Any] = {}
        flags = [d.flags for d in facts.definitions if d.kind == "class"]
        self._has_parts = bool([own for own in flags if own & DECLARATION])
        """Whether it has classes that only add to what something else defines."""
        self.rebound: dict[tuple[int, str], list[tuple[int, int]]] = {}
        """For a scope and a name of it, the bindings, by scope and index, that others make."""
        self._find_rebound()

    def table(self, scope: int) -> dict[str, tuple[int, ...]]:
        """Return the names bound in a scope, with the indexes of their bindings."""
        table = self._tables[scope]
        if table is None:
            table = self._tables[scope] = {}
            elsewhere = self._elsewhere.get(scope, ())
            for i, binding in enumerate(self.scopes[scope].bindings):
                if binding.name in elsewhere:
                    continue
                known = table.get(binding.name)
                if known is None:
                    table[binding.name] = _ALONE[i] if i < len(_ALONE) else (i,)
                else:
                    table[binding.name] = (*known, i)
        return table

    def _find_rebound(self) -> None:
        """Find what scopes bind that they declare global or nonlocal: it is another scope's."""
        for i, scope in enumerate(self.scopes):
            if not i or scope.kind == "block":
                continue
            names = {b.name: b.kind for b in scope.bindings if b.kind in "gn"}
            if not names:
                continue
            self._elsewhere[i] = {
                name: 0 if kind == "g" else self.home(scope.parent, name)
                for name, kind in names.items()
            }
            for k, binding in enumerate(scope.bindings):
                where = self._elsewhere[i].get(binding.name, -1)
                if binding.kind not in "gn" and where >= 0:
                    self.rebound.setdefault((where, binding.name), []).append((i, k))

    def use(self, scope: int, name: str) -> NameUse:
        """Return a name as it is seen from a scope."""
        uses = self._uses[scope]
        if uses is None:
            uses = self._uses[scope] = {}
        use = uses.get(name)
        if use is None:
            use = uses[name] = self._find_use(scope, name, uses)
        return use

    def _find_use(self, scope: int, name: str, uses: dict[str, NameUse]) -> NameUse:
        where = self.home(scope, name)
        if self.semantics.members_in_scope:
            heirs = self._find_heirs(scope, where, name)
            if heirs and name not in (self.semantics.receiver, self.semantics.parent):
                return self._find_inherited_use(heirs, where, name)
        if where < 0:
            if name in (self.semantics.receiver, self.semantics.parent):
                # What it is depends on the scope.
                return NameUse(-1, ())
            # Not beside the names that the class itself binds: a method may not see those.
            uses = self._unbound.setdefault(self.semantics.unbound_key(self, scope), {})
        elif where != scope:
            uses = self._uses[where] or {}
            self._uses[where] = uses
        use = uses.get(name)
        if use is None:
            use = uses[name] = self._make_use(where, name) if where >= 0 else NameUse(-1, ())
        return use

    def is_static(self, scope: int) -> bool:
        """Whether a place is in a function of a class, or in the class itself."""
        while self.scopes[scope].kind == "block":
            scope = self.scopes[scope].parent
        current = self.scopes[scope]
        if current.kind != "function":
            return current.kind == "class"
        return bool(self.definitions[current.definition].flags & STATIC)

    def _find_heirs(self, scope: int, where: int, name: str) -> list[int]:
        """Return the scopes on the way from a scope to another one that may have a name from
        elsewhere: those of classes with bases, and of functions with an object of their own.

        Where that has a method, it may have overloads of it from above, and is one of them.
        """
        found: list[int] = []
        has_receivers = not name[:1].isupper() and (
            where < 0 or self.scopes[where].kind in ("class", "module")
        )
        if where >= 0 and self.semantics.overloads and "(" in name:
            where = self.scopes[where].parent if self.scopes[where].kind == "class" else where
        while scope >= 0 and scope != where:
            current = self.scopes[scope]
            if current.kind == "class" and current.definition >= 0:
                definition = self.definitions[current.definition]
                if definition.bases or definition.implements:
                    found.append(scope)
            elif has_receivers and self.semantics.receiver in self.table(scope):
                found.append(scope)
            scope = current.parent
        return found

    def _find_inherited_use(self, heirs: Sequence[int], where: int, name: str) -> NameUse:
        """Return a name that classes around may inherit; it is the same all over the innermost."""
        uses = self._uses[heirs[0]] or {}
        self._uses[heirs[0]] = uses
        use = uses.get(name)
        if use is None:
            around = tuple(
                self.scopes[scope].definition if self.scopes[scope].kind == "class" else ~scope
                for scope in heirs
            )
            use = uses[name] = (
                self._make_use(where, name, around)
                if where >= 0
                else NameUse(-1, (), around=around)
            )
            # What the object of a function is may take part in what is being worked out.
            use.fixed = use.fixed and min(around) >= 0
        return use

    def _make_use(self, where: int, name: str, around: tuple[int, ...] = ()) -> NameUse:
        indexes = self.table(where)[name]
        if len(indexes) > 1 or (where, name) in self.rebound:
            return NameUse(where, indexes, fixed=False, direct=False, around=around)
        binding = self.scopes[where].bindings[indexes[0]]
        if binding.spec == OUTER:
            return NameUse(where, indexes, fixed=False, direct=False, around=around)
        kind = binding.kind
        if kind == "p" and not binding.index:
            return self._receiver_use(where, indexes)
        return NameUse(
            where, indexes, direct=kind in DIRECT, is_imported=kind == "f", around=around
        )

    def _receiver_use(self, where: int, indexes: Sequence[int]) -> NameUse:
        """Return the first parameter of a function; in all methods of a class it is the same."""
        definition = self.definitions[self.scopes[where].definition]
        around = self.scopes[definition.scope]
        if self.semantics.receiver or around.kind != "class" or definition.flags & STATIC:
            return NameUse(where, indexes, direct=False)
        is_class = (
            definition.flags & CLASS_METHOD or definition.name in self.semantics.class_methods
        )
        key = (definition.scope, bool(is_class))
        use = self._receivers.get(key)
        if use is None:
            use = self._receivers[key] = NameUse(where, indexes, direct=False)
        return use

    def receiver_scopes(self, scope: int) -> list[int]:
        """Return the functions without a name around a place that may have an object of their own,
        inside out, up to the method that they are in."""
        holder, found = self.method_scope(scope), []
        while scope >= 0 and scope != holder:
            if self.semantics.receiver in self.table(scope):
                found.append(scope)
            scope = self.scopes[scope].parent
        return found

    def forget_uses(self) -> None:
        """Let go of what was found out about names: the file's own calls and reads are linked."""
        self._uses = [None] * len(self.scopes)
        self._unbound = {}
        self._receivers = {}

    def home(self, scope: int, name: str) -> int:
        """Return the scope that binds a name seen from another scope, or -1."""
        scopes, tables, elsewhere = self.scopes, self._tables, self._elsewhere
        at = scope
        in_class = True
        # What a file sees of the files that it includes is as much its own as what it declares.
        first = self.semantics.first_scope
        while at >= first:
            current = scopes[at]
            if elsewhere and at in elsewhere and name in elsewhere[at]:
                where = elsewhere[at][name]
                return where if where >= 0 and name in self.table(where) else -1
            if current.kind != "class" or in_class:
                table = tables[at]
                if table is None:
                    table = self.table(at)
                indexes = table.get(name)
                if indexes:
                    return at
            in_class = in_class and (
                self.semantics.members_in_scope
                or (current.kind != "function" and not self.semantics.receiver)
            )
            at = current.parent
        return -1

    def surrounding(self, scope: int) -> int:
        """Return the innermost class, or namespace, or the module, that a place is in."""
        while scope and self.scopes[scope].kind != "class" and STAR not in self.table(scope):
            scope = self.scopes[scope].parent
        return scope

    def derive(self, build: Callable[[Self], Derived]) -> Derived:
        """Return what a language makes of the file, working it out when it is first asked for."""
        found = self._derived.get(build)
        if found is None:
            found = self._derived[build] = build(self)
        return cast("Derived", found)

    def type_parameters(self, definition: Declaration) -> tuple[str, ...]:
        """Return the names of the types that a function or class is given.

        They are the first that its scope binds, or a block around or inside that.
        """
        body = definition.body
        if body < 0:
            return ()
        found = self._types.get(body)
        if found is None:
            found = self._types[body] = self._find_types(body)
        return found

    def _find_types(self, body: int) -> tuple[str, ...]:
        """Return the type parameters of what has a scope as its body."""
        found = self._first_types(body)
        if found or self.scopes[body].kind != "class":
            return found
        around, inner = self.scopes[body].parent, self.code_scope(body)
        if inner != body:
            found = self._first_types(inner)
        if not found and around >= 0 and self.scopes[around].kind == "block":
            span = self.scopes[around].start, self.scopes[around].end
            own = self.scopes[body].start, self.scopes[body].end
            found = self._first_types(around) if span == own else ()
        return found

    def header_scope(self, definition: Declaration) -> int:
        """Return the scope that the types see which a class names as its bases."""
        if definition.body < 0:
            return definition.scope
        around = self.scopes[definition.body].parent
        if around != definition.scope:
            return around
        return self.code_scope(definition.body)

    def _first_types(self, scope: int) -> tuple[str, ...]:
        """Return the type parameters that a scope binds before all else, or among members."""
        current = self.scopes[scope]
        found: list[str] = []
        for binding in current.bindings:
            is_first = binding.position == current.start and binding.index < 0
            if binding.kind == "x" and is_first:
                found.append(binding.name)
            elif current.kind == "class":
                continue
            elif binding.kind == "=" and is_first and type(binding.value) in _BOUNDS:
                found.append(binding.name)
            else:
                break
        return tuple(found)

    def holder(self, scope: int) -> int:
        """Return the innermost scope that is a class, a method or a namespace, or 0."""
        while scope > 0:
            current = self.scopes[scope]
            if current.kind == "class":
                return scope
            table = self.table(scope)
            if NAMESPACE_NAME in table or self.semantics.receiver in table:
                return scope
            scope = current.parent
        return 0

    def seen_from(self, scope: int, where: int, position: int) -> int:
        """Return the position in scope `where` that a position in a scope inside it looks from."""
        scopes = self.scopes
        while scope != where and scope >= 0:
            current = scopes[scope]
            if current.kind == "function" and current.parent >= 0:
                # Code inside a function runs after the scope around it is complete.
                position = scopes[current.parent].end
            scope = current.parent
        return position if scope >= 0 else scopes[where].end

    def code_scope(self, scope: int) -> int:
        """Return the scope that code written in a scope sees: a class' block, where it has one."""
        block = scope + 1
        if self.scopes[scope].kind == "class" and block < len(self.scopes):
            inner = self.scopes[block]
            if inner.kind == "block" and inner.parent == scope:
                return block
        return scope

    def given_scope(self, scope: int, position: int) -> int:
        """Return the scope that what a name is given is written in, by the place of the name.

        Where a block begins behind the declaration, that is the one around it: `x := x`.
        """
        scopes = self.scopes
        while scopes[scope].kind == "block" and 0 <= position < scopes[scope].start:
            scope = scopes[scope].parent
        return scope

    def type_scope(self, scope: int) -> int:
        """Return the scope that the written type of a name sees: not what a signature binds."""
        current = self.scopes[scope]
        if current.kind == "block" and current.definition >= 0:
            return current.parent
        return self.code_scope(scope)

    def reaching(self, scope: int, name: str, position: int) -> Sequence[int]:
        """Return the bindings of a name that can be in force at a position of its scope."""
        indexes: Sequence[int] = self.table(scope).get(name, ())
        if len(indexes) < 2:
            return indexes
        if self._has_parts:
            indexes = [i for i in indexes if not self._is_part(scope, i)] or indexes
        groups = self.semantics.group_bindings(self, scope, indexes)
        if len(groups) == 1:
            return self._live(scope, indexes, position)
        return [i for group in groups for i in self._live(scope, group, position)]

    def is_outer(self, scope: int, indexes: Sequence[int], position: int) -> bool:
        """Whether a name of a class is not bound yet, and means what it does around the class."""
        first = self.scopes[scope].bindings[indexes[0]]
        return first.spec == OUTER and position < first.position

    def _is_part(self, scope: int, index: int) -> bool:
        """Whether a binding only adds to a class that something else defines."""
        binding = self.scopes[scope].bindings[index]
        if binding.kind != "d":
            return False
        definition = self.definitions[binding.index]
        return definition.kind == "class" and bool(definition.flags & DECLARATION)

    def _live(self, scope: int, indexes: Sequence[int], position: int) -> Sequence[int]:
        if len(indexes) < 2:
            return indexes
        bindings = self.scopes[scope].bindings
        indexes = [i for i in indexes if bindings[i].kind != "t" or position <= bindings[i].until]
        before = sorted(
            (i for i in indexes if bindings[i].position <= position),
            key=lambda i: bindings[i].position,
            reverse=True,
        )
        live: list[int] = []
        for i in before:
            # What is bound at one and the same place is one thing: overloads, merged declarations.
            if live and _hides(bindings[live[-1]], bindings[i], position):
                break
            live.append(i)
        for start, end in self.scopes[scope].loops:
            if start <= position < end:
                live += [
                    i
                    for i in indexes
                    if position < bindings[i].position <= end and bindings[i].kind != "t"
                ]
        return live or indexes

    def method_scope(self, scope: int) -> int:
        """Return the scope whose receiver a place sees: a method's, through inner functions, or -1.

        Where the receiver is a keyword, every function that is no arrow has one of its own, and so
        has the body of a class.
        """
        keyword = self.semantics.receiver
        while scope >= 0:
            current = self.scopes[scope]
            if current.kind == "function" and current.definition >= 0:
                definition = self.definitions[current.definition]
                if keyword:
                    if not definition.flags & ARROW:
                        return scope
                elif self.scopes[definition.scope].kind == "class":
                    return scope
            elif keyword and current.kind == "class":
                return scope
            scope = current.parent
        return -1


def _hides(later: Binding, earlier: Binding, position: int) -> bool:
    """Whether an earlier binding is out of force at a position because of a later one."""
    return position <= later.until and earlier.position != later.position
