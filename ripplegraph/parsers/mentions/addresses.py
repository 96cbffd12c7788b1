"""Addresses that scripts write down once, as constants or functions, and requests by these."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripplegraph.graph.facts import FileFacts, Mention
from ripplegraph.parsers.mentions.requests import read_method
from ripplegraph.parsers.source import Source

_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_ADDRESS = re.compile(
    r"(?:=>\s*+\(?\s*+|\breturn\s++|=\s*+|:\s*+)([\"'`])((?:\$\{[\w$.]+\})?/[^\"'`\s]{1,200})\1"
)
_CALLS = (
    r"fetch|\$fetch|useFetch|ofetch|apiFetch|axios(?:\.\w+)?|ky(?:\.\w+)?|useSWR|navigate|navigateTo"
    r"|redirect|router\.push|router\.replace|goto|EventSource|(?:\w*[cC]lient|http|api|request)\.\w+"
)
_MADE = re.compile(
    rf"(?<![\w$.])({_CALLS})\s*+(?:<[^()]{{0,100}}?>)?\(\s*+`?(?:\$\{{)?([A-Za-z_$][\w$]*(?:\.\w+)*)()"
)
_GAP = re.compile(r"\$\{[^{}]*\}")
_PAGES = ("navigate", "navigateTo", "redirect", "router.push", "router.replace", "goto")
_METHODS = frozenset({"get", "post", "put", "patch", "delete", "head"})
_REST = re.compile(r"(?:\([^()\n]*\))?\s*+(?:(?=[),])|(?:\}|\+\s*+[\"'])([^`\"')\n]*))")
_LONGEST = 500


def find_addresses(facts: FileFacts, source: Source) -> Iterator[Mention]:
    """Yield the addresses that a script gives a name or puts together in a function."""
    if facts.language not in _SCRIPTS or "/" not in source.raw:
        return
    for found in _ADDRESS.finditer(source.raw):
        if found[2].isascii() and found[2].isprintable():
            line = source.line_at(found.start(2))
            yield Mention("address", found[2], found.start(2), line)


def find_made_requests(facts: FileFacts, source: Source) -> Iterator[Mention]:
    """Yield requests whose address begins with a constant, or is made by a function."""
    if facts.language not in _SCRIPTS or not facts.imports:
        return
    raw = source.raw
    for found in _MADE.finditer(raw):
        rest = _REST.match(raw, found.start(3))
        if rest is None or not found[0].isascii():
            continue
        kind = "PAGE" if found[1] in _PAGES else _read_method(raw, found)
        text = f"{kind} {{{found[2]}}}{_GAP.sub('{}', rest[1] or '').strip()}"
        yield Mention("request", text, found.start(2), source.line_at(found.start(2)))


def _read_method(raw: str, found: re.Match[str]) -> str:
    last = found[1].rpartition(".")[2]
    if last in _METHODS:
        return last.upper()
    end = raw.find(";", found.end(), found.start() + _LONGEST)
    return read_method(raw, found.start(), end if end > 0 else found.end()) or "GET"
