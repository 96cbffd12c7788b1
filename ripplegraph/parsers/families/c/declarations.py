"""Links definitions to their declarations, and fields to the functions that are put into them."""

from __future__ import annotations

from ripplegraph.graph.facts import DECLARATION, EXPORTED, AttributeSet
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id, symbol_id
from ripplegraph.linking.emit.overrides import Overrides
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import EXACT, INFERRED, FileLinks
from ripplegraph.linking.values.slots import BindingSlot
from ripplegraph.linking.values.value import Function, Instance
from ripplegraph.parsers.families.c.includes import Includes
from ripplegraph.parsers.families.c.qualified_names import QualifiedNames

_CONFIDENCE = 0.9


class Declarations:
    """Finds what is said about one thing in several places."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._includes = analysis.part(Includes)
        self._qualified = analysis.part(QualifiedNames)

    def add(self, view: FileView, links: FileLinks) -> None:
        """Add the edges of a file's definitions and of what it puts into fields."""
        self._add_declared(view, links)
        if view.facts.package:
            self._add_defined(view, links)
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
                for slot in self._includes.declarations(view, name)
                if not view.facts.package or self._qualified.count_taken(slot) == taken
            ]
            for path, index in self._qualified.declarations(view, name, taken):
                targets.append(symbol_id(analysis, path, index))
            for target in targets:
                if target is not None and target != view.ids[binding.index]:
                    source, line = view.ids[binding.index], definition.line
                    links.add(source, "references", target, line, EXACT, 1, 1.0)

    def _add_defined(self, view: FileView, links: FileLinks) -> None:
        """Add the edges to methods that are defined here and declared by a class elsewhere."""
        qualified, overrides = self._qualified, Overrides(self._analysis)
        for i, binding in enumerate(view.scopes[0].bindings):
            if binding.kind != "d" or "::" not in binding.name:
                continue
            slot = BindingSlot(view.path, 0, i)
            for path, index in qualified.declarations(view, binding.name):
                other = self._analysis.view(path)
                if path == view.path or slot not in qualified.member_definitions(other, index):
                    continue
                own, method = view.ids[binding.index], view.definitions[binding.index]
                for source in overrides.overridden_by(other, index):
                    links.add(source, "dispatches_to", own, method.line, INFERRED, 1, _CONFIDENCE)

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
