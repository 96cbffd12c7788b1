"""Routes that are listed where a server is made: `App(routes=[Route("/", home)])`."""

from __future__ import annotations

from typing import Final

from ripplegraph.graph.expressions import DisplayAt, Expr
from ripplegraph.indexing.cross_language.routers import find_bound, last_name
from ripplegraph.linking.semantics import FileView

IN_LISTS: Final = frozenset({"Route", "WebSocketRoute", "Mount"})
"""Calls that say something about routes by standing in a list."""
_NESTED: Final = "Mount"
_KEYWORD: Final = "routes"


class RouteLists:
    """Finds the routers that lists of routes are passed to."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, str]] = {}

    def find(self, view: FileView, index: int) -> str | None:
        """Return the router that is made of the list in which a call stands, if there is one."""
        found = self._known.get(view.path)
        if found is None:
            found = self._known[view.path] = _find_routers(view)
        return found.get(index)


def _find_routers(view: FileView) -> dict[int, str]:
    """Return the routers of all calls in lists that are passed as routes."""
    displays = view.facts.displays
    found: dict[int, str] = {}
    for call in range(len(view.sites)):
        if not view.calls.has_arguments(call):
            continue
        for name, value in view.calls[call].keywords:
            listed = _find_list(view, value) if name == _KEYWORD else -1
            if listed >= 0:
                router = _name_made(view, call)
                found |= {item: router for item in displays[listed].items if isinstance(item, int)}
    return found


def _find_list(view: FileView, value: Expr) -> int:
    """Return the list that an expression is, or that a name of the file is bound to, or -1."""
    if isinstance(value, str):
        for binding in view.scopes[0].bindings:
            if binding.name == value:
                bound = view.definitions[binding.index] if binding.kind == "d" else binding
                value = bound.value
                break
    return value.index if type(value) is DisplayAt else -1


def _name_made(view: FileView, call: int) -> str:
    """Return what the router is known by that a call makes."""
    if last_name(view.sites[call].callee) == _NESTED:
        return f"{view.path}<{call}>"
    return next(find_bound(view, call), f"{view.path}<{call}>")
