"""The part of a project's settings that a file was linked by: where its module names led."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import blake2b

import msgspec

from ripplegraph.indexing.linking.modules import Modules, can_see
from ripplegraph.parsers.language import ModuleResolver, Resolved

_MEANING = 8
_PLACES = 4


class ModuleNotes(msgspec.Struct, frozen=True, array_like=True):
    """Answers of a resolver about one file."""

    names: dict[str, bytes] = {}
    """For each module name, a digest of its meaning, and one of where that was looked for."""
    sees: dict[str, bool] = {}
    """Whether it sees what other files give to types from outside, see `Modules.can_see`."""

    def join(self, later: ModuleNotes) -> ModuleNotes:
        """Return these notes with later ones."""
        return ModuleNotes(self.names | later.names, self.sees | later.sees)


@dataclass(frozen=True)
class Amendment:
    """Notes about a file that is not linked again, and where they had a name looked for."""

    notes: ModuleNotes = field(default_factory=ModuleNotes)
    probed: frozenset[str] = field(default_factory=frozenset)

    def __bool__(self) -> bool:
        return bool(self.notes.names or self.notes.sees)

    def join(self, later: Amendment) -> Amendment:
        """Return both together."""
        return Amendment(self.notes.join(later.notes), self.probed | later.probed)


def take_notes(modules: Modules, path: str, family: str) -> ModuleNotes:
    """Return what a resolver was asked about a file, if its settings decide the answers."""
    if not getattr(modules.find_resolver(family), "settings_decide_paths", False):
        return ModuleNotes()
    known = modules.resolved_in(path)
    names = {spec: digest_resolved(known[spec]) for spec in sorted(known)}
    return ModuleNotes(names, dict(sorted(modules.seen_in(path).items())))


def review_notes(notes: ModuleNotes, path: str, resolver: ModuleResolver) -> Amendment | None:
    """Ask a resolver of other settings again; None where a module name has another meaning."""
    if any(can_see(resolver, path, other) != seen for other, seen in notes.sees.items()):
        return None
    probed: set[str] = set()
    names: dict[str, bytes] = {}
    for spec, before in notes.names.items():
        found = resolver.resolve(spec, path)
        digest = digest_resolved(found)
        if digest[:_MEANING] != before[:_MEANING]:
            return None
        if digest != before:
            probed.update(found.probed)
            names[spec] = digest
    return Amendment(ModuleNotes(names), frozenset(probed))


def find_new(before: ModuleNotes, now: ModuleNotes, modules: Modules, path: str) -> Amendment:
    """Return what was asked about a file for the first time."""
    names = {spec: digest for spec, digest in now.names.items() if spec not in before.names}
    sees = {other: seen for other, seen in now.sees.items() if other not in before.sees}
    known = modules.resolved_in(path)
    probed = frozenset(probe for spec in names for probe in known[spec].probed)
    return Amendment(ModuleNotes(names, sees), probed)


def digest_resolved(resolved: Resolved) -> bytes:
    """Return a digest of what a module name means, and one of where that was looked for."""
    meaning = replace(resolved, probed=())
    return _digest(repr(meaning), _MEANING) + _digest(repr(resolved.probed), _PLACES)


def _digest(text: str, size: int) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest()
