"""Adds the edges, entry points and routes of what the texts of files tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Final

from ripplegraph.frameworks.entry_points import EntryPoints
from ripplegraph.frameworks.mechanisms.evidence import fill
from ripplegraph.frameworks.mechanisms.origins import FindDeclaring
from ripplegraph.frameworks.mechanisms.registrations import PREFIX
from ripplegraph.frameworks.mechanisms.registries import TEMPLATE
from ripplegraph.frameworks.mechanisms.tellings import ASKED, BOUND, ROUTE, Telling, Tellings
from ripplegraph.frameworks.mechanisms.template_files import TemplateFiles
from ripplegraph.frameworks.mechanisms.template_reading import ReadFile
from ripplegraph.graph.tests import is_test_path
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import INFERRED, LinkedEdge

Requested = Callable[[str, str], Sequence[tuple[str, int, float]]]
"""Returns what answers a request, made by some code of a file, and notes the look."""
RoutePart = tuple[str, str, str, str, str]
REQUEST: Final = "request"
ROUTES: Final = "<told routes>"
"""The registry in which files declare that they tell routes."""
_MOST: Final = 5
_DEEPEST: Final = 4


class ToldNames:
    """What each file tells, read once in a scan."""

    def __init__(self, tellings: Tellings, read: ReadFile) -> None:
        self._tellings = tellings
        self._read = read
        self._known: dict[str, list[Telling]] = {}

    def find(self, path: str, view: FileView | None) -> list[Telling]:
        """Return what one file tells; without a view, of a file that is no code."""
        found = self._known.get(path)
        if found is None:
            language = "" if view is None else view.facts.language
            found = self._known[path] = self._tellings.find(path, language, self._read, view)
        return found

    def find_declared(self, view: FileView) -> set[tuple[str, str]]:
        """Return what a file binds to names, as files declare names."""
        found: set[tuple[str, str]] = set()
        for item in self.find(view.path, view):
            if item.what == BOUND and item.registry:
                key = PREFIX + item.registry
                found |= {(key, item.name), (key, describe(item))}
        return found

    def has_routes(self, view: FileView) -> bool:
        """Whether a file tells routes."""
        return any(item.what == ROUTE for item in self.find(view.path, view))


def describe(item: Telling) -> str:
    """Return a name with a digest of what is bound to it, for whoever depends on that."""
    written = repr((item.source, item.to)).encode("utf-8", "surrogatepass")
    return f"{item.name}={blake2b(written, digest_size=8).hexdigest()}"


class TellingLinker:
    """Looks up what files ask for by their texts."""

    def __init__(
        self,
        analysis: Analysis,
        told: ToldNames,
        find_declaring: FindDeclaring,
        files: TemplateFiles,
        requested: Requested,
    ) -> None:
        self._analysis = analysis
        self._told = told
        self._find_declaring = find_declaring
        self._files = files
        self._requested = requested

    def find_edges(
        self, path: str, view: FileView | None, probed: set[str]
    ) -> Iterator[LinkedEdge]:
        """Yield an edge for each thing that a file asks for."""
        for item in self._told.find(path, view):
            if item.what != ASKED:
                continue
            targets = self._look_up(item, path, probed)
            sure = round(item.sure / max(1, len(targets)), 3)
            words = fill(item.words or "names {name}", name=item.name)
            for target in targets:
                if target != item.source:
                    yield LinkedEdge(
                        *(item.source, item.kind, target, item.line, INFERRED, 1, sure, words)
                    )

    def _look_up(self, item: Telling, path: str, probed: set[str]) -> Sequence[str]:
        if item.registry == TEMPLATE:
            return self._files.find(item.name, path, probed)
        if item.registry == REQUEST:
            return [own for own, _, _ in self._requested(item.name, item.source)]
        found = self.find(item.registry, item.name, path)
        registry, member = item.member
        if not registry:
            return found
        owners = [own.partition("::")[2].rpartition(".")[2] for own in found]
        named = [self.find(registry, f"{owner}.{member}", path) for owner in owners]
        return [own for each in named for own in each]

    def find(self, registry: str, name: str, path: str) -> Sequence[str]:
        """Return what is bound to a name; nothing where that is anybody's guess."""
        found = sorted(set(self._find_bound(registry, name, 0)))
        if not is_test_path(path):
            found = [own for own in found if not is_test_path(own.partition("::")[0])]
        return found if len(found) <= _MOST else []

    def _find_bound(self, registry: str, name: str, depth: int) -> Iterator[str]:
        for path in self._find_declaring(PREFIX + registry, name):
            for item in self._told.find(path, self._analysis.view(path)):
                if item.what != BOUND or item.registry != registry or item.name != name:
                    continue
                self._find_declaring(PREFIX + registry, describe(item))
                if not item.to[0]:
                    yield item.source
                elif depth < _DEEPEST:
                    yield from self._find_bound(*item.to, depth + 1)

    def add_entries(self, view: FileView, entries: EntryPoints) -> None:
        """Add what a file binds that a framework runs."""
        for item in self._told.find(view.path, view):
            if item.what == BOUND and item.words:
                for target in self._find_targets(item):
                    entries.add(target, item.position, item.line, item.words)

    def _find_targets(self, item: Telling) -> Sequence[str]:
        if not item.to[0]:
            return [item.source]
        found = sorted(set(self._find_bound(*item.to, 0)))
        return found if len(found) <= _MOST else []

    def find_routes(self, view: FileView) -> list[tuple[RoutePart, int, int]]:
        """Return the routes that a file tells, each with its place."""
        found = []
        for item in self._told.find(view.path, view):
            if item.what == ROUTE:
                method, _, path = item.name.partition(" ")
                for handler in self._find_targets(item)[:1]:
                    part = ("route", "", method, path, handler)
                    found.append((part, item.position, item.line))
        return found
