"""Which handler answers a request: the routes of a project, put together from their parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ripplegraph.graph.tests import is_test_path
from ripplegraph.indexing.cross_language.nearness import count_shared_folders
from ripplegraph.linking.engine.evaluator import Evaluator
from ripplegraph.linking.engine.marks import Marks
from ripplegraph.linking.engine.query_kinds import FIRST

UNKNOWN: Final = "?"
"""Before the name of a router that may be put under anything; a prefix that is not known."""
GAP: Final = "{}"
WEB_SOCKET: Final = "WEBSOCKET"
"""In place of the method of a route."""
PAGE: Final = "PAGE"
NAMED: Final = "NAMED"
"""In place of the method of a route: a page, by its address or by the name of its route."""
_REST: Final = "{*}"
_PARAMETER = re.compile(
    r"\(\?P<\w+>(?:[^()]|\([^()]*\))*\)|<[^<>]*>|\{[^{}]*\}|:[A-Za-z_]\w*(?:\([^()]*\))?[?*+]?"
)
_REGULAR = re.compile(r"[\\()\[\]|+?^$]")
_HOST = re.compile(r"(?:https?|wss?)://([^/:]*)(?::[^/]*)?")
_OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "0.0.0.0", "testserver", "test", ""})  # noqa: S104
_ASIDE = re.compile(
    r"(?:(?:(?!src/main/).)*?/)??"
    r"(?:docs?|examples?|samples?|demos?|benchmarks?|fixtures)/(?:[^/]+/)?"
)
"""Folders whose servers nobody outside of them asks. Below `src/main/` of Maven or Gradle, the
names of packages are no such folders."""
_PLAIN = re.compile(r"api|v\d+|rest", re.IGNORECASE)
"""Segments that say nothing about what is asked for."""
_SHOWN: Final = (PAGE, NAMED)
_MOST_PREFIXES = 20
_MOST_HANDLERS = 3
_SURE, _LESS_SURE, _UNSURE = 0.7, 0.6, 0.5

Part = tuple[str, str, str, str, str]
"""A part of the routes of a project, as a file says it:

("route", router, method, path, handler)
("mount", router, prefix, inner router, "")
("router", router, prefix, "", "")
"""


class Match(NamedTuple):
    """A handler that answers a request, one of several candidates."""

    handler: str
    candidates: int
    confidence: float


class Route(NamedTuple):
    """What answers requests of a form."""

    method: str
    segments: tuple[str, ...]
    is_whole: bool
    """Whether the beginning of the path is known."""
    handler: str

    @property
    def literals(self) -> int:
        """How many segments are written out."""
        return sum(segment not in (GAP, _REST) for segment in self.segments)


class RouteTable:
    """All routes of a project."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._by_last: dict[str, list[Route]] = {}
        self._paths: dict[str, set[tuple[str, str]]] = {}
        for route, path in _build_routes(sorted(set(parts))):
            self._paths.setdefault(route.handler, set()).add((route.method, path))
            last = next((s for s in reversed(route.segments) if s not in (GAP, _REST)), None)
            if last is not None:
                self._by_last.setdefault(last, []).append(route)

    def compare(self, other: RouteTable) -> set[str]:
        """Return the last segments of routes that only one of two tables has."""
        ends = self._by_last.keys() | other._by_last.keys()
        return {end for end in ends if self._by_last.get(end) != other._by_last.get(end)}

    def compare_handlers(self, other: RouteTable) -> set[str]:
        """Return the handlers that have other paths in the one than in the other."""
        handlers = self._paths.keys() | other._paths.keys()
        return {own for own in handlers if self._paths.get(own) != other._paths.get(own)}

    def find_paths(self, handler: str) -> Sequence[tuple[str, str]]:
        """Return the methods and paths that a handler answers."""
        return sorted(self._paths.get(handler, ()))[:_MOST_HANDLERS]

    def find(self, request: str, source: str) -> Sequence[Match]:
        """Return what answers `METHOD /path`, requested in a piece of code; best matches only."""
        method, _, text = request.partition(" ")
        segments = split_request(text)
        if segments is None:
            return ()
        is_whole = not (segments and segments[0] == GAP and text.startswith(GAP))
        wanted = segments if is_whole else segments[1:]
        if all(segment == GAP or _PLAIN.fullmatch(segment) for segment in wanted):
            return ()
        found = [
            (rank, route)
            for route in self._find_candidates(wanted)
            if _allows(route.method, method)
            and _is_seen(route.handler, source)
            and (rank := _compare(route, wanted, is_whole)) is not None
        ]
        return _choose(found, source, is_method_known=bool(method))

    def _find_candidates(self, segments: Sequence[str]) -> Iterator[Route]:
        for segment in sorted(set(segments)):
            if segment != GAP:
                yield from self._by_last.get(segment, ())


def find_ends(request: str) -> set[str]:
    """Return the segments that a route may end with that answers a request."""
    segments = split_request(request.partition(" ")[2]) or ()
    return {segment for segment in segments if segment != GAP}


def split_request(text: str) -> tuple[str, ...] | None:
    """Return the segments of a requested path; None where it leads to another server."""
    host = _HOST.match(text)
    if host is not None:
        name = host[1].rpartition("@")[2]
        if "." in name and name not in _OWN_HOSTS:
            return None
        text = text[host.end() :]
    text = re.split(r"[?#]", text, maxsplit=1)[0]
    return tuple(GAP if GAP in part else part for part in text.split("/") if part)


def split_route(text: str) -> tuple[str, ...] | None:
    """Return the segments of a route, `{}` for parameters; None where it is hard to tell."""
    text = text.removeprefix("^").removesuffix("$").removesuffix("{}" if text == "{}" else "\0")
    marked = _PARAMETER.sub(_mark, text)
    if _REGULAR.search(marked):
        return None
    parts = [part for part in marked.split("/") if part]
    return tuple(
        _REST if _REST in part or part == "*" else GAP if GAP in part else part for part in parts
    )


def _mark(found: re.Match[str]) -> str:
    text = found[0]
    is_rest = "path:" in text or ":path" in text or "..." in text or text.endswith("*")
    return _REST if is_rest else GAP


class _Prefixes:
    """What the routes of each router come to begin with."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._own = {part[1]: part[2] for part in parts if part[0] == "router"}
        self._mounts: dict[str, list[tuple[str, str]]] = {}
        for kind, router, prefix, inner, _ in parts:
            if kind == "mount" and router != inner:
                self._mounts.setdefault(inner, []).append((router, prefix))
        self._evaluator = Evaluator(Marks())

    def find(self, router: str) -> Sequence[str]:
        """Return the prefixes of a router; one that is only mounted in a circle has its own."""
        end = self._own.get(router, "")
        found = self._find_mounted(router, end) if router in self._mounts else ()
        return found or [_join(UNKNOWN if router.startswith(UNKNOWN) else "", end)]

    def _find_mounted(self, router: str, end: str) -> Sequence[str]:
        def work() -> Sequence[str]:
            found = {
                _join(_join(begin, prefix), end)
                for outer, prefix in self._mounts[router]
                for begin in self._find_around(outer)
            }
            return tuple(sorted(found)[:_MOST_PREFIXES])

        found: Sequence[str] = self._evaluator.solve(router, work, kind=FIRST)
        return found

    def _find_around(self, outer: str) -> Sequence[str]:
        """Return the prefixes of what a router is mounted in, as far as they are known."""
        if outer in self._mounts:
            return self._find_mounted(outer, self._own.get(outer, ""))
        return self.find(outer)


def _build_routes(parts: Sequence[Part]) -> Iterator[tuple[Route, str]]:
    """Yield each route with its path as it is written; one that is hard to read has no segments."""
    prefixes = _Prefixes(parts)
    for kind, router, method, path, handler in parts:
        if kind != "route":
            continue
        for prefix in prefixes.find(router):
            begin = prefix.removeprefix(UNKNOWN)
            segments = split_route(f"{begin}/{path.removeprefix('/')}") or ()
            is_whole = not prefix.startswith(UNKNOWN)
            written = f"{begin.rstrip('/')}/{path.lstrip('^/')}" if path else begin or "/"
            yield (
                Route(method, segments, is_whole, handler),
                written if is_whole else f"...{written}",
            )


def _join(begin: str, end: str) -> str:
    """Return a prefix under another one; what comes before an unknown one is lost."""
    if end.startswith(UNKNOWN):
        return end
    return f"{begin.rstrip('/')}/{end.removeprefix('^').lstrip('/')}" if end.strip("/") else begin


def _allows(offered: str, wanted: str) -> bool:
    if offered in _SHOWN or wanted in _SHOWN:
        return offered == wanted
    if not offered or not wanted or wanted in offered.split(","):
        return True
    return wanted == "HEAD" and "GET" in offered.split(",")


def _is_seen(handler: str, source: str) -> bool:
    """Whether code can mean a handler: one inside a test is there for that test alone."""
    path, _, name = handler.partition("::")
    aside = _ASIDE.match(path)
    if aside is not None and not source.startswith(aside[0]):
        return False
    if not is_test_path(path):
        return True
    around = name.rpartition(".")[0]
    return not around or source == handler or f"{source}.".startswith(f"{path}::{around}.")


def _compare(route: Route, wanted: Sequence[str], is_whole: bool) -> tuple[int, int] | None:
    """Return how well a route fits a request: whether all of it is known, and how much is equal."""
    own = route.segments
    if _fits(own, wanted):
        return (2 if route.is_whole and is_whole else 1), route.literals
    if not is_whole and 0 < len(wanted) < len(own) and _fits(own[-len(wanted) :], wanted):
        return 0, _count_equal(own[-len(wanted) :], wanted)
    if not route.is_whole and 0 < len(own) < len(wanted) and _fits(own, wanted[-len(own) :]):
        return 0, route.literals
    return None


def _fits(own: Sequence[str], wanted: Sequence[str]) -> bool:
    if own and own[-1] == _REST:
        return len(wanted) >= len(own) and _fits(own[:-1], wanted[: len(own) - 1])
    return (
        len(own) == len(wanted)
        and all(a in (b, GAP) for a, b in zip(own, wanted, strict=True))
        and _count_equal(own, wanted) > 0
    )


def _count_equal(own: Sequence[str], wanted: Sequence[str]) -> int:
    return sum(a == b != GAP for a, b in zip(own, wanted, strict=True))


def _choose(
    found: Sequence[tuple[tuple[int, int], Route]], source: str, *, is_method_known: bool
) -> Sequence[Match]:
    """Return the handlers that fit best and lie nearest; none where it is anybody's guess."""
    if not found:
        return ()
    best = max(rank for rank, _ in found)
    handlers = {route.handler for rank, route in found if rank == best}
    shares = {handler: count_shared_folders(handler, source) for handler in handlers}
    nearest = sorted(own for own in handlers if shares[own] == max(shares.values()))
    paths = {route.segments for rank, route in found if rank == best and route.handler in nearest}
    is_one = is_method_known and all(route.method not in _SHOWN for _, route in found)
    most = 1 if is_one or len(paths) > 1 else _MOST_HANDLERS
    if len(nearest) > most:
        return ()
    sure = (_UNSURE, _LESS_SURE, _SURE)[best[0]]
    return [Match(own, len(nearest), round(sure / len(nearest), 3)) for own in nearest]
