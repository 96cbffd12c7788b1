"""One scan from the files to the stored graph."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from ripplegraph.closure.build import build_closure
from ripplegraph.closure.update import update_closure
from ripplegraph.config import ScanConfig
from ripplegraph.git.worktree import Worktree
from ripplegraph.indexing.assembly import (
    GraphAssembly,
    NoNumbers,
    count_edges,
    count_nodes,
)
from ripplegraph.indexing.delta import (
    PARSED,
    CurrentFacts,
    Delta,
    FactsMissingError,
    find_delta,
    may_differ,
    number_files,
)
from ripplegraph.indexing.discover import FoundFile, discover_files
from ripplegraph.indexing.extract import (
    Extracted,
    Extraction,
    Progress,
    check_something_was_parsed,
    find_parsed_languages,
)
from ripplegraph.indexing.facts_cache import FactsCache
from ripplegraph.indexing.link import Before, LinkInput, Links, link_files
from ripplegraph.indexing.manifests import is_manifest
from ripplegraph.indexing.origin import Origin
from ripplegraph.indexing.project_files import ProjectFolder
from ripplegraph.indexing.recording import ChangeRecorder
from ripplegraph.indexing.report import ScanReport, SlowFile
from ripplegraph.indexing.stopwatch import Stopwatch
from ripplegraph.indexing.unchanged import build_report
from ripplegraph.store.codes import EDGE_KINDS, NODE_KINDS
from ripplegraph.store.memory_state import mark_all_concerned, mark_concerned
from ripplegraph.store.rows import GraphRows
from ripplegraph.store.summary import read_meta
from ripplegraph.store.updating import (
    Difference,
    LooseEndError,
    PartRows,
    StoredNumbers,
    read_files,
)
from ripplegraph.store.writing import replace_graph, update_files, update_graph
from ripplegraph.version import __version__

_SLOWEST = 10


class Scan:
    """Makes a graph, or brings one up to date."""

    def __init__(
        self,
        root: Path,
        connection: sqlite3.Connection,
        config: ScanConfig,
        origin: Origin,
        tell: Progress,
        watch: Stopwatch,
    ) -> None:
        self._root = root
        self._connection = connection
        self._config = config
        self._origin = origin
        self._tell = tell
        self._watch = watch

    # Everything -------------------------------------------------------------------------------

    def make(self, worktree: Worktree | None, *, full: bool) -> ScanReport:
        """Replace the graph; `full` also forgets what is known of files that did not change."""
        with self._watch.measure("discover"):
            found = discover_files(self._root, worktree=worktree, config=self._config)
            cache = FactsCache(self._connection, find_parsed_languages(found), ignore=full)
        with self._watch.measure("extract"):
            numbers = {file.path: number for number, file in enumerate(found, 1)}
            extracted = self._extract(found, cache, numbers)
            something_parsed = check_something_was_parsed(extracted)
        with self._watch.measure("link"):
            links = self._link_all(found, extracted, numbers)
        with self._watch.measure("store"):
            self._tell("store", 0, 1)
            assembly = GraphAssembly(NoNumbers(), numbers)
            assembly.add_files(extracted.files)
            linked = len(extracted.facts)
            # What the files say has become nodes: their place in memory is needed for edges.
            extracted = extracted.without_facts()
            assembly.add_links(links.edges)
            edges = assembly.edges
            counts = count_nodes(assembly.nodes), count_edges(edges)
            meta = self._build_meta(links, *counts)
            files = [file.row for file in extracted.files]
            recorder = ChangeRecorder(
                self._root,
                {row.path: row.content_hash for row in files},
                meta,
                extractors=cache.versions,
                afresh=full,
            )
            rows = GraphRows(
                files=files,
                nodes=assembly.nodes,
                edges=edges,
                diagnostics=assembly.diagnostics,
                facts=extracted.new_facts,
                meta=meta,
            )
            replace_graph(
                self._connection,
                rows,
                links.state,
                extractor_versions=cache.versions,
                forget_facts=full,
                derive=_derive_all,
                around=recorder.record,
            )
        meta["generation"] = recorder.generation
        report = self._report(meta, extracted, linked=linked)
        return replace(report, nothing_parsed=not something_parsed)

    def _link_all(
        self, found: Sequence[FoundFile], extracted: Extracted, numbers: Mapping[str, int]
    ) -> Links:
        self._tell("link", 0, 1)
        facts = extracted.facts
        given = LinkInput(
            {path: item.language for path, item in facts.items()},
            facts.__getitem__,
            self._open_project(found),
            numbers,
        )
        return link_files(given, ambiguous_limit=self._config.ambiguous_limit, before=None)

    # What changed -----------------------------------------------------------------------------

    def update(self, worktree: Worktree | None, meta: Mapping[str, str]) -> ScanReport:
        """Read what changed since the last scan, and link again what that can reach."""
        with self._watch.measure("discover"):
            stored = read_files(self._connection)
            found = discover_files(
                self._root, worktree=worktree, config=self._config, stored=stored
            )
            cache = FactsCache(self._connection, find_parsed_languages(found), ignore=False)
            numbers = number_files(found, stored)
        known = json.loads(meta.get("extractors", "{}"))
        if any(known.get(name) != version for name, version in cache.versions.items()):
            # Another language came or went, or one is read differently now.
            return self.make(worktree, full=False)
        with self._watch.measure("extract"):
            suspects = [file for file in found if may_differ(file, stored.get(file.path))]
            extracted = self._extract(suspects, cache, numbers)
            delta = find_delta(found, stored, extracted.files)
        if not delta.has_parsed_files:
            # Either nothing is left to parse, or nothing can be parsed, which is an error.
            return self.make(worktree, full=False)
        if not delta.written and not delta.gone:
            return self._finish_unchanged(delta, meta, extracted)
        try:
            return self._write(delta, meta, extracted, cache, numbers)
        except FactsMissingError:
            # What was kept of some file is damaged: the files themselves are still there.
            return self.make(worktree, full=False)

    def _write(
        self,
        delta: Delta,
        meta: Mapping[str, str],
        extracted: Extracted,
        cache: FactsCache,
        numbers: Mapping[str, int],
    ) -> ScanReport:
        facts = CurrentFacts(delta, cache)
        given = LinkInput(facts.languages, facts.load, self._open_project(delta.found), numbers)
        before: Before | None = Before(
            self._connection,
            delta.nameable_before,
            {path: row.id for path, row in delta.stored.items()},
            {p: str(r.language) for p, r in delta.stored.items() if r.status in PARSED},
            json.loads(meta.get("settings", "{}")),
            json.loads(meta["calls"]),
            facts.find_changes(),
        )
        while True:
            with self._watch.measure("link"):
                self._tell("link", 0, 1)
                limit = self._config.ambiguous_limit
                links = link_files(given, ambiguous_limit=limit, before=before)
            with self._watch.measure("store"):
                self._tell("store", 0, 1)
                try:
                    meta = self._store(delta, meta, extracted, links, numbers, cache.versions)
                    break
                except LooseEndError:
                    if before is None:
                        raise
                    # Something was overlooked: link everything instead of leaving a loose end.
                    before = None
        report = self._report(meta, extracted, linked=len(links.state.files))
        return replace(report, changed_files=delta.counts)

    def _store(
        self,
        delta: Delta,
        meta: Mapping[str, str],
        extracted: Extracted,
        links: Links,
        numbers: Mapping[str, int],
        versions: Mapping[str, str],
    ) -> Mapping[str, str]:
        assembly = GraphAssembly(StoredNumbers(self._connection, dict(numbers)), numbers)
        assembly.add_files(delta.written)
        assembly.add_links(links.edges)
        linked = {*links.state.files, *(numbers[p] for p in numbers if is_manifest(p))}
        part = PartRows(
            files=delta.rows,
            nodes=assembly.nodes,
            edges=assembly.edges,
            diagnostics=assembly.diagnostics,
            written=frozenset(file.row.id for file in delta.written),
            linked=frozenset(linked),
            gone=frozenset(row.id for row in delta.gone),
        )
        made = self._build_meta(links, {}, {})
        recorder = ChangeRecorder(
            self._root,
            delta.hashes,
            made,
            extractors=versions,
            afresh=False,
            among=delta.paths,
        )

        def build_meta(difference: Difference) -> Mapping[str, str]:
            nodes = _shift(json.loads(meta["nodes"]), difference.nodes, NODE_KINDS)
            edges = _shift(json.loads(meta["edges"]), difference.edges, EDGE_KINDS)
            counted = {"nodes": json.dumps(nodes), "edges": json.dumps(edges)}
            return made | counted

        def close(connection: sqlite3.Connection, difference: Difference) -> None:
            update_closure(
                connection,
                touched=part.linked | part.written,
                gone=part.gone,
                edges=difference.pairs,
            )
            mark_concerned(connection, difference, delta.unread)

        update_graph(
            self._connection,
            part,
            links.state,
            whole_state=links.whole,
            facts=extracted.new_facts,
            file_count=len(delta.found),
            build_meta=build_meta,
            derive=close,
            around=recorder.record,
        )
        return read_meta(self._connection)

    def _finish_unchanged(
        self, delta: Delta, meta: Mapping[str, str], extracted: Extracted
    ) -> ScanReport:
        current = {k: v for k, v in meta.items() if k not in ("commit", "tree")}
        current |= self._origin.to_meta()
        update_files(self._connection, delta.rows, extracted.new_facts, current)
        return self._report(current, extracted, linked=0)

    # Parts ------------------------------------------------------------------------------------

    def _extract(
        self, found: Sequence[FoundFile], cache: FactsCache, numbers: Mapping[str, int]
    ) -> Extracted:
        return Extraction(self._root, self._config, cache, self._tell).run(found, numbers)

    def _open_project(self, found: Iterable[FoundFile]) -> ProjectFolder:
        paths = [file.path for file in found if file.nameable]
        return ProjectFolder(self._root, paths, max_bytes=self._config.max_file_bytes)

    def _build_meta(
        self,
        links: Links,
        nodes: Mapping[str, int],
        edges: Mapping[str, int],
    ) -> dict[str, str]:
        return self._origin.to_meta() | {
            "calls": json.dumps(links.calls),
            "edges": json.dumps(edges),
            "nodes": json.dumps(nodes),
            "ripple_version": __version__,
            "scanned_at": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "settings": json.dumps(links.settings),
        }

    def _report(self, meta: Mapping[str, str], extracted: Extracted, *, linked: int) -> ScanReport:
        slowest = sorted(extracted.seconds.items(), key=lambda item: (-item[1], item[0]))
        report = build_report(
            self._connection,
            self._root,
            meta,
            self._watch,
            linked_files=linked,
        )
        return replace(
            report,
            facts_reused=report.facts_reused - extracted.parsed,
            slowest_files=tuple(SlowFile(*item) for item in slowest[:_SLOWEST]),
        )


def _derive_all(connection: sqlite3.Connection) -> None:
    build_closure(connection)
    mark_all_concerned(connection)


def _shift(
    counts: Mapping[str, int], difference: Counter[int], words: Sequence[str]
) -> dict[str, int]:
    """Return counts by kind after a change, largest first."""
    shifted = Counter(counts)
    shifted.update({str(words[code]): count for code, count in difference.items()})
    kept = ((kind, count) for kind, count in shifted.items() if count)
    return dict(sorted(kept, key=lambda item: (-item[1], item[0])))
