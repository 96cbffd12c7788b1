"""Evidence that a name in code means a symbol, though nobody could bind it: likely or possible."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ripplegraph.impact.account.judgement import (
    BOUND_HERE,
    CALL,
    MEMBER,
    ONE_OF,
    OVERRIDDEN,
    VALUE,
    Finding,
)
from ripplegraph.impact.account.subjects import Subject

LIKELY = 4
"""So much evidence makes a possible use a likely one."""
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_KEYWORD = re.compile(r"(\w+)\s*=(?!=)")
_RECEIVERS = frozenset({"self", "cls", "this"})
_BRACKET = re.compile(rb"[()\[\]{}]")
_LONGEST_CALL = 2_000
_SHORTEST_WORD = 3
_COMMON = frozenset(
    {
        *("add", "all", "any", "append", "apply", "bind", "call", "clear", "close", "contains"),
        *("copy", "count", "create", "delete", "each", "entries", "equals", "error", "exec"),
        *("extend", "filter", "find", "first", "flush", "foreach", "format", "get", "has", "hash"),
        *("index", "insert", "invoke", "is_empty", "isempty", "item", "items", "iter", "join"),
        *("key", "keys", "last", "len", "length", "list", "load", "log", "map", "match", "merge"),
        *("name", "next", "open", "pop", "print", "push", "put", "read", "remove", "replace"),
        *("reset", "reverse", "run", "save", "search", "send", "set", "shift", "size", "slice"),
        *("sort", "split", "start", "stop", "string", "test", "then", "to_s", "to_string"),
        *("tostring", "trim", "type", "update", "value", "values", "write"),
    }
)
"""Names that things from outside projects have as well: a receiver has to speak for them."""
_FEW = 3
"""Definitions of one name among which a guess is worth something."""


class Evidence(NamedTuple):
    """How much speaks for a use, and what in words."""

    weight: int
    reasons: tuple[str, ...]

    @property
    def is_likely(self) -> bool:
        return self.weight >= LIKELY


class EvidenceFinder:
    """Weighs possible uses of one name."""

    def __init__(
        self,
        subject: Subject,
        *,
        near: Collection[int],
        receivers: Collection[str],
        is_common: bool,
    ) -> None:
        """Take files that depend on the symbols', receivers of uses, and if it is common."""
        self._subject = subject
        self._near = near
        self._receivers = receivers
        self._is_common = is_common or subject.name.lower() in _COMMON
        self._is_long = not self._is_common and len(_WORDS.findall(subject.name)) > 1
        self._words = set(_find_owner_words(subject))
        self._known_receivers: dict[str, bool] = {}
        self._own = {symbol.file for symbol in subject.symbols}

    def weigh(self, finding: Finding, file: int, data: bytes) -> Evidence:
        """Return the evidence for one possible use in a file."""
        if finding.form not in (CALL, MEMBER, VALUE) or finding.why == BOUND_HERE:
            return Evidence(0, ())
        if finding.why.startswith((ONE_OF, OVERRIDDEN)):
            return Evidence(LIKELY, (finding.why,))
        found = [(weight, why) for weight, why in self._collect(finding, file) if weight]
        # Arguments alone make nothing likely, and to read them takes long.
        fits = self._fits(finding, data) if found else None
        if fits is not None:
            found.append(self._weigh_arguments(fits=fits))
        return Evidence(sum(weight for weight, _ in found), tuple(why for _, why in found))

    def _weigh_arguments(self, *, fits: bool) -> tuple[int, str]:
        if not fits:
            return -3, "takes other arguments"
        return (0 if self._is_common else 1), "takes these arguments"

    def _collect(self, finding: Finding, file: int) -> Iterable[tuple[int, str]]:
        if self._subject.sharing == len(self._subject.symbols):
            yield (1, "its only definition") if self._is_common else (2, "its only definition")
            if finding.form == CALL and finding.receiver and self._is_long:
                yield 1, "a name of several words"
        elif self._subject.sharing <= _FEW and not self._is_common:
            yield 1, f"one of {self._subject.sharing} definitions"
        if file in self._own:
            yield 2, "same file"
        elif file in self._near:
            yield 2, "the file depends on its file"
        if not finding.receiver:
            return
        if finding.receiver.lower() in self._words:
            yield 3, f"receiver `{finding.receiver}`"
        elif self._knows_receiver(finding.receiver):
            yield 2, f"receiver `{finding.receiver}`"
        elif finding.receiver in self._receivers and finding.receiver not in _RECEIVERS:
            yield 2, f"receiver `{finding.receiver}` elsewhere"

    def _knows_receiver(self, receiver: str) -> bool:
        known = self._known_receivers.get(receiver)
        if known is None:
            known = self._known_receivers[receiver] = self._names_owner(receiver)
        return known

    def _names_owner(self, receiver: str) -> bool:
        """Whether a receiver is called like what the symbol is a member of."""
        words = {word.lower() for word in _WORDS.findall(receiver)}
        return any(
            len(word) >= _SHORTEST_WORD and (word in self._words or word.rstrip("s") in self._words)
            for word in words
        )

    def _fits(self, finding: Finding, data: bytes) -> bool | None:
        """Whether a call passes what a symbol takes; None where nobody can tell."""
        taken = [symbol.params for symbol in self._subject.symbols if symbol.params is not None]
        if finding.form != CALL or not taken:
            return None
        passed = _read_arguments(data, finding.position)
        if passed is None:
            return None
        return any(_takes(params, passed) for params in taken)


def _find_owner_words(subject: Subject) -> Iterable[str]:
    for symbol in subject.symbols:
        path, _, _ = symbol.id.partition("::")
        *owners, _ = symbol.label.split(".")
        stem = path.rpartition("/")[2].partition(".")[0]
        for name in (*owners, *([] if owners else [stem])):
            yield from (word.lower() for word in _WORDS.findall(name))
            yield name.lower()
        if owners:
            yield path.rpartition("/")[0].rpartition("/")[2].lower()


def _read_arguments(data: bytes, position: int) -> Sequence[str] | None:
    """Return the arguments of the call of the name at an offset, as they are written."""
    opening = data.find(b"(", position, position + 200)
    if opening < 0:
        return None
    depth = 0
    for found in _BRACKET.finditer(data, opening, opening + _LONGEST_CALL):
        depth += 1 if found[0] in b"([{" else -1
        if not depth:
            # Imported here: most calls of most names are bound.
            from ripplegraph.graph.signatures import split_list

            return split_list(data[opening + 1 : found.start()].decode("utf-8", "replace"))
    return None


def _takes(params: Sequence[tuple[str, str]], passed: Sequence[str]) -> bool:
    """Whether parameters, as pairs of name and kind, take some arguments."""
    own = [pair for at, pair in enumerate(params) if at or pair[0] not in _RECEIVERS]
    kinds = {kind for _, kind in own}
    if any(text.startswith(("*", "...", "&")) for text in passed):
        return True
    named = [found[1] for text in passed if (found := _KEYWORD.match(text))]
    by_place = len(passed) - len(named)
    places = sum(kind in ("", "/") for _, kind in own)
    if by_place > places and "*" not in kinds:
        return False
    names = {name for name, _ in own}
    return "**" in kinds or names.issuperset(named)
