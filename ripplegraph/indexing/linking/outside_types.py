"""The types of what comes from outside: members of its types, by tables and by names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ripplegraph.graph.facts import NEW, Expr
from ripplegraph.indexing.linking.library import read_library
from ripplegraph.indexing.linking.type_names import TypeNames
from ripplegraph.indexing.linking.type_words import MAYBE, OUTSIDE, OWN, PLAIN, Type, name_of
from ripplegraph.indexing.linking.values import EXTERNAL, RESULT
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.types import Types
    from ripplegraph.indexing.linking.world import World

_SAME: Final = frozenset({"requireNonNull", "requireNonNullElse", "max", "min", "abs"})
"""Functions from outside that give what they are given."""
_ROOT: Final = "Object"


class OutsideTypes:
    """Finds the types of expressions that lead outside the project."""

    def __init__(self, world: World, names: TypeNames, types: Types) -> None:
        self._world = world
        self._names = names
        self._types = types

    def of_member(self, inner: Type, name: str, view: FileView) -> Type:
        """Return the type of a member that comes from outside, by the type it is a member of."""
        library = read_library(view.rules.library)
        if inner is None or inner[0] not in (OUTSIDE, OWN):
            return None
        if inner[0] == OUTSIDE:
            found = library.find_result(inner[1], name)
            return self._names.read_library(found or library.find_result(_ROOT, name))
        for value in self._world.classes.order(inner[1], inner[2]):
            if value[0] == EXTERNAL:
                found = library.find_result(value[1].rpartition(".")[2], name)
                if found:
                    return self._names.read_library(found)
        return self._names.read_library(library.find_result(_ROOT, name))

    def _of_holder(self, callee: Expr, view: FileView, scope: int, position: int) -> Type:
        """Return the type that a method from outside is called on, which may be a type itself."""
        if not isinstance(callee, str):
            return self._types.of_expression(callee[1], view, scope, position) if callee else None
        front = callee.rpartition(".")[0]
        if not front:
            return self._types.of_values(self._world.receivers.own(view, scope))
        found = self._types.of_expression(front, view, scope, position)
        return self.of_static(front, view, scope, position) if found is None else found

    def of_static(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        """Return the type from outside that a name is that of."""
        values = self._world.chain_values(chain, view, scope, position)
        is_type = len(values) == 1 and next(iter(values))[0] == EXTERNAL
        name = chain.rpartition(".")[2]
        return (OUTSIDE, name) if is_type and name[:1].isupper() else None

    def of_chain(self, chain: str, view: FileView, scope: int, position: int) -> Type:
        """Return the type of a chain by what it may be, or by its last name."""
        values = self._world.chain_values(chain, view, scope, position)
        found = self._types.of_values(values)
        front, _, last = chain.rpartition(".")
        if found is not None or not front:
            return found
        if any(value[0] not in (EXTERNAL, RESULT) for value in values):
            return None
        return self.of_name(front, last, (view, scope, position))

    def of_name(self, front: Expr, last: str, place: tuple[FileView, int, int]) -> Type:
        """Return the type of a member from outside, by what it is taken of and its name."""
        names = self._names
        if last in names.inner:
            taken = self._types.of_expression(front, *place)
            if taken is not None and taken[0] == MAYBE:
                inner: Type = taken[1]
                return inner
        if last in names.own_results and isinstance(front, str):
            own = self._names.read(front.rpartition(".")[2])
            is_known = own is not None and (own[0] == PLAIN or own[1] in names.sealed)
            return own if is_known else None
        return self._names.read(names.results[last]) if last in names.results else None

    def of_call(self, index: int, view: FileView, *, is_outside: bool) -> Type:
        """Return the type of what a function that is not of the project gives."""
        site = view.sites[index]
        callee = site.callee
        is_name = isinstance(callee, str)
        last = (callee.rpartition(".")[2] if is_name else str(callee[-1])) if callee else ""
        is_made = site.flags & NEW if self._names.strict else "(" not in last
        if is_outside and is_name and is_made:
            return self._names.read(last)
        if self._names.strict:
            front = callee.rpartition(".")[0] if is_name else callee[1]
            return self.of_name(front, last, (view, site.scope, site.position))
        name = name_of(last)
        if name in _SAME and view.rules.library:
            made = view.calls[index]
            types = [
                self._types.of_expression(a, view, made.scope, made.position) for a in made.args
            ]
            if len(types) == 2 and types[0] != types[1]:
                return self._names.add(*types)
            return next(iter(types), None)
        holder = self._of_holder(callee, view, site.scope, site.position)
        found = self.of_member(holder, last, view)
        if found is not None:
            return found
        results = self._names.results
        return self._names.read(results[name]) if name in results else None
