"""The link state: which files an update has to link again."""

from __future__ import annotations

import sqlite3
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ripplegraph.frameworks.linking import FrameworkRules
from ripplegraph.indexing.cross_language.offers import offered_names
from ripplegraph.indexing.incremental.kept_answers import (
    KeptAnswer,
    KeptShares,
    Rounds,
    describe_param,
    pack_answers,
    unpack_answers,
)
from ripplegraph.indexing.incremental.mark_keys import MarkKeys
from ripplegraph.indexing.incremental.module_notes import (
    Amendment,
    ModuleNotes,
    find_new,
    take_notes,
)
from ripplegraph.indexing.incremental.question_words import QuestionWords
from ripplegraph.indexing.incremental.round_answers import RoundAnswers
from ripplegraph.indexing.incremental.value_digests import DIGEST_SIZE
from ripplegraph.indexing.stored_keys import (
    DECLARES,
    INCLUDES,
    MEMBER_OF,
    PROBE,
    SITE,
    SUBCLASS,
    hash_key,
)
from ripplegraph.linking.engine.shared_answers import GIVEN, ROUNDS
from ripplegraph.linking.inference.call_flow import Site
from ripplegraph.linking.lookup.class_index import class_members, project_bases
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.links import FileLinks
from ripplegraph.linking.values.value import Class
from ripplegraph.store.graph.link_state import (
    LinkAnswerRow,
    LinkFileRow,
    LinkRows,
    pack_keys,
    read_answers_of_key,
    read_files_of_key,
    read_link_answer,
    read_link_file,
    read_link_keys,
    read_sought_names,
    unpack_keys,
)

_COMPRESSION = 1
NOT_ASKED = bytes(DIGEST_SIZE)
"""In place of the digest of an answer: nobody asked in that round."""
_CONTESTED = ""
"""In place of a question: several have one key, and none of them is said to come out the same."""


class KeptLinks(msgspec.Struct, frozen=True, array_like=True):
    """The links of one file, as they are kept."""

    counts: dict[str, int] = {}
    sites: dict[str, list[tuple[int, int, int]]] = {}
    """Call sites by the key of the function they call: level, number, offset."""
    ancestors: dict[str, tuple[str, ...]] = {}
    """The classes of the project above each class, by keys."""
    includes: tuple[str, ...] | None = None
    """The files that it includes itself, where that makes their names its own."""
    routes: list[tuple[str, str, str, str, str]] = []
    """What the file says about routes, see `route_table.Part`."""
    told: list[tuple[str, str]] = []
    """The names that it binds by its text, each under the key of its registry."""


class _Row(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of one file."""

    links: bytes
    """Its `KeptLinks`, packed."""
    notes: ModuleNotes = ModuleNotes()


_encode = msgspec.msgpack.Encoder().encode
_decode_links = msgspec.msgpack.Decoder(KeptLinks).decode
_decode_row = msgspec.msgpack.Decoder(_Row).decode


def _pack(links: KeptLinks) -> bytes:
    return zlib.compress(_encode(links), _COMPRESSION)


_NOTHING = _encode(_Row(_pack(KeptLinks())))


class StoredLinkState:
    """The state that the last scan left, read as it is needed."""

    def __init__(
        self, connection: sqlite3.Connection, numbers: Mapping[str, int], gone: Iterable[str]
    ) -> None:
        self._connection = connection
        self._numbers = numbers
        self._paths = {number: path for path, number in numbers.items()}
        self._kept: dict[str, KeptLinks] = {}
        self._answers: dict[int, LinkAnswerRow | None] = {}
        self._unpacked: dict[int, tuple[Rounds, KeptShares]] = {}
        self.away: set[str] = set(gone)
        """Files whose kept state does not hold any more: changed, linked again, or gone."""
        self.reached: set[str] = set()
        """Files that are no code, and named something that changed."""
        self.gone_answers: set[int] = set()
        """Shared answers to questions that cannot be asked any more."""
        self.amendments: dict[str, Amendment] = {}
        """Other notes about files that need not be linked again."""

    def files_of(self, key: str) -> set[str]:
        """Return the files that something concerns, by its key or mark."""
        return self.users_of(hash_key(key))

    def users_of(self, key: int) -> set[str]:
        """Return the files that something concerns, by the hash of its key."""
        numbers = read_files_of_key(self._connection, key)
        return {self._paths[number] for number in numbers if number in self._paths}

    def is_used(self, key: str) -> bool:
        """Whether a file that is not linked now, or a shared answer, depends on something."""
        number = hash_key(key)
        return bool(self.answers_of(number)) or not self.users_of(number) <= self.away

    def number_of(self, path: str) -> int:
        """Return the number of a file that there is, or was in the last scan."""
        return self._numbers[path]

    def path_of(self, number: int) -> str | None:
        """Return the file that has a number, if there is one."""
        return self._paths.get(number)

    def answers_of(self, key: int) -> tuple[int, ...]:
        """Return the keys of shared answers that depend on something, by the hash of its key."""
        return read_answers_of_key(self._connection, key)

    def answer(self, key: int) -> LinkAnswerRow | None:
        """Return what is kept of a shared answer."""
        if key not in self._answers:
            self._answers[key] = read_link_answer(self._connection, key)
        return self._answers[key]

    def unpack(self, row: LinkAnswerRow) -> tuple[Rounds, KeptShares]:
        """Return the answers of all rounds in the row of a shared answer, and what is kept with
        them."""
        found = self._unpacked.get(row.key)
        if found is None:
            found = self._unpacked[row.key] = unpack_answers(row.answers)
        return found

    def kept(self, path: str) -> KeptLinks:
        """Return what is kept about a file's links; nothing for a file that is new."""
        found = self._kept.get(path)
        if found is None:
            row = self._read(path)
            found = _decode_links(zlib.decompress(row.links)) if row else KeptLinks()
            self._kept[path] = found
        return found

    def notes(self, path: str) -> ModuleNotes:
        """Return what a resolver was asked about a file."""
        row = self._read(path)
        return row.notes if row else ModuleNotes()

    def amend(self, path: str, change: Amendment) -> LinkFileRow | None:
        """Return the row of a file with other notes; None for a file without a row."""
        row = self._read(path)
        if row is None:
            return None
        number = self._numbers[path]
        keys = read_link_keys(self._connection, number)
        keys.update(hash_key(PROBE + probe) for probe in change.probed)
        data = _encode(_Row(row.links, row.notes.join(change.notes)))
        return LinkFileRow(number, data, pack_keys(keys))

    def included(self, path: str) -> tuple[str, ...] | None:
        """Return what a file that is not linked now includes; None where nobody knows."""
        return None if path in self.away else self.kept(path).includes

    def sought(self, key: str) -> tuple[str, ...]:
        """Return the members of a class that were sought in its subclasses."""
        return read_sought_names(self._connection, hash_key(key))

    def sites(self, key: str, level: int) -> Sequence[Site]:
        """Return call sites in files that are not linked now, see `flows.OtherSites`."""
        return [
            (path, call, offset)
            for path in sorted(self.files_of(SITE + key) - self.away)
            for at, call, offset in self.kept(path).sites.get(key, ())
            if at == level
        ]

    def _read(self, path: str) -> _Row | None:
        number = self._numbers.get(path)
        data = None if number is None else read_link_file(self._connection, number)
        return None if data is None else _decode_row(data)


class LinkRecorder:
    """Collects what is to be kept about the links of files, as each of them is linked."""

    _shared: RoundAnswers
    _analysis: ProjectAnalysis

    def __init__(
        self,
        numbers: Mapping[str, int],
        rules: FrameworkRules,
        memory: StoredLinkState | None = None,
    ) -> None:
        """Take the row number of each file; `memory` has what was kept before."""
        self._rules = rules
        self._numbers = numbers
        self._memory = memory
        self._part: dict[str, tuple[bytes, array[int]]] = {}
        self._kept: dict[str, tuple[bytes, bytes]] = {}
        self._answers: dict[int, LinkAnswerRow | None] = {}
        self._sought: set[tuple[int, str]] = set()
        self._missed: dict[int, dict[str, tuple[int, int]]] = {}
        self._others: dict[str, array[int]] = {}
        self._places: dict[int, bytes] = {}
        self._amendments: dict[str, Amendment] = {}

    def start(self, analysis: ProjectAnalysis, shared: RoundAnswers) -> None:
        """Turn to the files that are linked next, and to the answers that they share."""
        self._shared = shared
        self._analysis = analysis
        self._words = QuestionWords(analysis)
        self._keys = MarkKeys(analysis.solver.marks, self._words, self._recall_shares)
        self._part = {}

    def add_nothing(self, links: FileLinks) -> None:
        """Keep that a file was linked, and nothing else: the next scan links all files."""
        self._part[links.path] = _pack(KeptLinks(links.counts)), array("Q")

    def add(self, links: FileLinks) -> bool:
        """Keep what was found out about a file; returns True."""
        view = self._analysis.views[links.path]
        ancestors = find_ancestors(self._analysis, view)
        includes = self._find_included(view)
        told = sorted(self._rules.told.find_declared(view))
        kept = KeptLinks(links.counts, links.sites, ancestors, includes, links.routes, told)
        self._part[links.path] = _pack(kept), array("Q", self._find_keys(view, links))
        if links.missed:
            self._missed[self._numbers[links.path]] = links.missed
        self._places[self._numbers[links.path]] = links.places.pack(view.facts)
        return True

    def finish(self) -> None:
        """Keep what is known when all files that were turned to are linked."""
        analysis = self._analysis
        for path, (links, keys) in self._part.items():
            probes = {hash_key(PROBE + probe) for probe in analysis.views.notes[path].probed}
            data = _encode(_Row(links, self._take_notes(path)))
            self._kept[path] = data, pack_keys(probes.union(keys))
        self._sought |= {
            (hash_key(analysis.views[path].key(index)), name)
            for (path, index), names in analysis.classes.sought.items()
            for name in names
        }
        if self._memory is not None:
            self._amend_others(self._memory)
        self._note_answers()

    def add_other(self, path: str, words: Iterable[str]) -> None:
        """Keep what a file that is no code depends on."""
        self._others[path] = array("Q", self._keys.find(map(self._analysis.solver.marks.of, words)))

    def _note_answers(self) -> None:
        solver, shared = self._analysis.solver, self._shared
        for number, question in enumerate(solver.shared.keys):
            marks: set[int] = set()
            rounds = [NOT_ASKED] * ROUNDS
            answers: list[KeptAnswer | None] = [None] * ROUNDS
            for turn in range(ROUNDS):
                found, flowing = shared.find(question, turn)
                if found is not None:
                    marks.add(found[1])
                    rounds[turn] = shared.digests.find(found[0], flowing=flowing)
                    shares = shared.find_shares(question, turn)
                    numbered = None if shares is None else self._number(shares[0])
                    kept = shared.values.keep(found[0])
                    is_whole = shares is not None and shares[1]
                    answers[turn] = KeptAnswer(kept, flowing, numbered, is_whole)
            if marks:
                keys = self._keys.find(marks)
                word, key = self._words.word(number), self._words.hash(number)
                given = self._describe_given(question, keys)
                self._add_answer(word, key, rounds, answers, keys, given)

    def _describe_given(self, question: Any, keys: set[int]) -> KeptShares:
        """Return what is kept with an answer if the question is what a parameter is given."""
        if question[0] != GIVEN:
            return KeptShares()
        _, path, definition, at = question
        param = self._analysis.views[path].definitions[definition].params[at]
        marks = self._shared.find_share_marks(question)
        shared = self._keys.find(marks)
        return KeptShares(describe_param(param), pack_keys(keys - shared))

    def _recall_shares(self, key: int) -> set[int]:
        """Return the keys that what was passed for a parameter depended on in the last scan."""
        row = None if self._memory is None else self._memory.answer(key)
        if row is None:
            return set()
        return set(unpack_keys(row.keys)).difference(
            unpack_keys(unpack_answers(row.answers)[1].own)
        )

    def _number(self, shares: Mapping[str, bytes]) -> dict[int, bytes]:
        return {self._numbers[path]: share for path, share in sorted(shares.items())}

    def _add_answer(
        self,
        word: str,
        key: int,
        found: list[bytes],
        answers: list[KeptAnswer | None],
        keys: set[int],
        given: KeptShares,
    ) -> None:
        known = self._answers.get(key)
        if known is None and self._memory is not None:
            known = self._memory.answer(key)
            if known is not None and known.question == word and NOT_ASKED not in found:
                known = None
        if known is not None:
            before = cut_digests(known.digests)
            kept = unpack_answers(known.answers)[0]
            answers = [
                b if d == NOT_ASKED else a for d, a, b in zip(found, answers, kept, strict=True)
            ]
            found = [b if d == NOT_ASKED else d for d, b in zip(found, before, strict=True)]
            given = _join_given(given, keys, known) if given.param else given
            keys |= {*unpack_keys(known.keys)}
            if known.question != word:
                word = _CONTESTED
        self._answers[key] = LinkAnswerRow(
            key, word, b"".join(found), pack_answers(answers, given), pack_keys(keys)
        )

    def build_rows(self) -> LinkRows:
        """Return the rows; to be called when all files are linked."""
        files: dict[int, LinkFileRow] = {}
        for key in self._memory.gone_answers if self._memory is not None else ():
            self._answers.setdefault(key, None)
        for path, (data, keys) in self._kept.items():
            number = self._numbers[path]
            files[number] = LinkFileRow(number, data, keys)
        for path, words in self._others.items():
            number = self._numbers[path]
            files[number] = LinkFileRow(number, _NOTHING, pack_keys(words))
        amended = self._amend_rows(self._memory) if self._memory is not None else {}
        return LinkRows(files, self._answers, self._sought, self._missed, self._places, amended)

    def _amend_rows(self, memory: StoredLinkState) -> dict[int, LinkFileRow]:
        """Return the rows of files that are not linked again and have other notes."""
        rows: dict[int, LinkFileRow] = {}
        for path, change in sorted({**memory.amendments, **self._amendments}.items()):
            row = memory.amend(path, change) if path not in memory.away else None
            if row is not None:
                rows[row.file_id] = row
        return rows

    def _find_keys(self, view: FileView, links: FileLinks) -> set[int]:
        analysis = self._analysis
        keys = self._keys.find(links.read, outside=view.path)
        words: set[str] = set()
        words.update([SITE + key for key in links.sites])
        words.update([MEMBER_OF + name for _, names in class_members(view) for name in names])
        declared = view.semantics.declared_names(view) | offered_names(view, self._rules)
        words.update([f"{DECLARES}{key} {name}" for key, name in declared])
        words.update([INCLUDES + path for path in self._find_included(view) or ()])
        for _, (path, index) in project_bases(analysis, view):
            words.add(SUBCLASS + analysis.views[path].key(index))
        return keys.union(map(hash_key, words))

    def _take_notes(self, path: str) -> ModuleNotes:
        return take_notes(self._analysis.modules, path, self._analysis.views.family_of(path))

    def _amend_others(self, memory: StoredLinkState) -> None:
        """Keep what was asked for the first time about files that are not linked now."""
        modules = self._analysis.modules
        for path in self._analysis.views.notes.keys() - self._part.keys():
            now = self._take_notes(path)
            earlier = memory.amendments.get(path, Amendment())
            if now.names or now.sees:
                found = find_new(memory.notes(path).join(earlier.notes), now, modules, path)
                if found:
                    self._amendments[path] = earlier.join(found)

    def _find_included(self, view: FileView) -> tuple[str, ...] | None:
        found = view.semantics.find_included(view)
        return None if found is None else tuple(found)


def _join_given(given: KeptShares, keys: set[int], before: LinkAnswerRow) -> KeptShares:
    """Return what is kept where some rounds have the answers of before."""
    earlier, known = unpack_answers(before.answers)[1], set(unpack_keys(before.keys))
    # What files pass depends on what it depended on in any round.
    shared = keys.difference(unpack_keys(given.own)) | known.difference(unpack_keys(earlier.own))
    param = given.param if given.param == earlier.param else ""
    return KeptShares(param, pack_keys((keys | known) - shared))


def find_ancestors(analysis: ProjectAnalysis, view: FileView) -> dict[str, tuple[str, ...]]:
    """Return the classes of the project above each class of a file that has a base."""
    found: dict[str, tuple[str, ...]] = {}
    for index, definition in enumerate(view.definitions):
        if definition.bases or definition.implements:
            order = analysis.classes.order(view.path, index)[1:]
            above = [analysis.views[v.path].key(v.definition) for v in order if type(v) is Class]
            found[view.key(index)] = tuple(above)
    return found


def find_digest(row: LinkAnswerRow, turn: int) -> bytes:
    """Return the digest of a shared answer in a round."""
    return cut_digests(row.digests)[turn]


def cut_digests(data: bytes) -> list[bytes]:
    """Return the digests of a shared answer in all rounds."""
    return [data[at : at + DIGEST_SIZE] for at in range(0, len(data), DIGEST_SIZE)]
