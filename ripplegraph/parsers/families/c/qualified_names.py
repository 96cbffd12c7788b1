"""Names with other names before them: members of classes and namespaces that lie in many files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ripplegraph.graph.facts import DECLARATION, Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.scopes import NAMESPACE_NAME, USING
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, Slot
from ripplegraph.linking.values.value import Class, External, Instance, Values
from ripplegraph.linking.values.value_sets import join, one
from ripplegraph.parsers.families.c.includes import TAG, Includes


class QualifiedNames:
    """Looks names up from the inside out: in classes and their bases, then in namespaces."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._includes = analysis.part(Includes)

    def slots(self, view: FileView, scope: int, name: str) -> Sequence[Slot]:
        """Return where a name leads that no scope of its function binds."""
        includes = self._includes
        seen: set[str] = set()
        at = view.holder(scope)
        while at > 0:
            found = self._of_class(view, at, name)
            if found:
                return found
            for prefix in _prefixes(view, at):
                # The name of a class is that of the class inside it, not of its constructors.
                if prefix not in seen and not f"::{prefix}".endswith(f"::{name}::"):
                    seen.add(prefix)
                    found = includes.slots(view, prefix + name)
                    if found:
                        return found
            at = view.holder(view.scopes[at].parent)
        found = includes.slots(view, name) or self._used(view, scope, name, seen)
        found = found or includes.slots(view, TAG + name)
        # A type that a file only mentions may be defined in one that it does not include.
        for prefix in () if found else (*sorted(seen, reverse=True), ""):
            found = includes.only_type(view, f"{prefix}{TAG}{name}")
            if found:
                break
        return found

    def values(self, view: FileView, scope: int, name: str) -> Values:
        """Return what a name means that others follow in a type: variables do not count."""
        slots = self.slots(view, scope, name)
        if not slots and name in view.semantics.builtins:
            return one(External(f"builtins.{name}"))
        return join(self._analysis.slot_values(slot) for slot in slots)

    def _of_class(self, view: FileView, scope: int, name: str) -> Sequence[Slot]:
        """Return a member of the class that a scope is, or that a method outside it is of."""
        classes = self._analysis.classes
        current = view.scopes[scope]
        if current.kind == "class":
            if current.definition < 0:
                return ()
            return classes.inherited_slots(view.path, current.definition, name)
        for value in self._analysis.in_order(self._owner(view, scope)):
            if type(value) is Instance:
                found = classes.inherited_slots(value.path, value.definition, name)
                if found:
                    return found
        return ()

    def _owner(self, view: FileView, scope: int) -> Values:
        """Return what the receiver of a method is that is written outside its class."""
        found: Values = frozenset()
        for i in view.table(scope).get(view.semantics.receiver, ()):
            written = view.scopes[scope].bindings[i].annotation
            parent = max(view.scopes[scope].parent, 0)
            found |= self._analysis.annotations.instances(written, view, parent, 0)
        return found

    def _used(self, view: FileView, scope: int, name: str, prefixes: set[str]) -> Sequence[Slot]:
        """Return a name of a namespace whose names a file wants to see as its own."""
        found: list[Slot] = []
        for spec in dict.fromkeys(_find_used(view, scope)):
            for prefix in ("", *sorted(prefixes, reverse=True)):
                slots = self._includes.slots(view, f"{prefix}{spec}::{name}")
                if slots:
                    found += slots
                    break
        return found

    def member_definitions(self, view: FileView, index: int) -> Sequence[Slot]:
        """Return where a method is defined that its class only declares."""
        self._analysis.ask_definition(view, index)
        definition = view.definitions[index]
        if not definition.flags & DECLARATION or definition.kind != "function":
            return ()
        name = definition.qualified.partition("#")[0].replace(".", "::")
        found = self._includes.definitions(view, name, [view.path])
        taken = len(definition.params)
        return [slot for slot in found if self.count_taken(slot) == taken] or found

    def count_taken(self, slot: BindingSlot) -> int:
        """Return how much the function takes that a slot leads to."""
        view = self._analysis.views[slot.path]
        index = view.scopes[slot.scope].bindings[slot.index].index
        self._analysis.ask_definition(view, index)
        return len(view.definitions[index].params)

    def declarations(
        self, view: FileView, name: str, taken: int | None = None
    ) -> list[tuple[str, int]]:
        """Return where a class declares a method, taking so much, that a file defines outside."""
        owner, _, last = name.rpartition("::")
        found: list[tuple[str, int]] = []
        for slot in self._includes.slots(view, owner) if owner else ():
            for value in self._analysis.slot_values(slot) if type(slot) is BindingSlot else ():
                if type(value) is not Class:
                    continue
                other = self._analysis.view(value.path)
                body = other.definitions[value.definition].body
                is_constructor = last == other.definitions[value.definition].name
                bound = other.semantics.constructors[0] if is_constructor else last
                self._analysis.ask(other, bound)
                for i in other.table(body).get(bound, ()) if body >= 0 else ():
                    index = other.scopes[body].bindings[i].index
                    if index >= 0 and _is_declared(other.definitions[index], taken):
                        found.append((value.path, index))
        return found


def _is_declared(definition: Declaration, taken: int | None) -> bool:
    """Whether something is only declared and takes so many arguments."""
    is_fitting = taken is None or len(definition.params) == taken
    return bool(definition.flags & DECLARATION) and is_fitting


def _prefixes(view: FileView, scope: int) -> Iterator[str]:
    """Yield what names begin with that a scope sees: `a::b::`, then `a::`."""
    for i in view.table(scope).get(NAMESPACE_NAME, ()):
        name = view.scopes[scope].bindings[i].spec
        while name:
            yield f"{name}::"
            name = name.rpartition("::")[0]


def _find_used(view: FileView, scope: int) -> Iterator[str]:
    """Yield the namespaces whose names are seen in a scope."""
    while scope >= 0:
        for i in view.table(scope).get(USING, ()):
            yield view.scopes[scope].bindings[i].spec
        scope = view.scopes[scope].parent
