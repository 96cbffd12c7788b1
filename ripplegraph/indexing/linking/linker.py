"""Links all files of a project: first what names and types show, then what calls pass along."""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager

from ripplegraph.graph.facts import FileFacts
from ripplegraph.indexing.linking.edges import FileLinks
from ripplegraph.indexing.linking.file_linker import FileLinker
from ripplegraph.indexing.linking.flows import Site
from ripplegraph.indexing.linking.overrides import Overrides
from ripplegraph.indexing.linking.reads import Reads
from ripplegraph.indexing.linking.targets import CallTargets, Targets
from ripplegraph.indexing.linking.views import FileView
from ripplegraph.indexing.linking.world import World
from ripplegraph.parsers.language import Language, ModuleResolver

ROUNDS = 3
"""Rounds of passing arguments to parameters: a function handed on through two others is found."""
_STACK = 20_000
"""Python frames that the deepest question may need."""

Sites = dict[tuple[str, int], list[Site]]


class Linker:
    """Turns facts into edges."""

    def __init__(
        self,
        facts: Mapping[str, FileFacts],
        languages: Mapping[str, Language],
        resolvers: Mapping[str, ModuleResolver],
        *,
        ambiguous_limit: int = 5,
        keep_bindings: bool = False,
    ) -> None:
        views = {
            path: FileView(path, facts[path], languages[facts[path].language])
            for path in sorted(facts)
        }
        self.world = World(views, resolvers)
        self._links = {path: FileLinks(path) for path in views}
        if keep_bindings:
            for links in self._links.values():
                links.bindings = []
        targets = CallTargets(self.world, ambiguous_limit=ambiguous_limit)
        reads = Reads(self.world)
        self._linkers = {
            path: FileLinker(self.world, view, self._links[path], targets=targets, reads=reads)
            for path, view in views.items()
        }
        self._found: dict[str, list[Targets]] = {}

    def link(self) -> dict[str, FileLinks]:
        """Return the links of every file."""
        with _deep_stack():
            self._settle_bases()
            self._resolve_calls()
            for path, linker in self._linkers.items():
                linker.link_imports()
                linker.link_classes()
                linker.add_calls(self._found[path])
                linker.link_references()
                self._links[path].lookups = self.world.views[path].lookups
            Overrides(self.world).add(self._links)
        return self._links

    def _settle_bases(self) -> None:
        """Work out the class hierarchy first, in one order: everything else leans on it."""
        for path, view in self.world.views.items():
            for i, definition in enumerate(view.definitions):
                if definition.bases or definition.implements:
                    self.world.classes.bases(path, i)

    def _resolve_calls(self) -> None:
        """Resolve every call site; those that depend on call flow, once a round."""
        solver, flows = self.world.solver, self.world.flows
        flowing: dict[tuple[str, int], int] = {}
        for path, linker in self._linkers.items():
            found = self._found[path] = []
            for i in range(len(self.world.views[path].facts.calls)):
                found.append(linker.link_call(i))
                if solver.touched:
                    flowing[path, i] = solver.touched
        # What does not depend on call flow stays as it is; the rest is looked at in rounds.
        flows.sites = self._collect_sites(flowing)
        for turn in range(ROUNDS - 1):
            changed = flows.pass_along(self._collect_flowing(flowing))
            if not turn:
                changed = -1
            solver.forget_flow(changed)
            for (path, i), bits in flowing.items():
                if bits & changed:
                    self._found[path][i] = self._linkers[path].link_call(i)
                    flowing[path, i] = solver.touched

    def _collect_sites(self, without: Container[tuple[str, int]]) -> Sites:
        sites: Sites = {}
        for path, found in self._found.items():
            for i, targets in enumerate(found):
                for target in targets:
                    if target.function is not None and (path, i) not in without:
                        sites.setdefault(target.function, []).append((path, i, target.offset))
        return sites

    def _collect_flowing(self, flowing: Iterable[tuple[str, int]]) -> Sites:
        sites: Sites = {}
        for path, i in flowing:
            for target in self._found[path][i]:
                if target.function is not None:
                    sites.setdefault(target.function, []).append((path, i, target.offset))
        return sites


@contextmanager
def _deep_stack() -> Iterator[None]:
    """Allow questions that lead to questions: names bound to names, calls of calls."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _STACK))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
