"""What files offer to texts of others: tables and routes, by the files that do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from ripplegraph.graph.facts import Mention
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

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._tables: dict[str, list[str]] | None = None
        self.linked: list[str] = []
        """The files linked now that offer anything."""
        self.others: KeptOffers | None = None

    def note(self, view: FileView) -> None:
        """Keep that a file that is linked now offers something, if it does."""
        if offers_anything(view):
            self.linked.append(view.path)

    def find_table(self, name: str) -> Sequence[str]:
        """Return the files that offer a table, noting the look."""
        solver = self._analysis.solver
        solver.read.add(solver.marks.of(f"{DECLARED}{TABLES} {name}"))
        if self._tables is None:
            self._tables = {}
            for path in self.linked:
                for table in {item[0] for item in table_names(self._analysis.views[path])}:
                    self._tables.setdefault(table, []).append(path)
        found = set(self._tables.get(name, ()))
        if self.others is not None:
            found |= self.others.files_of(f"{DECLARES}{TABLES} {name}") - self.others.away
        return sorted(path for path in found if path in self._analysis.paths)

    def find_kept_routes(self) -> Iterator[Part]:
        """Yield what files that are not linked now say about routes."""
        if self.others is not None:
            for path in sorted(self.others.files_of(f"{DECLARES}{ROUTED} ") - self.others.away):
                yield from self.others.kept(path).routes


def offers_anything(view: FileView) -> bool:
    """Whether other files may mean something in this one by a text."""
    return bool(view.facts.offers) or view.semantics.name == _SQL


def offered_names(view: FileView) -> set[tuple[str, str]]:
    """Return what a file offers, as `packages.declared_names` has what files declare."""
    if not offers_anything(view):
        return set()
    found = {(TABLES, item[0]) for item in table_names(view)}
    if any(item.kind in ROUTE_KINDS for item in view.facts.offers):
        found.add((ROUTED, ""))
    return found


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
