"""What files offer to texts of others: tables and routes, by the files that do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from ripplegraph.frameworks.linking import FrameworkRules
from ripplegraph.graph.facts import Mention
from ripplegraph.indexing.cross_language.addresses import declare_addresses
from ripplegraph.indexing.cross_language.class_routes import routes_classes
from ripplegraph.indexing.cross_language.page_routes import lists_pages
from ripplegraph.indexing.cross_language.route_table import Part
from ripplegraph.indexing.stored_keys import DECLARES
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.engine.marks import DECLARED
from ripplegraph.linking.semantics import FileView

TABLES: Final = "<table>"
"""The key under which files declare the tables they offer, see `packages`."""
ROUTED: Final = "<routes>"
"""The key under which files declare that they say something about routes."""
ROUTE_KINDS: Final = frozenset({"route", "mount", "router"})
_SQL: Final = "sql"
_META: Final = ".Meta"


class KeptRoutes(Protocol):
    """What is kept about the links of a file."""

    @property
    def routes(self) -> Sequence[Part]: ...


class KeptOffers(Protocol):
    """What is kept about files that are not linked now."""

    away: set[str]

    def files_of(self, key: str) -> set[str]: ...

    def kept(self, path: str) -> KeptRoutes: ...


class Offers:
    """Finds the files that offer something: among those linked now, and those that are kept."""

    def __init__(self, analysis: Analysis, rules: FrameworkRules) -> None:
        self._analysis = analysis
        self._rules = rules
        self._named: dict[tuple[str, str], list[str]] | None = None
        self._relinked: list[str] = []
        self.others: KeptOffers | None = None
        """What is kept about the files that are not linked now; None where all are."""

    def note(self, view: FileView) -> None:
        """Keep that a file is linked now that may offer something."""
        if self.others is not None:
            self._relinked.append(view.path)

    def find_linked(self) -> Iterator[FileView]:
        """Yield the files linked now, or later in the same scan."""
        for path in sorted(self._analysis.paths) if self.others is None else self._relinked:
            yield self._analysis.views[path]

    def has_routes(self, view: FileView) -> bool:
        """Whether a file says something about routes."""
        return offers_routes(view, self._rules)

    def find_table(self, name: str) -> Sequence[str]:
        """Return the files that offer a table, noting the look."""
        return self.find_declaring(TABLES, name)

    def find_declaring(self, key: str, name: str) -> Sequence[str]:
        """Return the files that offer a name under a key, noting the look."""
        solver = self._analysis.solver
        solver.read.add(solver.marks.of(f"{DECLARED}{key} {name}"))
        if self._named is None:
            self._named = {}
            for view in self.find_linked():
                for pair in offered_names(view, self._rules):
                    self._named.setdefault(pair, []).append(view.path)
        found = set(self._named.get((key, name), ()))
        if self.others is not None:
            found |= self.others.files_of(f"{DECLARES}{key} {name}") - self.others.away
        return sorted(path for path in found if path in self._analysis.paths)

    def find_kept_routes(self) -> Iterator[Part]:
        """Yield what files that are not linked now say about routes."""
        if self.others is not None:
            for path in sorted(self.others.files_of(f"{DECLARES}{ROUTED} ") - self.others.away):
                yield from self.others.kept(path).routes


def offers_anything(view: FileView) -> bool:
    """Whether other files may mean something in this one by a text."""
    return bool(view.facts.offers) or view.semantics.name == _SQL


def offered_names(view: FileView, rules: FrameworkRules) -> set[tuple[str, str]]:
    """Return what a file offers, as `packages.declared_names` has what files declare."""
    found = offered_by_facts(view, rules)
    found |= rules.told.find_declared(view)
    if offers_routes(view, rules):
        found.add((ROUTED, ""))
    return found


def offered_by_facts(view: FileView, rules: FrameworkRules) -> set[tuple[str, str]]:
    """Return what follows from the facts of a file alone, and not from its text."""
    found = rules.declared_names(view) | declare_addresses(view)
    if offers_anything(view):
        found |= {(TABLES, item[0]) for item in table_names(view)}
    if _routes_by_facts(view, rules):
        found.add((ROUTED, ""))
    return found


def offers_routes(view: FileView, rules: FrameworkRules) -> bool:
    """Whether a file says something about routes, by what it says or where it stands."""
    return _routes_by_facts(view, rules) or rules.told.has_routes(view)


def _routes_by_facts(view: FileView, rules: FrameworkRules) -> bool:
    return (
        any(item.kind in ROUTE_KINDS for item in view.facts.offers)
        or lists_pages(view)
        or routes_classes(view)
        or bool(rules.find_file_routes(view.path))
    )


def table_names(view: FileView) -> Iterator[tuple[str, str, bool]]:
    """Yield each table that a file offers: its name, its id, and whether SQL defines it."""
    if view.semantics.name == _SQL:
        for index, item in enumerate(view.definitions):
            if not item.scope:
                yield item.name.rpartition(".")[2].lower(), view.ids[index], True
    for offer in view.facts.offers:
        if offer.kind == "table":
            yield offer.text, _owner_of(view, offer), False


def _owner_of(view: FileView, offer: Mention) -> str:
    """Return the class, variable or function that an offer is part of."""
    if offer.call >= 0:
        for index, item in enumerate(view.definitions):
            if item.kind == "variable" and item.value == offer.call:
                return view.ids[index]
    own = view.source_at(offer.position)
    return own.removesuffix(_META) if own.endswith(_META) else own
