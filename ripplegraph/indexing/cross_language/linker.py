"""A linker that also adds what texts of files lead to in others."""

from __future__ import annotations

from collections.abc import Iterable

from ripplegraph.failures import Failures
from ripplegraph.indexing.cross_language.inferences import Inferences, InferenceScope
from ripplegraph.linking.linker import Linker
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import FileLinks


class InferringLinker(Linker):
    """Turns facts into edges, the inferred ones too."""

    def __init__(
        self,
        analysis: ProjectAnalysis,
        paths: Iterable[str],
        inferring: InferenceScope,
        *,
        ambiguous_limit: int = 5,
        failures: Failures | None = None,
    ) -> None:
        super().__init__(analysis, paths, ambiguous_limit=ambiguous_limit, failures=failures)
        self.inferences = Inferences(analysis, inferring, self.attempts)

    def note_offers(self, view: FileView) -> None:
        self.inferences.offers.note(view)

    def add_inferences(self, view: FileView, links: FileLinks) -> None:
        self.inferences.add(view, links)
