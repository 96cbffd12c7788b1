"""Reads the texts that declarations point to: arguments, names, values under a key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ripplegraph.frameworks.mechanisms.shapes import Found
from ripplegraph.graph.expressions import Attribute, DisplayAt, Expr, TextLiteral
from ripplegraph.linking.semantics import FileView

OWN: Final = "."
DASHED: Final = "dashed"
NAME_OF: Final = "~"
QUALIFIED: Final = "qualified"
RECEIVER: Final = "receiver"
STEM: Final = "stem"
EACH: Final = "*"
_DEEPEST: Final = 3


def find_expressions(found: Found, sources: str) -> Iterator[Expr]:
    """Yield the expressions that the first of several sources that has any leads to."""
    for source in sources.split("|"):
        expressions = [*_find_expressions(found, source)]
        if expressions:
            yield from expressions
            return


def _find_expressions(found: Found, source: str) -> Iterator[Expr]:
    source = source.removeprefix(NAME_OF)
    if source.startswith("["):
        for key in source[1:-1].split(","):
            yield from _find_keyed(found, key)
    elif source == RECEIVER:
        yield read_receiver(found.value)
    elif source == "key":
        yield found.key
    elif source == "value":
        yield found.value
    elif found.call >= 0:
        call = found.view.calls[found.call]
        if source.isdigit():
            yield from call.args[int(source) : int(source) + 1]
        elif source == EACH:
            yield from call.args
        elif source.endswith("="):
            yield from (value for name, value in call.keywords if name == source[:-1])


def _find_keyed(found: Found, key: str) -> Iterator[Expr]:
    """Yield what stands under a key: in a display, in those passed, or in the body of a class."""
    if found.definition >= 0 and found.view.definitions[found.definition].kind == "class":
        body = found.view.definitions[found.definition].body
        for binding in found.view.scopes[body].bindings if body >= 0 else ():
            if binding.name == key:
                is_defined = binding.value is None and binding.kind == "d"
                own = found.view.definitions[binding.index] if is_defined else binding
                yield own.value
        return
    if found.call >= 0:
        for value in found.view.calls[found.call].args:
            yield from find_in_displays(found.view, value, key)
        return
    yield from find_in_displays(found.view, found.value, key)


def find_in_displays(view: FileView, value: Expr, key: str, depth: int = 0) -> Iterator[Expr]:
    """Yield what stands under a key in a display and those inside it; all items for no key."""
    if type(value) is not DisplayAt or depth > _DEEPEST:
        return
    display = view.facts.displays[value.index]
    keys = display.keys or (None,) * len(display.items)
    for name, item in zip(keys, display.items, strict=True):
        if type(item) is DisplayAt:
            is_named = key and type(name) is TextLiteral and name.text == key
            yield from find_in_displays(view, item, "" if is_named else key, depth + 1)
        elif not key or (type(name) is TextLiteral and name.text == key):
            yield item


def read_receiver(named: Expr) -> Expr:
    """Return what a callee is a member of."""
    if isinstance(named, str):
        return named.rpartition(".")[0] or None
    return named.base if type(named) is Attribute else None


def read_texts(found: Found, sources: str) -> list[str]:
    """Return the texts that a file itself writes down where the sources lead."""
    for source in sources.split("|"):
        if source == OWN and found.definition >= 0:
            return [found.view.definitions[found.definition].name]
        if source == DASHED and found.definition >= 0:
            return [found.view.definitions[found.definition].name.replace("_", "-")]
        if source == STEM:
            return [found.view.path.rpartition("/")[2].partition(".")[0]]
        if source == QUALIFIED and found.definition >= 0:
            return [qualify(found.view, found.definition)]
        texts = [text for e in _find_expressions(found, source) if (text := read_text(e, source))]
        if texts:
            return texts
    return []


def read_text(value: Expr, source: str = "") -> str:
    """Return the text that an expression is: a literal, or the last name of what code is named."""
    if type(value) is TextLiteral:
        return value.text
    is_named = source == RECEIVER or source.startswith(NAME_OF)
    return value.rpartition(".")[2] if isinstance(value, str) and is_named else ""


def spell(text: str, form: str) -> str:
    """Return a name as a declaration spells it."""
    if not form:
        return text
    return form.replace("{name}", text).replace("{lower}", text.lower())


def qualify(view: FileView, index: int) -> str:
    """Return the dotted name of a definition, as far as the path of its file says it."""
    module = view.path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")
    return f"{module}.{view.definitions[index].qualified}"
