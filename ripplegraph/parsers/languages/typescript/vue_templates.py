"""Templates of Vue components as script: what they name stands where it stood.

Each expression becomes a statement in one function around the whole template, components and
directives become names, and everything else becomes spaces, so that no offset changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_TEMPLATE = re.compile(rb"<template(\s[^>]*)?>")
_END: Final = b"</template"
_FOREIGN = re.compile(rb"\blang\s*=\s*[\"']?(?!html)")
_SCRIPT = re.compile(rb"<(script|style)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_NEXT = re.compile(rb"<!--|\{\{|<([A-Za-z][\w.-]*)")
_ATTRIBUTE = re.compile(
    rb"\s*([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|[^\s\"'<>=]+))?|\s*/(?!>)"
)
_EACH = re.compile(rb"(\s*\(?\s*)(\{[^{}]*\}|[\w$]+)([^{}]*?\)?\s+)(?:in|of)(?=\s)", re.DOTALL)
_EVENT = re.compile(rb"(?:@|v-on:)")
_CHAIN = re.compile(rb"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_LINK = re.compile(rb"/[^\"'{}\s]*")
_OWN_ELEMENTS: Final = frozenset(
    {"Transition", "TransitionGroup", "KeepAlive", "Teleport", "Suspense"}
)
_OWN_DIRECTIVES: Final = frozenset(
    {
        *("if", "else", "else-if", "for", "show", "bind", "on", "model", "slot", "text"),
        *("html", "pre", "cloak", "once", "memo"),
    }
)
_LONGEST_LOOP: Final = 500
_OPENING: Final = b";()=>{"
_LINKING: Final = frozenset({b"to", b"href"})
_BOUND_LINKS: Final = frozenset({b":to", b":href"})

Span = tuple[int, int]
"""The start and end of a part of a file."""


def write_template(data: bytes, out: bytearray) -> None:
    """Put what the template of a component names into the blanked bytes of its file."""
    span = _find_template(data)
    if span is None:
        return
    opening, start, end = span
    out[opening : opening + len(_OPENING)] = _OPENING
    out[end : end + 1] = b"}"
    for at, text in _find_pieces(data, start, end):
        kept = bytes(b if b in b"\r\n" else c for b, c in zip(data[at:], text, strict=False))
        out[at : at + len(kept)] = kept


def _find_template(data: bytes) -> tuple[int, int, int] | None:
    """Return where the template begins, its content, and where that ends."""
    hidden = _SCRIPT.sub(lambda found: b" " * len(found[0]), data)
    first = _TEMPLATE.search(hidden)
    end = hidden.rfind(_END)
    if first is None or end < first.end() or _FOREIGN.search(first[1] or b""):
        return None
    return first.start(), first.end(), end


def _find_pieces(data: bytes, start: int, end: int) -> Iterator[tuple[int, bytes]]:
    """Yield each piece of script, as long as what it stands for, and where it stands."""
    at = start
    while found := _NEXT.search(data, at, end):
        if found[0] == b"<!--":
            closing = data.find(b"-->", found.end(), end)
            at = end if closing < 0 else closing
        elif found[0] == b"{{":
            closing = data.find(b"}}", found.end(), end)
            if closing < 0:
                return
            if data[found.end() : closing].strip():
                yield found.start(), b";(" + data[found.end() : closing] + b")"
            at = closing + 2
        else:
            yield from _read_element(found.start(), found[1])
            at = found.end()
            while (attribute := _ATTRIBUTE.match(data, at, end)) and attribute.end() > at:
                yield from _read_attribute(attribute)
                at = attribute.end()


def _read_element(at: int, name: bytes) -> Iterator[tuple[int, bytes]]:
    text = name.decode("ascii", "replace")
    if text[0].islower() and "-" not in text:
        return
    spelled = name_component(text)
    if spelled not in _OWN_ELEMENTS:
        yield at, b";" + spelled.encode("ascii", "replace")


def name_component(text: str) -> str:
    """Return the name of a component as scripts spell it."""
    return "".join(part[:1].upper() + part[1:] for part in text.split("-"))


def _read_attribute(found: re.Match[bytes]) -> Iterator[tuple[int, bytes]]:
    name = found[1] or b""
    group = 2 if found[2] is not None else 3
    value, start = found[group], found.start(group)
    at = found.start(1)
    if name.startswith(b"v-"):
        yield from _read_directive(at, name)
    if not value or not value.strip():
        return
    if name in _LINKING and _LINK.fullmatch(value):
        yield at - 1, b";" + name.ljust(start - 2 - at) + b"=" + found.string[start - 1 : start]
        yield start, value + found.string[start - 1 : start]
    elif name in _BOUND_LINKS and value.lstrip()[:1] in b"'`{":
        yield at, b";" + name.lstrip(b":").ljust(start - at - 3) + b"=(" + value + b")"
    elif name == b"v-for":
        yield from _read_loop(at, value, start)
    elif name.startswith((b"#", b"v-slot")):
        front = b";var" + b" " * (start - at - 4)
        if start - at > 4 or value.startswith(b"{"):
            yield at, front + value + b";"
    elif _EVENT.match(name):
        yield from _read_event(found, value, start)
    elif name.startswith((b":", b"v-", b".")):
        yield start - 2, b";(" + value + b")"


def _read_event(found: re.Match[bytes], value: bytes, start: int) -> Iterator[tuple[int, bytes]]:
    """Read a handler: one that is only named is called."""
    after = found.string[found.end() : found.end() + 1]
    if _CHAIN.fullmatch(value) and after not in b"\r\n":
        yield start - 1, b";" + value + b"()"
    else:
        yield start - 2, b";{" + value + b"}"


def _read_directive(at: int, name: bytes) -> Iterator[tuple[int, bytes]]:
    own = re.split(rb"[:.]", name[2:])[0].decode("ascii", "replace")
    if own and own not in _OWN_DIRECTIVES:
        yield at, b";v" + name_component(own).encode("ascii", "replace")


def _read_loop(at: int, value: bytes, start: int) -> Iterator[tuple[int, bytes]]:
    """Read `item in items` as `var[item]= items;`: the item is an element of what is looped."""
    found = _EACH.match(value) if len(value) <= _LONGEST_LOOP else None
    if found is None or start - at < 7:
        return
    front = b";  var[".ljust(start - at + len(found[1]))
    between = b"]=".ljust(len(found[3]) + 2)
    yield at, front[: start - at + len(found[1])] + found[2] + between + value[found.end() :] + b";"
