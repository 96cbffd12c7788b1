"""One scan from the files to the stored graph."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from ripplegraph.closure.build import build_closure
from ripplegraph.closure.update import update_closure
from ripplegraph.config import ScanConfig
from ripplegraph.failures import FactsMissingError, Failures
from ripplegraph.frameworks.catalog import find_frameworks
from ripplegraph.frameworks.linking import FrameworkRules
from ripplegraph.git.files import Listing, read_listing
from ripplegraph.git.unchecked_files import find_unchecked
from ripplegraph.git.worktree import Worktree
from ripplegraph.graph.stored_facts import StoredFacts
from ripplegraph.indexing.assembly import GraphAssembly, ScannedFile
from ripplegraph.indexing.changes.change_recorder import ChangeRecorder
from ripplegraph.indexing.discovery.file_finder import FoundFile, discover_files
from ripplegraph.indexing.discovery.inventory import take_inventory
from ripplegraph.indexing.discovery.project_files import ProjectFolder
from ripplegraph.indexing.extraction.extraction import (
    Extracted,
    Extraction,
    Progress,
    check_something_was_parsed,
    find_parsed_languages,
)
from ripplegraph.indexing.extraction.facts_cache import FactsCache
from ripplegraph.indexing.extraction.packed_facts import unpack_facts
from ripplegraph.indexing.extraction.packed_files import PackedFiles
from ripplegraph.indexing.freshness.graph_origin import Origin
from ripplegraph.indexing.incremental.delta import CurrentFacts, Delta, find_delta
from ripplegraph.indexing.manifest_entry_points import is_manifest
from ripplegraph.indexing.project_linker import LastScan, LinkInput, Links, link_files
from ripplegraph.indexing.scan_report import ScanReport, SlowFile
from ripplegraph.indexing.stopwatch import Stopwatch
from ripplegraph.indexing.unchanged_scan import build_report
from ripplegraph.linking.values.links import LinkedEdge
from ripplegraph.store.graph.graph_updater import (
    Difference,
    LooseEndError,
    PartRows,
    StoredFiles,
    StoredNumbers,
)
from ripplegraph.store.graph.graph_writer import (
    GraphWriter,
    replacing_graph,
    update_files,
    update_graph,
)
from ripplegraph.store.graph.node_numbers import MOST_KEPT, NewNumbers
from ripplegraph.store.graph.summary import read_meta
from ripplegraph.store.memory.freshness_rows import mark_all_concerned, mark_concerned
from ripplegraph.store.sql.codes import EDGE_KINDS, NODE_KINDS
from ripplegraph.version import __version__

_SLOWEST = 10
_BATCH = 5_000
"""How many rows are put together before they are written."""


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
        self._listing: Listing | None = None

    # Everything -------------------------------------------------------------------------------

    def make(self, worktree: Worktree | None, *, full: bool) -> ScanReport:
        """Replace the graph; `full` also forgets what is known of files that did not change."""
        with self._watch.measure("discover"):
            self._listing = read_listing(self._root) if worktree is not None else None
            found = discover_files(
                self._root, worktree=worktree, config=self._config, listing=self._listing
            )
            cache = FactsCache(self._connection, find_parsed_languages(found), ignore=full)
        with self._watch.measure("extract"):
            numbers = {file.path: number for number, file in enumerate(found, 1)}
            extracted = self._extract(found, cache, numbers)
            something_parsed = check_something_was_parsed(extracted)
        meta = self._build_meta()
        recorder = ChangeRecorder(
            self._root,
            {file.row.path: file.row.content_hash for file in extracted.files},
            meta,
            extractors=cache.versions,
            afresh=full,
        )
        # Nodes are stored before their files are linked, and edges as they are found.
        self._watch.announce("link", "store")
        with ExitStack() as stack:
            with self._watch.measure("store"):
                replacing = replacing_graph(self._connection, around=recorder.record)
                writer = stack.enter_context(replacing)
            meta |= self._write_graph(writer, found, extracted, numbers, meta)
            with self._watch.measure("store"):
                writer.replace_facts(
                    extracted.new_facts,
                    file_count=len(extracted.files),
                    extractor_versions=cache.versions,
                    forget=full,
                )
                stack.close()
        meta["generation"] = recorder.generation
        report = self._report(meta, extracted, linked=len(extracted.languages))
        return replace(report, linked_all=True, nothing_parsed=not something_parsed)

    def _write_graph(
        self,
        writer: GraphWriter,
        found: Sequence[FoundFile],
        extracted: Extracted,
        numbers: Mapping[str, int],
        origin: Mapping[str, str],
    ) -> dict[str, str]:
        """Write everything about these files; returns what is recorded about them."""
        files, packed = extracted.files, PackedFiles(extracted.files)
        nameable = [file.path for file in found if file.nameable]
        known = NewNumbers(self._connection)
        assembly, failures = GraphAssembly(known, numbers), Failures(self._config.errors)
        with self._watch.measure("store"):
            self._tell("store", 0, 0)
            writer.add_files([file.row for file in files])
            for file in files:
                before = known.last
                assembly.try_file(file, partial(packed.unpack, file.row.path), failures)
                known.end_file(file.row.path, before)
                if len(assembly.nodes) > _BATCH:
                    _write_rows(writer, assembly)
                    if assembly.held > MOST_KEPT:
                        assembly.forget_written()
            _write_rows(writer, assembly)

        def take_edges(path: str, edges: Sequence[LinkedEdge]) -> None:
            assembly.add_links(path, edges)
            if len(assembly.edges) > _BATCH:
                _write_rows(writer, assembly)
                if assembly.held > MOST_KEPT:
                    assembly.forget_written()

        with self._watch.measure("link"):
            links = link_files(
                LinkInput(
                    extracted.languages,
                    packed.take,
                    self._open_project(nameable),
                    numbers,
                    frozenset(self._config.infer),
                    self._find_rules(nameable),
                    failures,
                    partial(self._tell, "link"),
                ),
                ambiguous_limit=self._config.ambiguous_limit,
                before=None,
                take_edges=take_edges,
            )
        with self._watch.measure("store"):
            self._tell("store", 0, 0)
            _write_rows(writer, assembly)
            assembly.add_failures(failures)
            writer.add_diagnostics(assembly.diagnostics)
            meta = _describe_links(links)
            meta["nodes"] = json.dumps(_name_counts(writer.node_counts, NODE_KINDS))
            meta["edges"] = json.dumps(_name_counts(writer.edge_counts, EDGE_KINDS))
            writer.finish(links.state, {**origin, **meta}, derive=_derive_all)
        return meta

    # What changed -----------------------------------------------------------------------------

    def update(self, worktree: Worktree | None, meta: Mapping[str, str]) -> ScanReport:
        """Read what changed since the last scan, and link again what that can reach."""
        with self._watch.measure("discover"):
            listing = read_listing(self._root) if worktree is not None else None
            stored = StoredFiles(self._connection)
            inventory = take_inventory(
                self._root, worktree, listing, config=self._config, stored=stored, meta=meta
            )
            languages = find_parsed_languages(inventory.suspects, among=stored.find_languages())
            cache = FactsCache(self._connection, languages, ignore=False)
        known = json.loads(meta.get("extractors", "{}"))
        if any(known.get(name) != version for name, version in cache.versions.items()):
            # Another language came or went, or one is read differently now.
            return self.make(worktree, full=False)
        self._listing = listing
        with self._watch.measure("extract"):
            extracted = self._extract(inventory.suspects, cache, inventory.numbers)
            delta = find_delta(inventory, stored, extracted.files)
        if not delta.parsed:
            # Either nothing is left to parse, or nothing can be parsed, which is an error.
            return self.make(worktree, full=False)
        if not delta.written and not delta.gone:
            return self._finish_unchanged(delta, meta, extracted)
        try:
            return self._write(delta, meta, extracted, cache)
        except FactsMissingError:
            # What was kept of some file is damaged: the files themselves are still there.
            return self.make(worktree, full=False)
        except LooseEndError as error:
            # Only a graph that is made anew has no loose ends where a file could not be described.
            Failures(self._config.errors).give_up("updating the graph", error)
            return self.make(worktree, full=False)

    def _write(
        self,
        delta: Delta,
        meta: Mapping[str, str],
        extracted: Extracted,
        cache: FactsCache,
    ) -> ScanReport:
        numbers, facts = delta.inventory.numbers, CurrentFacts(delta, cache)
        project = self._open_project(delta.inventory.nameable)
        infer = frozenset(self._config.infer)
        tell = partial(self._tell, "link")
        rules = self._find_rules(delta.inventory.nameable)
        given = LinkInput(
            delta.parsed, facts.load, project, numbers, infer, rules, on_progress=tell
        )
        before: LastScan | None = LastScan(
            self._connection,
            delta.nameable_before,
            delta.stored.numbers,
            delta.stored.parsed,
            json.loads(meta.get("settings", "{}")),
            json.loads(meta["calls"]),
            facts.find_changes(),
            delta.paths,
        )
        while True:
            edges: dict[str, Sequence[LinkedEdge]] = {}
            failures = Failures(self._config.errors)
            with self._watch.measure("link"):
                self._tell("link", 0, 0)
                links = link_files(
                    replace(given, failures=failures),
                    ambiguous_limit=self._config.ambiguous_limit,
                    before=before,
                    take_edges=edges.__setitem__,
                )
            with self._watch.measure("store"):
                self._tell("store", 0, 0)
                assembly = self._assemble(delta.written, edges, numbers, failures)
                try:
                    meta = self._store(
                        delta, meta, extracted, links, assembly, numbers, cache.versions
                    )
                    break
                except LooseEndError:
                    if before is None:
                        raise
                    # Something was overlooked: link everything instead of leaving a loose end.
                    before = None
        report = self._report(meta, extracted, linked=len(links.linked))
        return replace(report, changed_files=delta.counts, linked_all=links.whole)

    def _assemble(
        self,
        written: Iterable[ScannedFile],
        edges: Mapping[str, Sequence[LinkedEdge]],
        numbers: Mapping[str, int],
        failures: Failures,
    ) -> GraphAssembly:
        assembly = GraphAssembly(StoredNumbers(self._connection, dict(numbers)), numbers)
        for file in written:
            assembly.try_file(file, partial(_unpack, file), failures)
        for path in sorted(edges):
            assembly.add_links(path, edges[path])
        assembly.add_failures(failures)
        return assembly

    def _store(
        self,
        delta: Delta,
        meta: Mapping[str, str],
        extracted: Extracted,
        links: Links,
        assembly: GraphAssembly,
        numbers: Mapping[str, int],
        versions: Mapping[str, str],
    ) -> Mapping[str, str]:
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
        made = self._build_meta() | _describe_links(links)
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

        # Read before the rows of the last scan are replaced.
        unread = delta.unread

        def close(connection: sqlite3.Connection, difference: Difference) -> None:
            update_closure(
                connection,
                touched=part.linked | part.written,
                gone=part.gone,
                edges=difference.dependencies,
            )
            mark_concerned(connection, difference, unread)

        update_graph(
            self._connection,
            part,
            links.state,
            whole_state=links.whole,
            facts=extracted.new_facts,
            file_count=len(delta.inventory.numbers),
            build_meta=build_meta,
            derive=close,
            around=recorder.record,
        )
        return read_meta(self._connection)

    def _finish_unchanged(
        self, delta: Delta, meta: Mapping[str, str], extracted: Extracted
    ) -> ScanReport:
        gone = ("commit", "tree", "listing", "index", "unseen")
        current = {k: v for k, v in meta.items() if k not in gone}
        current |= self._describe_origin()
        update_files(self._connection, delta.rows, extracted.new_facts, current)
        return self._report(current, extracted, linked=0)

    # Parts ------------------------------------------------------------------------------------

    def _extract(
        self, found: Sequence[FoundFile], cache: FactsCache, numbers: Mapping[str, int]
    ) -> Extracted:
        return Extraction(self._root, self._config, cache, self._tell).run(found, numbers)

    def _open_project(self, paths: Collection[str]) -> ProjectFolder:
        return ProjectFolder(self._root, paths, max_bytes=self._config.max_file_bytes)

    def _describe_origin(self) -> dict[str, str]:
        if self._listing is None:
            return self._origin.to_meta()
        unseen = find_unchecked(self._root, self._listing)
        return self._origin.to_meta(unseen) | {"listing": self._listing.fingerprint}

    def _build_meta(self) -> dict[str, str]:
        return self._describe_origin() | {
            "ripple_version": __version__,
            "scanned_at": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        }

    def _find_rules(self, nameable: Collection[str]) -> FrameworkRules:
        config, read = self._config.frameworks, self._open_project(nameable).read
        return FrameworkRules(find_frameworks(config.off, config.described), read)

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


def _unpack(file: ScannedFile) -> StoredFacts | None:
    return None if file.facts is None else unpack_facts(file.facts)


def _write_rows(writer: GraphWriter, assembly: GraphAssembly) -> None:
    """Write the nodes and edges that were put together so far."""
    writer.add_nodes(assembly.nodes)
    writer.add_edges(assembly.edges)
    assembly.nodes.clear()
    assembly.edges.clear()


def _describe_links(links: Links) -> dict[str, str]:
    return {"calls": json.dumps(links.calls), "settings": json.dumps(links.settings)}


def _name_counts(counts: Mapping[int, int], words: Sequence[str]) -> dict[str, int]:
    """Return counts by code as counts by kind, the largest first."""
    named = {str(words[code]): count for code, count in counts.items() if count}
    return dict(sorted(named.items(), key=lambda item: (-item[1], item[0])))


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
