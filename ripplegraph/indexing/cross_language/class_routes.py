"""Reads the routes of classes whose decorators say paths: controllers of Nest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ripplegraph.graph.expressions import DisplayAt, Expr, TextLiteral
from ripplegraph.graph.facts import Declaration
from ripplegraph.indexing.cross_language.route_table import Part
from ripplegraph.linking.semantics import FileView

_CONTROLLERS: Final = frozenset({"Controller", "JsonController"})
_METHODS: Final = {
    name: name.upper() for name in ("Get", "Post", "Put", "Patch", "Delete", "Head", "Options")
} | {"All": "", "Sse": "GET"}
_PACKAGES: Final = ("@nestjs/common", "@nestjs/core", "routing-controllers")
_PREFIXING: Final = "setGlobalPrefix"


def routes_classes(view: FileView) -> bool:
    """Whether a file may have classes that answer requests."""
    return any(item.spec in _PACKAGES for item in view.facts.imports)


def find_class_routes(view: FileView) -> Iterator[Part]:
    """Yield the routes of the controllers in a file, and what all of them begin with."""
    root = f"<classes of {view.path.partition('src/')[0]}>"
    for index, site in enumerate(view.sites):
        if isinstance(site.callee, str) and site.callee.endswith(f".{_PREFIXING}"):
            first = next(iter(view.calls[index].args), None)
            if type(first) is TextLiteral:
                yield "router", root, f"/{first.text.strip('/')}", "", ""
    for item in view.definitions:
        for name, prefix in _read_decorators(view, item):
            if item.kind == "class" and name in _CONTROLLERS:
                yield from _find_members(view, item, prefix, root)


def _find_members(view: FileView, owner: Declaration, prefix: str, root: str) -> Iterator[Part]:
    for index, item in enumerate(view.definitions):
        if item.scope == owner.body:
            for name, path in _read_decorators(view, item):
                if name in _METHODS:
                    whole = "/".join(part for text in (prefix, path) if (part := text.strip("/")))
                    yield "route", root, _METHODS[name], f"/{whole}", view.ids[index]


def _read_decorators(view: FileView, item: Declaration) -> Iterator[tuple[str, str]]:
    """Yield the name of each decorator that is called, and the path that it says."""
    for decorator in item.decorators:
        if isinstance(decorator, int):
            call = view.calls[decorator]
            if isinstance(call.callee, str):
                first = call.args[0] if call.args else None
                yield call.callee.rpartition(".")[2], _read_path(view, first)


def _read_path(view: FileView, value: Expr) -> str:
    if type(value) is DisplayAt:
        display = view.facts.displays[value.index]
        for key, item in zip(display.keys, display.items, strict=False):
            if type(key) is TextLiteral and key.text == "path":
                return _read_path(view, item)
    return value.text if type(value) is TextLiteral else ""
