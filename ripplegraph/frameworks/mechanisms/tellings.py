"""What the text of a file tells by the conventions of frameworks: names, requests, routes.

It follows from one file alone: its text, its path, and the names and places of its definitions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from posixpath import basename, dirname
from typing import Final, NamedTuple

from ripplegraph.frameworks.declarations import Convention, Framework, Passage
from ripplegraph.frameworks.mechanisms.inflections import Name
from ripplegraph.frameworks.mechanisms.remarks import blank_remarks
from ripplegraph.linking.semantics import FileView

LONGEST: Final = 500_000
_MOST: Final = 4_000
_ROOM: Final = "ripplegraph.frameworks"
BOUND, ASKED, ROUTE = "bound", "asked", "route"


class Telling(NamedTuple):
    """A name that a file binds or asks for, or a route that it makes known."""

    what: str
    """One of the words above."""
    registry: str
    name: str
    """The name; of a route its method and path."""
    source: str
    """The id of what is bound, or of what asks."""
    position: int
    line: int
    words: str = ""
    to: tuple[str, str] = ("", "")
    """The registry and the name of what is bound instead, or of what answers a route."""
    kind: str = "depends_logically"
    sure: float = 0.8
    member: tuple[str, str] = ("", "")
    """The registry and the name of a member of what is found, which is meant instead."""


class Page:
    """The text of a file, and what is defined where in it."""

    def __init__(self, path: str, data: bytes, view: FileView | None) -> None:
        self.path = path
        language = "" if view is None else view.facts.language
        self._written = data.decode("utf-8", "replace")
        self.text = blank_remarks(self._written, language, path)
        self.view = view
        self._is_plain = data.isascii()

    def position(self, at: int) -> int:
        """Return the byte that a character begins at."""
        return at if self._is_plain else len(self._written[:at].encode("utf-8", "replace"))

    def line(self, at: int) -> int:
        """Return the line of a character."""
        return self.text.count("\n", 0, at) + 1

    def find_around(self, at: int) -> str:
        """Return the id of what is around a place."""
        return self.path if self.view is None else self.view.source_at(self.position(at))

    def find_next(self, at: int) -> str:
        """Return the id of what is defined next: what an annotation stands before."""
        if self.view is None:
            return ""
        line = self.line(at)
        after = [
            (item.line, index)
            for index, item in enumerate(self.view.definitions)
            if item.line >= line
        ]
        return self.view.ids[min(after)[1]] if after else ""


Read = Callable[[Page], Iterator[Telling]]


class Tellings:
    """Finds what files tell, by what frameworks declare."""

    def __init__(self, frameworks: Sequence[Framework]) -> None:
        self._frameworks = [f for f in frameworks if f.passages or f.conventions or f.readers]

    def find(
        self, path: str, language: str, read: Callable[[str], bytes | None], view: FileView | None
    ) -> list[Telling]:
        """Return what one file tells."""
        fitting = [
            framework
            for framework in self._frameworks
            if (not language or language in framework.languages)
            and (not framework.files or fits_path(path, framework.files))
        ]
        data = (read(path) or b"") if fitting else b""
        if not data or len(data) > LONGEST or b"\0" in data:
            return []
        page = Page(path, data, view)
        found: dict[Telling, None] = {}
        for framework in fitting:
            if framework.marks and not any(mark in page.text for mark in framework.marks):
                continue
            for telling in _read_framework(framework, page):
                if len(found) < _MOST:
                    found[telling] = None
        return list(found)


def _read_framework(framework: Framework, page: Page) -> Iterator[Telling]:
    for passage in framework.passages:
        if not passage.files or fits_path(page.path, passage.files):
            yield from _read_passage(passage, page)
    for convention in framework.conventions:
        yield from _read_convention(convention, page)
    for name in framework.readers:
        yield from _load_reader(name)(page)


def _read_passage(passage: Passage, page: Page) -> Iterator[Telling]:
    has = _compile(passage.has).search(page.text) if passage.has else None
    if passage.has and has is None:
        return
    extra = _groups(has.groupdict()) if has is not None else {}
    others: dict[str, bool] = {}
    for found in _compile(passage.pattern).finditer(page.text):
        source = page.find_next(found.end()) if passage.of == "next" else ""
        source = source or page.find_around(found.start())
        own = Name(source.partition("::")[2].rpartition(".")[2])
        given = _fill_groups(page.path, found.groupdict()) | {"own": own} | extra
        if passage.each:
            start = found.start("list")
            inner = _compile(passage.each).finditer(found["list"] or "")
            names = [(given | _groups(i.groupdict()), start + i.start()) for i in inner]
        else:
            names = [(given, found.start())]
        for groups, at in names:
            name = passage.name.format_map(groups)
            if passage.unless and name not in others:
                others[name] = _is_other(passage.unless, name, page)
            if name and not others.get(name):
                yield Telling(
                    BOUND if passage.binds else ASKED,
                    passage.registry,
                    name,
                    source,
                    page.position(at),
                    page.line(at),
                    passage.words.format_map(groups | {"name": Name(name)}),
                    _split(passage.to.format_map(groups)),
                    passage.kind,
                    passage.sure,
                    _split(passage.member.format_map(groups)),
                )


def _is_other(unless: str, name: str, page: Page) -> bool:
    """Whether the file says that a name means something else in it."""
    return re.search(unless.replace("<name>", re.escape(name)), page.text) is not None


def _read_convention(rule: Convention, page: Page) -> Iterator[Telling]:
    pattern = _compile(rule.pattern)
    has = _compile(rule.has).search(page.text) if rule.has else None
    if rule.has and has is None:
        return
    extra = _groups(has.groupdict()) if has is not None else {}
    items = [(page.path, 1, "file")]
    if page.view is not None:
        pairs = zip(page.view.definitions, page.view.ids, strict=True)
        items += [(own, item.line, item.kind) for item, own in pairs]
    for own, line, kind in items:
        found = pattern.fullmatch(own) if kind in rule.kinds else None
        if found is not None:
            groups = _fill_groups(page.path, found.groupdict()) | extra
            name = rule.name.format_map(groups)
            words = rule.words.format_map(groups | {"name": Name(name)})
            what = ASKED if rule.asks else BOUND
            yield Telling(what, rule.registry, name, own, 0, line, words)


def _fill_groups(path: str, groups: Mapping[str, str | None]) -> dict[str, Name]:
    stem = Name(basename(path).partition(".")[0])
    return {"folder": Name(dirname(path)), "stem": stem} | _groups(groups)


def _groups(groups: Mapping[str, str | None]) -> dict[str, Name]:
    return {key: Name(value or "") for key, value in groups.items()}


def _split(text: str) -> tuple[str, str]:
    registry, _, name = text.partition(" ")
    return registry, name


def fits_path(path: str, patterns: Sequence[str]) -> bool:
    """Whether a path is one of some patterns, which begin at any folder."""
    return any(fnmatchcase(f"/{path}", pattern) for pattern in patterns)


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def _load_reader(name: str) -> Read:
    reader: Read = import_module(f"{_ROOM}.{name}").read
    return reader
