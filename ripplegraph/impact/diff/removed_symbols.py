"""Finds callers of removed symbols that the change leaves behind."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from posixpath import basename, dirname

from ripplegraph.config import ScanConfig
from ripplegraph.git.diff import FileDiff
from ripplegraph.graph.ids import SEPARATOR, get_path
from ripplegraph.impact.dependents.rows import Rows
from ripplegraph.impact.diff.changed_symbols import ChangedSymbol
from ripplegraph.impact.report import Dependent
from ripplegraph.indexing.extraction.file_states import read_file_states

_REPETITION = re.compile(r"#\d+$")


class ChangeEffect:
    """The effect of a change on callers of removed and renamed symbols."""

    def __init__(
        self, touched: Sequence[ChangedSymbol], diffs: Sequence[FileDiff], config: ScanConfig
    ) -> None:
        self._gone = {item.id for item in touched if item.change == "removed"}
        self._moved = {item.previous_id: item.id for item in touched if item.previous_id}
        self._targets = {item.id for item in touched if item.change != "formatting"}
        self._texts = {diff.new_path: diff.new for diff in diffs if diff.new_path and diff.new}
        self._config = config
        self._parts: dict[str, Mapping[str, str]] = {}

    def update_rows(self, before: Rows, now: Rows) -> Rows:
        """Leave out who is gone, too; who was adapted already does not have to be."""
        uses = {(row.id, row.steps[-1]) for row in now.direct if not row.possible}
        direct = [self._follow(row, uses) for row in before.direct]
        transitive = [self._follow(row, uses) for row in before.transitive]
        breaking = {row.id for row in direct if row is not None and row.breaks}
        return before._replace(
            direct=[row for row in direct if row and self._stays(row.id, breaking)],
            transitive=[row for row in transitive if row and self._stays(row.id, breaking)],
            reached={
                self._moved.get(node, node): depth
                for node, depth in before.reached.items()
                if node not in self._gone and self._stays(self._moved.get(node, node), breaking)
            },
            strengths={
                self._moved.get(node, node): strength for node, strength in before.strengths.items()
            },
            possible=before.possible - self._gone,
        )

    def _stays(self, node: str, breaking: set[str]) -> bool:
        return node in breaking or node not in self._targets

    def _follow(self, row: Dependent, uses: set[tuple[str, str]]) -> Dependent | None:
        if row.id in self._gone:
            return None
        node = self._moved.get(row.id, row.id)
        path = get_path(node) if row.path is not None else None
        adapted = row.breaks and self._is_adapted(node, row.steps[-1], uses)
        return row._replace(id=node, path=path, breaks=row.breaks and not adapted)

    def _is_adapted(self, node: str, lost: str, uses: set[tuple[str, str]]) -> bool:
        """Tell whether a dependent uses the new name now, or the old one no more."""
        if (node, self._moved.get(lost, "")) in uses:
            return True
        path = get_path(node) or ""
        if path not in self._texts:
            return False
        if path not in self._parts:
            self._parts[path] = self._read(path)
        text = self._parts[path].get(node, self._parts[path][path])
        return re.search(rf"(?<!\w){re.escape(_get_name(lost))}(?!\w)", text) is None

    def _read(self, path: str) -> dict[str, str]:
        """Return the new text of a file, and of each definition in it."""
        data = self._texts[path] or b""
        lines = data.decode(errors="replace").split("\n")
        found = {
            state.id: "\n".join(lines[(state.line or 1) - 1 : state.end_line])
            for state in read_file_states(path, data, self._config)
            if state.line is not None
        }
        return found | {path: "\n".join(lines)}


def _get_name(node: str) -> str:
    path, separator, label = node.partition(SEPARATOR)
    if separator:
        return _REPETITION.sub("", label.rpartition(".")[2])
    stem = basename(path).partition(".")[0]
    return basename(dirname(path)) if stem in ("__init__", "index") and dirname(path) else stem
