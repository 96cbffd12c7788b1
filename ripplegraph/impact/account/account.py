"""The account of a name: every whole-word occurrence, and what it means."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ripplegraph.graph.name_places import (
    AMBIGUOUS,
    PART_BITS,
    NamePlaces,
    unpack_places,
)
from ripplegraph.impact.account.evidence import EvidenceFinder
from ripplegraph.impact.account.file_roles import CODE, PROSE, TEMPLATE, find_role
from ripplegraph.impact.account.judgement import (
    FROM_OUTSIDE,
    LOOSE,
    OTHER,
    POSSIBLE,
    STRING,
    TEXT,
    UNREAD,
    USES,
    FileJudge,
    Finding,
)
from ripplegraph.impact.account.occurrences import FoundFile, Matches, read_occurrences
from ripplegraph.impact.account.places import (
    BY_OTHER_NAME,
    LIKELY,
    Owners,
    Place,
    describe_place,
    order_places,
    score_place,
)
from ripplegraph.impact.account.subjects import Subject
from ripplegraph.store.files.content_hash import hash_content
from ripplegraph.store.sql import statements

_PARSED = frozenset({"parsed", "partial"})
_ELSEWHERE = "under another name"
_ROLES = (USES, OTHER, POSSIBLE, TEXT, UNREAD)


class Account(NamedTuple):
    """How often names occur, what as, and where."""

    names: tuple[str, ...]
    counts: Mapping[str, int]
    """By role; `possible` includes the likely ones."""
    by_other_name: int
    places: Sequence[Place]
    """In order; of roles that were not asked for there are none."""
    owners: Owners
    texts: Mapping[str, bytes]
    """The files that have places."""
    names_left_out: int = 0
    """How many names of the targets were too many to be looked for."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left that may be a use: what no place shows is none."""
        return not (self.counts[POSSIBLE] or self.counts[UNREAD] or self.names_left_out)

    def show_places(self, most: int | None) -> tuple[Mapping[str, Any], ...]:
        """Return the first places as an answer shows them."""
        return tuple(
            describe_place(place, self.owners.find(place), self.texts[place.path])
            for place in self.places[:most]
        )

    def count_hidden(self, most: int | None) -> int:
        """Return how many places are left out."""
        return 0 if most is None else max(0, len(self.places) - most)

    def find_likely_owners(self) -> dict[int, float]:
        """Return the symbols around likely uses, by number, with how much speaks for each."""
        found: dict[int, float] = {}
        for place in self.places:
            if place.role == LIKELY:
                node = self.owners.find(place).node
                if node is not None:
                    found[node] = max(score_place(place), found.get(node, 0.0))
        return found

    def to_plain(self, name: str) -> Mapping[str, Any]:
        """Return the counts as an answer shows them, under a name for all of it."""
        return {
            "name": name,
            "occurrences": sum(self.counts.values()),
            **self.counts,
            "likely": sum(place.role == LIKELY for place in self.places),
            "by_other_name": self.by_other_name,
            "names_left_out": self.names_left_out,
        }


class IndexedFile(NamedTuple):
    """A file as the last scan found it."""

    id: int
    language: str
    status: str
    reason: str
    content_hash: str
    places: bytes | None
    """Packed: see `unpack_places`."""


class AccountBuilder:
    """Accounts for the occurrences of names in the files of a project."""

    def __init__(
        self,
        graph: sqlite3.Connection,
        root: Path,
        subjects: Iterable[Subject],
        *,
        everything: bool,
        changed: Collection[str] | None = None,
    ) -> None:
        """Take the names; with `everything`, places of all roles are kept.

        Only files among the `changed` ones may differ from what was scanned; None: any may.
        """
        self._graph = graph
        self._root = str(root)
        self._changed = changed
        self._subjects = {subject.name: subject for subject in subjects}
        self._everything = everything
        self._texts: dict[str, bytes] = {}
        self._counts: Counter[str] = Counter(dict.fromkeys(_ROLES, 0))
        self._places: list[Place] = []
        self._weighed: list[tuple[Finding, str, int | None]] = []
        self._outside: Counter[str] = Counter()
        self._receivers: dict[str, set[str]] = {}
        self._other_names = 0
        self._edge_lines = self._read_edge_lines()

    def build(self, matches: Matches) -> Account:
        """Account for the occurrences in files: all that have any, by where they are."""
        names = {name.encode("utf-8", "surrogateescape"): name for name in self._subjects}
        for path, known in self._read_files(sorted({*matches, *self._edge_lines})):
            words = matches.get(path, {})
            if words is not None and self._is_prose(path, known):
                self._counts[TEXT] += sum(words.values())
            elif known is not None or path in matches:
                sought = names if words is None else words
                self._add_file(read_occurrences(self._root, path, sought, names), known)
        self._weigh()
        return Account(
            tuple(self._subjects),
            dict(self._counts),
            self._other_names,
            order_places(self._places),
            Owners(self._graph),
            self._texts,
        )

    def _is_prose(self, path: str, known: IndexedFile | None) -> bool:
        """Whether all names in a file are text, and nobody wants to see them."""
        if self._everything or path in self._edge_lines:
            return False
        return (known is None or known.status not in _PARSED) and find_role(path) == PROSE

    # Files ------------------------------------------------------------------------------------

    def _add_file(self, file: FoundFile, known: IndexedFile | None) -> None:
        places = self._read_places(file, known)
        lines = self._edge_lines.get(file.path, {})
        if known is None or places is None:
            findings = self._judge_unparsed(file, known, lines)
            self._take(file, known, findings)
            self._add_named_elsewhere(file, known, findings, ())
            return
        judge = FileJudge(
            file.data,
            places,
            self._subjects,
            file=known.id,
            language=known.language,
            edge_lines=lines,
            is_whole=known.status == "parsed",
        )
        findings = list(judge.judge(file.found))
        others = self._find_other_names(places, judge.used) if lines else []
        findings, others = _settle_quoted(findings, others, places)
        self._take(file, known, findings)
        self._add_named_elsewhere(file, known, findings, others)

    def _judge_unparsed(
        self, file: FoundFile, known: IndexedFile | None, lines: Mapping[int, str]
    ) -> list[Finding]:
        role, why, form = _judge_by_name(file, known)
        found: list[Finding] = []
        for position, name, line in file.found:
            if line in lines:
                found.append(Finding(position, line, name, USES, lines[line]))
            else:
                found.append(Finding(position, line, name, role, why, form))
        return found

    def _take(self, file: FoundFile, known: IndexedFile | None, findings: list[Finding]) -> None:
        self._texts[file.path] = file.data
        number = known.id if known is not None else None
        for finding in findings:
            role = finding.role
            self._counts[role] += 1
            if role == POSSIBLE:
                self._weighed.append((finding, file.path, number))
            elif role == USES or self._everything:
                self._places.append(
                    Place(
                        file.path,
                        number,
                        finding.line,
                        finding.position,
                        role,
                        finding.why,
                        finding.name,
                    )
                )
            if role == USES and finding.receiver:
                self._receivers.setdefault(finding.name, set()).add(finding.receiver)
            if finding.why == FROM_OUTSIDE:
                self._outside[finding.name] += 1

    def _weigh(self) -> None:
        """Tell the likely uses from those that are only possible."""
        if not self._weighed:
            return
        finders = {name: self._build_finder(subject) for name, subject in self._subjects.items()}
        for finding, path, number in self._weighed:
            evidence = finders[finding.name].weigh(finding, number or -1, self._texts[path])
            why = "; ".join(dict.fromkeys((finding.why, *evidence.reasons)))
            role = LIKELY if evidence.is_likely else POSSIBLE
            spot = (path, number, finding.line, finding.position)
            self._places.append(Place(*spot, role, why, finding.name, evidence.weight))

    def _build_finder(self, subject: Subject) -> EvidenceFinder:
        files = json.dumps(sorted({symbol.file for symbol in subject.symbols}))
        near = {source for (source,) in self._graph.execute(statements.SELECT_FILES_NEAR, (files,))}
        uses = sum(place.name == subject.name for place in self._places if place.role == USES)
        open_uses = sum(finding.name == subject.name for finding, *_ in self._weighed)
        is_common = 2 * self._outside[subject.name] > uses + open_uses
        receivers = self._receivers.get(subject.name, ())
        return EvidenceFinder(subject, near=near, receivers=receivers, is_common=is_common)

    # Other names ------------------------------------------------------------------------------

    def _find_other_names(self, places: NamePlaces, used: set[int]) -> list[int]:
        """Return where symbols are used and their names were not found."""
        targets = frozenset().union(*(subject.targets for subject in self._subjects.values()))
        meant = {
            number
            for target in targets
            for number in places.find_sets(target)
            if not places.get_set(number)[0] & AMBIGUOUS
        }
        if not meant:
            return []
        return [
            key >> PART_BITS
            for key, verdict in zip(places.read_keys(), places.verdicts, strict=True)
            if verdict in meant and key not in used
        ]

    def _add_named_elsewhere(
        self,
        file: FoundFile,
        known: IndexedFile | None,
        findings: Sequence[Finding],
        others: Iterable[int],
    ) -> None:
        """Count uses under other names: those at offsets, and those that only edges show."""
        lines = {finding.line for finding in findings}
        self._texts[file.path] = file.data
        number = known.id if known is not None else None
        for position in sorted(set(others)):
            line = file.data.count(b"\n", 0, position) + 1
            lines.add(line)
            self._add_other_name(file.path, number, line, position, _ELSEWHERE)
        for line, why in self._edge_lines.get(file.path, {}).items():
            if line not in lines:
                start = _find_line(file.data, line)
                self._add_other_name(file.path, number, line, start, why or _ELSEWHERE)

    def _add_other_name(
        self, path: str, number: int | None, line: int, position: int, why: str
    ) -> None:
        self._other_names += 1
        self._places.append(Place(path, number, line, position, BY_OTHER_NAME, why, ""))

    # Reading ----------------------------------------------------------------------------------

    def _read_files(self, paths: Sequence[str]) -> Iterator[tuple[str, IndexedFile | None]]:
        """Yield files with what the last scan found, one at a time: what it found may be much."""
        rows = self._graph.execute(statements.SELECT_ACCOUNTED_FILES, (json.dumps(paths),))
        for path, (number, language, status, reason, content_hash, places) in zip(
            paths, rows, strict=True
        ):
            if number is None:
                yield path, None
            else:
                described = (language or "", status, reason or "", content_hash)
                yield path, IndexedFile(number, *described, places)

    def _read_places(self, file: FoundFile, known: IndexedFile | None) -> NamePlaces | None:
        """Return what the scan found out about names; None where it is not about this text."""
        if known is None or known.places is None or known.status not in _PARSED:
            return None
        may_differ = self._changed is None or file.path in self._changed
        if may_differ and hash_content(file.data) != known.content_hash:
            return None
        return unpack_places(known.places)

    def _read_edge_lines(self) -> dict[str, dict[int, str]]:
        """Return by file the lines that edges into the symbols come from, with what shows them."""
        nodes = [symbol.node for subject in self._subjects.values() for symbol in subject.symbols]
        found: dict[str, dict[int, str]] = {}
        rows = self._graph.execute(statements.SELECT_EDGE_LINES, (json.dumps(nodes),))
        for path, line, evidence in rows:
            found.setdefault(path, {})[line] = evidence or ""
        return found


def _judge_by_name(file: FoundFile, known: IndexedFile | None) -> tuple[str, str, str]:
    """Return what occurrences mean in a file that was not parsed as it is now."""
    role = find_role(file.path)
    if known is not None and known.status in _PARSED:
        return UNREAD, "the file changed since the last scan", ""
    if role == PROSE:
        return TEXT, "in a text", ""
    if known is not None and known.status in ("skipped", "failed"):
        return UNREAD, known.reason or "the file was not read", ""
    if role == CODE:
        return UNREAD, "in no language that is read", ""
    return POSSIBLE, "in a template" if role == TEMPLATE else "in a file of data", LOOSE


def _settle_quoted(
    findings: list[Finding], others: list[int], places: NamePlaces
) -> tuple[list[Finding], list[int]]:
    """Match uses that begin before their name, as in quoted types, with the name."""
    if not others:
        return findings, others
    starts, ends, _ = places.quiet
    left: list[int] = []
    for position in others:
        at = next((i for i, start in enumerate(starts) if start <= position < ends[i]), -1)
        match = -1
        if at >= 0:
            for number, finding in enumerate(findings):
                if starts[at] <= finding.position < ends[at] and finding.form == STRING:
                    match = number
                    break
        if match < 0:
            left.append(position)
        else:
            findings[match] = findings[match]._replace(role=USES, why="named in a string", form="")
    return findings, left


def _find_line(data: bytes, line: int) -> int:
    """Return the offset at which the code of a line begins."""
    at = 0
    for _ in range(line - 1):
        at = data.find(b"\n", at) + 1
        if not at:
            return 0
    while data[at : at + 1] in (b" ", b"\t"):
        at += 1
    return at
