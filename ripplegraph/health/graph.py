"""Checks of the graph: loose ends, unread files, resolved calls."""

import json
import sqlite3
from collections.abc import Iterator, Mapping

from ripplegraph.closure.verify import verify_closure
from ripplegraph.health.report import Check, failed, passed, warned
from ripplegraph.store.graph.summary import (
    count_bugs,
    count_dangling_edges,
    count_reasons,
    read_failed_steps,
)

_SHOWN_REASONS = 5
_SAMPLE = 20


def check_graph(
    connection: sqlite3.Connection, meta: Mapping[str, str], *, verify: bool
) -> Iterator[Check]:
    """Look at a graph that was scanned; there is nothing to say about an empty one."""
    if "scanned_at" not in meta:
        return
    yield _check_edges(connection)
    yield _check_linking(connection)
    yield _check_closure(connection, None if verify else _SAMPLE)
    yield _check_files(connection)
    calls: Mapping[str, Mapping[str, int]] = json.loads(meta.get("calls", "{}"))
    for language, counts in sorted(calls.items()):
        total = sum(counts.values())
        if total:
            shares = ", ".join(f"{word} {count / total:.1%}" for word, count in counts.items())
            yield passed(f"{language} calls", f"{total} call sites: {shares}")


def _check_edges(connection: sqlite3.Connection) -> Check:
    dangling = count_dangling_edges(connection)
    if dangling:
        return failed("edges", f"{dangling} edges lack an end", fix="Run `ripple scan --full`.")
    bugs = count_bugs(connection)
    if bugs:
        return failed(
            "edges",
            f"{bugs} edges to nothing were found and left out, which is a bug in ripple",
            fix="Report what `ripple scan --json` lists as diagnostics of severity bug.",
        )
    return passed("edges", "every edge has both its ends")


def _check_linking(connection: sqlite3.Connection) -> Check:
    steps = read_failed_steps(connection)
    if not steps:
        return passed("linking", "every file was linked as a whole")
    path, message = steps[0]
    files = len({path for path, _ in steps})
    return warned(
        "linking",
        f"{len(steps)} steps failed in {files} files, which lack edges; first {path}: {message}",
        fix="Report what `ripple scan --full --debug` prints, and the files if you can.",
    )


def _check_closure(connection: sqlite3.Connection, sample: int | None) -> Check:
    differences = verify_closure(connection, sample=sample)
    if differences:
        return failed(
            "closure",
            f"{len(differences)} differences from the edges, the first: {differences[0]}",
            fix="Run `ripple scan --full`.",
        )
    how = "for every file" if sample is None else f"for {sample} files; `--verify` takes all"
    return passed("closure", f"equals a search over the edges {how}")


def _check_files(connection: sqlite3.Connection) -> Check:
    reasons = count_reasons(connection)
    unread = sum(count for status, _, count in reasons if status == "failed")
    # A size or length would make almost every reason a reason of its own.
    counts: dict[str, int] = {}
    for status, reason, count in reasons:
        kind = f"{status}: {(reason or 'no reason').partition(':')[0]}"
        counts[kind] = counts.get(kind, 0) + count
    largest = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_SHOWN_REASONS]
    listed = "; ".join(f"{count} {kind}" for kind, count in largest)
    if unread:
        return warned("files", listed, fix="Run `ripple scan` to see each file and its reason.")
    return passed("files", listed or "every file in a known language was parsed")
