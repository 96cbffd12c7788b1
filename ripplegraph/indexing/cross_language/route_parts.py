"""Reads what a file says about routes: which there are, and what they are mounted under."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ripplegraph.graph.expressions import DefinitionAt, DisplayAt, Expr, TextLiteral
from ripplegraph.graph.facts import Call, Mention
from ripplegraph.indexing.cross_language.dotted_names import DottedNames
from ripplegraph.indexing.cross_language.offers import ROUTE_KINDS
from ripplegraph.indexing.cross_language.route_lists import IN_LISTS, RouteLists
from ripplegraph.indexing.cross_language.route_table import GAP, UNKNOWN, WEB_SOCKET, Part
from ripplegraph.indexing.cross_language.routers import (
    CHAINED,
    LISTED,
    Routers,
    find_bound,
    is_chained,
    last_name,
    list_of,
    name_router,
)
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import ModuleSlot

_HANDLED: Final = frozenset({"path", "re_path", "url", "register"})
"""Calls whose second argument is the handler; of others it is the last one."""
_SOCKETS: Final = frozenset({"websocket", "websocket_route", "WebSocketRoute"})
_PLAIN: Final = frozenset({"route", "api_route", "add_api_route", "add_url_rule", "Route"})
"""Calls that take the methods of a route by name."""
_NAMED: Final = ("view_func", "endpoint", "handler", "view")
_DEEPEST: Final = 4


class RouteParts:
    """Turns the calls of a file that route something into parts of the routes of a project."""

    def __init__(self, analysis: Analysis, dotted: DottedNames) -> None:
        self._analysis = analysis
        self._dotted = dotted
        self._routers = Routers(analysis)
        self._lists = RouteLists()

    def find(self, view: FileView) -> list[Part]:
        """Return what a file says about routes."""
        found = {
            part
            for offer in view.facts.offers
            if offer.kind in ROUTE_KINDS
            for part in self.read(view, offer)
        }
        return sorted(found)

    def read(self, view: FileView, offer: Mention) -> Iterator[Part]:
        """Yield what one call says."""
        call = view.calls[offer.call]
        if offer.kind == "router":
            yield from self._read_router(view, offer, call)
        elif offer.kind == "mount":
            yield from self._read_mount(view, offer, call)
        else:
            yield from self._read_route(view, offer, call)

    # Routes -----------------------------------------------------------------------------------

    def _read_route(self, view: FileView, offer: Mention, call: Call) -> Iterator[Part]:
        method, _, text = offer.text.partition(" ")
        if " " in text:
            method, _, text = text.partition(" ")
        text = _read_path(call, text)
        handler = self._find_handler(view, offer.call, call)
        if handler is None:
            return
        name = last_name(call.callee)
        if name in _SOCKETS:
            method = WEB_SOCKET
        elif name in _PLAIN and (not method or name != "route"):
            method = self._read_methods(view, call, handler)
        router = self._find_router(view, offer.call, call)
        yield "route", router, method, text, handler
        if name == "register":
            yield "route", router, method, f"{text.rstrip('/')}/{{id}}", handler

    def _read_methods(self, view: FileView, call: Call, handler: str) -> str:
        """Return the methods that a route is said to answer; a plain one answers `GET`.

        A class answers those that it has methods for.
        """
        named = next((value for key, value in call.keywords if key == "methods"), None)
        if type(named) is DisplayAt:
            items = view.facts.displays[named.index].items
            texts = [i.text for i in items if type(i) is TextLiteral]
            return ",".join(sorted(text.upper() for text in texts))
        other = self._analysis.view(handler.partition("::")[0])
        index = other.find_key(handler)
        is_class = index >= 0 and other.definitions[index].kind == "class"
        return "" if named is not None or view.semantics.exports or is_class else "GET"

    def _find_handler(self, view: FileView, index: int, call: Call) -> str | None:
        for at, item in enumerate(view.definitions):
            if index in item.decorators:
                return view.ids[at]
        for key, value in call.keywords:
            if key in _NAMED:
                return self._handler_of(view, value, call, 0)
        is_second = last_name(call.callee) in _HANDLED
        if len(call.args) < (2 if is_second or not is_chained(call.callee) else 1):
            return None
        last = call.args[1] if is_second else call.args[-1]
        return self._handler_of(view, last, call, 0)

    def _handler_of(self, view: FileView, value: Expr, call: Call, depth: int) -> str | None:
        """Return the function or class that an expression hands over, or hands to a wrapper."""
        if isinstance(value, str):
            return self._routers.find_code(view, value.removesuffix(".as_view"), call)
        if isinstance(value, int) and depth < _DEEPEST:
            inner = view.calls[value]
            if isinstance(inner.callee, str) and inner.callee.endswith(".as_view"):
                return self._handler_of(view, inner.callee, call, depth)
            found = (self._handler_of(view, arg, inner, depth + 1) for arg in inner.args)
            return next((target for target in found if target is not None), None)
        if type(value) is DefinitionAt:
            return view.ids[value.index]
        return None

    # Routers ----------------------------------------------------------------------------------

    def _read_router(self, view: FileView, offer: Mention, call: Call) -> Iterator[Part]:
        prefix = self._routers.read_prefix(view, call)
        if prefix:
            for name in find_bound(view, offer.call):
                yield "router", name, prefix, "", ""

    def _read_mount(self, view: FileView, offer: Mention, call: Call) -> Iterator[Part]:
        name = last_name(call.callee)
        text = offer.text[1:]
        if name in LISTED:
            yield from self._read_include(view, call, text)
            return
        if name == "include":
            return
        outer = self._find_router(view, offer.call, call)
        if name in ("include_router", "register_blueprint"):
            prefix = self._routers.read_prefix(view, call)
            inner = self._routers.router_of(view, call.args[0], call) if call.args else None
        else:
            prefix = text
            inner = self._find_inner(view, offer.call, call)
        if inner is not None:
            yield "mount", outer, prefix, inner, ""

    def _find_router(self, view: FileView, index: int, call: Call) -> str:
        """Return the router that a call is a method of, or that is made of the list it is in."""
        if isinstance(call.callee, str) and call.callee in IN_LISTS:
            listed = self._lists.find(view, index)
            if listed is not None:
                return listed
        return self._routers.find_router(view, call)

    def _find_inner(self, view: FileView, index: int, call: Call) -> str | None:
        """Return the router that is mounted: what is handed over last, or what the call gives."""
        if any(name == "routes" for name, _ in call.keywords):
            return f"{view.path}<{index}>"
        last = call.args[-1] if call.args else None
        last = next((value for name, value in call.keywords if name == "app"), last)
        if type(last) is DefinitionAt:
            item = view.definitions[last.index]
            if item.body < 0 or not item.params:
                return None
            return name_router(view, item.body, item.params[0].name, UNKNOWN)
        if last is not None and type(last) is not TextLiteral:
            return self._routers.router_of(view, last, call)
        return f"{view.path}<{index}>" if last_name(call.callee) in CHAINED else None

    def _read_include(self, view: FileView, call: Call, prefix: str) -> Iterator[Part]:
        value = call.args[1] if len(call.args) > 1 else None
        if not isinstance(value, int) or last_name(view.calls[value].callee) != "include":
            return
        inner = view.calls[value]
        first = inner.args[0] if inner.args else None
        target = None
        if type(first) is DisplayAt and view.facts.displays[first.index].items:
            # The module, and the namespace of its addresses.
            first = view.facts.displays[first.index].items[0]
        if type(first) is TextLiteral:
            target = self._dotted.find_object(first.text, view.path, view.probed)
            target = None if target is None else list_of(target)
        elif isinstance(first, str) and first.endswith(".urls"):
            target = self._routers.router_of(view, first.removesuffix(".urls"), inner)
        elif isinstance(first, str):
            slots = self._analysis.chain_slots(first, view, inner.scope, inner.position)
            target = next((list_of(slot.path) for slot in slots if type(slot) is ModuleSlot), None)
        if target is not None:
            yield "mount", list_of(view.path), prefix, target, ""


def _read_path(call: Call, text: str) -> str:
    """Return a path with the names of its parameters, where the call itself writes it down."""
    if GAP not in text:
        return text
    first = call.args[0] if call.args else next((v for k, v in call.keywords if k == "path"), None)
    return first.text if type(first) is TextLiteral else text
