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
_SIMPLE_CALL = re.compile(rb"""\(((?:[^()\[\]{}<"'`]++|"[^"\\,\n]*"|'[^'\\,\n]*')*+)\)""")
"""A call without brackets among its arguments, whose every comma is between two of them."""
_LONGEST_CALL = 2_000
_FARTHEST_OPENING = 200
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
_NEAR = "the file depends on its file"
_FEW = 3
"""Definitions of one name among which a guess is worth something."""


class Evidence(NamedTuple):
    """How much speaks for a use, and what in words."""

    weight: int
    reasons: tuple[str, ...]

    @property
    def is_likely(self) -> bool:
        return self.weight >= LIKELY


_NOTHING = Evidence(0, ())


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
        self._own = {symbol.file for symbol in subject.symbols}
        self._taken = [_Taken(each.params) for each in subject.symbols if each.params is not None]
        self._known: dict[tuple[bool, str, str], Evidence] = {}
        self._fitting: dict[bytes, bool] = {}

    def weigh(self, finding: Finding, file: int, data: bytes) -> Evidence:
        """Return the evidence for one possible use in a file."""
        form = finding.form
        if form not in (CALL, MEMBER, VALUE) or finding.why == BOUND_HERE:
            return _NOTHING
        if finding.why.startswith((ONE_OF, OVERRIDDEN)):
            return Evidence(LIKELY, (finding.why,))
        reach = "same file" if file in self._own else _NEAR if file in self._near else ""
        key = (form == CALL, finding.receiver, reach)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._collect_all(finding, reach)
        # Arguments alone make nothing likely, and to read them takes long.
        fits = self._fits(finding, data) if found.weight else None
        if fits is None:
            return found
        if not fits:
            return Evidence(found.weight - 3, (*found.reasons, "takes other arguments"))
        more = 0 if self._is_common else 1
        return Evidence(found.weight + more, (*found.reasons, "takes these arguments"))

    def _collect_all(self, finding: Finding, reach: str) -> Evidence:
        found = [(weight, why) for weight, why in self._collect(finding, reach) if weight]
        return Evidence(sum(weight for weight, _ in found), tuple(why for _, why in found))

    def _collect(self, finding: Finding, reach: str) -> Iterable[tuple[int, str]]:
        if self._subject.sharing == len(self._subject.symbols):
            yield (1, "its only definition") if self._is_common else (2, "its only definition")
            if finding.form == CALL and finding.receiver and self._is_long:
                yield 1, "a name of several words"
        elif self._subject.sharing <= _FEW and not self._is_common:
            yield 1, f"one of {self._subject.sharing} definitions"
        if reach:
            yield 2, reach
        if not finding.receiver:
            return
        if finding.receiver.lower() in self._words:
            yield 3, f"receiver `{finding.receiver}`"
        elif self._names_owner(finding.receiver):
            yield 2, f"receiver `{finding.receiver}`"
        elif finding.receiver in self._receivers and finding.receiver not in _RECEIVERS:
            yield 2, f"receiver `{finding.receiver}` elsewhere"

    def _names_owner(self, receiver: str) -> bool:
        """Whether a receiver is called like what the symbol is a member of."""
        words = {word.lower() for word in _WORDS.findall(receiver)}
        return any(
            len(word) >= _SHORTEST_WORD and (word in self._words or word.rstrip("s") in self._words)
            for word in words
        )

    def _fits(self, finding: Finding, data: bytes) -> bool | None:
        """Whether a call passes what a symbol takes; None where nobody can tell."""
        if finding.form != CALL or not self._taken:
            return None
        opening = data.find(b"(", finding.position, finding.position + _FARTHEST_OPENING)
        if opening < 0:
            return None
        simple = _SIMPLE_CALL.match(data, opening, opening + _LONGEST_CALL)
        if simple is None:
            passed = _read_arguments(data, opening)
            return None if passed is None else self._takes(passed)
        known = self._fitting.get(simple[1])
        if known is None:
            pieces = simple[1].decode("utf-8", "replace").split(",")
            known = self._takes([stripped for piece in pieces if (stripped := piece.strip())])
            self._fitting[simple[1]] = known
        return known

    def _takes(self, passed: Sequence[str]) -> bool:
        return any(taken.takes(passed) for taken in self._taken)


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


def _read_arguments(data: bytes, opening: int) -> Sequence[str] | None:
    """Return the arguments of the call that opens at an offset, as they are written."""
    depth = 0
    for found in _BRACKET.finditer(data, opening, opening + _LONGEST_CALL):
        depth += 1 if found[0] in b"([{" else -1
        if not depth:
            # Imported here: most arguments are simple.
            from ripplegraph.graph.signatures import split_list

            return split_list(data[opening + 1 : found.start()].decode("utf-8", "replace"))
    return None


class _Taken:
    """What the parameters of a symbol, as pairs of name and kind, take."""

    def __init__(self, params: Sequence[tuple[str, str]]) -> None:
        own = [pair for at, pair in enumerate(params) if at or pair[0] not in _RECEIVERS]
        kinds = [kind for _, kind in own]
        self._any_place = "*" in kinds
        self._any_name = "**" in kinds
        self._places = sum(kind in ("", "/") for kind in kinds)
        self._names = {name for name, _ in own}

    def takes(self, passed: Sequence[str]) -> bool:
        """Whether these arguments can be passed."""
        if any(text.startswith(("*", "...", "&")) for text in passed):
            return True
        named = [found[1] for text in passed if "=" in text and (found := _KEYWORD.match(text))]
        if len(passed) - len(named) > self._places and not self._any_place:
            return False
        return self._any_name or self._names.issuperset(named)
