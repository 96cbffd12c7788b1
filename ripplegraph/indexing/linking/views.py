"""One file as the linker looks at it: its facts with name tables and indexes on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ripplegraph.graph.facts import (
    ARROW,
    CLASS_METHOD,
    FIXTURE,
    STATIC,
    Binding,
    Declaration,
    Export,
    Expr,
    Scope,
)
from ripplegraph.graph.stored_facts import CallReader, CallSite, LinkFacts
from ripplegraph.indexing.linking.rules import rules_of
from ripplegraph.indexing.linking.solver import Answers
from ripplegraph.indexing.linking.uses import CallAnswer, Use
from ripplegraph.indexing.linking.values import Values
from ripplegraph.parsers.language import Language

_ADDERS = (".append", ".add", ".appendleft", ".insert", ".push", ".unshift")
_ALONE = tuple((i,) for i in range(256))
"""For the many names that are bound once in their scope."""
DIRECT = "dif"
"""Kinds of bindings that say what a name is: definitions and imports, no values."""
ANY = "*"
"""In `asked`: something without a name was looked at, a literal or a written function type."""


class Notes:
    """What is kept about a file as long as linking goes on, also where its view is let go."""

    __slots__ = ("asked", "forms", "probed")

    def __init__(self) -> None:
        self.asked: set[str] = set()
        """Names of this file that answers were sought for, there or not."""
        self.probed: set[str] = set()
        """Every path that was looked for on behalf of this file, file or not."""
        self.forms: dict[str, tuple[Expr, int]] = {}
        """Function types that values point to, by scope and text, with their scopes."""


class FileView:
    """Facts of one file, with what the linker looks up often."""

    __slots__ = (
        "_appends",
        "_display_members",
        "_displays",
        "_elsewhere",
        "_fixtures",
        "_indexes",
        "_item_sets",
        "_keys",
        "_members",
        "_owners",
        "_places",
        "_prototypes",
        "_receivers",
        "_tables",
        "_unbound",
        "_uses",
        "answers",
        "asked",
        "called",
        "calls",
        "chains",
        "definitions",
        "exports",
        "facts",
        "forms",
        "ids",
        "is_in_use",
        "language",
        "mark",
        "path",
        "probed",
        "rebound",
        "rules",
        "scopes",
        "sites",
        "weight",
    )

    def __init__(
        self,
        path: str,
        facts: LinkFacts,
        language: Language,
        mark: int = 0,
        notes: Notes | None = None,
    ) -> None:
        self.path = path
        self.mark = mark
        """The mark of answers that depend on this file."""
        self.weight = 2 * len(facts.calls) + len(facts.definitions)
        self.weight += sum(len(scope.bindings) for scope in facts.scopes)
        """How many facts it holds."""
        self.is_in_use = True
        """Whether it was looked into since somebody last asked."""
        self.facts = facts
        self.language = language
        self.rules = rules_of(language)
        self.definitions: Sequence[Declaration] = facts.definitions
        self.scopes: Sequence[Scope] = facts.scopes
        self.sites: Sequence[CallSite] = facts.calls
        """Its call sites, without what they pass."""
        self.calls = CallReader(facts)
        """Its call sites, with what they pass."""
        self.ids = [self._id_of(d) for d in facts.definitions]
        """The readable id of every definition; what has no name is its owner's."""
        self.exports: dict[str, list[Export]] = {}
        for export in facts.exports:
            self.exports.setdefault(export.name, []).append(export)
        notes = notes or Notes()
        self.asked = notes.asked
        self.probed = notes.probed
        self.forms = notes.forms
        self.called: dict[int, tuple[Values, int]] = {}
        """What call sites call where call flow does not decide it, and the marks of why."""
        self.chains: dict[tuple[Values, bool, int], dict[str, CallAnswer]] = {}
        """What names that are the same for the same reasons call, see `uses.Use.calls`."""
        self.answers: Answers = {}
        """Answers about this file that do not depend on call flow."""
        self._uses: list[dict[str, Use] | None] = [None] * len(facts.scopes)
        self._unbound: dict[str, Use] = {}
        self._receivers: dict[tuple[int, bool], Use] = {}
        self._tables: list[dict[str, tuple[int, ...]] | None] = [None] * len(facts.scopes)
        self._places: dict[tuple[str, int], list[tuple[Any, ...]]] | None = None
        self._item_sets: list[int] | None = None
        self._keys: list[str] | None = None
        self._indexes: dict[str, int] | None = None
        self._members: dict[int, dict[str, list[int]]] | None = None
        self._displays: dict[int, int] | None = None
        self._display_members: dict[int, dict[str, list[int]]] | None = None
        self._owners: dict[int, tuple[int, bool]] | None = None
        self._prototypes: dict[int, int] = {}
        self._fixtures: dict[str, int] | None = None
        self._appends: dict[str, list[int]] | None = None
        self._elsewhere: dict[int, dict[str, int]] = {}
        self.rebound: dict[tuple[int, str], list[tuple[int, int]]] = {}
        """For a scope and a name of it, the bindings, by scope and index, that others make."""
        self._find_rebound()

    def _id_of(self, definition: Declaration) -> str:
        if definition.qualified:
            return f"{self.path}::{definition.qualified}"
        owner = self.scopes[definition.scope].owner
        name = self.definitions[owner].qualified if owner >= 0 else ""
        return f"{self.path}::{name}" if name else self.path

    def key(self, index: int) -> str:
        """Return what a definition is known by from scan to scan: its id, and which of its like."""
        if self._keys is None:
            self._keys = []
            seen: dict[str, int] = {}
            for own in self.ids:
                number = seen[own] = seen.get(own, 0) + 1
                self._keys.append(own if number == 1 else f"{own}<{number}>")
        return self._keys[index]

    def find_key(self, key: str) -> int:
        """Return the definition that is known by a key, or -1."""
        if self._indexes is None:
            self._indexes = {self.key(i): i for i in range(len(self.ids))}
        return self._indexes.get(key, -1)

    def table(self, scope: int) -> dict[str, tuple[int, ...]]:
        """Return the names bound in a scope, with the indexes of their bindings."""
        table = self._tables[scope]
        if table is None:
            table = self._tables[scope] = {}
            elsewhere = self._elsewhere.get(scope, ())
            for i, binding in enumerate(self.scopes[scope].bindings):
                if binding.name in elsewhere:
                    continue
                if binding.kind == "d" and self._is_accessory(binding):
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
                name: 0 if kind == "g" else self._find_home(scope.parent, name)
                for name, kind in names.items()
            }
            for k, binding in enumerate(scope.bindings):
                where = self._elsewhere[i].get(binding.name, -1)
                if binding.kind not in "gn" and where >= 0:
                    self.rebound.setdefault((where, binding.name), []).append((i, k))

    def _is_accessory(self, binding: Binding) -> bool:
        """A property's setter or deleter: the name keeps meaning the getter."""
        definition = self.definitions[binding.index]
        return any(
            isinstance(d, str)
            and d.endswith((".setter", ".deleter"))
            and d.startswith(binding.name)
            for d in definition.decorators
        )

    def use(self, scope: int, name: str) -> Use:
        """Return a name as it is seen from a scope."""
        uses = self._uses[scope]
        if uses is None:
            uses = self._uses[scope] = {}
        use = uses.get(name)
        if use is None:
            use = uses[name] = self._find_use(scope, name, uses)
        return use

    def _find_use(self, scope: int, name: str, uses: dict[str, Use]) -> Use:
        where = self._find_home(scope, name)
        if where < 0:
            if name in (self.rules.receiver, self.rules.parent):
                # What it is depends on the scope.
                return Use(-1, ())
            uses = self._unbound
        elif where != scope:
            uses = self._uses[where] or {}
            self._uses[where] = uses
        use = uses.get(name)
        if use is None:
            use = uses[name] = self._make_use(where, name) if where >= 0 else Use(-1, ())
        return use

    def _make_use(self, where: int, name: str) -> Use:
        indexes = self.table(where)[name]
        if len(indexes) > 1 or (where, name) in self.rebound:
            return Use(where, indexes, fixed=False, direct=False)
        binding = self.scopes[where].bindings[indexes[0]]
        kind = binding.kind
        if kind == "p" and not binding.index:
            return self._receiver_use(where, indexes)
        return Use(where, indexes, direct=kind in DIRECT, is_imported=kind == "f")

    def _receiver_use(self, where: int, indexes: Sequence[int]) -> Use:
        """Return the first parameter of a function; in all methods of a class it is the same."""
        definition = self.definitions[self.scopes[where].definition]
        around = self.scopes[definition.scope]
        if self.rules.receiver or around.kind != "class" or definition.flags & STATIC:
            return Use(where, indexes, direct=False)
        is_class = definition.flags & CLASS_METHOD or definition.name in self.rules.class_methods
        key = (definition.scope, bool(is_class))
        use = self._receivers.get(key)
        if use is None:
            use = self._receivers[key] = Use(where, indexes, direct=False)
        return use

    def forget_uses(self) -> None:
        """Let go of what was found out about names: the file's own calls and reads are linked."""
        self._uses = [None] * len(self.scopes)
        self._unbound = {}
        self._receivers = {}
        self.chains = {}
        self.called = {}

    def find_called(self, call: CallSite, index: int) -> tuple[Values, int] | None:
        """Return what a call site calls and the marks of why, if that is known already."""
        if isinstance(call.callee, str):
            name, _, rest = call.callee.partition(".")
            known = self.use(call.scope, name).calls.get(rest)
            if known is not None:
                return known[1:]
        return self.called.get(index)

    def home(self, scope: int, name: str) -> int:
        """Return the scope that binds a name seen from another scope, or -1."""
        return self.use(scope, name).where

    def _find_home(self, scope: int, name: str) -> int:
        scopes, tables, elsewhere = self.scopes, self._tables, self._elsewhere
        at = scope
        in_class = True
        while at >= 0:
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
            in_class = in_class and current.kind != "function" and not self.rules.receiver
            at = current.parent
        return -1

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

    def reaching(self, scope: int, name: str, position: int) -> Sequence[int]:
        """Return the bindings of a name that can be in force at a position of its scope."""
        indexes = self.table(scope).get(name, ())
        if len(indexes) < 2:
            return indexes
        if self.rules.separate_types:
            types = [i for i in indexes if self._is_type_only(scope, i)]
            if types and len(types) < len(indexes):
                values = [i for i in indexes if i not in types]
                live = self._live(scope, types, position)
                return [*live, *self._live(scope, values, position)]
        return self._live(scope, indexes, position)

    def _is_type_only(self, scope: int, index: int) -> bool:
        binding = self.scopes[scope].bindings[index]
        return binding.kind == "d" and self.definitions[binding.index].kind == "interface"

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
        keyword = self.rules.receiver
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

    def set_members(self, definition: int) -> dict[str, list[int]]:
        """Return what is set on the instances of a class or function, or on itself, by name."""
        if self._members is None:
            self._members = {}
            for i, item in enumerate(self.facts.attributes):
                if isinstance(item.base, str) and item.name:
                    owner = self._owner_of_set(item.scope, item.base)
                    if owner >= 0:
                        self._members.setdefault(owner, {}).setdefault(item.name, []).append(i)
        return self._members.get(definition, {})

    def display_members(self, display: int) -> dict[str, list[int]]:
        """Return what is set on an object that a display makes: `api = {}; api.get = ...`."""
        if self._display_members is None:
            self._display_members = {}
            for i, item in enumerate(self.facts.attributes):
                owner = self._display_of_name(item.scope, item.base) if item.name else -1
                if owner >= 0:
                    names = self._display_members.setdefault(owner, {})
                    names.setdefault(item.name, []).append(i)
        return self._display_members.get(display, {})

    def _display_of_name(self, scope: int, base: Expr) -> int:
        if not isinstance(base, str) or "." in base:
            return -1
        while scope >= 0:
            for i in self.table(scope).get(base, ()):
                value = self.scopes[scope].bindings[i].value
                if isinstance(value, (tuple, list)) and value[0] == "D":
                    return int(value[1])
                return -1
            scope = self.scopes[scope].parent
        return -1

    def item_sets(self, base: Expr) -> list[int]:
        """Return the statements `base[...] = ...` of this file."""
        if self._item_sets is None:
            self._item_sets = [i for i, item in enumerate(self.facts.attributes) if not item.name]
        attributes = self.facts.attributes
        return [i for i in self._item_sets if attributes[i].base == base]

    def owner_of_set(self, index: int) -> int:
        """Return the class or function an attribute set belongs to, or -1."""
        item = self.facts.attributes[index]
        return self._owner_of_set(item.scope, item.base) if isinstance(item.base, str) else -1

    def _owner_of_set(self, scope: int, base: str) -> int:
        holder = self.method_scope(scope)
        if holder >= 0:
            owner = self._owner_of_receiver(holder, base)
            if owner >= 0:
                return owner
        name, _, rest = base.partition(".")
        if rest in ("", "prototype"):
            for i in self.table(0).get(name, ()):
                binding = self.scopes[0].bindings[i]
                if binding.kind == "d" and self.definitions[binding.index].kind != "variable":
                    return binding.index
        return -1

    def _owner_of_receiver(self, holder: int, base: str) -> int:
        current = self.scopes[holder]
        definition = self.definitions[current.definition]
        own = self.rules.receiver or (definition.params[0].name if definition.params else "")
        if base != own:
            return -1
        if current.kind == "class":
            return current.definition
        around = self.scopes[definition.scope]
        if around.kind == "class":
            return around.definition
        owner, _ = self.owner_of_function(current.definition)
        return owner if owner >= 0 else current.definition

    # Lists that grow ---------------------------------------------------------------------------

    def _appending(self) -> dict[str, list[int]]:
        """Return the calls that add to something, `base.append(...)`, by the chain of `base`."""
        if self._appends is None:
            self._appends = {}
            for i, site in enumerate(self.sites):
                callee = site.callee
                if not isinstance(callee, str) or not callee.endswith(_ADDERS):
                    continue
                args = self.calls[i].args
                if args:
                    added = args[-1]
                    if not isinstance(added, (tuple, list)) or added[0] not in "s#k":
                        self._appends.setdefault(callee.rpartition(".")[0], []).append(i)
        return self._appends

    def appended(self, scope: int, name: str) -> list[int]:
        """Return the calls that add to what a name of a scope is bound to."""
        appends = self._appending()
        if not appends:
            return []
        calls, found = self.sites, appends.get(name, [])
        if found:
            found = [i for i in found if self.home(calls[i].scope, name) == scope]
        if self.scopes[scope].kind == "class":
            found = found + self._appended_to_member(self.scopes[scope].definition, name)
        return found

    def appended_to_set(self, index: int) -> list[int]:
        """Return the calls that add to an attribute of the object it is set on."""
        owner = self.owner_of_set(index)
        return self._appended_to_member(owner, self.facts.attributes[index].name)

    def _appended_to_member(self, owner: int, name: str) -> list[int]:
        appends = self._appending()
        if not appends or owner < 0:
            return []
        calls = self.sites
        return [
            i
            for own in ((self.rules.receiver,) if self.rules.receiver else ("self", "cls"))
            for i in appends.get(f"{own}.{name}", ())
            if self._owner_of_set(calls[i].scope, own) == owner
        ]

    def renamed_fixtures(self) -> dict[str, int]:
        """Return the fixtures that have another name than their function has."""
        if self._fixtures is None:
            self._fixtures = {}
            for i, definition in enumerate(self.definitions):
                if definition.flags & FIXTURE:
                    for decorator in definition.decorators:
                        name = self._keyword(decorator, "name")
                        if isinstance(name, (tuple, list)) and name[0] == "s":
                            self._fixtures[name[1]] = i
        return self._fixtures

    def _keyword(self, call: Expr, name: str) -> Expr:
        """Return what a call passes by name; nothing where the expression is no call."""
        keywords = self.calls[call].keywords if isinstance(call, int) else ()
        return next((value for key, value in keywords if key == name), None)

    # Functions of objects and prototypes ------------------------------------------------------

    def owner_of_function(self, index: int) -> tuple[int, bool]:
        """Return what a function was assigned to (`F.prototype.m = ...`), and whether to itself."""
        return self._function_owners().get(index, (-1, False))

    def _function_owners(self) -> dict[int, tuple[int, bool]]:
        if self._owners is None:
            self._owners = {}
            for item in self.facts.attributes:
                value = item.value
                if not isinstance(item.base, str) or not isinstance(value, (tuple, list)):
                    continue
                name, _, rest = item.base.partition(".")
                owner = self._owner_of_set(0, name) if rest in ("", "prototype") else -1
                if owner < 0:
                    continue
                if value[0] == "\\":
                    self._owners[value[1]] = (owner, not rest)
                elif value[0] == "D" and item.name == "prototype":
                    self._prototypes[owner] = value[1]
                    for inner in self.facts.displays[value[1]].items:
                        if isinstance(inner, (tuple, list)) and inner[0] == "\\":
                            self._owners[inner[1]] = (owner, False)
        return self._owners

    def prototype_of(self, definition: int) -> int:
        """Return the display that is a function's prototype, or -1."""
        self._function_owners()
        return self._prototypes.get(definition, -1)

    def display_of_function(self, index: int) -> int:
        """Return the object display that a function is written in, or -1."""
        if self._displays is None:
            self._displays = {}
            for i, display in enumerate(self.facts.displays):
                for item in display.items if display.kind == "dict" else ():
                    if isinstance(item, (tuple, list)) and item[0] == "\\":
                        self._displays[item[1]] = i
        return self._displays.get(index, -1)

    # Where functions and displays stand --------------------------------------------------------

    def form_of(self, form: Expr, scope: int) -> str:
        """Return the words under which a function type written in this file can be found."""
        words = f"{scope} {form!r}"
        self.forms[words] = (form, scope)
        return words

    def places(self, place: tuple[str, int]) -> list[tuple[Any, ...]]:  # noqa: C901 - one branch for each form
        """Return where a function or display is passed, returned, assigned or put into another."""
        if self._places is None:
            found = self._places = {}
            for i in range(len(self.sites)):
                for k, argument in enumerate(self.calls[i].args):
                    self._place(found, argument, "argument", i, k)
            for i, definition in enumerate(self.definitions):
                for result in definition.results:
                    self._place(found, result, "result", i)
            for i, display in enumerate(self.facts.displays):
                for item, key in zip(display.items, display.keys, strict=False):
                    if isinstance(key, (tuple, list)) and key[0] == "s":
                        self._place(found, item, "item", i, key[1])
            for i, scope in enumerate(self.scopes):
                for k, binding in enumerate(scope.bindings):
                    if binding.annotation is not None:
                        self._place(found, binding.value, "binding", i, k)
        return self._places.get(place, [])

    @staticmethod
    def _place(
        found: dict[tuple[str, int], list[tuple[Any, ...]]], expression: Expr, *where: Any
    ) -> None:
        if isinstance(expression, (tuple, list)) and expression[0] in ("\\", "D"):
            found.setdefault((expression[0], expression[1]), []).append(where)


def _hides(later: Binding, earlier: Binding, position: int) -> bool:
    """Whether an earlier binding is out of force at a position because of a later one."""
    return position <= later.until and earlier.position != later.position
