"""Finds the handlers of requests among all routes of a project."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ripplegraph.frameworks.entry_points import EntryPoints
from ripplegraph.frameworks.linking import FrameworkRules
from ripplegraph.frameworks.mechanisms.evidence import fill
from ripplegraph.graph.facts import Mention
from ripplegraph.graph.tests import is_test_path
from ripplegraph.indexing.cross_language.addresses import Addresses
from ripplegraph.indexing.cross_language.dotted_names import DottedNames
from ripplegraph.indexing.cross_language.offers import Offers
from ripplegraph.indexing.cross_language.page_routes import PageRoutes
from ripplegraph.indexing.cross_language.route_parts import RouteParts
from ripplegraph.indexing.cross_language.route_table import (
    NAMED,
    PAGE,
    WEB_SOCKET,
    Match,
    Part,
    RouteTable,
    find_ends,
)
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.attempts import LinkAttempts
from ripplegraph.linking.engine.marks import ROUTED_TO, ROUTES
from ripplegraph.linking.semantics import FileView

FindTold = Callable[[FileView], list[tuple[Part, int, int]]]
"""Returns the routes that the text of a file tells, each with its place."""


class Routing:
    """Finds the parts of routes in files, and handlers of requests among all of them."""

    def __init__(
        self,
        analysis: Analysis,
        dotted: DottedNames,
        offers: Offers,
        attempts: LinkAttempts,
        find_told: FindTold,
        rules: FrameworkRules,
    ) -> None:
        self._find_told = find_told
        self._analysis = analysis
        self._attempts = attempts
        self._parts = RouteParts(analysis, dotted)
        self._offers = offers
        self._addresses = Addresses(analysis, offers.find_declaring)
        self._pages = PageRoutes(analysis, rules, offers.find_declaring)
        self._table: RouteTable | None = None
        self._answering: dict[str, set[str]] = {}

    def find_handlers(self, item: Mention, view: FileView, source: str) -> Sequence[Match]:
        """Return what answers a request that a file makes."""
        request = self._addresses.complete(item.text, view)
        if not request:
            return ()
        self._note(request)
        table = self._get_table()
        if (item.call >= 0 and self._is_route(item.call, view)) or self._has_own(view, source):
            return ()
        found = table.find(request, source)
        return [match for match in found if match.handler.partition("::")[0] != view.path]

    def find_answering(self, request: str, source: str) -> Sequence[Match]:
        """Return what answers `METHOD /path`, requested in a piece of code or a template."""
        self._note(request)
        return self._get_table().find(request, source)

    def _note(self, request: str) -> None:
        solver = self._analysis.solver
        solver.read.update(solver.marks.of(ROUTES + end) for end in find_ends(request))

    def _has_own(self, view: FileView, source: str) -> bool:
        """Whether a test requests what it answers itself."""
        if not view.facts.offers or not is_test_path(view.path):
            return False
        owners = self._answering.get(view.path)
        if owners is None:
            routes = [offer for offer in view.facts.offers if offer.kind == "route"]
            owners = self._answering[view.path] = {view.source_at(r.position) for r in routes}
        return any(f"{owner}.".startswith(f"{source}.") for owner in owners)

    def _is_route(self, call: int, view: FileView) -> bool:
        return any(
            offer.call == call and offer.kind == "route" and any(self._parts.read(view, offer))
            for offer in view.facts.offers
        )

    def add_entries(self, view: FileView, entries: EntryPoints) -> None:
        """Add what answers requests by the routes of a file, each with its whole path."""
        for offer in view.facts.offers:
            if offer.kind == "route":
                for part in self._parts.read(view, offer):
                    self._add_entry(part[4], offer.position, offer.line, entries)
        for part in self._pages.find(view):
            if part[0] == "route":
                self._add_entry(part[4], 0, 1, entries)

        for told, position, line in self._find_told(view):
            self._add_entry(told[4], position, line, entries)

    def _add_entry(self, handler: str, position: int, line: int, entries: EntryPoints) -> None:
        solver = self._analysis.solver
        solver.read.add(solver.marks.of(ROUTED_TO + handler))
        for method, path in self._get_table().find_paths(handler):
            if method != NAMED:
                entries.add(handler, position, line, _describe(method, path))

    def _get_table(self) -> RouteTable:
        if self._table is None:
            self._table = RouteTable(self._collect())
        return self._table

    def _collect(self) -> Iterator[Part]:
        solver = self._analysis.solver
        outer = solver.start_reading()
        for view in self._offers.find_linked():
            if self._offers.has_routes(view):
                yield from self._attempts.attempt(view.path, "routes", self.find_parts, view) or ()
        # What these parts rest on is noted with the files that say them.
        solver.read = outer
        yield from self._offers.find_kept_routes()

    def find_parts(self, view: FileView) -> list[Part]:
        """Return what a file says about routes."""
        told = [part for part, _, _ in self._find_told(view)]
        return sorted({*self._parts.find(view), *self._pages.find(view), *told})


def _describe(method: str, path: str) -> str:
    """Return what an entry point is that answers requests."""
    if method == PAGE:
        return fill("page {path}; who opens it by its address is not seen", path=path)
    kind = "WebSocket entry point" if method == WEB_SOCKET else f"HTTP entry point {method}".strip()
    return fill("{kind} {path}; callers outside the project are not seen", kind=kind, path=path)
