"""Names the routers of servers, so that what two files say about one can be put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from ripplegraph.graph.expressions import Attribute, Expr, ModuleMember, TextLiteral
from ripplegraph.graph.facts import ANONYMOUS, Call
from ripplegraph.indexing.cross_language.dotted_names import OUTSIDE
from ripplegraph.indexing.cross_language.route_table import UNKNOWN
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.engine.query_kinds import TYPE
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import BindingSlot, ExportSlot, ItemSlot, ModuleSlot, Slot
from ripplegraph.linking.values.value import Text

LISTED: Final = frozenset({"path", "re_path", "url"})
"""Calls that are routes of the list they stand in, not of an object."""
CHAINED: Final = frozenset({"Group", "group", "route", "basePath", "Route"})
"""Calls that give a router for what is below a prefix."""
_PREFIXES: Final = ("url_prefix", "prefix")


class Routers:
    """Follows names to the routers they stand for."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def find_code(self, view: FileView, chain: str, call: Call) -> str | None:
        """Return the function or class that a chain leads to."""
        for slot in self._analysis.chain_slots(chain, view, call.scope, call.position):
            target = slot_id(self._analysis, slot)
            if target is None or target.startswith(OUTSIDE) or "::" not in target:
                continue
            other = self._analysis.view(target.partition("::")[0])
            index = other.find_key(target)
            if index >= 0 and other.definitions[index].kind in ("function", "class"):
                return target
        return None

    def read_prefix(self, view: FileView, call: Call) -> str:
        """Return the prefix that a call passes by name."""
        value = next((value for key, value in call.keywords if key in _PREFIXES), None)
        if value is None:
            return "" if all(key not in _PREFIXES for key, _ in call.keywords) else UNKNOWN
        found = self._analysis.evaluate(value, view, call.scope, call.position)
        texts = {str(item.text) for item in found if type(item) is Text}
        if not texts and isinstance(value, str):
            texts = self._find_constants(view, value, call)
        return texts.pop() if len(texts) == 1 else UNKNOWN

    def _find_constants(self, view: FileView, chain: str, call: Call) -> set[str]:
        """Return the texts that a name or attribute is defined as."""
        found: set[str] = set()
        for slot in self._analysis.chain_slots(chain, view, call.scope, call.position):
            if type(slot) is BindingSlot:
                other = self._analysis.view(slot.path)
                binding = other.scopes[slot.scope].bindings[slot.index]
                self._analysis.ask(other, binding.name)
                value = binding.value
                if value is None and binding.kind == "d":
                    value = other.definitions[binding.index].value
                found.add(value.text if type(value) is TextLiteral else UNKNOWN)
        return found

    def find_router(self, view: FileView, call: Call) -> str:
        """Return the router that a call is a method of."""
        callee = call.callee
        if isinstance(callee, str):
            front, _, last = callee.rpartition(".")
            if not front:
                return list_of(view.path) if last in LISTED else UNKNOWN + view.path
            return self.router_of(view, front, call)
        base = callee.base if type(callee) is Attribute else None
        if isinstance(base, int):
            inner = view.calls[base]
            name = last_name(inner.callee)
            if name in CHAINED and not is_chained(inner.callee) and name != "route":
                return f"{view.path}<{base}>"
            return self.find_router(view, inner)
        return UNKNOWN + view.path

    def router_of(self, view: FileView, value: Expr, call: Call) -> str:
        """Return the name of the router that an expression stands for."""
        unknown = f"{UNKNOWN}{view.path} {value}"
        if isinstance(value, str):
            slots = self._analysis.chain_slots(value, view, call.scope, call.position)
            return next((r for s in slots if (r := self._router_at(s))), unknown)
        if isinstance(value, int):
            return self._router_given(view, value) or unknown
        if type(value) is ModuleMember:
            modules = self._analysis.modules
            slots = (
                modules.member_slots(view, value.spec, value.name)
                if value.name
                else modules.module_slots(view, value.spec)
            )
            return next((r for s in slots if (r := self._router_at(s))), unknown)
        return unknown

    def _router_at(self, slot: Slot) -> str | None:
        if type(slot) is BindingSlot:
            view = self._analysis.view(slot.path)
            binding = view.scopes[slot.scope].bindings[slot.index]
            self._analysis.ask(view, binding.name)
            value = binding.value
            if value is None and binding.kind == "d":
                value = view.definitions[binding.index].value
            at = Call(slot.scope, binding.position, 0, None)
            key = ("ro", slot.path, slot.scope, slot.index)
            given = self._find(key, view, lambda: self._router_bound(view, value, at))
            if given is not None:
                return given
            unknown = UNKNOWN if binding.kind == "p" else ""
            return name_router(view, slot.scope, binding.name, unknown)
        if type(slot) is ItemSlot:
            view = self._analysis.view(slot.path)
            display = view.facts.displays[slot.display]
            at = Call(display.scope, display.position, 0, None)
            return self._router_bound(view, display.items[slot.index], at)
        if type(slot) is ModuleSlot or type(slot) is ExportSlot:
            return self._router_exported(slot.path)
        return None

    def _find(
        self, key: tuple[Any, ...], view: FileView, work: Callable[[], str | None]
    ) -> str | None:
        """Return a router that may be given by way of itself, and is unknown then."""
        found: str | None = self._analysis.solver.solve(key, work, view.answers, view.mark, TYPE)
        return found

    def _router_bound(self, view: FileView, value: Expr, at: Call) -> str | None:
        """Return the router that a name stands for because of what it is bound to."""
        if isinstance(value, int):
            return self._router_given(view, value)
        if isinstance(value, (str, ModuleMember)):
            found = self.router_of(view, value, at)
            return None if found.startswith(UNKNOWN) else found
        return None

    def _router_exported(self, path: str) -> str | None:
        """Return the router that a module is: what it exports as a whole, or by default."""
        view = self._analysis.find_view(path)
        if view is None:
            return None
        return self._find(("rm", path), view, lambda: self._find_exported(view))

    def _find_exported(self, view: FileView) -> str | None:
        for name in ("=", "default"):
            for export in view.exports.get(name, ()):
                value = export.value if export.value is not None else export.local or None
                if value is not None:
                    self._analysis.ask(view, name)
                    at = Call(export.scope, view.scopes[0].end, export.line, None)
                    return self.router_of(view, value, at)
        return None

    def _router_given(self, view: FileView, index: int) -> str | None:
        """Return the router that a function returns."""
        call = view.calls[index]
        if last_name(call.callee) in CHAINED:
            return f"{view.path}<{index}>"
        target = self.find_code(view, call.callee, call) if isinstance(call.callee, str) else None
        if target is None:
            return None
        other = self._analysis.view(target.partition("::")[0])
        item = other.definitions[other.find_key(target)]
        self._analysis.ask(other, item.name)
        for result in item.results:
            if isinstance(result, str) and item.body >= 0:
                at = Call(item.body, other.scopes[item.body].end, item.line, None)
                return self.router_of(other, result, at)
        return None


def name_router(view: FileView, scope: int, name: str, unknown: str = "") -> str:
    """Return what a router is known by from scan to scan."""
    at, definition = scope, -1
    while at >= 0 and definition < 0:
        definition, at = view.scopes[at].definition, view.scopes[at].parent
    is_unnamed = definition >= 0 and view.definitions[definition].flags & ANONYMOUS
    inside = f"<{definition}>" if is_unnamed else ""
    return f"{unknown}{view.source_of(scope)}{inside} {name}"


def find_bound(view: FileView, call: int) -> Iterator[str]:
    """Yield the names that the result of a call is bound to."""
    for at, scope in enumerate(view.scopes):
        for binding in scope.bindings:
            index = binding.index if binding.kind == "d" else -1
            value = view.definitions[index].value if index >= 0 else binding.value
            if isinstance(value, int) and not isinstance(value, bool) and value == call:
                yield name_router(view, at, binding.name)


def list_of(path: str) -> str:
    return f"{path} []"


def last_name(callee: Expr) -> str:
    if isinstance(callee, str):
        return callee.rpartition(".")[2]
    return callee.name if type(callee) is Attribute else ""


def is_chained(callee: Expr) -> bool:
    return type(callee) is Attribute and isinstance(callee.base, int)
