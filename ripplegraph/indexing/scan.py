"""The scan of a whole project: discover, extract, link, store."""

from __future__ import annotations

import gc
import json
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ripplegraph.closure.build import build_closure
from ripplegraph.config import ScanConfig
from ripplegraph.git.worktree import Worktree, read_worktree
from ripplegraph.indexing.assembly import GraphAssembly, count_edges, count_nodes
from ripplegraph.indexing.discover import discover_files
from ripplegraph.indexing.extract import (
    Extracted,
    Extraction,
    Progress,
    check_something_was_parsed,
    find_parsed_languages,
)
from ripplegraph.indexing.facts_cache import FactsCache
from ripplegraph.indexing.link import Links, link_files
from ripplegraph.indexing.project_files import ProjectFolder
from ripplegraph.indexing.report import FileDiagnostic, ScanReport, SlowFile
from ripplegraph.indexing.stopwatch import Stopwatch
from ripplegraph.store.connection import open_for_writing
from ripplegraph.store.database import Database
from ripplegraph.store.rows import GraphRows
from ripplegraph.store.writing import replace_graph
from ripplegraph.version import __version__

_SLOWEST = 10


def scan_project(
    root: Path,
    *,
    in_git: bool,
    graph: Database,
    config: ScanConfig,
    full: bool = False,
    on_progress: Progress | None = None,
) -> ScanReport:
    """Read all files of a project and replace its graph; `full` parses what is cached, too."""
    tell = on_progress or _say_nothing
    watch = Stopwatch()
    with (
        _paused_collection(),
        open_for_writing(graph, check_references=False) as connection,
    ):
        with watch.measure("discover"):
            worktree = read_worktree(root) if in_git else None
            found = discover_files(root, in_git=in_git, config=config)
            cache = FactsCache(connection, find_parsed_languages(found), ignore=full)
        with watch.measure("extract"):
            extracted = Extraction(root, config, cache, tell).run(found)
            something_parsed = check_something_was_parsed(extracted)
        with watch.measure("link"):
            tell("link", 0, 1)
            paths = [file.path for file in found if file.nameable]
            project = ProjectFolder(root, paths, max_bytes=config.max_file_bytes)
            limit = config.ambiguous_limit
            links = link_files(extracted.facts, project, ambiguous_limit=limit)
        with watch.measure("store"):
            tell("store", 0, 1)
            rows = _assemble(extracted, links, _Origin.of(worktree))
            replace_graph(
                connection,
                rows,
                extractor_versions=cache.versions,
                forget_facts=full,
                after=build_closure,
            )
    return _report(root, rows, extracted, links, watch, nothing_parsed=not something_parsed)


@dataclass(frozen=True)
class _Origin:
    """What a graph was made from."""

    commit: str | None
    tree: str | None
    changed: tuple[str, ...]

    @classmethod
    def of(cls, worktree: Worktree | None) -> _Origin:
        if worktree is None:
            return cls(None, None, ())
        changed = tuple(sorted(change.path for change in worktree.changes))
        return cls(worktree.commit, worktree.tree, changed)


def _assemble(extracted: Extracted, links: Links, origin: _Origin) -> GraphRows:
    assembly = GraphAssembly()
    assembly.add_files(extracted.files)
    assembly.add_links(links.edges)
    return GraphRows(
        files=[file.row for file in extracted.files],
        nodes=assembly.nodes,
        edges=assembly.edges,
        diagnostics=assembly.diagnostics,
        facts=extracted.new_facts,
        meta=_build_meta(links, origin),
    )


def _build_meta(links: Links, origin: _Origin) -> Mapping[str, str]:
    meta = {
        "calls": json.dumps(links.calls),
        "changed": json.dumps(origin.changed),
        "generation": str(uuid.uuid4()),
        "ripple_version": __version__,
        "scanned_at": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
    }
    if origin.commit and origin.tree:
        meta |= {"commit": origin.commit, "tree": origin.tree}
    return meta


def _report(
    root: Path,
    rows: GraphRows,
    extracted: Extracted,
    links: Links,
    watch: Stopwatch,
    *,
    nothing_parsed: bool,
) -> ScanReport:
    paths = {row.id: row.path for row in rows.files}
    slowest = sorted(extracted.seconds.items(), key=lambda item: (-item[1], item[0]))
    return ScanReport(
        root=root,
        commit=rows.meta.get("commit"),
        generation=rows.meta["generation"],
        files=_count(row.status for row in rows.files),
        languages=_count(row.language for row in rows.files if row.language),
        nodes=count_nodes(rows.nodes),
        edges=count_edges(rows.edges),
        calls=links.calls,
        facts_reused=extracted.facts_reused,
        nothing_parsed=nothing_parsed,
        diagnostics=tuple(
            FileDiagnostic(paths[row.file_id], row.line, row.severity, row.message)
            for row in rows.diagnostics
        ),
        seconds=watch.seconds,
        slowest_files=tuple(SlowFile(*item) for item in slowest[:_SLOWEST]),
    )


def _count(words: Iterator[str]) -> Mapping[str, int]:
    return dict(sorted(Counter(words).items(), key=lambda item: (-item[1], item[0])))


def _say_nothing(phase: str, done: int, total: int) -> None:
    pass


@contextmanager
def _paused_collection() -> Iterator[None]:
    """Keep Python from looking for cycles among millions of facts that have none."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
