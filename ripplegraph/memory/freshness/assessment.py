"""Works out, for one memory after another, where its code is and whether it still holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Any

from ripplegraph.graph.ids import EXTERNAL_PREFIX, SEPARATOR
from ripplegraph.graph.watch_keys import ROOT, name_arrivals, name_content, name_looks
from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.anchors.location import AnchorFinder, Place, find_prints
from ripplegraph.memory.claims.evaluation import ClaimEvaluator
from ripplegraph.memory.claims.grammar import parse_claim
from ripplegraph.memory.claims.results import ClaimState
from ripplegraph.memory.freshness.comparison import compare_subject
from ripplegraph.memory.freshness.distant_changes import DistantChange
from ripplegraph.memory.freshness.verdicts import (
    CLAIM_FALSE,
    FRESH,
    GONE,
    UNANCHORED,
    UNKNOWN,
    VERDICTS,
    Freshness,
    Note,
    SubjectState,
    get_worst,
)
from ripplegraph.memory.types.definition import LINK
from ripplegraph.store.memory.freshness_cursor import Cursor
from ripplegraph.store.memory.freshness_rows import PlaceRow, StateRow
from ripplegraph.store.records.memory_records import KNOWLEDGE, Anchor, Memory
from ripplegraph.targets.globs import get_fixed_folder

Vouched = tuple[str, str | None, int]
"""When someone vouched for a memory last, and the last change of the graph by then: the generation
of the log, and the number."""


@dataclass(frozen=True)
class Assessment:
    """The assessment of a memory in one worktree."""

    memory: Memory
    places: tuple[Place, ...]
    """Where each of its anchors is."""
    freshness: Freshness
    claims: tuple[ClaimState, ...] = ()
    notes: tuple[Note, ...] = ()
    seen: frozenset[str] = frozenset()
    """What else was looked at, in the words of `graph/watch_keys.py`."""
    vouched: Vouched = ("", None, 0)

    def to_row(self) -> StateRow:
        report = {
            "reason": self.freshness.reason,
            "subjects": [asdict(subject) for subject in self.freshness.subjects],
            "claims": [asdict(claim) for claim in self.claims],
            "notes": [asdict(note) for note in self.notes],
            "vouched": self.vouched,
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
        """Yield everything that can make another verdict, evidence or place of this."""
        for anchor, place in zip(self.memory.anchors, self.places, strict=True):
            yield from watch_anchor(anchor, place)
        yield from self.seen
        yield from (note.node for note in self.notes)


def watch_anchor(anchor: Anchor, place: Place) -> Iterator[str]:
    """Yield what decides where an anchor is, and what became of it."""
    for target in {place.target, *anchor.targets}:
        yield target
        if anchor.kind == "glob":
            yield get_fixed_folder(target) or ROOT
        elif target.startswith(EXTERNAL_PREFIX):
            yield name_arrivals(target)
        elif anchor.role != "mention":
            yield name_content(target.partition(SEPARATOR)[0])
    if not place.found and anchor.role != "mention":
        # It may turn up again: in a file that comes, or as code that looks the same.
        yield ROOT
    for look in anchor.looks:
        yield from (use.id for use in look.uses)
        if not place.found and look.body_fingerprint:
            yield name_looks(look.body_fingerprint)


def compute_basis(memory: Memory) -> str:
    """Return what tells whether anything changed that a verdict depends on besides the code."""
    anchors = [
        (
            a.role,
            a.target,
            a.resolved,
            len(a.moves),
            len(a.looks),
            a.looks[-1].at if a.looks else "",
        )
        for a in memory.anchors
    ]
    text = repr((memory.updated_at, anchors, memory.claims))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


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

    def __init__(self, finder: AnchorFinder, *, now: str, start: Cursor | None = None) -> None:
        """Take the last change of this generation that was followed as `start`."""
        self._finder = finder
        self._checker = ClaimEvaluator(finder.code)
        self._now = now
        self._start = start or Cursor()

    @property
    def code(self) -> CodeReader:
        return self._finder.code

    def prepare(self, memories: Iterable[Memory]) -> None:
        """Look up at once what may be needed of many memories."""
        subjects = [a for memory in memories for a in memory.anchors if a.role != "mention"]
        missing = [a for a in subjects if not any(map(self.code.find, a.targets))]
        looks = (look for anchor in missing for look in anchor.looks)
        self.code.prepare_alike(find_prints(looks))

    def assess(
        self, memory: Memory, last: StateRow | None, ripples: Iterable[DistantChange] = ()
    ) -> Assessment:
        """Find the code of a memory and compare it; `ripples` may add to its notes."""
        places = tuple(self._find_places(memory, last))
        pairs = list(zip(memory.anchors, places, strict=True))
        seen: set[str] = set()
        subjects = tuple(
            compare_subject(self.code, anchor, place, seen)
            for anchor, place in pairs
            if anchor.role == "subject" and anchor.kind != KNOWLEDGE
        )
        claims = tuple(self._check_claims(memory, pairs, seen))
        vouched = self._find_vouched(memory, last)
        kept = tuple(self._keep_notes(last, vouched, ripples))
        freshness = _decide(subjects, claims, needs_all=memory.type == LINK)
        freshness = replace(
            freshness, checked_at=self._now, notes=tuple(note.text for note in kept)
        )
        return Assessment(memory, places, freshness, claims, kept, frozenset(seen), vouched)

    def _find_places(self, memory: Memory, last: StateRow | None) -> Iterator[Place]:
        for anchor in memory.anchors:
            row = last.find_place(anchor.role, anchor.target) if last is not None else None
            before = Place(row.target, row.found) if row is not None else None
            yield self._finder.find(anchor, before, memory.provenance.commit)

    def _check_claims(
        self, memory: Memory, pairs: list[tuple[Anchor, Place]], seen: set[str]
    ) -> Iterator[ClaimState]:
        found = {
            anchor.target: place.target if place.found else None
            for anchor, place in pairs
            if anchor.role == "claim"
        }
        for text in memory.claims:
            yield self._checker.check(parse_claim(text), found.get, seen)

    def _find_vouched(self, memory: Memory, last: StateRow | None) -> Vouched:
        at = max((look.at for anchor in memory.subjects for look in anchor.looks), default="")
        known: Any = last.report.get("vouched") if last is not None else None
        if known and known[:2] == [at, self._start.generation]:
            return at, known[1], known[2]
        return at, self._start.generation, self._start.change

    def _keep_notes(
        self, last: StateRow | None, vouched: Vouched, ripples: Iterable[DistantChange]
    ) -> Iterator[Note]:
        """Yield notes about changes that were neither taken back nor vouched for since."""
        report: Any = last.report if last is not None else {}
        new = (ripple.build_note(vouched[2], self._now) for ripple in ripples)
        notes = (*(Note(**note) for note in report.get("notes", ())), *filter(None, new))
        known: set[str] = set()
        for note in notes:
            moved = replace(note, node=self._finder.moves.follow(note.node))
            if moved.node in known or vouched[0] >= note.at:
                continue
            # Of several changes the first one tells what the signature was.
            known.add(moved.node)
            state = self.code.find(moved.node)
            if state is not None and state.signature_fingerprint != note.fingerprint:
                yield moved


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
