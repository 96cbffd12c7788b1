"""Links definitions to their declarations, and fields to the functions that are put into them."""

from __future__ import annotations

from ripplegraph.graph.facts import DECLARATION, EXPORTED, AttributeSet
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edges import EXACT, INFERRED, FileLinks, slot_id, symbol_id
from ripplegraph.linking.files.scopes import INCLUDED
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import Function, Instance

_CONFIDENCE = 0.9


class Declarations:
    """Finds what is said about one thing in several places."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def add(self, view: FileView, links: FileLinks) -> None:
        """Add the edges of a file's definitions and of what it puts into fields."""
        if view.semantics.shared_names == INCLUDED:
            self._add_declared(view, links)
        if view.semantics.functions_in_fields:
            for item in view.facts.attributes:
                self._add_field(view, item, links)

    def _add_declared(self, view: FileView, links: FileLinks) -> None:
        """A definition has to be what headers say it is."""
        for binding in view.scopes[0].bindings:
            if binding.index < 0:
                continue
            definition = view.definitions[binding.index]
            if definition.flags & (EXPORTED | DECLARATION) != EXPORTED:
                continue
            analysis, name = self._analysis, binding.name
            taken = len(definition.params)
            targets = [
                slot_id(analysis, slot)
                for slot in analysis.includes.declarations(view, name)
                if not view.facts.package or analysis.qualified.count_taken(slot) == taken
            ]
            for path, index in analysis.qualified.declarations(view, name, taken):
                targets.append(symbol_id(analysis, path, index))
            for target in targets:
                if target is not None and target != view.ids[binding.index]:
                    source, line = view.ids[binding.index], definition.line
                    links.add(source, "references", target, line, EXACT, 1, 1.0)

    def _add_field(self, view: FileView, item: AttributeSet, links: FileLinks) -> None:
        """What is called through a field may be any function that its own file puts there.

        An edge to what is dispatched to belongs to the file of the latter: of a function that
        another file puts into a field, only the initialised variable is known to refer to it.
        """
        analysis = self._analysis
        functions = analysis.evaluate(item.value, view, item.scope, item.position)
        own = [v for v in functions if type(v) is Function and v.path == view.path]
        targets = [symbol_id(analysis, v.path, v.definition) for v in own]
        if not targets:
            return
        for value in analysis.evaluate(item.base, view, item.scope, item.position):
            for slot in analysis.member_slots(value, item.name) if type(value) is Instance else ():
                source = slot_id(analysis, slot) if type(slot) is BindingSlot else None
                for target in targets if source is not None else ():
                    links.add(
                        str(source), "dispatches_to", target, item.line, INFERRED, 1, _CONFIDENCE
                    )
