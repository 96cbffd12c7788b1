"""Reads Laravel's files of routes: single routes, resources, groups, names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ripplegraph.frameworks.mechanisms.inflections import Name
from ripplegraph.frameworks.mechanisms.tellings import BOUND, ROUTE, Page, Telling

_ACTIONS, _ROUTES = "laravel.action", "laravel.route"
_USE = re.compile(r"(?m)^use\s+([\w\\]+)(?:\s+as\s+(\w+))?\s*;")
_START = re.compile(r"\bRoute::")
_GROUP = re.compile(r"(?:->|::)group\(")
_VERB = re.compile(
    r"(?:->|::)(?P<verb>get|post|put|patch|delete|options|any|match|resource|apiResource"
    r"|singleton)\(\s*(?:(?P<methods>\[[^\]]*\])\s*,\s*)?['\"](?P<path>[^'\"]*)['\"]\s*,?\s*"
)
_ACTION = re.compile(
    r"\[\s*(?P<class>[\w\\]+)::class\s*,\s*['\"](?P<method>\w+)['\"]\s*\]"
    r"|['\"](?:(?P<named>[\w\\]+)@)?(?P<plain>\w+)['\"]|(?P<single>[\w\\]+)::class"
)
_STRING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|//[^\n]*|/\*[\s\S]*?\*/|[(){}\[\];]")
_RESOURCES: Final = (
    *(("index", "GET", ""), ("create", "GET", "/create"), ("store", "POST", "")),
    *(("show", "GET", "/{}"), ("edit", "GET", "/{}/edit"), ("update", "PATCH,PUT", "/{}")),
    ("destroy", "DELETE", "/{}"),
)
_FORMS: Final = frozenset({"create", "edit"})
_DEEPEST: Final = 10


class _Level(NamedTuple):
    """A group of routes: what those in it come to begin with."""

    path: str = ""
    name: str = ""
    controller: str = ""


class _Reader:
    """Reads the routes of one file."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._text = page.text
        self._used = {
            (alias or full.rpartition("\\")[2]): full for full, alias in _USE.findall(page.text)
        }

    def read(self, start: int, end: int, level: _Level, depth: int = 0) -> Iterator[Telling]:
        """Yield the routes between two places."""
        found = _START.search(self._text, start, end)
        while found is not None and depth < _DEEPEST:
            stop = self._find_end(found.start(), end)
            yield from self._read_statement(found.start(), stop, level, depth)
            found = _START.search(self._text, stop, end)

    def _find_end(self, start: int, end: int) -> int:
        """Return the end of a statement."""
        depth = 0
        for token in _STRING.finditer(self._text, start, end):
            if token[0] in "({[":
                depth += 1
            elif token[0] in ")}]":
                depth -= 1
            elif token[0] == ";" and depth <= 0:
                return token.end()
        return end

    def _read_statement(
        self, start: int, stop: int, level: _Level, depth: int
    ) -> Iterator[Telling]:
        group = _GROUP.search(self._text, start, stop)
        verb = _VERB.search(self._text, start, stop)
        if group is not None and (verb is None or group.start() < verb.start()):
            opening = self._text.find("{", group.end(), stop)
            head = self._text[start : opening if opening >= 0 else stop]
            if opening >= 0:
                inner = self._enter(level, head)
                yield from self.read(opening + 1, stop, inner, depth + 1)
        elif verb is not None:
            level = self._enter(level, self._text[start : verb.start()])
            rest = self._text[verb.end() : stop]
            if verb["verb"] in ("resource", "apiResource", "singleton"):
                yield from self._read_resource(verb, rest, level)
            else:
                yield from self._read_single(verb, rest, level)

    def _enter(self, level: _Level, head: str) -> _Level:
        """Return the level below a head such as `Route::prefix('admin')->name('admin.')`."""
        prefix = _option(head, "prefix")
        name = _option(head, "name") or _option(head, "as")
        found = re.search(r"\bcontroller\(\s*([\w\\]+)::class", head)
        return _Level(
            f"{level.path}/{prefix.strip('/')}" if prefix else level.path,
            level.name + name,
            found[1] if found is not None else level.controller,
        )

    def _read_single(self, verb: re.Match[str], rest: str, level: _Level) -> Iterator[Telling]:
        action = _ACTION.match(rest)
        if action is None:
            return
        owner = action["class"] or action["named"] or action["single"] or level.controller
        method = action["method"] or action["plain"] or "__invoke"
        if not owner:
            return
        methods = verb["verb"].upper() if verb["verb"] != "any" else ""
        if verb["verb"] == "match":
            methods = ",".join(sorted(re.findall(r"\w+", (verb["methods"] or "").upper())))
        name = _option(rest, "name")
        path = f"{level.path}/{verb['path'].strip('/')}"
        handler = self._spell(owner, method)
        yield from self._tell(
            verb.start(), methods, path, handler, level.name + name if name else ""
        )

    def _read_resource(self, verb: re.Match[str], rest: str, level: _Level) -> Iterator[Telling]:
        owner = re.match(r"\s*([\w\\]+)::class|\s*['\"]([\w\\]+)['\"]", rest)
        if owner is None:
            return
        only, without = _read_list(rest, "only"), _read_list(rest, "except") or set()
        text = verb["path"].strip("/")
        parts = text.split(".")
        begin = "".join(f"/{part}/{{{_item(part)}}}" for part in parts[:-1])
        for action, methods, ending in _RESOURCES:
            is_there = (only is None or action in only) and action not in without
            if not is_there or (verb["verb"] == "apiResource" and action in _FORMS):
                continue
            end = ending.replace("{}", f"{{{_item(parts[-1])}}}")
            path = f"{level.path}{begin}/{parts[-1]}{end}"
            handler = self._spell(owner[1] or owner[2], action)
            name = f"{level.name}{text.replace('/', '.')}.{action}"
            yield from self._tell(verb.start(), methods, path, handler, name)

    def _spell(self, owner: str, method: str) -> str:
        full = self._used.get(owner, owner).lstrip("\\")
        if full.startswith("App\\"):
            return f"{full[4:].replace(chr(92), '/')}@{method}"
        return f"{full.rpartition(chr(92))[2]}@{method}"

    def _tell(self, at: int, methods: str, path: str, handler: str, name: str) -> Iterator[Telling]:
        page = self._page
        place = page.path, page.position(at), page.line(at)
        to = (_ACTIONS, handler)
        path = "/" + path.strip("/").replace("//", "/")
        yield Telling(ROUTE, "", f"{methods} {path}", *place, "", to)
        if name:
            yield Telling(BOUND, _ROUTES, name, *place, "", to)


def read(page: Page) -> Iterator[Telling]:
    """Yield the routes of a file, and their names."""
    if "routes/" in page.path and "Route::" in page.text:
        level = _Level("/api" if page.path.endswith("routes/api.php") else "")
        yield from _Reader(page).read(0, len(page.text), level)


def _option(text: str, name: str) -> str:
    found = re.search(rf"\b{name}\(\s*['\"]([^'\"]*)|['\"]{name}['\"]\s*=>\s*['\"]([^'\"]*)", text)
    return (found[1] or found[2] or "") if found is not None else ""


def _read_list(text: str, name: str) -> set[str] | None:
    found = re.search(rf"\b{name}(?:\(|['\"]\s*=>)\s*(\[[^\]]*\]|['\"]\w+['\"])", text)
    return None if found is None else set(re.findall(r"\w+", found[1]))


def _item(name: str) -> str:
    return str(Name(name.rpartition("/")[2]).singular.replace("-", "_"))
