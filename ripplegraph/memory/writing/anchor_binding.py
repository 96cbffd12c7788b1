"""Binds a memory to code: its subjects, what its claims speak of, and what its text names."""

import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

from ripplegraph.errors import AmbiguousTargetError, UnknownTargetError, UsageError
from ripplegraph.graph.ids import build_external_id, is_knowledge
from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.anchors.targets import (
    build_anchor,
    build_unresolved,
    find_mentions,
    get_anchor_id,
    normalise_target,
)
from ripplegraph.memory.checks import check_text
from ripplegraph.memory.claims.grammar import MAX_CLAIMS, Claim, parse_claim
from ripplegraph.memory.paths import confine
from ripplegraph.store.records.memory_records import KNOWLEDGE, Anchor
from ripplegraph.targets.resolution import find_target
from ripplegraph.targets.target import ResolvedTarget

MAX_SUBJECTS = 50


@dataclass(frozen=True)
class AnchorBinder:
    """Looks up in the graph of a project what a memory names."""

    root: Path
    graph: sqlite3.Connection | None
    """Without one, everything can only be unresolved."""
    now: str
    allow_unresolved: bool = False
    folder: Path | None = None
    """Where paths may be relative to, beside the root."""

    def check_claims(self, texts: tuple[str, ...]) -> tuple[Claim, ...]:
        """Read claims, and confine what they name to the project."""
        if len(texts) > MAX_CLAIMS:
            raise UsageError(
                f"A memory cannot make {len(texts)} claims.", hint=f"Make at most {MAX_CLAIMS}."
            )
        found = []
        for text in texts:
            claim = parse_claim(check_text(text, "A claim", 2_000))
            targets = (self._find_claimed(claim, at) for at in range(len(claim.targets)))
            found.append(replace(claim, targets=tuple(targets)))
        return tuple(dict.fromkeys(found))

    def _find_claimed(self, claim: Claim, at: int) -> str:
        """Return the id that a target of a claim means; what is used may be a package."""
        text = claim.targets[at]
        package = build_external_id(text)
        if claim.predicate in ("imports", "calls") and at == 1 and self.graph is not None:
            code = CodeReader(self.graph)
            if "/" not in text and not code.exists(text) and code.exists(package):
                return package
        if is_knowledge(text):
            raise UsageError(
                f"Nothing can be claimed of {text!r:.80}, which is no code.",
                hint="Name files, symbols and packages in claims.",
            )
        try:
            return get_anchor_id(self._find(text, self.folder or self.root)[1])
        except (UnknownTargetError, AmbiguousTargetError):
            return normalise_target(text, self.root)

    def resolve_claims(self, claims: tuple[Claim, ...]) -> tuple[Anchor, ...]:
        """Find what claims speak of; that something exists may be claimed of anything."""
        found: dict[str, Anchor] = {}
        for claim in claims:
            allowed = self.allow_unresolved or claim.predicate == "exists"
            for target in claim.targets:
                anchor = self._resolve(target, "claim", allow_unresolved=allowed)
                # The claim is checked for the id as it is written there.
                found.setdefault(target, replace(anchor, target=target))
        return tuple(found.values())

    def resolve_subjects(self, about: tuple[str, ...]) -> tuple[Anchor, ...]:
        """Find what a memory is about; a target that names nothing is refused unless allowed."""
        if len(about) > MAX_SUBJECTS:
            raise UsageError(
                f"A memory cannot be about {len(about)} things.",
                hint=f"Name at most {MAX_SUBJECTS}, or a folder or pattern.",
            )
        found: dict[str, Anchor] = {}
        for text in about:
            checked = check_text(text, "A target", 1_000)
            anchor = self._resolve(checked, "subject", allow_unresolved=self.allow_unresolved)
            found.setdefault(anchor.target, anchor)
        return tuple(found.values())

    def _resolve(self, text: str, role: str, *, allow_unresolved: bool) -> Anchor:
        if is_knowledge(text):
            return Anchor(normalise_target(text, self.root), role, KNOWLEDGE)
        here = self.folder if role == "subject" else None
        try:
            code, target = self._find(text, here or self.root)
        except (UnknownTargetError, AmbiguousTargetError):
            if not allow_unresolved:
                raise
            return build_unresolved(normalise_target(text, self.root), role)
        return build_anchor(code, target, role=role, now=self.now)

    def _find(self, text: str, folder: Path) -> tuple[CodeReader, ResolvedTarget]:
        if self.graph is None:
            raise UnknownTargetError(
                f"{text!r} cannot be looked up.", hint="Run `ripple scan`.", near=()
            )
        target = find_target(self.graph, text, root=self.root, folder=folder)
        if target.path is not None:
            confine(target.path, self.root)
        return CodeReader(self.graph), target

    def add_mentions(self, anchors: tuple[Anchor, ...], content: str) -> tuple[Anchor, ...]:
        """Add to subjects and claims what the text names besides."""
        mentions = find_mentions(self.graph, content) if self.graph else ()
        known = {anchor.target for anchor in anchors if anchor.role == "subject"}
        return (*anchors, *(anchor for anchor in mentions if anchor.target not in known))
