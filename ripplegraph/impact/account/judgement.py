"""Judges what each occurrence of a name in a file means, by what the scan found out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
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
from ripplegraph.impact.account.local_names import binds_name
from ripplegraph.impact.account.occurrences import Occurrence
from ripplegraph.impact.account.plain_names import PlainNames
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
_NO_PLACE = -1
_DEFINES = -2
_WRITTEN_RECEIVERS = frozenset({"go", "php", "rust"})
"""Languages in which a method is never meant by its name alone."""


Judgement = tuple[str, str, str, str]
"""The role of an occurrence, why, how it is written, and its receiver: see `Finding`."""
ONE_OF = "one of"
OVERRIDDEN = "means a method that it overrides"
BOUND_HERE = "the file has a variable of this name"
FROM_OUTSIDE = "from outside the project"
PASSED_ON = "imported here"
BINDS = "binds the name"
IN_WORDS = "in the words of a string"
_USED: Judgement = (USES, "", "", "")
_IMPLEMENTED: Judgement = (USES, "means what implements it", "", "")
_QUOTED: Judgement = (USES, "named in a string", "", "")
_BOUND: Judgement = (OTHER, "bound to something else", "", "")
_IMPORTED: Judgement = (OTHER, PASSED_ON, "", "")
_DEFINED: Judgement = (OTHER, "defined here", "", "")
_REBOUND: Judgement = (OTHER, BINDS, "", "")
_NO_MEMBER: Judgement = (OTHER, "not a member", "", "")
_NUMBER: Judgement = (OTHER, "a number", "", "")
_COMMENTED: Judgement = (TEXT, "in a comment", "", "")
_SAID: Judgement = (TEXT, IN_WORDS, "", "")
_NAMED: Judgement = (POSSIBLE, "named in a string", STRING, "")
_PASSED: Judgement = (POSSIBLE, "keyword argument", KEYWORD, "")
_KEY: Judgement = (POSSIBLE, "key or property", KEYWORD, "")
_KNOWN: dict[int, Judgement] = {
    _DEFINES: _DEFINED,
    LOCAL: (OTHER, "a variable or parameter here", "", ""),
    OUTSIDE: (OTHER, FROM_OUTSIDE, "", ""),
}


class Finding(NamedTuple):
    """An occurrence of a name, and what it means."""

    position: int
    line: int
    name: str
    role: str
    """One of USES, OTHER, POSSIBLE, TEXT and UNREAD."""
    why: str
    form: str = ""
    """How a possible use is written: CALL, VALUE, MEMBER, STRING, KEYWORD or LOOSE."""
    receiver: str = ""
    """The name before it, where it is taken from one; of uses, too."""


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
        self._names = PlainNames(data, places, language)
        self._imports: tuple[list[int], list[int]] | None = None
        """The first lines of imports, and the last of each and those before it."""
        self._defined: set[tuple[str, int]] = set()
        self._binding: dict[str, bool] = {}
        self.used: set[int] = set()
        """The keys of places whose names were found by their own name."""

    def judge(self, found: Sequence[Occurrence]) -> Iterator[Finding]:
        """Yield what each occurrence means, in their order."""
        for position, name, line in found:
            yield Finding(position, line, name, *self._judge(position, name, line))

    def _judge(self, position: int, name: str, line: int) -> Judgement:
        subject = self._subjects[name]
        length = len(name) if name.isascii() else len(name.encode("utf-8", "surrogateescape"))
        chain = read_chain(self._data, position, length)
        kind = self._find_quiet(position)
        verdict = self._settle_verdict(chain, subject, line, kind)
        if verdict in _KNOWN:
            return _KNOWN[verdict]
        end = position + length
        if verdict >= FIRST_SET:
            if self._is_set_first(subject, end, line):
                return _DEFINED
            return self._judge_bound(subject, chain, verdict, end)
        if self._is_imported(line):
            return _IMPORTED
        if verdict == UNKNOWN:
            return self._judge_unbound(position, subject, chain, end, is_read=True)
        if kind:
            return self._judge_quiet(position, end, kind, line)
        if line in self._edge_lines and not self._is_plain(subject, chain):
            return _USED
        return self._judge_unbound(position, subject, chain, end, is_read=False)

    def _is_imported(self, line: int) -> bool:
        """Whether a line is part of a statement that imports or passes on names."""
        if self._imports is None:
            lines = self._places.imports
            spans = sorted(zip(lines[::2], lines[1::2], strict=True))
            lasts = [*accumulate((last for _, last in spans), max)]
            self._imports = [first for first, _ in spans], lasts
        firsts, lasts = self._imports
        at = bisect_right(firsts, line) - 1
        return at >= 0 and line <= lasts[at]

    def _judge_bound(self, subject: Subject, chain: Chain, verdict: int, end: int) -> Judgement:
        flags, *symbols = self._places.get_set(verdict)
        if not subject.targets.isdisjoint(symbols):
            if not flags & AMBIGUOUS:
                return (USES, "", "", chain.receiver)
            return self._judge_possible(chain, end, f"{ONE_OF} {len(symbols)} that it may mean")
        if not subject.below.isdisjoint(symbols):
            return _IMPLEMENTED
        if not subject.above.isdisjoint(symbols):
            return self._judge_possible(chain, end, OVERRIDDEN)
        return _BOUND

    def _judge_quiet(self, position: int, end: int, kind: int, line: int) -> Judgement:
        if kind == COMMENT:
            return _COMMENTED
        if line in self._edge_lines:
            return _QUOTED
        return _SAID if self._is_in_sentence(position, end) else _NAMED

    def _judge_unbound(
        self, position: int, subject: Subject, chain: Chain, end: int, *, is_read: bool
    ) -> Judgement:
        """Judge a name in code that nobody could bind to anything."""
        if chain.is_member:
            if self._is_from_outside(chain):
                return _KNOWN[OUTSIDE]
            how = "assigned on" if is_assigned(self._data, end) else "member of"
            return self._judge_possible(chain, end, f"{how} an unknown receiver")
        if is_assigned(self._data, end) and is_keyword_argument(self._data, position):
            return _PASSED
        if subject.name.isdigit():
            return _NUMBER
        if self._find_verdict(chain) == _NO_PLACE and self._names.is_parameter(position, end):
            return _KNOWN[LOCAL]
        is_binding = self._language == "python" or self._names.binds(position, end)
        if not is_read and self._is_whole and is_binding:
            return _REBOUND
        if subject.is_member and self._names.is_apart(position, end, is_read=is_read):
            return _NO_MEMBER
        if is_key(self._data, end):
            return _KEY
        if not is_read and self._binds(subject.name):
            return self._judge_possible(chain, end, BOUND_HERE)
        return self._judge_possible(chain, end, "nothing binds it here")

    def _is_from_outside(self, chain: Chain) -> bool:
        """Whether a path begins with something from outside the project."""
        if self._data[chain.starts[-1] - 2 : chain.starts[-1]] != b"::" or not chain.is_named:
            return False
        head = chain.text.partition(b".")[0]
        return self._names.find_head(head) == OUTSIDE

    def _is_plain(self, subject: Subject, chain: Chain) -> bool:
        """Whether a plain name stands where only what is written behind another can be meant."""
        if chain.is_member or not subject.is_member:
            return False
        if self._language in _WRITTEN_RECEIVERS:
            return subject.is_method
        return self._language == "python"

    def _judge_possible(self, chain: Chain, end: int, why: str) -> Judgement:
        form = CALL if is_called(self._data, end) else MEMBER if chain.is_member else VALUE
        return POSSIBLE, why, form, chain.receiver

    def _find_verdict(self, chain: Chain) -> int:
        """Return what was recorded for a name: at its own place, or as a part of its chain."""
        places, data = self._places, self._data
        for back, start in enumerate(reversed(chain.starts)):
            key = start << PART_BITS | back
            at = places.find(key)
            if at < 0 and start and data[start - 1] in _MARKS:
                key -= 1 << PART_BITS
                at = places.find(key)
            if at >= 0:
                self.used.add(key)
                return places.verdicts[at]
        return _NO_PLACE

    def _settle_verdict(self, chain: Chain, subject: Subject, line: int, kind: int) -> int:
        """Return what was recorded for a name, or for the same chain before it in the file."""
        verdict = self._find_verdict(chain)
        if verdict != _NO_PLACE:
            if chain.is_named:
                self._verdicts[chain.text] = verdict
            return verdict
        if kind:
            return _NO_PLACE
        if self._is_definition(subject, line):
            return _DEFINES
        return self._find_shared_verdict(chain, subject.name)

    def _find_shared_verdict(self, chain: Chain, name: str) -> int:
        """Return what the same chain means before it in the file, if no variable can be meant."""
        verdict = self._verdicts.get(chain.text, _NO_PLACE) if chain.is_named else _NO_PLACE
        if verdict >= FIRST_SET and not chain.is_member and self._binds(name):
            return _NO_PLACE
        return verdict

    def _binds(self, name: str) -> bool:
        """Whether the file has a variable or parameter of a name."""
        found = self._binding.get(name)
        if found is None:
            found = self._binding[name] = binds_name(self._data, name, self._language)
        return found

    def _is_set_first(self, subject: Subject, end: int, line: int) -> bool:
        """Whether a field begins here by being set: `self.name = name`."""
        sets = is_assigned(self._data, end) or is_key(self._data, end)
        return sets and self._is_definition(subject, line)

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

    def _is_in_sentence(self, position: int, after: int) -> bool:
        """Whether a word stands among other words of a string, and not in code."""
        starts, ends, _ = self._places.quiet
        at = bisect_right(starts, position) - 1
        start, end = starts[at], ends[at]
        before, behind = self._data[position - 1 : position], self._data[after : after + 1]
        if (before and before in _CODE_MARKS) or behind == b"(" or self._is_followed(after):
            return False
        return len(self._data[start:end].split(None, 2)) > 1

    def _is_followed(self, after: int) -> bool:
        """Whether a dot and a name follow."""
        return self._data[after : after + 1] == b"." and self._data[after + 1 : after + 2].isalnum()
