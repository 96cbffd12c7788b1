"""Finds shapes in files: decorators, calls, classes, functions and assignments that rules name.

What is found here follows from the file alone, so that a file can say what it binds before any
other is read. Whether a name comes from the framework is asked later, of the linker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from ripplegraph.frameworks.mechanisms.rule_tables import OwnRule, RuleTable
from ripplegraph.graph.expressions import GENERICS, Attribute, DisplayAt, Expr, TextLiteral
from ripplegraph.graph.facts import DECORATOR
from ripplegraph.linking.semantics import FileView


class Found(NamedTuple):
    """A place in a file that has the shape of a rule."""

    own: OwnRule
    view: FileView
    position: int
    line: int
    scope: int
    definition: int = -1
    """The definition that has the shape, where one has it."""
    call: int = -1
    """The call that has it: of a decorator, the call that makes it."""
    value: Expr = None
    """What is named: a decorator, a callee, or what is assigned."""
    key: Expr = None
    """The key of an item that is set."""


NameBases = Callable[[FileView, int], Iterable[str]]
"""Returns the names of the bases of a class."""


def find_shapes(view: FileView, table: RuleTable, name_bases: NameBases) -> Iterator[Found]:
    """Yield every place of a file that has the shape of a rule."""
    for found in _find_definitions(view, table, name_bases):
        if _fits(found):
            yield found
    yield from filter(_fits, (Found(own, view, 0, 1, 0) for own in table.files))
    yield from filter(_fits, _find_objects(view, table))
    if table.calls:
        yield from _find_calls(view, table)
    for item in view.facts.attributes if table.assigned or table.items else ():
        rules = table.assigned.get(item.name, ()) if item.name else ()
        for own in rules or (table.items.get(last_name(item.base), ()) if not item.name else ()):
            at = item.position, item.line, item.scope
            found = Found(own, view, *at, value=item.value, key=item.key)
            if _fits(found):
                yield found


def _find_calls(view: FileView, table: RuleTable) -> Iterator[Found]:
    decorating: set[Expr] | None = None
    for index, site in enumerate(view.sites):
        rules = table.calls.get(last_name(site.callee))
        if not rules or site.flags & DECORATOR:
            continue
        if decorating is None:
            decorating = {d for item in view.definitions for d in item.decorators}
        for own in rules:
            found = Found(own, view, site.position, site.line, site.scope, -1, index, site.callee)
            if index not in decorating and _fits(found):
                yield found


def _find_objects(view: FileView, table: RuleTable) -> Iterator[Found]:
    for index, display in enumerate(view.facts.displays) if table.objects else ():
        for key in display.keys:
            for own in table.objects.get(key.text, ()) if type(key) is TextLiteral else ():
                at = display.position, 1, display.scope
                yield Found(own, view, *at, value=DisplayAt(index))


def _find_definitions(view: FileView, table: RuleTable, name_bases: NameBases) -> Iterator[Found]:
    for index, item in enumerate(view.definitions):
        at = view, (view.scopes[item.body].start if item.body >= 0 else 0), item.line, item.scope
        for decorator in item.decorators:
            call = decorator if isinstance(decorator, int) else -1
            named = view.sites[call].callee if call >= 0 else decorator
            for own in table.decorators.get(last_name(named), ()):
                yield Found(own, *at, index, call, named)
        if table.has_functions and item.kind != "variable":
            for own in table.find_functions(item.name, item.qualified):
                yield Found(own, *at, index)
        if item.kind == "class" and (item.bases or item.implements):
            names = dict.fromkeys(name_bases(view, index)) if table.has_bases else ()
            for own in dict.fromkeys(own for name in names for own in table.find_bases(name)):
                yield Found(own, *at, index)
        if item.kind == "variable" and item.name in table.assigned:
            for own in table.assigned[item.name]:
                yield Found(own, *at, value=item.value)


def name_written_bases(view: FileView, index: int) -> Iterator[str]:
    """Yield the names of bases as a class writes them."""
    item = view.definitions[index]
    for base in (*item.bases, *item.implements):
        yield last_name(base)


def last_name(named: Expr) -> str:
    """Return the last name of a chain; of a generic type, that of the type."""
    if isinstance(named, GENERICS):
        named = named.base
    if isinstance(named, str):
        return named[named.rfind(".") + 1 :]
    return named.name if type(named) is Attribute else ""


def _fits(found: Found) -> bool:
    """Whether a place is in a file that counts, and is passed what it needs."""
    files, needs = found.own.rule.shape.files, found.own.rule.shape.needs
    if needs:
        passed = found.view.calls[found.call].keywords if found.call >= 0 else ()
        if not any(f"{name}=" in needs for name, _ in passed):
            return False
    path = f"/{found.view.path}"
    return not files or any(fnmatchcase(path, pattern) for pattern in files)
