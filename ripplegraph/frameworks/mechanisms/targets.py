"""The code that a shape hands over: the definition itself, or what an argument leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ripplegraph.frameworks.mechanisms.shapes import Found, last_name
from ripplegraph.frameworks.mechanisms.texts import OWN, find_expressions
from ripplegraph.graph.expressions import Attribute, DefinitionAt, DisplayAt, Expr
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.semantics import FileView

FILE: Final = "file"
OUTSIDE: Final = "ext:"
DEFAULT: Final = "default"
"""In place of a source: what a file exports by default."""
MAKERS: Final = frozenset({"as_view", "s", "si", "signature", "bind"})
"""Members of code that give something which runs that code."""
_DEEPEST: Final = 4


class CodeTargets:
    """Finds definitions of the project by expressions."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def find(self, found: Found, sources: str) -> list[str]:
        """Return the ids of what sources of a declaration lead to, in the order of the text."""
        if sources == FILE or (sources == OWN and found.own.rule.shape.at == "file"):
            return [found.view.path]
        if sources == DEFAULT:
            return self._find_default(found.view.path)
        if sources == OWN:
            return [found.view.ids[found.definition]] if found.definition >= 0 else []
        values = [*find_expressions(found, sources)]
        at = found.view, found.scope, found.position
        return list(dict.fromkeys(own for v in values for own in self.find_code(v, *at)))

    def _find_default(self, path: str) -> list[str]:
        """Return what a file exports by default, or the file where that has no name."""
        slots = self._analysis.modules.attribute_slots(path, "default")
        named = [slot_id(self._analysis, slot) or "" for slot in slots]
        return [own for own in named if own.startswith(f"{path}::")] or [path]

    def find_code(
        self, value: Expr, view: FileView, scope: int, position: int, depth: int = 0
    ) -> Iterator[str]:
        """Yield the functions and classes that an expression hands over, wrapped or not."""
        if depth > _DEEPEST:
            return
        if isinstance(value, str):
            front, _, last = value.rpartition(".")
            chain = front if front and last in MAKERS else value
            yield from self.find_chain(chain, view, scope, position)
        elif isinstance(value, int):
            call = view.calls[value]
            if last_name(call.callee) in MAKERS:
                yield from self.find_code(call.callee, view, scope, position, depth + 1)
            for inner in call.args:
                yield from self.find_code(inner, view, scope, position, depth + 1)
        elif type(value) is DefinitionAt and view.definitions[value.index].qualified:
            yield view.ids[value.index]
        elif type(value) is DisplayAt:
            for inner in view.facts.displays[value.index].items:
                yield from self.find_code(inner, view, scope, position, depth + 1)
        elif type(value) is Attribute and value.name in MAKERS:
            yield from self.find_code(value.base, view, scope, position, depth + 1)

    def find_chain(self, chain: str, view: FileView, scope: int, position: int) -> Iterator[str]:
        """Yield the functions, classes and variables that a chain leads to."""
        for slot in self._analysis.chain_slots(chain, view, scope, position):
            target = slot_id(self._analysis, slot)
            if target is not None and not target.startswith(OUTSIDE) and "::" in target:
                yield target
