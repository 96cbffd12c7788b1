"""Works out, for one memory after another, where its code is and whether it still holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Any

from ripplegraph.memory.claims.checking import Checker
from ripplegraph.memory.claims.grammar import parse_claim
from ripplegraph.memory.freshness.code import Code
from ripplegraph.memory.freshness.judging import judge_subject
from ripplegraph.memory.freshness.places import Finder, Place
from ripplegraph.memory.freshness.verdicts import (
    CLAIM_FALSE,
    FRESH,
    GONE,
    UNANCHORED,
    UNKNOWN,
    VERDICTS,
    ClaimState,
    Freshness,
    Note,
    SubjectState,
    get_worst,
)
from ripplegraph.memory.types import LINK
from ripplegraph.store.memory_records import KNOWLEDGE, Anchor, Memory, to_plain
from ripplegraph.store.memory_state import PlaceRow, StateRow

EVERYTHING = "*"
"""Watched by those whom any change may concern."""


@dataclass(frozen=True)
class Assessment:
    """All that was found out about a memory in one worktree."""

    memory: Memory
    places: tuple[Place, ...]
    """Where each of its anchors is."""
    freshness: Freshness
    claims: tuple[ClaimState, ...] = ()
    notes: tuple[Note, ...] = ()

    def to_row(self) -> StateRow:
        report = {
            "reason": self.freshness.reason,
            "subjects": [asdict(subject) for subject in self.freshness.subjects],
            "claims": [asdict(claim) for claim in self.claims],
            "notes": [asdict(note) for note in self.notes],
        }
        anchors = zip(self.memory.anchors, self.places, strict=True)
        return StateRow(
            self.memory.id,
            compute_basis(self.memory),
            self.freshness.verdict,
            self.freshness.checked_at,
            report,
            tuple(
                PlaceRow(anchor.role, anchor.target, place.target, place.found)
                for anchor, place in anchors
            ),
            frozenset(self._find_watched()),
        )

    def _find_watched(self) -> Iterator[str]:
        settled = self.freshness.verdict not in (GONE, UNKNOWN)
        plain = {"file", "symbol", KNOWLEDGE}
        if self.claims or not settled or any(a.kind not in plain for a in self.memory.anchors):
            yield EVERYTHING
        for anchor, place in zip(self.memory.anchors, self.places, strict=True):
            yield place.target
            yield from anchor.targets
            yield from (use.id for look in anchor.looks for use in look.uses)
        yield from (note.node for note in self.notes)


def compute_basis(memory: Memory) -> str:
    """Return a hash of all that a verdict depends on besides the code."""
    plain = to_plain(memory)
    text = json.dumps([plain["anchors"], plain["claims"], memory.verified_at], ensure_ascii=False)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def restore(memory: Memory, row: StateRow) -> Assessment | None:
    """Return what was found out before, unless the memory has changed since."""
    if row.basis != compute_basis(memory):
        return None
    report: Any = row.report
    notes = tuple(Note(**note) for note in report["notes"])
    freshness = Freshness(
        row.verdict,
        report["reason"],
        row.checked_at,
        tuple(SubjectState(**subject) for subject in report["subjects"]),
        tuple(note.text for note in notes),
    )
    places = tuple(Place(place.target, place.found) for place in row.places)
    claims = tuple(ClaimState(**claim) for claim in report["claims"])
    return Assessment(memory, places, freshness, claims, notes)


class Assessor:
    """Compares memories with one graph."""

    def __init__(self, finder: Finder, *, now: str) -> None:
        self._finder = finder
        self._checker = Checker(finder.code)
        self._now = now

    @property
    def code(self) -> Code:
        return self._finder.code

    def assess(
        self, memory: Memory, last: StateRow | None, notes: Iterable[Note] = ()
    ) -> Assessment:
        """Find the code of a memory and compare it; `notes` come to those that it has already."""
        places = tuple(self._find_places(memory, last))
        pairs = list(zip(memory.anchors, places, strict=True))
        subjects = tuple(
            judge_subject(self.code, anchor, place)
            for anchor, place in pairs
            if anchor.role == "subject" and anchor.kind != KNOWLEDGE
        )
        claims = tuple(self._check_claims(memory, pairs))
        kept = tuple(self._keep_notes(memory, last, notes))
        freshness = _decide(subjects, claims, needs_all=memory.type == LINK)
        freshness = replace(
            freshness, checked_at=self._now, notes=tuple(note.text for note in kept)
        )
        return Assessment(memory, places, freshness, claims, kept)

    def _find_places(self, memory: Memory, last: StateRow | None) -> Iterator[Place]:
        for anchor in memory.anchors:
            row = last.find_place(anchor.role, anchor.target) if last is not None else None
            before = Place(row.target, row.found) if row is not None else None
            yield self._finder.find(anchor, before)

    def _check_claims(
        self, memory: Memory, pairs: list[tuple[Anchor, Place]]
    ) -> Iterator[ClaimState]:
        found = {
            anchor.target: place.target if place.found else None
            for anchor, place in pairs
            if anchor.role == "claim"
        }
        for text in memory.claims:
            yield self._checker.check(parse_claim(text), found.get)

    def _keep_notes(
        self, memory: Memory, last: StateRow | None, new: Iterable[Note]
    ) -> Iterator[Note]:
        """Yield notes about changes that were neither taken back nor vouched for since."""
        report: Any = last.report if last is not None else {}
        notes = [*(Note(**note) for note in report.get("notes", ())), *new]
        seen = set()
        for note in notes:
            state = self.code.find(note.node)
            now = state.signature_fingerprint if state is not None else None
            vouched = memory.verified_at is not None and memory.verified_at >= note.at
            if note.node not in seen and now not in (None, note.fingerprint) and not vouched:
                seen.add(note.node)
                yield note


def _decide(
    subjects: tuple[SubjectState, ...], claims: tuple[ClaimState, ...], *, needs_all: bool
) -> Freshness:
    """Let the worst decide; a false claim is as bad as code that is gone, but for its rank.

    Something gone decides where everything is, and where nothing holds without it.
    """
    found: list[tuple[str, str]] = []
    if subjects:
        worst = get_worst(subjects, needs_all=needs_all)
        gone = [state.target for state in subjects if state.verdict == GONE]
        besides = [f"`{target}` is gone" for target in gone if worst.verdict != GONE]
        found.append((worst.verdict, "; ".join([worst.reason, *besides])))
    for claim in claims:
        if claim.holds is False:
            found.append((CLAIM_FALSE, f"`{claim.claim}` does not hold: {claim.evidence}"))
        elif claim.holds is None:
            found.append((UNKNOWN, f"`{claim.claim}` cannot be checked: {claim.evidence}"))
        elif not subjects:
            found.append((FRESH, f"`{claim.claim}` holds: {claim.evidence}"))
    if not found:
        return Freshness(UNANCHORED, "it is about no code in particular", "")
    verdict, reason = min(found, key=lambda item: VERDICTS.index(item[0]))
    return Freshness(verdict, reason, "", subjects)
