"""Reads `config/routes.rb` and rake tasks: resources, namespaces, scopes, single routes."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import Final, NamedTuple

from ripplegraph.frameworks.mechanisms.inflections import Name
from ripplegraph.frameworks.mechanisms.tellings import BOUND, ROUTE, Page, Telling

_ACTIONS, _PATHS, _TASKS = "rails.action", "rails.path", "rails.task"
_METHODS: Final = frozenset({"get", "post", "put", "patch", "delete"})
_COLLECTION: Final = {"index": "GET", "create": "POST"}
_MEMBER: Final = {"show": "GET", "update": "PATCH,PUT", "destroy": "DELETE"}
_OPENS = re.compile(r"\bdo\b\s*(?:\|[^|]*\|)?\s*$|^\s*(?:if|unless|case|begin)\b")
_WORD = re.compile(r"\s*(?P<word>\w+)\b[ (]*(?P<rest>.*)")
_NAME = re.compile(r"[\"':](?P<name>[\w/:#*.()-]+)[\"']?")
_LIST = r"(?:\[([^\]]*)\]|%[iw]\[([^\]]*)\]|:(\w+)|[\"'](\w+)[\"'])"
_TO = re.compile(r"(?:\bto:\s*|=>\s*)[\"'](?P<to>[\w/]+)#(?P<action>\w+)[\"']")


class _Level(NamedTuple):
    """A block of routes: what those in it come to begin with."""

    path: str = ""
    module: str = ""
    name: str = ""
    controller: str = ""
    on: str = ""
    resource: str = ""
    """The name of a resource, of which the block has the members."""


def read(page: Page) -> Iterator[Telling]:
    """Yield the routes, helpers of paths and tasks of a file."""
    if page.path.endswith(".rake"):
        yield from _read_tasks(page)
    elif "config/routes" in page.path:
        yield from _read_routes(page)


def _read_routes(page: Page) -> Iterator[Telling]:
    levels = [_Level()]
    start = 0
    for line in page.text.splitlines(keepends=True):
        code = line.split(" #", 1)[0].rstrip()
        found = _WORD.match(code)
        opens = _OPENS.search(code) is not None
        inner = levels[-1]
        if found is not None and found["word"] == "end" and len(levels) > 1:
            levels.pop()
        elif found is not None:
            inner = yield from _read_line(page, start, levels[-1], found["word"], found["rest"])
        if opens:
            levels.append(inner)
        start += len(line)


def _read_line(
    page: Page, at: int, level: _Level, word: str, rest: str
) -> Generator[Telling, None, _Level]:
    name = _NAME.match(rest)
    text = name["name"] if name is not None else ""
    if word in ("resources", "resource") and text:
        inner = level
        for each in re.findall(r":(\w+)", re.split(r",\s*\w+:|\bdo\b", rest)[0]) or [text]:
            inner = yield from _read_resources(page, at, level, each, rest, word == "resource")
        return inner
    if word == "namespace" and text:
        return level._replace(
            path=f"{level.path}/{_option(rest, 'path') or text}",
            module=f"{level.module}{_option(rest, 'module') or text}/",
            name=f"{level.name}{text}_",
        )
    if word == "scope":
        path = _option(rest, "path") or (text if rest.startswith(("'", '"', ":")) else "")
        module = _option(rest, "module")
        prefix = _option(rest, "as")
        return level._replace(
            path=f"{level.path}/{path.strip('/')}" if path else level.path,
            module=f"{level.module}{module}/" if module else level.module,
            name=f"{level.name}{prefix}_" if prefix else level.name,
        )
    if word == "controller" and text:
        return level._replace(controller=text)
    if word in ("member", "collection"):
        return level._replace(on=word)
    if word == "root":
        to = _TO.search(rest) or re.search(r"[\"'](?P<to>[\w/]+)#(?P<action>\w+)", rest)
        if to is not None:
            handler = f"{level.module}{to['to']}#{to['action']}"
            yield from _tell(page, at, "GET", level.path or "/", handler, f"{level.name}root")
    elif word in _METHODS or word == "match":
        yield from _read_single(page, at, level, word, rest, text)
    return level


def _read_resources(
    page: Page, at: int, level: _Level, text: str, rest: str, is_single: bool
) -> Generator[Telling, None, _Level]:
    name = Name(text)
    controller = _option(rest, "controller") or (name.plural if is_single else text)
    begin = level.path if not level.resource else _open(level)
    prefix = level.name
    path = f"{begin}/{_option(rest, 'path') or text}"
    handler = f"{level.module}{controller}"
    one = f"{prefix}{name if is_single else name.singular}"
    many = one if is_single else f"{prefix}{name}"
    item = path if is_single else f"{path}/:id"
    allowed = _read_list(rest, "only") or None
    denied = _read_list(rest, "except") or set()
    rows = [
        ("index", "GET", path, many),
        ("create", "POST", path, many),
        ("new", "GET", f"{path}/new", f"new_{one}"),
        ("edit", "GET", f"{item}/edit", f"edit_{one}"),
        ("show", "GET", item, one),
        ("update", "PATCH,PUT", item, one),
        ("destroy", "DELETE", item, one),
    ]
    for action, method, route, helper in rows:
        is_there = (allowed is None or action in allowed) and action not in denied
        if is_there and not (is_single and action == "index"):
            yield from _tell(page, at, method, route, f"{handler}#{action}", helper)
    return _Level(
        path,
        level.module,
        f"{one}_",
        controller,
        "",
        "" if is_single else str(name.singular),
    )


def _open(level: _Level) -> str:
    """Return the path of what is nested in the members of a resource."""
    return f"{level.path}/:{level.resource}_id"


def _read_single(
    page: Page, at: int, level: _Level, word: str, rest: str, text: str
) -> Iterator[Telling]:
    methods = word.upper()
    if word == "match":
        methods = ",".join(sorted(name.upper() for name in _read_list(rest, "via") or ()))
    on = _option(rest, "on") or level.on
    begin = level.path
    if level.resource and on != "collection":
        begin = f"{level.path}/:id" if on == "member" else _open(level)
    to = _TO.search(rest)
    plain = text.strip("/").split("(", 1)[0]
    if to is not None:
        handler = f"{level.module}{to['to']}#{to['action']}"
    elif level.controller:
        handler = f"{level.module}{level.controller}#{_option(rest, 'action') or plain}"
    elif "#" not in text and "/" in plain:
        handler = f"{level.module}{plain.replace('/', '#', 1)}"
    else:
        return
    helper = _option(rest, "as") or re.sub(r"\W+", "_", plain)
    if on:
        plural = Name(level.name.removesuffix("_")).plural
        owner = plural if on == "collection" else level.name.removesuffix("_")
        helper = f"{helper}_{owner}"
    else:
        helper = f"{level.name}{helper}"
    yield from _tell(page, at, methods, f"{begin}/{plain}", handler, helper)


def _tell(
    page: Page, at: int, methods: str, path: str, handler: str, helper: str
) -> Iterator[Telling]:
    place = page.path, page.position(at), page.line(at)
    to = (_ACTIONS, handler)
    yield Telling(ROUTE, "", f"{methods} {path}", *place, "", to)
    for method in methods.split(","):
        yield Telling(BOUND, _PATHS, f"{method} {helper}", *place, "", to)


def _option(rest: str, name: str) -> str:
    found = re.search(rf"\b{name}:\s*[:\"']([\w/]+)", rest)
    return found[1] if found is not None else ""


def _read_list(rest: str, name: str) -> set[str]:
    found = re.search(rf"\b{name}:\s*{_LIST}", rest)
    if found is None:
        return set()
    return set(re.findall(r"\w+", next(part for part in found.groups() if part is not None)))


def _read_tasks(page: Page) -> Iterator[Telling]:
    names: list[str] = []
    start = 0
    for line in page.text.splitlines(keepends=True):
        found = re.match(r"\s*(?P<word>namespace|task)\b[ (]*[:\"']?(?P<name>\w+)", line)
        if found is not None and found["word"] == "task":
            name = ":".join([*filter(None, names), found["name"]])
            place = page.path, page.position(start), page.line(start)
            yield Telling(BOUND, _TASKS, name, *place, f"rake task `{name}`")
        if re.match(r"\s*end\b", line):
            names = names[:-1]
        elif _OPENS.search(line.rstrip()):
            is_space = found is not None and found["word"] == "namespace"
            names.append(found["name"] if is_space and found is not None else "")
        start += len(line)
