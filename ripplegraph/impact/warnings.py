"""Warnings about gaps of an answer: unread files, unresolved names."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ripplegraph.store.sql import statements
from ripplegraph.targets.target import ResolvedTarget

_NAMES = 3
_UNREAD = {
    "known": ("is", "are", "in no language that ripple reads"),
    "skipped": ("was", "were", "not read"),
    "failed": ("could", "could", "not be parsed"),
    "partial": ("has", "have", "a syntax error: only a part is known"),
}
_LISTED = 3


def find_warnings(graph: sqlite3.Connection, targets: Sequence[ResolvedTarget]) -> Iterator[str]:
    """Yield what is not known about targets; an answer without this would seem safe."""
    unread: dict[str, dict[str, str]] = {}
    for status, path, reason in _find_unread(graph, targets):
        unread.setdefault(status, {})[path] = f" ({reason})" if reason else ""
    for status in _UNREAD:
        if status in unread:
            yield _describe_unread(status, unread[status])


def _find_unread(
    graph: sqlite3.Connection, targets: Sequence[ResolvedTarget]
) -> Iterator[tuple[str, str, str | None]]:
    """Find the files of targets that were not read, or not all; in a folder those of code."""
    paths: list[str] = []
    folders: list[int] = []
    for target in targets:
        if target.type == "directory":
            folders += target.files
        elif target.path is not None and (target.is_symbol or target.status in _UNREAD):
            paths.append(target.path)
    if paths:
        yield from graph.execute(statements.SELECT_UNREAD_PATHS, (json.dumps(paths),))
    if folders:
        yield from graph.execute(statements.SELECT_UNREAD_NUMBERS, (json.dumps(folders),))


def _describe_unread(status: str, files: Mapping[str, str]) -> str:
    one, many, rest = _UNREAD[status]
    names = list(files)
    if len(names) == 1:
        said, whom = f"{names[0]} {one} {rest}{files[names[0]]}", "it"
    else:
        more = f" and {len(names) - _LISTED:,} more" if len(names) > _LISTED else ""
        listed = ", ".join(names[:_LISTED])
        said, whom = f"{len(names):,} files {many} {rest} ({listed}{more})", "them"
    return f"{said}; what depends on {whom} is known only as far as others name {whom}"


def describe_missing(ids: Sequence[str]) -> Iterator[str]:
    """Say that something a change touches is not there to be asked about."""
    if ids:
        more = f" and {len(ids) - _LISTED:,} more" if len(ids) > _LISTED else ""
        listed = ", ".join(ids[:_LISTED])
        yield f"the index has no {listed}{more}: what depends on it now cannot be told"


def find_missed(graph: sqlite3.Connection, targets: Sequence[ResolvedTarget]) -> Mapping[str, Any]:
    """Count the calls by name that lead nowhere and may mean a target, or something in it."""
    names: dict[str, int] = {}
    for target in targets:
        if target.type == "file":
            rows = graph.execute(statements.SELECT_MISSED_CALLS_OF_FILE, (target.files[0],))
        elif target.node is not None:
            rows = graph.execute(statements.SELECT_MISSED_CALLS_OF_NAME, (target.node,))
        else:
            continue
        names |= {name: calls for name, calls, _ in rows}
    order = sorted(names, key=lambda name: (-names[name], name))
    return {"calls": sum(names.values()), "names": {name: names[name] for name in order[:_NAMES]}}


def describe_missed(missed: Mapping[str, Any]) -> Iterator[str]:
    if missed["calls"]:
        names = ", ".join(f"`{name}`" for name in missed["names"])
        calls = "1 call" if missed["calls"] == 1 else f"{missed['calls']:,} calls"
        yield f"{calls} by name ({names}) lead to nothing known and may mean it"


def count_unread(graph: sqlite3.Connection) -> Mapping[str, Any]:
    """Return how many files were not read, or only in part."""
    rows = graph.execute(statements.COUNT_UNREAD_FILES)
    return {status: count for status, count in rows if status != "known"}
