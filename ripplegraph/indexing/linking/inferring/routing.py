"""Reads how a server's code routes requests: routes, routers, and what they are mounted under."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ripplegraph.graph.facts import ANONYMOUS, Call, Expr, Mention
from ripplegraph.graph.tests import is_test_path
from ripplegraph.indexing.linking.edges import slot_id
from ripplegraph.indexing.linking.inferring.dotted import OUTSIDE, DottedNames
from ripplegraph.indexing.linking.inferring.offers import ROUTE_KINDS, Offers
from ripplegraph.indexing.linking.inferring.route_table import (
    UNKNOWN,
    Match,
    Part,
    RouteTable,
)
from ripplegraph.indexing.linking.marks import ROUTES
from ripplegraph.indexing.linking.slots import BINDING, EXPORTED, TO_MODULE, Slot
from ripplegraph.indexing.linking.values import TEXT
from ripplegraph.indexing.linking.views import FileView

if TYPE_CHECKING:
    from ripplegraph.indexing.linking.world import World

_LISTED: Final = frozenset({"path", "re_path", "url"})
"""Calls that are routes of the list they stand in, not of an object."""
_CHAINED: Final = frozenset({"Group", "group", "route", "basePath", "Route"})
_HANDLED: Final = frozenset({"path", "re_path", "url", "register"})
_NAMED: Final = ("view_func", "endpoint", "handler", "view")
_PREFIXES: Final = ("url_prefix", "prefix")
_DEEPEST: Final = 4


class Routing:
    """Finds the parts of routes in files, and handlers of requests among all of them."""

    def __init__(self, world: World, dotted: DottedNames, offers: Offers) -> None:
        self._world = world
        self._dotted = dotted
        self._offers = offers
        self._table: RouteTable | None = None
        self._answering: dict[str, set[str]] = {}

    def find_handlers(self, item: Mention, view: FileView, source: str) -> Sequence[Match]:
        """Return what answers a request that a file makes."""
        solver = self._world.solver
        solver.read.add(solver.marks.of(ROUTES))
        if self._table is None:
            self._table = RouteTable(self._collect())
        if (item.call >= 0 and self._is_route(item.call, view)) or self._has_own(view, source):
            return ()
        found = self._table.find(item.text, source)
        return [match for match in found if match.handler.partition("::")[0] != view.path]

    def _has_own(self, view: FileView, source: str) -> bool:
        """Whether a test requests what it answers itself."""
        if not view.facts.offers or not is_test_path(view.path):
            return False
        owners = self._answering.get(view.path)
        if owners is None:
            routes = [offer for offer in view.facts.offers if offer.kind == "route"]
            owners = self._answering[view.path] = {view.source_at(r.position) for r in routes}
        return any(f"{owner}.".startswith(f"{source}.") for owner in owners)

    def _is_route(self, call: int, view: FileView) -> bool:
        return any(
            offer.call == call and offer.kind == "route" and any(self._read(view, offer))
            for offer in view.facts.offers
        )

    def _collect(self) -> Iterator[Part]:
        solver = self._world.solver
        outer = solver.start_reading()
        for path in self._offers.linked:
            yield from self.find_parts(self._world.views[path])
        # What these parts rest on is noted with the files that say them.
        solver.read = outer
        yield from self._offers.find_kept_routes()

    def find_parts(self, view: FileView) -> list[Part]:
        """Return what a file says about routes."""
        found = {
            part
            for offer in view.facts.offers
            if offer.kind in ROUTE_KINDS
            for part in self._read(view, offer)
        }
        return sorted(found)

    def _read(self, view: FileView, offer: Mention) -> Iterator[Part]:
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
        handler = self._find_handler(view, offer.call, call)
        if handler is None:
            return
        name = _last(call.callee)
        if name == "route" and not method:
            method = self._read_methods(view, call)
        router = self._find_router(view, call)
        yield "route", router, method, text, handler
        if name == "register":
            yield "route", router, method, f"{text.rstrip('/')}/{{id}}", handler

    def _read_methods(self, view: FileView, call: Call) -> str:
        """Return the methods that a route is said to answer; a plain one answers `GET`."""
        named = next((value for key, value in call.keywords if key == "methods"), None)
        if isinstance(named, (tuple, list)) and named[0] == "D":
            items = view.facts.displays[named[1]].items
            texts = [i[1] for i in items if isinstance(i, (tuple, list)) and i[0] == "s"]
            return ",".join(sorted(text.upper() for text in texts))
        return "" if named is not None or view.rules.exports else "GET"

    def _find_handler(self, view: FileView, index: int, call: Call) -> str | None:
        for at, item in enumerate(view.definitions):
            if index in item.decorators:
                return view.ids[at]
        for key, value in call.keywords:
            if key in _NAMED:
                return self._handler_of(view, value, call, 0)
        if len(call.args) < 2 and not _is_chained(call.callee):
            return None
        last = call.args[1] if _last(call.callee) in _HANDLED else call.args[-1]
        return self._handler_of(view, last, call, 0)

    def _handler_of(self, view: FileView, value: Expr, call: Call, depth: int) -> str | None:
        """Return the function or class that an expression hands over, or hands to a wrapper."""
        if isinstance(value, str):
            return self._find_code(view, value.removesuffix(".as_view"), call)
        if isinstance(value, int) and depth < _DEEPEST:
            inner = view.calls[value]
            if isinstance(inner.callee, str) and inner.callee.endswith(".as_view"):
                return self._handler_of(view, inner.callee, call, depth)
            found = (self._handler_of(view, arg, inner, depth + 1) for arg in inner.args)
            return next((target for target in found if target is not None), None)
        if isinstance(value, (tuple, list)) and value[0] == "\\":
            return view.ids[value[1]]
        return None

    def _find_code(self, view: FileView, chain: str, call: Call) -> str | None:
        for slot in self._world.chain_slots(chain, view, call.scope, call.position):
            target = slot_id(self._world, slot)
            if target is None or target.startswith(OUTSIDE) or "::" not in target:
                continue
            other = self._world.view(target.partition("::")[0])
            index = other.find_key(target)
            if index >= 0 and other.definitions[index].kind in ("function", "class"):
                return target
        return None

    # Routers ----------------------------------------------------------------------------------

    def _read_router(self, view: FileView, offer: Mention, call: Call) -> Iterator[Part]:
        prefix = self._read_prefix(view, call)
        if prefix:
            for name in _find_bound(view, offer.call):
                yield "router", name, prefix, "", ""

    def _read_mount(self, view: FileView, offer: Mention, call: Call) -> Iterator[Part]:
        name = _last(call.callee)
        text = offer.text[1:]
        if name in _LISTED:
            yield from self._read_include(view, call, text)
            return
        if name == "include":
            return
        outer = self._find_router(view, call)
        if name in ("include_router", "register_blueprint"):
            prefix = self._read_prefix(view, call)
            inner = self._router_of(view, call.args[0], call) if call.args else None
        else:
            prefix = text
            inner = self._find_inner(view, offer.call, call)
        if inner is not None:
            yield "mount", outer, prefix, inner, ""

    def _find_inner(self, view: FileView, index: int, call: Call) -> str | None:
        """Return the router that is mounted: what is handed over last, or what the call gives."""
        last = call.args[-1] if call.args else None
        if isinstance(last, (tuple, list)) and last[0] == "\\":
            item = view.definitions[last[1]]
            if item.body < 0 or not item.params:
                return None
            return _name_router(view, item.body, item.params[0].name, UNKNOWN)
        if last is not None and not _is_text(last):
            return self._router_of(view, last, call)
        return f"{view.path}<{index}>" if _last(call.callee) in _CHAINED else None

    def _read_include(self, view: FileView, call: Call, prefix: str) -> Iterator[Part]:
        value = call.args[1] if len(call.args) > 1 else None
        if not isinstance(value, int) or _last(view.calls[value].callee) != "include":
            return
        inner = view.calls[value]
        first = inner.args[0] if inner.args else None
        target = None
        if first is not None and _is_text(first):
            target = self._dotted.find_object(first[1], view.path, view.probed)
            target = None if target is None else _list_of(target)
        elif isinstance(first, str) and first.endswith(".urls"):
            target = self._router_of(view, first.removesuffix(".urls"), inner)
        elif isinstance(first, str):
            slots = self._world.chain_slots(first, view, inner.scope, inner.position)
            target = next((_list_of(slot[1]) for slot in slots if slot[0] == TO_MODULE), None)
        if target is not None:
            yield "mount", _list_of(view.path), prefix, target, ""

    def _read_prefix(self, view: FileView, call: Call) -> str:
        value = next((value for key, value in call.keywords if key in _PREFIXES), None)
        if value is None:
            return "" if all(key not in _PREFIXES for key, _ in call.keywords) else UNKNOWN
        found = self._world.evaluate(value, view, call.scope, call.position)
        texts = {str(item[1]) for item in found if item[0] == TEXT}
        if not texts and isinstance(value, str):
            texts = self._find_constants(view, value, call)
        return texts.pop() if len(texts) == 1 else UNKNOWN

    def _find_constants(self, view: FileView, chain: str, call: Call) -> set[str]:
        """Return the texts that a name or attribute is defined as."""
        found: set[str] = set()
        for slot in self._world.chain_slots(chain, view, call.scope, call.position):
            if slot[0] == BINDING:
                other = self._world.view(slot[1])
                binding = other.scopes[slot[2]].bindings[slot[3]]
                other.asked.add(binding.name)
                value = binding.value
                if value is None and binding.kind == "d":
                    value = other.definitions[binding.index].value
                found.add(value[1] if value is not None and _is_text(value) else UNKNOWN)
        return found

    def _find_router(self, view: FileView, call: Call) -> str:
        """Return the router that a call is a method of."""
        callee = call.callee
        if isinstance(callee, str):
            front, _, last = callee.rpartition(".")
            if not front:
                return _list_of(view.path) if last in _LISTED else UNKNOWN + view.path
            return self._router_of(view, front, call)
        base = callee[1] if isinstance(callee, (tuple, list)) and callee[0] == "." else None
        if isinstance(base, int):
            inner = view.calls[base]
            name = _last(inner.callee)
            if name in _CHAINED and not _is_chained(inner.callee) and name != "route":
                return f"{view.path}<{base}>"
            return self._find_router(view, inner)
        return UNKNOWN + view.path

    def _router_of(self, view: FileView, value: Expr, call: Call, depth: int = 0) -> str:
        """Return the name of the router that an expression stands for."""
        unknown = f"{UNKNOWN}{view.path} {value}"
        if depth > _DEEPEST:
            return unknown
        if isinstance(value, str):
            slots = self._world.chain_slots(value, view, call.scope, call.position)
            return next((r for s in slots if (r := self._router_at(s, depth))), unknown)
        if isinstance(value, int):
            return self._router_given(view, value, depth) or unknown
        if isinstance(value, (tuple, list)) and value[0] == "im":
            slots = self._world.modules.module_slots(view, value[1])
            return next((r for s in slots if (r := self._router_at(s, depth))), unknown)
        return unknown

    def _router_at(self, slot: Slot, depth: int) -> str | None:
        if slot[0] == BINDING:
            view = self._world.view(slot[1])
            binding = view.scopes[slot[2]].bindings[slot[3]]
            view.asked.add(binding.name)
            value = binding.value
            if isinstance(value, int) and _last(view.calls[value].callee) in _CHAINED:
                return f"{view.path}<{value}>"
            unknown = UNKNOWN if binding.kind == "p" else ""
            return _name_router(view, slot[2], binding.name, unknown)
        if slot[0] in (TO_MODULE, EXPORTED):
            return self._router_exported(slot[1], depth)
        return None

    def _router_exported(self, path: str, depth: int) -> str | None:
        """Return the router that a module is: what it exports as a whole, or by default."""
        view = self._world.find_view(path)
        for name in ("=", "default"):
            for export in view.exports.get(name, ()) if view is not None else ():
                value = export.value if export.value is not None else export.local or None
                if view is not None and value is not None:
                    view.asked.add(name)
                    at = Call(export.scope, view.scopes[0].end, export.line, None)
                    return self._router_of(view, value, at, depth + 1)
        return None

    def _router_given(self, view: FileView, index: int, depth: int) -> str | None:
        """Return the router that a function returns."""
        call = view.calls[index]
        if _last(call.callee) in _CHAINED:
            return f"{view.path}<{index}>"
        target = self._find_code(view, call.callee, call) if isinstance(call.callee, str) else None
        if target is None:
            return None
        other = self._world.view(target.partition("::")[0])
        item = other.definitions[other.find_key(target)]
        other.asked.add(item.name)
        for result in item.results:
            if isinstance(result, str) and item.body >= 0:
                at = Call(item.body, other.scopes[item.body].end, item.line, None)
                return self._router_of(other, result, at, depth + 1)
        return None


def _name_router(view: FileView, scope: int, name: str, unknown: str = "") -> str:
    """Return what a router is known by from scan to scan."""
    definition = view.scopes[scope].definition
    is_unnamed = definition >= 0 and view.definitions[definition].flags & ANONYMOUS
    inside = f"<{scope}>" if is_unnamed else ""
    return f"{unknown}{view.source_of(scope)}{inside} {name}"


def _find_bound(view: FileView, call: int) -> Iterator[str]:
    """Yield the names that the result of a call is bound to."""
    for at, scope in enumerate(view.scopes):
        for binding in scope.bindings:
            index = binding.index if binding.kind == "d" else -1
            value = view.definitions[index].value if index >= 0 else binding.value
            if isinstance(value, int) and not isinstance(value, bool) and value == call:
                yield _name_router(view, at, binding.name)


def _list_of(path: str) -> str:
    return f"{path} []"


def _last(callee: Expr) -> str:
    if isinstance(callee, str):
        return callee.rpartition(".")[2]
    return str(callee[2]) if isinstance(callee, (tuple, list)) and callee[0] == "." else ""


def _is_chained(callee: Expr) -> bool:
    return isinstance(callee, (tuple, list)) and callee[0] == "." and isinstance(callee[1], int)


def _is_text(value: Expr) -> bool:
    return isinstance(value, (tuple, list)) and value[0] == "s"
