"""Attributes that the code of one file sets on its classes, functions and objects."""

from __future__ import annotations

from ripplegraph.graph.expressions import DefinitionAt, DisplayAt, Expr
from ripplegraph.graph.facts import STATIC
from ripplegraph.graph.stored_facts import LinkFacts
from ripplegraph.linking.files.rules import LanguageRules
from ripplegraph.linking.files.scopes import FileScopes


class FileAttributes(FileScopes):
    """A file with the attributes that are set in it, by what they belong to."""

    __slots__ = (
        "_display_members",
        "_displays",
        "_item_sets",
        "_members",
        "_owners",
        "_shared",
    )

    def __init__(self, path: str, facts: LinkFacts, semantics: LanguageRules) -> None:
        super().__init__(path, facts, semantics)
        self._item_sets: list[int] | None = None
        self._members: dict[int, dict[str, list[int]]] | None = None
        self._displays: dict[int, int] | None = None
        self._display_members: dict[int, dict[str, list[int]]] | None = None
        self._owners: dict[int, tuple[int, bool]] | None = None
        self._shared: dict[int, int] = {}

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
                if type(value) is DisplayAt:
                    return value.index
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
        if rest in ("", self.semantics.shared_member):
            for i in self.table(0).get(name, ()):
                binding = self.scopes[0].bindings[i]
                if binding.kind == "d" and self.definitions[binding.index].kind != "variable":
                    return binding.index
        return -1

    def _owner_of_receiver(self, holder: int, base: str) -> int:
        current = self.scopes[holder]
        definition = self.definitions[current.definition]
        own = self.semantics.receiver or (definition.params[0].name if definition.params else "")
        if base != own or (definition.flags & STATIC and not self.semantics.receiver):
            return -1
        if current.kind == "class":
            return current.definition
        around = self.scopes[definition.scope]
        if around.kind == "class":
            return around.definition
        owner, _ = self.owner_of_function(current.definition)
        return owner if owner >= 0 else current.definition

    def owner_of_function(self, index: int) -> tuple[int, bool]:
        """Return what a function was assigned to (`F.prototype.m = ...`), and whether to itself."""
        return self._function_owners().get(index, (-1, False))

    def _function_owners(self) -> dict[int, tuple[int, bool]]:
        if self._owners is None:
            self._owners = {}
            for item in self.facts.attributes:
                value = item.value
                if not isinstance(item.base, str):
                    continue
                if type(value) is not DefinitionAt and type(value) is not DisplayAt:
                    continue
                name, _, rest = item.base.partition(".")
                owner = (
                    self._owner_of_set(0, name)
                    if rest in ("", self.semantics.shared_member)
                    else -1
                )
                if owner < 0:
                    continue
                if type(value) is DefinitionAt:
                    self._owners[value.index] = (owner, not rest)
                elif item.name == self.semantics.shared_member:
                    self._shared[owner] = value.index
                    for inner in self.facts.displays[value.index].items:
                        if type(inner) is DefinitionAt:
                            self._owners[inner.index] = (owner, False)
        return self._owners

    def shared_display(self, definition: int) -> int:
        """Return the display that is a function's prototype, or -1."""
        self._function_owners()
        return self._shared.get(definition, -1)

    def display_of_function(self, index: int) -> int:
        """Return the object display that a function is written in, or -1."""
        if self._displays is None:
            self._displays = {}
            for i, display in enumerate(self.facts.displays):
                for item in display.items if display.kind != "list" else ():
                    if type(item) is DefinitionAt:
                        self._displays[item.index] = i
        return self._displays.get(index, -1)
