"""Modules and what they offer: imports, star imports, re-exports, default exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ripplegraph.linking.analysis import Analysis, Star
from ripplegraph.linking.engine.evaluator import Answers
from ripplegraph.linking.engine.query_kinds import LOOKUP
from ripplegraph.linking.lookup.package_imports import PackageImports
from ripplegraph.linking.module_resolution import ModuleResolver, Resolved
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import (
    BindingSlot,
    ModuleSlot,
    NamespaceSlot,
    OutsideSlot,
    Slot,
)
from ripplegraph.linking.values.value import EMPTY, Values
from ripplegraph.linking.values.value_sets import join

EVERYWHERE = -1
"""Instead of a scope: all of them."""


class Modules:
    """Follows imports to the definitions behind them, through any number of re-exports."""

    def __init__(self, analysis: Analysis, resolvers: Mapping[str, ModuleResolver]) -> None:
        self._analysis = analysis
        self._resolvers = resolvers
        self._packages = PackageImports(analysis)
        self._resolved: dict[str, dict[str, Resolved]] = {}
        self._seen: dict[str, dict[str, bool]] = {}
        self._known: Answers = {}
        """Where names lead."""
        self._stars: dict[tuple[str, int, str], list[Star]] = {}

    def find_resolver(self, family: str) -> ModuleResolver | None:
        """Return the resolver of a family of languages, if the project uses it."""
        return self._resolvers.get(family)

    def can_see(self, view: FileView, path: str) -> bool:
        """Whether what another file gives to types from outside is there in this one."""
        known = self.seen_in(view.path)
        seen = known.get(path)
        if seen is None:
            resolver = self._resolvers.get(view.semantics.family)
            seen = known[path] = can_see(resolver, view.path, path)
        return seen

    def seen_in(self, path: str) -> dict[str, bool]:
        """Return the other files that `can_see` was asked about for a file."""
        return self._seen.setdefault(path, {})

    def resolve(self, view: FileView, spec: str) -> Resolved:
        """Return what a module name written in a file means, noting the look."""
        known = self.resolved_in(view.path)
        found = known.get(spec)
        if found is None:
            resolver = self._resolvers.get(view.semantics.family)
            found = resolver.resolve(spec, view.path) if resolver else Resolved()
            known[spec] = found
            view.probed.update(found.probed)
        return found

    def resolved_in(self, path: str) -> dict[str, Resolved]:
        """Return what the module names of a file that came up mean."""
        found = self._resolved.get(path)
        if found is None:
            found = self._resolved[path] = {}
        return found

    def module_slots(self, view: FileView, spec: str) -> Sequence[Slot]:
        """Return the module an import of `spec` binds."""
        found = self.resolve(view, spec)
        if found.paths:
            return [ModuleSlot(path) for path in found.paths]
        if found.namespace is not None:
            return (
                NamespaceSlot(found.namespace, view.semantics.sees_tests(view, found.namespace)),
            )
        if found.external is not None:
            return (OutsideSlot(found.external),)
        return view.semantics.find_imported(view, spec, "") if found.directory is not None else ()

    def member_slots(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        """Return where `from spec import member` leads."""
        return view.semantics.find_imported(view, spec, member)

    def imported_slots(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        """Return where an import of a name leads in an ordinary language."""
        found = self.resolve(view, spec)
        if found.namespace is not None:
            slots = self._packages.member_slots(view, found, member)
            if not slots and view.semantics.foreign_names:
                return (OutsideSlot(f"{spec}.{member}" if spec else member),)
            return slots
        if found.external is not None:
            return (OutsideSlot(f"{found.external}.{member}"),)
        return self._file_slots(found, member)

    def _file_slots(self, found: Resolved, member: str) -> Sequence[Slot]:
        """Return where a member of the module that a file is leads."""
        for path in found.paths:
            slots = self.attribute_slots(path, member)
            if slots:
                return slots
        return ()

    def import_paths(self, view: FileView, spec: str, names: Iterable[str]) -> set[str]:
        """Return the files of a package that declare what an import takes of it."""
        return self._packages.paths(view, self.resolve(view, spec), names)

    def find(
        self,
        key: tuple[Any, ...],
        work: Callable[[], Sequence[Slot]],
        first: Callable[[], Sequence[Slot]] | None = None,
    ) -> Sequence[Slot]:
        """Return where a name leads; circular imports may lead back to it."""
        solver = self._analysis.solver
        found: Sequence[Slot] = solver.solve(key, work, self._known, 0, LOOKUP, first)
        return found

    def inner_slots(self, slots: Sequence[Slot], name: str) -> Sequence[Slot]:
        """Return where a name leads that modules, types or packages at these slots have."""
        analysis = self._analysis
        found: dict[Slot, None] = {}
        for slot in slots:
            if type(slot) is BindingSlot and not self._holds_names(slot):
                continue
            for value in analysis.in_order(analysis.slot_values(slot)):
                found.update(dict.fromkeys(analysis.member_slots(value, name)))
        return list(found)

    def _holds_names(self, slot: BindingSlot) -> bool:
        """Whether a slot is a definition, and no variable that would have to be worked out."""
        return self._analysis.view(slot.path).scopes[slot.scope].bindings[slot.index].kind == "d"

    def offered_slots(self, view: FileView, spec: str, name: str) -> Sequence[Slot]:
        """Return where a name leads that an import of a whole module or namespace brings."""
        found = self.resolve(view, spec)
        if found.namespace is not None:
            return self._analysis.packages.member_slots(found.namespace, False, name)
        for path in found.paths:
            target = self._analysis.find_view(path)
            offers = target is not None and target.semantics.offers(target, name)
            slots = self.attribute_slots(path, name) if offers else ()
            if slots:
                return slots
        return ()

    def attribute_slots(self, path: str, name: str) -> Sequence[Slot]:
        """Return where a module's attribute leads."""
        return self.find(
            ("ma", path, name),
            lambda: self._find_attribute(path, name),
            lambda: self._find_first(path, name),
        )

    def _find_first(self, path: str, name: str) -> Sequence[Slot]:
        """Return what an attribute leads to as long as nothing else is known."""
        view = self._analysis.find_view(path)
        return view.semantics.find_first_member(view, name) if view is not None else ()

    def _find_attribute(self, path: str, name: str) -> Sequence[Slot]:
        view = self._analysis.find_view(path)
        if view is None:
            return ()
        self._analysis.ask_binding(view, name)
        return view.semantics.find_module_member(view, name)

    def bound_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that a module binds itself."""
        if not view.scopes or name not in view.table(0):
            return ()
        slots: list[Slot] = []
        for index in view.reaching(0, name, view.scopes[0].end):
            slots += self._analysis.names.follow(view, 0, index)
        for scope, index in view.rebound.get((0, name), ()):
            slots += self._analysis.names.follow(view, scope, index)
        return slots

    def stars_of(self, view: FileView, scope: int, name: str) -> list[Star]:
        """Return the star imports of a scope that may bring a name, with their scopes."""
        words = [word for word in view.semantics.star_names if name.endswith(word[1:])]
        key = (view.path, scope, words[-1])
        found = self._stars.get(key)
        if found is None:
            scopes = range(len(view.scopes)) if scope == EVERYWHERE else range(scope, scope + 1)
            bindings = [
                (at, view.scopes[at].bindings[i])
                for at in scopes
                if at < len(view.scopes)
                for word in words
                for i in view.table(at).get(word, ())
            ]
            found = self._stars[key] = [(at, b.spec, b.member) for at, b in bindings]
        # What is brought is not what it is brought from: `import A._` says nothing of `A`.
        return [star for star in found if not _begins_with(star[1], name)] if name else found

    def brought_slots(
        self,
        view: FileView,
        name: str,
        *,
        stars: Sequence[Star] | None = None,
        accepts: Callable[[FileView, str, Slot], bool] | None = None,
    ) -> Sequence[Slot]:
        """Return where a star import leads, of what is accepted that a module has for a name."""
        for _, spec, member in reversed(self.stars_of(view, 0, name) if stars is None else stars):
            found = self.resolve(view, spec)
            if member not in ("", "*"):
                slots = self.inner_slots(self.member_slots(view, spec, member), name)
                slots = [slot for slot in slots if type(slot) is not OutsideSlot]
                if slots and found.external is None:
                    return slots
                continue
            if found.namespace is not None:
                slots = self._packages.slots(view, found, name)
                if slots:
                    return slots
            if found.external is not None:
                continue
            for path in found.paths:
                target = self._analysis.find_view(path)
                if target is None or not target.semantics.offers(target, name):
                    continue
                slots = self.attribute_slots(path, name)
                if slots and (accepts is None or accepts(target, name, slots[0])):
                    return slots
        return ()

    def export_values(self, path: str, name: str) -> Values:
        """Return what a module's export may be, expressions (`export default f()`) included."""
        view = self._analysis.find_view(path)
        return EMPTY if view is None else view.semantics.export_values(view, name)

    def import_values(self, view: FileView, spec: str, member: str) -> Values:
        """Return what `require(spec)` or `import(spec)` gives, or a member of it."""
        if member:
            return join(
                self._analysis.slot_values(slot) for slot in self.member_slots(view, spec, member)
            )
        found: list[Values] = []
        for slot in self.module_slots(view, spec):
            if type(slot) is ModuleSlot:
                whole = self.export_values(slot.path, "=")
                if whole:
                    found.append(whole)
                    continue
            found.append(self._analysis.slot_values(slot))
        return join(found)


def can_see(resolver: ModuleResolver | None, path: str, other: str) -> bool:
    """Whether a file sees what another one gives to types from outside; mostly it does."""
    sees = getattr(resolver, "can_see", None)
    return sees is None or bool(sees(path, other))


def _begins_with(spec: str, name: str) -> bool:
    """Whether what is imported lies in a type of a package that has a name."""
    _, colon, within = spec.partition(":")
    return bool(colon) and within.partition(".")[0] == name
