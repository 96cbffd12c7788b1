"""Judges what each occurrence of a name in a file means, by what the scan found out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ripplegraph.graph.name_places import (
    AMBIGUOUS,
    FIRST_SET,
    LOCAL,
    OUTSIDE,
    PART_BITS,
    UNKNOWN,
    NamePlaces,
)
from ripplegraph.graph.quiet_kinds import COMMENT
from ripplegraph.impact.account.chains import (
    Chain,
    is_assigned,
    is_called,
    is_key,
    is_keyword_argument,
    read_chain,
)
from ripplegraph.impact.account.subjects import Subject

USES, OTHER, POSSIBLE, TEXT, UNREAD = "uses", "other", "possible", "text", "unread"
CALL, VALUE, MEMBER, STRING, KEYWORD, LOOSE = (
    "call",
    "value",
    "member",
    "string",
    "keyword",
    "data",
)
_MARKS = b"@$#&*"
"""Characters with which a name may begin that are no part of it."""
_CODE_MARKS = b".(:/[_-"
_MEMBER = re.compile(rb"\.\w", re.ASCII)
_NO_PLACE = -1


class Finding(NamedTuple):
    """An occurrence of a name, and what it means."""

    position: int
    name: str
    role: str
    """One of USES, OTHER, POSSIBLE, TEXT and UNREAD."""
    why: str
    form: str = ""
    """How a possible use is written: CALL, VALUE, MEMBER, STRING, KEYWORD or LOOSE."""
    receiver: str = ""
    """The name before it, where it is taken from one."""


class FileJudge:
    """Judges the occurrences of names in one file that was parsed."""

    def __init__(
        self,
        data: bytes,
        places: NamePlaces,
        subjects: Mapping[str, Subject],
        *,
        file: int,
        language: str,
        edge_lines: Collection[int],
        is_whole: bool,
    ) -> None:
        self._data = data
        self._places = places
        self._subjects = subjects
        self._file = file
        self._language = language
        self._edge_lines = edge_lines
        self._is_whole = is_whole
        self._verdicts: dict[bytes, int] = {}
        self._starts: list[int] = []
        self._defined: set[tuple[str, int]] = set()
        self.used: set[int] = set()
        """The keys of places whose names were found by their own name."""

    def judge(self, found: Sequence[tuple[int, str]]) -> Iterator[Finding]:
        """Yield what each occurrence means, in their order."""
        imports = self._places.imports
        spans = [(imports[at], imports[at + 1]) for at in range(0, len(imports), 2)]
        line, last = 1, 0
        for position, name in found:
            line += self._data.count(b"\n", last, position)
            last = position
            imported = any(first <= line <= end for first, end in spans)
            yield self._judge(position, name, line, imported=imported)

    def _judge(self, position: int, name: str, line: int, *, imported: bool) -> Finding:
        subject = self._subjects[name]
        chain = read_chain(self._data, position, len(name.encode("utf-8", "surrogateescape")))
        verdict = self._find_verdict(chain)
        kind = self._find_quiet(position)
        if verdict == _NO_PLACE and not kind:
            verdict = self._verdicts.get(chain.text, _NO_PLACE)
        elif verdict != _NO_PLACE:
            self._verdicts[chain.text] = verdict
        if verdict >= FIRST_SET:
            return self._judge_bound(position, subject, chain, verdict)
        if verdict == LOCAL:
            return Finding(position, name, OTHER, "a variable or parameter here")
        if verdict == OUTSIDE:
            return Finding(position, name, OTHER, "from outside the project")
        if imported:
            return Finding(position, name, OTHER, "imported here")
        if verdict != UNKNOWN and kind:
            return self._judge_quiet(position, name, kind, line)
        if verdict != UNKNOWN and self._is_definition(subject, line):
            return Finding(position, name, OTHER, "defined here")
        if line in self._edge_lines and verdict != UNKNOWN:
            return Finding(position, name, USES, "")
        return self._judge_unbound(position, subject, chain, is_read=verdict == UNKNOWN)

    def _judge_bound(self, position: int, subject: Subject, chain: Chain, verdict: int) -> Finding:
        flags, *symbols = self._places.sets[verdict - FIRST_SET]
        if not subject.targets.isdisjoint(symbols):
            if not flags & AMBIGUOUS:
                return Finding(position, subject.name, USES, "")
            why = f"one of {len(symbols)} that it may mean"
            return self._build_possible(position, subject.name, chain, why)
        if not subject.above.isdisjoint(symbols):
            why = "means a method that it overrides"
            return self._build_possible(position, subject.name, chain, why)
        return Finding(position, subject.name, OTHER, "bound to something else")

    def _judge_quiet(self, position: int, name: str, kind: int, line: int) -> Finding:
        if kind == COMMENT:
            return Finding(position, name, TEXT, "in a comment")
        if line in self._edge_lines:
            return Finding(position, name, USES, "named in a string")
        if self._is_in_sentence(position, name):
            return Finding(position, name, TEXT, "in the words of a string")
        return Finding(position, name, POSSIBLE, "named in a string", STRING)

    def _judge_unbound(
        self, position: int, subject: Subject, chain: Chain, *, is_read: bool
    ) -> Finding:
        """Judge a name in code that nobody could bind to anything."""
        end = position + len(subject.name.encode("utf-8", "surrogateescape"))
        name = subject.name
        if chain.is_member:
            why = "member of an unknown receiver"
            if is_assigned(self._data, end):
                why = "assigned on an unknown receiver"
            return self._build_possible(position, name, chain, why)
        if is_assigned(self._data, end) and is_keyword_argument(self._data, position):
            return Finding(position, name, POSSIBLE, "keyword argument", KEYWORD)
        if self._language == "python" and not is_read and self._is_whole:
            return Finding(position, name, OTHER, "binds the name")
        if self._language == "python" and subject.is_member:
            return Finding(position, name, OTHER, "not a member")
        if is_key(self._data, end):
            return Finding(position, name, POSSIBLE, "key or property", KEYWORD)
        return self._build_possible(position, name, chain, "nothing binds it here")

    def _build_possible(self, position: int, name: str, chain: Chain, why: str) -> Finding:
        end = position + len(name.encode("utf-8", "surrogateescape"))
        form = CALL if is_called(self._data, end) else MEMBER if chain.is_member else VALUE
        return Finding(position, name, POSSIBLE, why, form, chain.receiver)

    def _find_verdict(self, chain: Chain) -> int:
        """Return what was recorded for a name: at its own place, or as a part of its chain."""
        last = len(chain.starts) - 1
        for back in range(last + 1):
            start = chain.starts[last - back]
            for offset in (start, start - 1):
                at = self._find_place(offset << PART_BITS | back)
                if at >= 0 and (offset == start or self._data[offset] in _MARKS):
                    self.used.add(self._places.keys[at])
                    return self._places.verdicts[at]
        return _NO_PLACE

    def _find_place(self, key: int) -> int:
        keys = self._places.keys
        at = bisect_right(keys, key) - 1
        return at if at >= 0 and keys[at] == key else -1

    def _find_quiet(self, position: int) -> int:
        starts, ends, kinds = self._places.quiet
        at = bisect_right(starts, position) - 1
        return kinds[at] if at >= 0 and position < ends[at] else 0

    def _is_definition(self, subject: Subject, line: int) -> bool:
        """Whether a symbol of this name begins here; decorators may stand before its name."""
        for first, last in subject.lines.get(self._file, ()):
            key = (subject.name, first)
            if first <= line <= last and key not in self._defined:
                self._defined.add(key)
                return True
        return False

    def _is_in_sentence(self, position: int, name: str) -> bool:
        """Whether a word stands among other words of a string, and not in code."""
        starts, ends, _ = self._places.quiet
        at = bisect_right(starts, position) - 1
        start, end = starts[at], ends[at]
        after = position + len(name.encode("utf-8", "surrogateescape"))
        before, behind = self._data[position - 1 : position], self._data[after : after + 1]
        if (before and before in _CODE_MARKS) or behind == b"(" or _MEMBER.match(self._data, after):
            return False
        return len(self._data[start:end].split(None, 2)) > 1
