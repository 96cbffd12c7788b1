"""Reads pages and handlers that stand at an address by their path, or in a table of routes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import join
from typing import Final

from ripplegraph.frameworks.linking import FrameworkRules
from ripplegraph.frameworks.mechanisms.file_routes import PAGE, FileRoute
from ripplegraph.frameworks.mechanisms.origins import FindDeclaring, Origins
from ripplegraph.graph.expressions import DefinitionAt, DisplayAt, Expr, ModuleMember, TextLiteral
from ripplegraph.graph.facts import TAG
from ripplegraph.indexing.cross_language.class_routes import find_class_routes, routes_classes
from ripplegraph.indexing.cross_language.route_table import NAMED, Part
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.slots import ExportSlot, Slot

_TABLES: Final = frozenset(
    {"vue-router", "react-router", "react-router-dom", "@angular/router", "@remix-run/router"}
)
"""The packages whose tables of routes are objects with a `path` and what is shown there."""
_SHOWN: Final = ("component", "Component", "element", "lazy", "loadComponent", "loader", "action")
_SCRIPTS: Final = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_CHILDREN: Final = "children"
_OUTSIDE: Final = "ext:"
_DEEPEST: Final = 4


class PageRoutes:
    """Finds what stands at addresses without a call that says so."""

    def __init__(
        self, analysis: Analysis, rules: FrameworkRules, find_declaring: FindDeclaring
    ) -> None:
        self._analysis = analysis
        self._rules = rules
        self._origins = Origins(analysis, find_declaring)

    def find(self, view: FileView) -> Iterator[Part]:
        """Yield the routes that a file is, or lists."""
        for route in self._rules.find_file_routes(view.path):
            if self._origins.is_configured(view.path, route.framework):
                yield from self._read_file(view, route)
        if lists_pages(view):
            yield from self._read_tables(view)
        if routes_classes(view):
            yield from find_class_routes(view)

    # Files ------------------------------------------------------------------------------------

    def _read_file(self, view: FileView, route: FileRoute) -> Iterator[Part]:
        method = PAGE if route.is_page else route.method
        if not route.rule.methods:
            yield "route", "", method, route.address, self._find_export(view, "default", view.path)
        named = [(name, name) for name in route.rule.methods]
        for name, answers in (*named, *route.rule.exports):
            if name in view.exports:
                handler = self._find_export(view, name, view.path)
                yield "route", "", answers, route.address, handler

    def _find_export(self, view: FileView, name: str, other: str) -> str:
        for slot in self._analysis.modules.attribute_slots(view.path, name):
            target = self._name(slot)
            if target is not None and target.partition("::")[0] == view.path:
                return target
        return other

    def _name(self, slot: Slot) -> str | None:
        target = slot.path if type(slot) is ExportSlot else slot_id(self._analysis, slot)
        return None if target is None or target.startswith(_OUTSIDE) else target

    # Tables -----------------------------------------------------------------------------------

    def _read_tables(self, view: FileView) -> Iterator[Part]:
        displays = view.facts.displays
        tables = {
            index: {
                key.text: item
                for key, item in zip(d.keys, d.items, strict=True)
                if type(key) is TextLiteral
            }
            for index, d in enumerate(displays)
            if d.keys
        }
        above: dict[int, int] = {}
        for index, table in tables.items():
            inner = table.get(_CHILDREN)
            if type(inner) is DisplayAt:
                items = displays[inner.index].items
                above |= {item.index: index for item in items if type(item) is DisplayAt}
        for index, table in tables.items():
            shown = [table[key] for key in _SHOWN if key in table]
            shown += self._find_elements(view, index)
            if shown and ("path" in table or "index" in table):
                yield from self._read_entry(view, index, tables, above, shown)

    def _find_elements(self, view: FileView, index: int) -> list[Expr]:
        """Return the components that stand as elements between this object and the next."""
        start = view.facts.displays[index].position
        ends = (d.position for d in view.facts.displays if d.position > start)
        end = min(ends, default=view.scopes[0].end)
        return [s.callee for s in view.sites if s.flags & TAG and start < s.position < end]

    def _read_entry(
        self,
        view: FileView,
        index: int,
        tables: dict[int, dict[str, Expr]],
        above: dict[int, int],
        shown: list[Expr],
    ) -> Iterator[Part]:
        address, at = "", index
        for _ in range(len(tables)):
            path = tables[at].get("path")
            own = path.text if type(path) is TextLiteral else ""
            address = own if not address else join(own, address)
            if address.startswith("/") or at not in above:
                break
            at = above[at]
        name = tables[index].get("name")
        for handler in {h for value in shown for h in self._find_shown(view, index, value, 0)}:
            yield "route", "", PAGE, f"/{address.strip('/')}", handler
            if type(name) is TextLiteral:
                yield "route", "", NAMED, f"/{name.text}", handler

    def _find_shown(self, view: FileView, index: int, value: Expr, depth: int) -> Iterator[str]:
        """Yield the components that an expression shows, lazy ones too."""
        display = view.facts.displays[index]
        if depth > _DEEPEST:
            return
        if isinstance(value, str):
            slots = self._analysis.chain_slots(value, view, display.scope, display.position)
            for name in (name for slot in slots if (name := self._name(slot)) is not None):
                own = view.definitions[at].value if (at := view.find_key(name)) >= 0 else None
                made = own if isinstance(own, int) else None
                yield from [*self._find_shown(view, index, made, depth + 1)] or [name]
        elif isinstance(value, int):
            call = view.calls[value]
            for inner in (call.callee, *call.args):
                yield from self._find_shown(view, index, inner, depth + 1)
        elif type(value) is ModuleMember:
            yield from self._find_loaded(view, value)
        elif type(value) is DefinitionAt:
            for result in view.definitions[value.index].results:
                yield from self._find_shown(view, index, result, depth + 1)

    def _find_loaded(self, view: FileView, value: ModuleMember) -> Sequence[str]:
        """Return the component of a module that is loaded when it is shown."""
        for member in (value.name or "default", "Component"):
            slots = self._analysis.modules.member_slots(view, value.spec, member)
            found = [name for slot in slots if (name := self._name(slot)) is not None]
            if found:
                return found
        return self._analysis.modules.resolve(view, value.spec).paths


def lists_pages(view: FileView) -> bool:
    """Whether a file may hold a table of the pages of an application."""
    return view.facts.language in _SCRIPTS and any(
        item.spec in _TABLES for item in view.facts.imports
    )
