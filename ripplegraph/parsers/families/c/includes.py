"""Names that files see by including each other: what a file declares, and what its headers do.

A name is looked up among all files of the family first, and then only those count that the file
includes, at any depth. A declaration leads to the definition, which may lie in a file that nobody
includes.
"""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import dirname

from ripplegraph.graph.facts import DECLARATION, EXPORTED
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.marks import SEEN
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, NamespaceSlot, Slot
from ripplegraph.parsers.families.c.include_closure import IncludeClosure

TAG = "struct "
"""Before the name of a struct, union, class or enum among the names of a file."""
GLOBAL = "<global>"
"""The namespace that no other one is around: `::open` is `<global>.open`."""
MOST_DEFINITIONS = 5
"""A name that more files define says nothing about which of them is meant."""


class Includes:
    """Looks names up in files and in what they include."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._direct: dict[str, Sequence[str]] = {}
        self._closure = IncludeClosure(self.direct)

    def slots(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return where a name leads that a file or one of its headers declares."""
        paths = self._analysis.packages.find(family_key(view), name)
        if not paths:
            return ()
        own: list[BindingSlot] = []
        if view.path in paths:
            own = _bound(view, name)
            defined = [slot for slot in own if not is_declaration(view, slot)]
            if defined and not view.facts.package:
                return defined
        declared: list[BindingSlot] = []
        found: list[BindingSlot] = []
        for path in paths:
            if path == view.path or self._is_seen(view.path, path):
                other = self._analysis.view(path)
                self._analysis.ask(other, name)
                for slot in _bound(other, name):
                    (declared if is_declaration(other, slot) else found).append(slot)
        namespaces = dict.fromkeys(
            binding.spec
            for slot in found
            if (binding := self._analysis.views[slot.path].scopes[0].bindings[slot.index]).kind
            == "m"
        )
        if namespaces:
            return [NamespaceSlot(name, view.path) for name in namespaces]
        if declared:
            found += self.definitions(view, name, [slot.path for slot in declared])
        return found or declared

    def only_function(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return the function that a name nobody declares leads to, if there is only one."""
        paths = self._analysis.packages.find(definition_key(view), name)
        if len(paths) != 1:
            return ()
        other = self._analysis.view(paths[0])
        self._analysis.ask(other, name)
        slots = [slot for slot in _bound(other, name) if _is_offered(other, slot)]
        kinds = {other.definitions[_definition(other, slot)].kind for slot in slots}
        return slots if kinds == {"function"} else ()

    def only_type(self, view: FileView, name: str) -> Sequence[Slot]:
        """Return the type that a name leads to which is only mentioned here, if there is one."""
        paths = self._analysis.packages.find(family_key(view), name)
        if len(paths) != 1:
            return ()
        other = self._analysis.view(paths[0])
        self._analysis.ask(other, name)
        return _bound(other, name)

    def declarations(self, view: FileView, name: str) -> list[BindingSlot]:
        """Return where headers that a file includes declare a name."""
        found: list[BindingSlot] = []
        for path in self._analysis.packages.find(family_key(view), name):
            if path != view.path and self._is_seen(view.path, path):
                other = self._analysis.view(path)
                self._analysis.ask(other, name)
                found += [slot for slot in _bound(other, name) if is_declaration(other, slot)]
        return found

    def definitions(self, view: FileView, name: str, headers: Sequence[str]) -> list[BindingSlot]:
        """Return what defines a name for all files: the best of several, or all if none is."""
        paths = self._analysis.packages.find(definition_key(view), name)
        if len(paths) > 1:
            paths = self._including(paths, headers)
            paths = _nearest(paths, view.path)
        if len(paths) > MOST_DEFINITIONS:
            return []
        found: list[BindingSlot] = []
        for path in paths:
            other = self._analysis.view(path)
            self._analysis.ask(other, name)
            found += [slot for slot in _bound(other, name) if _is_offered(other, slot)]
        return found

    def _including(self, paths: Sequence[str], headers: Sequence[str]) -> Sequence[str]:
        """Return the files that include one of the headers; all of them where none does."""
        including = [path for path in paths if any(self._is_seen(path, h) for h in headers)]
        return including or paths

    def _is_seen(self, path: str, header: str) -> bool:
        """Whether a file includes another one, at any depth."""
        solver = self._analysis.solver
        solver.read.add(solver.marks.of(SEEN + path))
        return self._closure.has(path, header)

    def direct(self, path: str) -> Sequence[str]:
        """Return the files that a file includes itself."""
        found = self._direct.get(path)
        if found is None:
            kept = self._analysis.find_kept_includes(path)
            found = self._direct[path] = self._find_direct(path) if kept is None else kept
        return found

    def _find_direct(self, path: str) -> Sequence[str]:
        analysis = self._analysis
        view, paths = analysis.views[path], analysis.paths
        included: dict[str, None] = {}
        for item in view.facts.imports:
            for target in analysis.modules.resolve(view, item.spec).paths:
                if target in paths:
                    included[target] = None
                else:
                    # It is there and not read: a link, say, that may become a file.
                    view.probed.add(target)
        return tuple(included)


def family_key(view: FileView) -> str:
    """Return what the files that may include each other have in common."""
    return view.semantics.family


def definition_key(view: FileView) -> str:
    """Return what stands for what such files define for all others."""
    return f"{family_key(view)}="


def included_names(view: FileView) -> set[tuple[str, str]]:
    """Return the names that a file declares, and those that it defines for all files."""
    everyone, definers = family_key(view), definition_key(view)
    found = {(everyone, name) for name in view.table(0)}
    for binding in view.scopes[0].bindings:
        if binding.index >= 0:
            flags = view.definitions[binding.index].flags
            if flags & EXPORTED and not flags & DECLARATION:
                found.add((definers, binding.name))
    return found


def is_declaration(view: FileView, slot: BindingSlot) -> bool:
    """Whether a binding of a file only declares what another file defines."""
    index = _definition(view, slot)
    return index >= 0 and bool(view.definitions[index].flags & DECLARATION)


def _bound(view: FileView, name: str) -> list[BindingSlot]:
    return [BindingSlot(view.path, 0, i) for i in view.table(0).get(name, ())]


def _definition(view: FileView, slot: BindingSlot) -> int:
    return view.scopes[slot.scope].bindings[slot.index].index


def _is_offered(view: FileView, slot: BindingSlot) -> bool:
    index = _definition(view, slot)
    flags = view.definitions[index].flags if index >= 0 else 0
    return bool(flags & EXPORTED and not flags & DECLARATION)


def _nearest(paths: Sequence[str], origin: str) -> Sequence[str]:
    """Return the files that share most folders with another one."""
    if len(paths) < 2:
        return paths
    shared = [_count_shared(path, origin) for path in paths]
    most = max(shared)
    return [path for path, count in zip(paths, shared, strict=True) if count == most]


def _count_shared(path: str, other: str) -> int:
    count = 0
    for mine, theirs in zip(dirname(path).split("/"), dirname(other).split("/"), strict=False):
        if mine != theirs:
            break
        count += 1
    return count
