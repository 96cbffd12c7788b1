"""Reads the routes of Spring's controllers: annotations of methods under those of their class."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Final

from ripplegraph.frameworks.mechanisms.tellings import ROUTE, Page, Telling

_ANNOTATION = re.compile(
    r"@(?P<name>Get|Post|Put|Patch|Delete|Request)Mapping\b"
    r"(?:\s*\((?P<arguments>[^()]*(?:\([^()]*\)[^()]*)*)\))?"
)
_NAMED = re.compile(r"\b(?:value|path)\s*=\s*(\{[^}]*\}|\"[^\"]*\")")
_FIRST = re.compile(r"\s*(\{[^}=]*\}|\"[^\"]*\")")
_TEXT = re.compile(r"\"([^\"]*)\"")
_METHOD = re.compile(r"\bRequestMethod\.([A-Z]+)|(?<=[{,=\s])(GET|POST|PUT|PATCH|DELETE)\b")
_CLASSES: Final = ("class", "interface")


def read(page: Page) -> Iterator[Telling]:
    """Yield the routes of a file."""
    prefixes: dict[str, list[str]] = {}
    for found in _ANNOTATION.finditer(page.text):
        source = page.find_next(found.end())
        arguments = found["arguments"] or ""
        paths = _read_paths(arguments)
        if not source:
            continue
        if _is_class(page, source):
            prefixes[source] = paths
            continue
        methods = _read_methods(found["name"], arguments)
        before = prefixes.get(source.rpartition(".")[0], [""])
        for prefix, path in product(before, paths):
            text = "/".join(part for part in (prefix.strip("/"), path.strip("/")) if part)
            at = page.position(found.start()), page.line(found.start())
            yield Telling(ROUTE, "", f"{methods} /{text}", source, *at)


def _is_class(page: Page, source: str) -> bool:
    if page.view is None:
        return False
    index = page.view.find_key(source)
    return index >= 0 and page.view.definitions[index].kind in _CLASSES


def _read_paths(arguments: str) -> list[str]:
    found = _NAMED.search(arguments) or _FIRST.match(arguments)
    return (_TEXT.findall(found[1]) or [""]) if found is not None else [""]


def _read_methods(name: str, arguments: str) -> str:
    if name != "Request":
        return name.upper()
    return ",".join(sorted({a or b for a, b in _METHOD.findall(arguments)}))
