"""The types of what comes from outside in C#, by the names of its members."""

from __future__ import annotations

from ripplegraph.graph.expressions import Attribute, Expr
from ripplegraph.graph.facts import NEW
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import External, Result
from ripplegraph.parsers.families.typed.expression_types import Types
from ripplegraph.parsers.families.typed.types import MaybeType, OutsideType, PlainType, Type
from ripplegraph.parsers.languages.csharp.type_names import CSHARP, INNER, OWN_RESULTS


class OutsideTypes:
    """Finds the types of expressions that lead outside the project."""

    def __init__(self, analysis: Analysis, types: Types) -> None:
        self._analysis = analysis
        self._types = types

    def of_chain(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        """Return the type of a chain by what it may be, or by its last name."""
        values = self._analysis.chain_values(chain, view, scope, position)
        found = self._types.of_values(values)
        front, _, last = chain.rpartition(".")
        if found is not None or not front:
            return found
        if any(type(value) is not External and type(value) is not Result for value in values):
            return None
        return self.of_name(front, last, (view, scope, position))

    def of_name(self, front: Expr, last: str, place: tuple[FileView, int, int]) -> Type:
        """Return the type of a member from outside, by what it is taken of and its name."""
        if last in INNER:
            taken = self._types.of_expression(front, *place)
            if type(taken) is MaybeType:
                return taken.inner
        if last in OWN_RESULTS and isinstance(front, str):
            own = CSHARP.read(front.rpartition(".")[2])
            is_sealed = type(own) is OutsideType and own.name in CSHARP.sealed
            return own if type(own) is PlainType or is_sealed else None
        return CSHARP.read(CSHARP.results[last]) if last in CSHARP.results else None

    def of_call(self, index: int, view: FileView, *, is_outside: bool) -> Type:
        """Return the type of what a function that is not of the project gives."""
        site = view.sites[index]
        front, last = _split(site.callee)
        if is_outside and isinstance(site.callee, str) and site.flags & NEW:
            return CSHARP.read(last)
        return self.of_name(front, last, (view, site.scope, site.position))


def _split(callee: Expr) -> tuple[Expr, str]:
    """Return what a function is a member of, and its name."""
    if isinstance(callee, str):
        front, _, last = callee.rpartition(".")
        return front, last
    return (callee.base, callee.name) if type(callee) is Attribute else (None, "")
