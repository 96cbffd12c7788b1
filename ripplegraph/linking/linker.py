"""Links files of a project: first what names and types show, then what calls pass along."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterable, Iterator, Set
from contextlib import contextmanager

from ripplegraph.failures import Failures
from ripplegraph.linking.emit.call_sites import CallSites
from ripplegraph.linking.emit.call_targets import CallTargets
from ripplegraph.linking.emit.file_linker import FileLinker
from ripplegraph.linking.emit.overrides import Overrides
from ripplegraph.linking.emit.read_linker import ReadLinker
from ripplegraph.linking.emit.reads import Reads
from ripplegraph.linking.engine.attempts import LinkAttempts
from ripplegraph.linking.engine.evaluator import NO_FILE, Flows
from ripplegraph.linking.engine.shared_answers import ROUNDS
from ripplegraph.linking.inference.call_flow import Sites
from ripplegraph.linking.lookup.base_orders import MOST_ABOVE
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.targets import Targets

_STACK = 20_000
"""Python frames that the deepest question may need."""


class Linker:
    """Turns facts into edges, for all files of an analysis or for some of them."""

    def __init__(
        self,
        analysis: ProjectAnalysis,
        paths: Iterable[str],
        *,
        ambiguous_limit: int = 5,
        keep_bindings: bool = False,
        failures: Failures | None = None,
    ) -> None:
        self.analysis = analysis
        self._failures = Failures() if failures is None else failures
        self.attempts = LinkAttempts(self._failures, analysis.solver)
        self.links = {path: FileLinks(path) for path in sorted(paths)}
        if keep_bindings:
            for links in self.links.values():
                links.bindings = []
        targets = CallTargets(analysis, ambiguous_limit=ambiguous_limit)
        self._sites = CallSites(analysis, targets, self.attempts)
        self._reads = Reads(analysis)
        self._overrides = Overrides(analysis)
        self._found: dict[str, list[Targets]] = {}
        self.on_step: Callable[[], None] = _do_nothing
        """Is called twice for each file: when its calls are found, and when it is linked."""
        self.on_round: Callable[[int], None] = _do_nothing_in_round
        """Is called when a round begins, with its number; not for the first one."""
        self.on_answers: Callable[[int], None] = _do_nothing_in_round
        """Is called when all is asked that is asked in a round, with its number."""
        self.is_wanted: Callable[[], bool] = _is_always_wanted
        """Says when the calls of all files are resolved whether the rest is wanted, too."""

    def link(self) -> dict[str, FileLinks]:
        """Return the links of every file."""
        for _ in self.link_each():
            pass
        return self.links

    def link_each(self) -> Iterator[FileLinks]:
        """Yield the links of one file after the other; they are complete, and may be cleared."""
        with deep_stack():
            self._settle_bases()
            last = 0
            if self._has_rounds():
                self._resolve_calls()
                last = ROUNDS - 1
            if not self.is_wanted():
                return
            for path, links in self.links.items():
                if path not in self._found:
                    self._find_calls(path, links)
                self.attempts.attempt(path, "linking", self._link_file, path, links)
                self.on_step()
                yield links
            for turn in range(last, ROUNDS):
                if turn > last:
                    self._begin_round(turn)
                self.on_answers(turn)

    def note_offers(self, view: FileView) -> None:
        """Note what a file offers to texts of others, before any file is linked."""

    def add_inferences(self, view: FileView, links: FileLinks) -> None:
        """Add edges that neither names nor types show."""

    def _find_calls(self, path: str, links: FileLinks) -> dict[int, Flows]:
        """Resolve the call sites of a file; returns the flows that decide them, where any do."""
        view = self.analysis.views[path]
        self.analysis.solver.file = view.mark
        found = self.attempts.attempt(path, "calls", self._sites.link_all, view, links.read)
        self._found[path], flowing = found or ([()] * len(view.sites), {})
        self.on_step()
        return flowing

    def _has_rounds(self) -> bool:
        """Whether what calls pass along may matter; other files may have passed something."""
        is_update = self.analysis.flows.other_sites is not None
        return is_update or any(self._passes_values(path) for path in self.links)

    def _passes_values(self, path: str) -> bool:
        """Whether what the calls of a file pass along matters to others."""
        return self.analysis.views.semantics_of(path).passes_values

    def _link_file(self, path: str, links: FileLinks) -> None:
        solver, view = self.analysis.solver, self.analysis.views[path]
        solver.read, solver.file = set(), view.mark
        linker = FileLinker(self.analysis, view, links, self.attempts)
        reads = ReadLinker(
            self.analysis, view, links, sites=self._sites, reads=self._reads, attempts=self.attempts
        )
        attempt = self.attempts.attempt
        attempt(path, "imports", linker.link_imports)
        attempt(path, "bases", linker.link_classes)
        attempt(path, "extensions", linker.link_extensions)
        found = self._found.pop(path)
        attempt(path, "calls", linker.record_calls, found)
        attempt(path, "calls", linker.add_calls, found)
        attempt(path, "reads", reads.link_all)
        attempt(path, "reads", reads.link_keywords, found)
        attempt(path, "overrides", self._overrides.add, view, links)
        attempt(path, "declarations", view.semantics.add_edges, view, links)
        attempt(path, "inferences", self.add_inferences, view, links)
        attempt(path, "bases", self._note_long_lines, view)
        links.read |= solver.read
        view.forget_uses()

    def _note_long_lines(self, view: FileView) -> None:
        """Say of which classes not all that they extend is searched."""
        for i, definition in enumerate(view.definitions):
            if definition.bases and self.analysis.classes.is_cut(view.path, i):
                reason = f"extends more classes than the {MOST_ABOVE} nearest, which are searched"
                self._failures.add(view.path, "bases", definition.line, reason)

    def _settle_bases(self) -> None:
        """Work out the class hierarchy first, in one order: everything else leans on it."""
        for path in self.links:
            view = self.analysis.views[path]
            self.attempts.attempt(path, "offers", self.note_offers, view)
            extended = view.semantics.answers.added_bases
            for i, definition in enumerate(view.definitions):
                is_type = extended and definition.kind in ("class", "interface")
                if definition.bases or definition.implements or is_type:
                    self.attempts.attempt(path, "bases", self.analysis.classes.bases, path, i)

    def _resolve_calls(self) -> None:
        """Resolve every call site; those that depend on call flow, once a round."""
        solver, flows, views = self.analysis.solver, self.analysis.flows, self.analysis.views
        flowing: dict[tuple[str, int], Flows] = {}
        for path, links in self.links.items():
            if not self._passes_values(path):
                continue
            for i, decided_by in self._find_calls(path, links).items():
                flowing[path, i] = decided_by
        # What does not depend on call flow stays as it is; the rest is looked at in rounds.
        flows.sites = self._collect_sites(flowing)
        for turn in range(ROUNDS - 1):
            self.on_answers(turn)
            changed: Set[int] | None = flows.pass_along(self._collect_flowing(flowing))
            if flows.other_sites is not None:
                changed = None
            solver.forget_flow(changed)
            flows.forget_shares(solver.flowing)
            self._begin_round(turn + 1)
            for (path, i), decided_by in flowing.items():
                if changed is None or not changed.isdisjoint(decided_by):
                    solver.file = views[path].mark
                    found = self._sites.link_again(views[path], i, self.links[path].read)
                    self._found[path][i] = found
                    flowing[path, i] = solver.touched

    def _collect_sites(self, without: Container[tuple[str, int]]) -> Sites:
        sites: Sites = {}
        for path in sorted(self._found):
            for i, targets in enumerate(self._found[path]):
                for target in targets:
                    if target.function is not None and (path, i) not in without:
                        sites.setdefault(target.function, []).append((path, i, target.offset))
        self._keep_sites(sites, 0)
        return sites

    def _collect_flowing(self, flowing: Iterable[tuple[str, int]]) -> Sites:
        sites: Sites = {}
        for path, i in sorted(flowing):
            for target in self._found[path][i]:
                if target.function is not None:
                    sites.setdefault(target.function, []).append((path, i, target.offset))
        self._keep_sites(sites, self.analysis.flows.round + 1)
        return sites

    def _keep_sites(self, sites: Sites, level: int) -> None:
        for function, found in sites.items():
            key = self.analysis.views[function[0]].key(function[1])
            for path, call, offset in found:
                self.links[path].sites.setdefault(key, []).append((level, call, offset))

    def _begin_round(self, turn: int) -> None:
        self.analysis.solver.file = NO_FILE
        self.on_round(turn)


def _do_nothing() -> None:
    pass


def _is_always_wanted() -> bool:
    return True


def _do_nothing_in_round(_turn: int) -> None:
    pass


@contextmanager
def deep_stack() -> Iterator[None]:
    """Allow questions that lead to questions: names bound to names, calls of calls."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _STACK))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
