"""Extracts signals from the messages of a transcript, and checks their authority."""

import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from ripplegraph.capture.authority import Narrator, check_authority
from ripplegraph.capture.quotation_filter import Place
from ripplegraph.capture.report import Offer, Refused
from ripplegraph.capture.shown_texts import ShownTexts
from ripplegraph.capture.signal_counts import SignalCounts
from ripplegraph.capture.signal_drafts import build_draft, build_taught, is_about_work
from ripplegraph.capture.signals import Dialect, Finding, Flaw, Signal, find_signals
from ripplegraph.capture.transcripts.messages import Message, Session, Speaker
from ripplegraph.errors import UsageError
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.memory.writing.drafts import Head

_REMEMBER = re.compile(r"/remember[ \t]+(.+)", re.DOTALL)


class SignalExtractor:
    """Listens to a transcript from its beginning."""

    def __init__(
        self,
        narrator: Narrator,
        *,
        registry: TypeRegistry,
        head: Head,
        takes_suggestions: bool,
        counts: SignalCounts,
    ) -> None:
        self.session = Session()
        self.counts = counts
        self._narrator = narrator
        self._registry = registry
        self._head = head
        self._takes_suggestions = takes_suggestions
        self._echoes = ShownTexts()
        self._outside = False

    @property
    def session_id(self) -> str | None:
        return self._narrator.session or self.session.id

    def hear(self, line: int, message: Message, agent: str | None = None) -> Iterator[Offer]:
        """Yield the offers of a message; `agent` speaks where nobody else is named."""
        self._outside = self._outside or message.outside
        if message.speaker is Speaker.AGENT:
            self.counts.messages += 1
            narrator = self._name(message.agent or agent)
            for finding in find_signals(message.text):
                yield from self.weigh(line, finding, narrator, key=message.key)
            return
        if message.speaker is Speaker.USER:
            yield from self._hear_user(line, message)
        shown = self._echoes.note(message.text)
        if shown:
            self.counts.ignored["shown"] += shown

    def weigh(
        self, line: int, finding: Finding, narrator: Narrator | None = None, *, key: str = ""
    ) -> Iterator[Offer]:
        """Yield the offer that a signal of an agent makes, if it counts."""
        narrator = narrator or self._name(None)
        reason = self._find_reason_to_ignore(finding)
        if reason:
            self.counts.ignored[reason] += 1
            return
        try:
            if isinstance(finding, Flaw):
                raise UsageError(finding.reason, hint=finding.hint)
            check_authority(finding, narrator, self._registry)
        except UsageError as error:
            self.counts.refuse(_build_refusal(line, finding, error))
        else:
            draft = build_draft(finding, narrator, self._get_head())
            own = key if is_about_work(finding.kind) else ""
            yield Offer(line, finding.dialect, draft, own, self._echoes.ids)

    def to_plain(self) -> dict[str, Any]:
        """Return the state so far, for when the transcript goes on."""
        return {
            "session": asdict(self.session),
            "outside": self._outside,
            "echoes": self._echoes.to_plain(),
        }

    def restore(self, plain: dict[str, Any]) -> None:
        self.session = Session(**plain["session"])
        self._outside = bool(plain["outside"])
        self._echoes.restore(plain["echoes"])

    def _hear_user(self, line: int, message: Message) -> Iterator[Offer]:
        """Take what a person asks to remember: a message that is that request, and no other."""
        found = _REMEMBER.fullmatch(message.text.strip())
        if found:
            signal = Signal(Dialect.REMEMBER, "fact", found[1].strip(), 1)
            draft = build_taught(signal, self._name(None), self._get_head())
            yield Offer(line, signal.dialect, draft)

    def _find_reason_to_ignore(self, finding: Finding) -> str | None:
        if isinstance(finding, Flaw) or finding.dialect is Dialect.SUGGESTIONS:
            return None if self._takes_suggestions else "suggestions"
        if finding.place is not Place.OPEN:
            return finding.place.value
        return "echo" if self._echoes.holds(finding) else None

    def _name(self, agent: str | None) -> Narrator:
        return replace(
            self._narrator,
            agent=self._narrator.agent or agent,
            session=self.session_id,
            outside=self._narrator.outside or self._outside,
        )

    def _get_head(self) -> Head:
        """Return the commit that is checked out, unless the session was on another branch."""
        branch = self.session.branch
        return self._head if branch in (None, self._head[1]) else (None, branch)


def _build_refusal(line: int, finding: Finding, error: UsageError) -> Refused:
    if isinstance(finding, Flaw):
        return Refused(line, Dialect.SUGGESTIONS, "", error.message, error.hint)
    return Refused(line, finding.dialect, finding.kind, error.message, error.hint)
