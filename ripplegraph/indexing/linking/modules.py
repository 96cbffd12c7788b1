"""Modules and what they offer: imports, star imports, re-exports, default exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from posixpath import dirname
from typing import TYPE_CHECKING, Any

from ripplegraph.graph.expressions import DefinitionAt, DisplayAt, TextLiteral
from ripplegraph.graph.facts import EXPORTED, Export
from ripplegraph.indexing.linking.evaluator import Answers
from ripplegraph.indexing.linking.marks import SUBMODULE
from ripplegraph.indexing.linking.package_imports import PackageImports
from ripplegraph.indexing.linking.packages import is_inside
from ripplegraph.indexing.linking.query_kinds import FLAG, LOOKUP
from ripplegraph.indexing.linking.slots import (
    BindingSlot,
    DefinitionSlot,
    ExportSlot,
    ModuleSlot,
    NamespaceSlot,
    OutsideSlot,
    PackageSlot,
    Slot,
)
from ripplegraph.indexing.linking.value_sets import join
from ripplegraph.indexing.linking.values import EMPTY, Values
from ripplegraph.indexing.linking.views import FileView
from ripplegraph.parsers.language import ModuleResolver, Resolved

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World


EVERYWHERE = -1
"""Instead of a scope: all of them."""

Star = tuple[int, str, str]
"""An import of all names: its scope, the module, and what of that module is meant."""


class Modules:
    """Follows imports to the definitions behind them, through any number of re-exports."""

    def __init__(self, world: World, resolvers: Mapping[str, ModuleResolver]) -> None:
        self._world = world
        self._resolvers = resolvers
        self._packages = PackageImports(world)
        self._resolved: dict[str, dict[str, Resolved]] = {}
        self._seen: dict[str, dict[str, bool]] = {}
        self._known: Answers = {}
        """Where names lead."""
        self._folders = find_folders(world.paths)
        self._stars: dict[tuple[str, int, str], list[Star]] = {}

    def find_resolver(self, family: str) -> ModuleResolver | None:
        """Return the resolver of a family of languages, if the project uses it."""
        return self._resolvers.get(family)

    def can_see(self, view: FileView, path: str) -> bool:
        """Whether what another file gives to types from outside is there in this one."""
        known = self.seen_in(view.path)
        seen = known.get(path)
        if seen is None:
            resolver = self._resolvers.get(view.language.family or view.language.name)
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
            resolver = self._resolvers.get(view.language.family or view.language.name)
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
            return (NamespaceSlot(found.namespace, is_inside(view, found.namespace)),)
        if found.external is not None:
            return (OutsideSlot(found.external),)
        if found.directory is not None:
            return (PackageSlot(found.directory),)
        return ()

    def member_slots(self, view: FileView, spec: str, member: str) -> Sequence[Slot]:
        """Return where `from spec import member` leads."""
        found = self.resolve(view, spec)
        if member in ("", "*") and view.rules.exports:
            return self.module_slots(view, spec)
        if "." in member and view.rules.inner_stars:
            return self._path_slots(view, spec, member)
        if found.namespace is not None:
            slots = self._packages.member_slots(view, found, member)
            if not slots and view.rules.foreign_names:
                return (OutsideSlot(f"{spec}.{member}" if spec else member),)
            return slots
        if found.external is not None:
            return (OutsideSlot(f"{found.external}.{member}"),)
        if found.directory is not None and not found.paths:
            return self.submodule_slots(found.directory, member)
        return self._file_slots(view, found, spec, member)

    def _file_slots(
        self, view: FileView, found: Resolved, spec: str, member: str
    ) -> Sequence[Slot]:
        """Return where a member of the module that a file is leads."""
        for path in found.paths:
            slots = self.attribute_slots(path, member)
            if slots:
                return slots
        if view.rules.submodules:
            joined = f"{spec}{member}" if spec.endswith(".") else f"{spec}.{member}"
            inner = self.resolve(view, joined)
            if inner.external is None:
                return self.module_slots(view, joined)
        return ()

    def outside_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that must be from outside, if the file imports all of that."""
        stars = [self.resolve(view, spec) for spec in self._star_specs(view, name)]
        return self._packages.outside_slots(view, stars, name)

    def import_paths(self, view: FileView, spec: str, names: Iterable[str]) -> set[str]:
        """Return the files of a package that declare what an import takes of it."""
        return self._packages.paths(view, self.resolve(view, spec), names)

    def _path_slots(self, view: FileView, spec: str, path: str) -> Sequence[Slot]:
        """Return where a chain of names leads that begins in a module; nothing if in itself."""
        front, _, last = path.rpartition(".")
        return self._find(
            ("mp", view.path, spec, path),
            lambda: self._inner_slots(self.member_slots(view, spec, front), last),
        )

    def _find(
        self,
        key: tuple[Any, ...],
        work: Callable[[], Sequence[Slot]],
        first: Callable[[], Sequence[Slot]] | None = None,
    ) -> Sequence[Slot]:
        """Return where a name leads; circular imports may lead back to it."""
        solver = self._world.solver
        found: Sequence[Slot] = solver.solve(key, work, self._known, 0, LOOKUP, first)
        return found

    def _inner_slots(self, slots: Sequence[Slot], name: str) -> Sequence[Slot]:
        """Return where a name leads that modules, types or packages at these slots have."""
        world = self._world
        found: dict[Slot, None] = {}
        for slot in slots:
            if type(slot) is BindingSlot and not self._holds_names(slot):
                continue
            for value in world.in_order(world.slot_values(slot)):
                found.update(dict.fromkeys(world.member_slots(value, name)))
        return list(found)

    def _holds_names(self, slot: BindingSlot) -> bool:
        """Whether a slot is a definition, and no variable that would have to be worked out."""
        return self._world.view(slot.path).scopes[slot.scope].bindings[slot.index].kind == "d"

    def offered_slots(self, view: FileView, spec: str, name: str) -> Sequence[Slot]:
        """Return where a name leads that an import of a whole module or namespace brings."""
        found = self.resolve(view, spec)
        if found.namespace is not None:
            return self._world.packages.member_slots(found.namespace, False, name)
        for path in found.paths:
            target = self._world.find_view(path)
            slots = (
                self.attribute_slots(path, name) if target and self._offers(target, name) else ()
            )
            if slots:
                return slots
        return ()

    def attribute_slots(self, path: str, name: str) -> Sequence[Slot]:
        """Return where a module's attribute leads."""
        return self._find(
            ("ma", path, name),
            lambda: self._find_attribute(path, name),
            lambda: self._first_slots(path, name),
        )

    def _first_slots(self, path: str, name: str) -> Sequence[Slot]:
        """Return what an attribute leads to as long as nothing else is known."""
        view = self._world.find_view(path)
        return self._direct_slots(view, name) if view and view.rules.inner_stars else ()

    def _direct_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return the module or definition of a name that is also imported: `use a::a; mod a;`."""
        self._world.ask_binding(view, name)
        bindings = view.scopes[0].bindings
        indexes = [i for i in view.table(0).get(name, ()) if bindings[i].kind in "di"]
        return [slot for i in indexes for slot in self._world.names.follow(view, 0, i)]

    def _find_attribute(self, path: str, name: str) -> Sequence[Slot]:
        view = self._world.find_view(path)
        if view is None:
            return ()
        self._world.ask_binding(view, name)
        if view.rules.exports:
            return self._exported(view, name)
        if view.scopes and name in view.table(0):
            slots: list[Slot] = []
            for index in view.reaching(0, name, view.scopes[0].end):
                slots += self._world.names.follow(view, 0, index)
            for scope, index in view.rebound.get((0, name), ()):
                slots += self._world.names.follow(view, scope, index)
            if slots:
                return slots
        all_stars = self._all_star_slots if view.rules.inner_stars else self._star_slots
        star = all_stars(view, name)
        if star:
            return star
        if path.rpartition("/")[2] in view.rules.packages:
            own = self.submodule_slots(path.rpartition("/")[0], name)
            if own:
                return own
        return self._star_slots(view, name, submodules=True) or self.guessed_slots(view, name)

    def guessed_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return the file that a module has for a name, declared by something that nobody reads."""
        guess = view.rules.module_guess
        return self.module_slots(view, guess + name) if guess and name[:1].islower() else ()

    def submodule_slots(self, folder: str, name: str) -> Sequence[Slot]:
        """Return the submodule of a package folder."""
        base = f"{folder}/{name}" if folder else name
        solver = self._world.solver
        solver.read.add(solver.marks.of(SUBMODULE + base))
        for probe in (f"{base}/__init__.py", f"{base}.py", f"{base}/__init__.pyi", f"{base}.pyi"):
            if probe in self._world.paths:
                return (ModuleSlot(probe),)
        return (PackageSlot(base),) if base in self._folders else ()

    def star_slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that a star import of this file may bring."""
        if view.rules.inner_stars:
            return self.scope_stars(view, name, EVERYWHERE)
        found = self._star_slots(view, name)
        return found or self._star_slots(view, name, submodules=True)

    def scope_stars(self, view: FileView, name: str, scope: int) -> Sequence[Slot]:
        """Return where a name leads that star imports of one scope may bring, or of any scope."""
        return self._find(
            ("ms", view.path, scope, name), lambda: self._all_star_slots(view, name, scope)
        )

    def _all_star_slots(self, view: FileView, name: str, scope: int = 0) -> Sequence[Slot]:
        """Return where a name leads that star imports bring.

        Several of one scope bring it only where each is for another build: then it is all of them.
        """
        found: dict[Slot, None] = {}
        home = EVERYWHERE
        for star in reversed(self._stars_of(view, scope, name)):
            if found and star[0] != home:
                break
            slots = self._star_slots(view, name, stars=(star,))
            if not found or (slots and all(self._is_public(slot) for slot in (*slots, *found))):
                found.update(dict.fromkeys(slots))
                home = star[0]
        return list(found)

    def _is_public(self, slot: Slot) -> bool:
        """Whether a slot is that of a definition that other modules see."""
        if type(slot) is not BindingSlot:
            return False
        view = self._world.view(slot.path)
        binding = view.scopes[slot.scope].bindings[slot.index]
        if binding.kind != "d":
            return False
        return bool(view.definitions[binding.index].flags & EXPORTED)

    def _stars_of(self, view: FileView, scope: int, name: str) -> list[Star]:
        """Return the star imports of a scope that may bring a name, with their scopes."""
        mark = view.rules.macro_mark
        words = ("*", f"*{mark}") if mark and name.endswith(mark) else ("*",)
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

    def _star_slots(
        self,
        view: FileView,
        name: str,
        *,
        submodules: bool = False,
        stars: Sequence[Star] | None = None,
    ) -> Sequence[Slot]:
        """Return where a star import leads; a package's modules are brought only by chance."""
        for _, spec, member in reversed(self._stars_of(view, 0, name) if stars is None else stars):
            found = self.resolve(view, spec)
            if member not in ("", "*"):
                slots = self._inner_slots(self.member_slots(view, spec, member), name)
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
                target = self._world.find_view(path)
                if target is None or not self._offers(target, name):
                    continue
                slots = self.attribute_slots(path, name)
                if slots and (submodules or not _is_unbound_module(target, name, slots[0])):
                    return slots
        return ()

    def _star_specs(self, view: FileView, name: str = "") -> Sequence[str]:
        """Return the modules of which a file imports every name, that of a name among them."""
        return [spec for _, spec, _ in self._stars_of(view, 0, name)]

    def _offers(self, view: FileView, name: str) -> bool:
        """Whether `from module import *` brings a name."""
        names, parts = view.facts.all_names, view.facts.all_parts
        if names is None:
            hidden = view.rules.hidden
            return not hidden or not name.startswith(hidden)
        if name in names:
            return True
        if not parts:
            return False
        return bool(
            self._world.solver.solve(
                ("mo", view.path, name),
                lambda: any(self._part_offers(view, chain, name) for chain in parts),
                view.answers,
                view.mark,
                FLAG,
            )
        )

    def _part_offers(self, view: FileView, chain: str, name: str) -> bool:
        """Whether a list that is part of an `__all__` holds a name; of one unknown, who knows."""
        slots = self._world.chain_slots(chain, view, 0, view.scopes[0].end)
        if not slots:
            return not name.startswith("_")
        for slot in slots:
            if type(slot) is not BindingSlot:
                continue
            target = self._world.view(slot.path)
            binding = target.scopes[slot.scope].bindings[slot.index]
            self._world.ask(target, binding.name)
            if binding.name == "__all__" and slot.scope == 0:
                if self._offers(target, name):
                    return True
            elif type(binding.value) is DisplayAt:
                items = target.facts.displays[binding.value.index].items
                if any(item == TextLiteral(name) for item in items):
                    return True
        return False

    # ECMAScript -------------------------------------------------------------------------------

    def _exported(self, view: FileView, name: str) -> Sequence[Slot]:
        for export in view.exports.get(name, ()):
            slots = self._export_slots(view, export)
            if slots:
                return slots
        if name != "default":
            for export in view.exports.get("*", ()):
                slots = self._through_star(view, export, name)
                if slots:
                    return slots
        for export in view.exports.get("=", ()):
            values = self._export_values(view, export)
            slots = [s for v in values for s in self._world.member_slots(v, name)]
            if slots:
                return slots
        if name == "default" and _is_commonjs(view):
            return (ModuleSlot(view.path),)
        return ()

    def _through_star(self, view: FileView, export: Export, name: str) -> Sequence[Slot]:
        found = self.resolve(view, export.spec)
        for path in found.paths:
            slots = self.attribute_slots(path, name)
            if slots:
                return slots
        return ()

    def _export_slots(self, view: FileView, export: Export) -> Sequence[Slot]:
        if export.spec:
            if export.member == "*":
                return self.module_slots(view, export.spec)
            return self.member_slots(view, export.spec, export.member or export.name)
        if export.local:
            scope, local = export.scope, export.local
            return self._world.names.slots(view, scope, local, view.scopes[scope].end)
        return self._value_slots(view, export)

    def _value_slots(self, view: FileView, export: Export) -> Sequence[Slot]:
        value = export.value
        if value is None:
            # A component: what it exports is the file itself.
            return (ModuleSlot(view.path),)
        if isinstance(value, str):
            slots = self._world.chain_slots(value, view, export.scope, view.scopes[0].end)
            return slots or (ExportSlot(view.path, export.name),)
        if type(value) is DefinitionAt:
            return (DefinitionSlot(view.path, value.index),)
        return (ExportSlot(view.path, export.name),)

    def _export_values(self, view: FileView, export: Export) -> Values:
        key = ("=", view.path, export.name, export.position)
        self._world.ask(view, export.name)
        return self._world.solver.solve(
            key,
            lambda: self._world.evaluate(export.value, view, export.scope, export.position),
            view.answers,
            view.mark,
        )

    def export_values(self, path: str, name: str) -> Values:
        """Return what a module's export may be, expressions (`export default f()`) included."""
        view = self._world.find_view(path)
        if view is None:
            return EMPTY
        return join(
            self._export_values(view, export)
            for export in view.exports.get(name, ())
            if export.value is not None
        )

    def import_values(self, view: FileView, spec: str, member: str) -> Values:
        """Return what `require(spec)` or `import(spec)` gives, or a member of it."""
        if member:
            return join(
                self._world.slot_values(slot) for slot in self.member_slots(view, spec, member)
            )
        found: list[Values] = []
        for slot in self.module_slots(view, spec):
            if type(slot) is ModuleSlot:
                whole = self.export_values(slot.path, "=")
                if whole:
                    found.append(whole)
                    continue
            found.append(self._world.slot_values(slot))
        return join(found)


def _is_unbound_module(view: FileView, name: str, slot: Slot) -> bool:
    """Whether a name is only that of a module beside others, which no statement here binds."""
    if (type(slot) is not ModuleSlot and type(slot) is not PackageSlot) or name in view.table(0):
        return False
    return view.facts.all_names is None or name not in view.facts.all_names


def _is_commonjs(view: FileView) -> bool:
    """Whether a module exports by assignment: its default import is all it exports."""
    return any(not (e.local or e.spec) and e.value is not None for e in view.facts.exports)


def can_see(resolver: ModuleResolver | None, path: str, other: str) -> bool:
    """Whether a file sees what another one gives to types from outside; mostly it does."""
    sees = getattr(resolver, "can_see", None)
    return sees is None or bool(sees(path, other))


def find_folders(paths: Iterable[str]) -> frozenset[str]:
    """Return every folder that holds one of these files, at any depth."""
    found: set[str] = set()
    for path in paths:
        folder = dirname(path)
        while folder and folder not in found:
            found.add(folder)
            folder = dirname(folder)
    return frozenset(found)


def _begins_with(spec: str, name: str) -> bool:
    """Whether what is imported lies in a type of a package that has a name."""
    _, colon, within = spec.partition(":")
    return bool(colon) and within.partition(".")[0] == name
