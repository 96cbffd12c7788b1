"""The link state: which files an update has to link again."""

from __future__ import annotations

import sqlite3
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ripplegraph.indexing.linking.class_index import class_members, project_bases
from ripplegraph.indexing.linking.edges import FileLinks
from ripplegraph.indexing.linking.flows import Site
from ripplegraph.indexing.linking.inferring.offers import offered_names
from ripplegraph.indexing.linking.keys import (
    DECLARES,
    INCLUDES,
    MEMBER_OF,
    PROBE,
    SITE,
    SUBCLASS,
    hash_key,
)
from ripplegraph.indexing.linking.linker import Linker, Parameter
from ripplegraph.indexing.linking.marks import BOUND_NAME, NAME
from ripplegraph.indexing.linking.packages import declared_names
from ripplegraph.indexing.linking.scoping import INCLUDED
from ripplegraph.indexing.linking.values import CLASS
from ripplegraph.indexing.linking.views import FileView
from ripplegraph.indexing.linking.world import World
from ripplegraph.store.graph.link_state import (
    LinkFileRow,
    LinkRows,
    pack_keys,
    read_files_of_key,
    read_link_file,
    read_link_params,
    read_sought_names,
)

_COMPRESSION = 1

Passed = dict[int, tuple[bytes, bytes]]
"""For each parameter of a function, digests of what it was given in the later rounds."""


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


_encode = msgspec.msgpack.Encoder().encode
_decode_links = msgspec.msgpack.Decoder(KeptLinks).decode
_decode_passed = msgspec.msgpack.Decoder(Passed).decode


_NOTHING = zlib.compress(_encode(KeptLinks()), _COMPRESSION)


class StoredLinkState:
    """The state that the last scan left, read as it is needed."""

    def __init__(
        self, connection: sqlite3.Connection, numbers: Mapping[str, int], gone: Iterable[str]
    ) -> None:
        self._connection = connection
        self._numbers = numbers
        self._paths = {number: path for path, number in numbers.items()}
        self._kept: dict[str, KeptLinks] = {}
        self.away: set[str] = set(gone)
        """Files whose kept state does not hold any more: changed, linked again, or gone."""
        self.reached: set[str] = set()
        """Files that are no code, and named something that changed."""

    def files_of(self, key: str) -> set[str]:
        """Return the files that something concerns, by its key or mark."""
        numbers = read_files_of_key(self._connection, hash_key(key))
        return {self._paths[number] for number in numbers if number in self._paths}

    def kept(self, path: str) -> KeptLinks:
        """Return what is kept about a file's links; nothing for a file that is new."""
        found = self._kept.get(path)
        if found is None:
            row = self._read(path)
            found = _decode_links(zlib.decompress(row)) if row else KeptLinks()
            self._kept[path] = found
        return found

    def included(self, path: str) -> tuple[str, ...] | None:
        """Return what a file that is not linked now includes; None where nobody knows."""
        return None if path in self.away else self.kept(path).includes

    def passed(self, key: str) -> Passed:
        """Return what the parameters of a function were given."""
        data = read_link_params(self._connection, hash_key(key))
        return _decode_passed(data) if data else {}

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

    def _read(self, path: str) -> bytes | None:
        number = self._numbers.get(path)
        return None if number is None else read_link_file(self._connection, number)


class LinkRecorder:
    """Collects what is to be kept about the links of files, as each of them is linked."""

    _linker: Linker
    _world: World

    def __init__(self, numbers: Mapping[str, int], memory: StoredLinkState | None = None) -> None:
        """Take the row number of each file; `memory` has what was kept before."""
        self._numbers = numbers
        self._memory = memory
        self._part: dict[str, tuple[bytes, array[int]]] = {}
        self._kept: dict[str, tuple[bytes, bytes]] = {}
        self._params: dict[int, bytes] = {}
        self._sought: set[tuple[int, str]] = set()
        self._missed: dict[int, dict[str, tuple[int, int]]] = {}
        self._others: dict[str, array[int]] = {}

    def start(self, linker: Linker) -> None:
        """Turn to the files that a linker links."""
        self._linker = linker
        self._world = linker.world
        self._part = {}

    def add_nothing(self, links: FileLinks) -> None:
        """Keep that a file was linked, and nothing else: the next scan links all files."""
        data = zlib.compress(_encode(KeptLinks(links.counts)), _COMPRESSION)
        self._part[links.path] = data, array("Q")

    def add(self, links: FileLinks) -> bool:
        """Keep what was found out about a file; returns True."""
        view = self._world.views[links.path]
        ancestors = find_ancestors(self._world, view)
        includes = self._find_included(view)
        kept = KeptLinks(links.counts, links.sites, ancestors, includes, links.routes)
        data = zlib.compress(_encode(kept), _COMPRESSION)
        self._part[links.path] = data, array("Q", self._find_keys(view, links))
        if links.missed:
            self._missed[self._numbers[links.path]] = links.missed
        return True

    def finish(self) -> None:
        """Keep what is known when all files that were turned to are linked."""
        world = self._world
        for path, (data, keys) in self._part.items():
            probes = {hash_key(PROBE + probe) for probe in world.views.notes[path].probed}
            self._kept[path] = data, pack_keys(probes.union(keys))
        self._sought |= {
            (hash_key(world.views[path].key(index)), name)
            for (path, index), names in world.classes.sought.items()
            for name in names
        }
        self._params.update(_find_params(self._linker, self._memory))

    def add_other(self, path: str, words: Iterable[str]) -> None:
        """Keep what a file that is no code depends on."""
        self._others[path] = array("Q", set(map(hash_key, words)))

    def build_rows(self) -> LinkRows:
        """Return the rows; to be called when all files are linked."""
        files: dict[int, LinkFileRow] = {}
        for path, (data, keys) in self._kept.items():
            number = self._numbers[path]
            files[number] = LinkFileRow(number, data, keys)
        for path, words in self._others.items():
            number = self._numbers[path]
            files[number] = LinkFileRow(number, _NOTHING, pack_keys(words))
        return LinkRows(files, self._params, self._sought, self._missed)

    def _find_keys(self, view: FileView, links: FileLinks) -> set[int]:
        world = self._world
        own = (f"{NAME}{view.path}\0", f"{BOUND_NAME}{view.path}\0")
        read = world.solver.marks.words(links.read)
        words = {word for word in read if not word.startswith(own)} - {view.path}
        words.update([SITE + key for key in links.sites])
        words.update([MEMBER_OF + name for _, names in class_members(view) for name in names])
        declared = declared_names(view) | offered_names(view)
        words.update([f"{DECLARES}{key} {name}" for key, name in declared])
        words.update([INCLUDES + path for path in self._find_included(view) or ()])
        for _, (path, index) in project_bases(world, view):
            words.add(SUBCLASS + world.views[path].key(index))
        return set(map(hash_key, words))

    def _find_included(self, view: FileView) -> tuple[str, ...] | None:
        if view.rules.shared_names != INCLUDED:
            return None
        return tuple(self._world.includes.direct(view.path))


def find_ancestors(world: World, view: FileView) -> dict[str, tuple[str, ...]]:
    """Return the classes of the project above each class of a file that has a base."""
    found: dict[str, tuple[str, ...]] = {}
    for index, definition in enumerate(view.definitions):
        if definition.bases or definition.implements:
            order = world.classes.order(view.path, index)[1:]
            above = [world.views[v[1]].key(v[2]) for v in order if v[0] == CLASS]
            found[view.key(index)] = tuple(above)
    return found


def _find_params(linker: Linker, memory: StoredLinkState | None) -> dict[int, bytes]:
    earlier, later = linker.passed
    functions: dict[str, Passed] = {}
    for parameter in sorted({*earlier, *later}):
        path, index, at = parameter
        key = linker.world.views[path].key(index)
        known = functions.get(key)
        if known is None:
            known = functions[key] = memory.passed(key) if memory else {}
        before = known.get(at, (b"", b""))
        known[at] = (earlier.get(parameter, before[0]), later.get(parameter, before[1]))
    return {hash_key(key): _encode(known) for key, known in functions.items()}


def find_parameters(world: World, key: str, places: Iterable[int]) -> list[Parameter]:
    """Return parameters of the function with a key; nothing where there is none any more."""
    path = key.partition("::")[0].partition("<")[0]
    if path not in world.paths:
        return []
    index = world.views[path].find_key(key)
    if index < 0:
        return []
    count = len(world.views[path].definitions[index].params)
    return [(path, index, at) for at in places if at < count]
