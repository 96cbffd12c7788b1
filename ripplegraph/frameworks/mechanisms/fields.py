"""Fields that a query names: as arguments, or in texts that it is passed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ripplegraph.frameworks.declarations import Fields
from ripplegraph.frameworks.mechanisms.evidence import fill
from ripplegraph.frameworks.mechanisms.shapes import Found
from ripplegraph.frameworks.mechanisms.texts import read_receiver
from ripplegraph.graph.expressions import TextLiteral
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.values.links import INFERRED, FileLinks
from ripplegraph.linking.values.value import Container, Instance, Values

_SURE: Final = 0.8
_KIND: Final = "references"
_MOST: Final = 8


class FieldLinks:
    """Adds edges to the fields that calls of queries name."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def add(self, rule: Fields, found: Found, links: FileLinks) -> None:
        """Add the edges of one call."""
        names = [*_read_names(rule, found)]
        objects = self._find_objects(found) if names else frozenset()
        if not objects:
            return
        source = found.view.source_at(found.position)
        for name in names:
            for target in self._find_fields(objects, name.split(rule.separator or None)):
                words = fill(rule.words, name=name)
                links.add(source, _KIND, target, found.line, INFERRED, 1, _SURE, words)

    def _find_objects(self, found: Found) -> Values:
        """Return the objects that the query is about of which a call is a method."""
        view = found.view
        receiver = read_receiver(found.value)
        values = self._analysis.evaluate(receiver, view, found.scope, found.position)
        return _take_objects(
            frozenset(v for v in self._analysis.expand(values) if type(v) is Container)
        )

    def _find_fields(self, objects: Values, parts: list[str]) -> Iterator[str]:
        for part in parts[:_MOST]:
            owners = [v for v in self._analysis.in_order(objects) if type(v) is Instance]
            slots = [slot for v in owners for slot in self._analysis.member_slots(v, part)]
            ids = [slot_id(self._analysis, slot) for slot in slots]
            yield from dict.fromkeys(own for own in ids if own is not None and "::" in own)
            objects = _take_objects(self._analysis.attributes(objects, part))
            if not objects:
                return


def _take_objects(values: Values) -> Values:
    """Return the objects among values, and those that queries among them are about."""
    found = [v for v in values if type(v) is Instance]
    queried = [v for v in values if type(v) is Container and v.kind == "iter"]
    return frozenset([*found, *(v for q in queried for v in q.values if type(v) is Instance)])


def _read_names(rule: Fields, found: Found) -> Iterator[str]:
    call = found.view.calls[found.call]
    yield from (name for name, _ in call.keywords if name and name[0] not in "<*")
    for value in call.args if rule.places else ():
        if type(value) is TextLiteral:
            yield value.text.lstrip("-+")
