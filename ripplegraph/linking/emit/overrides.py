"""Links methods to what overrides them, and classes to the constructor they run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ripplegraph.graph.facts import THROUGH, Binding, Declaration
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id, symbol_id
from ripplegraph.linking.files.type_parameters import erase
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, FileLinks
from ripplegraph.linking.values.value import Class, Value, Values

_KIND = "dispatches_to"
_CONFIDENCE = 0.9


class Overrides:
    """Finds what a call of a method, or of a class, may really run."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def add(self, view: FileView, links: FileLinks) -> None:
        """Add the edges of every class of a file to its links."""
        for i, definition in enumerate(view.definitions):
            if definition.kind not in ("class", "interface", "module") or definition.body < 0:
                continue
            self._add_constructor(view, i, links)
            if definition.bases or definition.implements:
                order = self._analysis.classes.order(view.path, i)[1:]
                self._add_overrides(view, definition.body, order, links)

    def overridden_by(self, view: FileView, index: int) -> list[str]:
        """Return what a method overrides that its class declares."""
        method = view.definitions[index]
        holder = view.scopes[method.scope]
        if holder.kind == "block":
            holder = view.scopes[holder.parent]
        if holder.kind != "class" or holder.definition < 0:
            return []
        order = self._analysis.classes.order(view.path, holder.definition)[1:]
        return self._overridden(order, method.name, method)

    def add_implementing(self, view: FileView, scope: int, bases: Values, links: FileLinks) -> None:
        """Add the edges to members of a scope that implements something for a type."""
        for base in bases:
            if type(base) is Class:
                order = self._analysis.classes.order(base.path, base.definition)
                self._add_overrides(view, scope, order, links)

    def _add_constructor(self, view: FileView, index: int, links: FileLinks) -> None:
        for found in self._analysis.classes.constructors(view.path, index):
            target = symbol_id(self._analysis, *found)
            line = view.definitions[index].line
            links.add(view.ids[index], _KIND, target, line, INFERRED, 1, _CONFIDENCE)

    def _add_overrides(
        self, view: FileView, scope: int, order: Sequence[Value], links: FileLinks
    ) -> None:
        seen: set[int] = set()
        for binding in view.scopes[scope].bindings:
            if binding.kind != "d" or view.definitions[binding.index].kind != "function":
                continue
            # A method may be bound by several names; the first one is its own.
            if (
                binding.name.partition("(")[0] in view.semantics.constructors
                or binding.index in seen
            ):
                continue
            seen.add(binding.index)
            method = view.definitions[binding.index]
            # An edge to a method belongs to the file of that method.
            own = [i for i in self._defined(view, binding) if i.partition("::")[0] == view.path]
            name = binding.name.rpartition(THROUGH)[2]
            for source in self._overridden(order, name, method) if own else ():
                for target in own:
                    links.add(source, _KIND, target, method.line, INFERRED, 1, _CONFIDENCE)

    def _defined(self, view: FileView, binding: Binding) -> list[str]:
        """Return the method that a class declares, or what defines it in another file."""
        if view.semantics.answers.find_definitions:
            slots = view.semantics.find_definitions(view, binding.index)
            found = [slot_id(self._analysis, slot) for slot in slots]
            if found:
                return [target for target in found if target is not None]
        return [view.ids[binding.index]]

    def _overridden(self, order: Iterable[Value], name: str, method: Declaration) -> list[str]:
        """Return the nearest methods of that name above a class, one for each line of descent."""
        analysis = self._analysis
        found: list[str] = []
        hidden: set[Value] = set()
        for cls in order:
            if type(cls) is not Class or cls in hidden:
                continue
            view = analysis.view(cls.path)
            if view.semantics.overloads:
                analysis.ask(view, name)
            else:
                analysis.ask_binding(view, name)
            body = view.definitions[cls.definition].body
            for i in self._alike(view, body, name, method) if body >= 0 else ():
                binding = view.scopes[body].bindings[i]
                if binding.kind == "d":
                    found += self._defined(view, binding)
                    hidden.update(analysis.classes.order(cls.path, cls.definition))
        return found

    @staticmethod
    def _alike(view: FileView, body: int, name: str, method: Declaration) -> Sequence[int]:
        """Return the binding of a class that a method below it overrides; of overloads, the one
        that takes the same."""
        indexes = view.table(body).get(name, ())
        if len(indexes) < 2 or not view.semantics.overloads:
            return indexes[-1:]
        wanted = [erase(param.annotation) for param in method.params]
        bindings = view.scopes[body].bindings
        return [
            i
            for i in indexes
            if bindings[i].kind == "d"
            and [erase(p.annotation) for p in view.definitions[bindings[i].index].params] == wanted
        ]
