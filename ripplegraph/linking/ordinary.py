"""The ordinary semantics of a language, which others differ from."""

from __future__ import annotations

from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import LinkedLanguage, Semantics


class OrdinarySemantics(Semantics):
    """Answers what is left to languages as most of them do."""

    def __init__(self, language: LinkedLanguage, analysis: Analysis | None = None) -> None:
        """Take the analysis to ask; without one, only single files can be looked at."""
        super().__init__(language)
        if analysis is not None:
            self.attach(analysis)

    def attach(self, analysis: Analysis) -> None:
        """Take the analysis to ask."""
        self._analysis = analysis
