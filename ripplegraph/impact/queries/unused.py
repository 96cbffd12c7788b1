"""Finds definitions that nothing uses, and says how sure that is."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ripplegraph.graph.ids import build_node_id
from ripplegraph.graph.model import EdgeKind, NodeKind, Resolution
from ripplegraph.graph.tests import is_test_path
from ripplegraph.store.sql import statements
from ripplegraph.store.sql.codes import (
    EDGE_KIND_CODES,
    NODE_KIND_CODES,
    NODE_KINDS,
    RESOLUTION_CODES,
)

LEVELS = ("certain", "likely", "unsure")
_AMBIGUOUS = RESOLUTION_CODES[Resolution.AMBIGUOUS]
_DISPATCHES = EDGE_KIND_CODES[EdgeKind.DISPATCHES_TO]
_EXPORTS = EDGE_KIND_CODES[EdgeKind.EXPORTS]
_ENTRY = EDGE_KIND_CODES[EdgeKind.IS_ENTRYPOINT_FOR]
_TYPES = frozenset(NODE_KIND_CODES[kind] for kind in (NodeKind.CLASS, NodeKind.INTERFACE))
_FUNCTION = NODE_KIND_CODES[NodeKind.FUNCTION]
_PLAIN_DECORATORS = frozenset(
    {
        *("property", "staticmethod", "classmethod", "cache", "cached_property", "lru_cache"),
        *("contextmanager", "asynccontextmanager", "wraps", "final", "override", "dataclass"),
        *("total_ordering", "deprecated", "abstractmethod", "unique"),
        *("setter", "getter", "deleter"),
    }
)
"""Decorators that do not hand a definition to anyone, by the end of their names."""


@dataclass(frozen=True)
class UnusedSymbol:
    """A definition that nothing is known to use."""

    id: str
    type: str
    path: str
    line: int | None
    lines: int
    """How many lines would go with it."""
    sure: str
    """certain, likely or unsure."""
    reasons: tuple[str, ...]
    """What speaks against it; none where it is certain."""


@dataclass(frozen=True)
class Unused:
    """What nothing uses, the surest first."""

    symbols: tuple[UnusedSymbol, ...]
    counts: Mapping[str, int]
    """How many there are of each level, shown or not."""
    omitted: Mapping[str, int]
    """What was not looked at, or not shown, by reason."""


class _Candidate(NamedTuple):
    node: int
    file: int
    path: str
    status: str
    label: str
    name: str
    kind: int
    line: int | None
    end_line: int | None
    signature: str
    metadata: Mapping[str, Any]


class _Uses(NamedTuple):
    """What leads to a definition from outside of it."""

    certain: bool = False
    ambiguous: int = 0
    exported: bool = False
    starts: bool = False
    overridden: tuple[int, ...] = ()


def find_unused(
    connection: sqlite3.Connection, *, limit: int | None, files: Collection[int] | None = None
) -> Unused:
    """Find what nothing uses in some files, or in all."""
    return _Search(connection).find(limit, None if files is None else frozenset(files))


class _Search:
    """One search through a whole graph."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._all = {
            row[0]: _build(row) for row in connection.execute(statements.SELECT_DEFINITIONS)
        }
        self._ids = {(item.file, item.label): item.node for item in self._all.values()}
        self._uses = self._read_uses(connection)
        self._missed = dict(connection.execute(statements.SUM_MISSED_CALLS).fetchall())
        self._imported = Counter(
            name
            for (text,) in connection.execute(statements.SELECT_IMPORTED_NAMES)
            for name in set(json.loads(text or "{}").get("names", ()))
        )
        self._bases: dict[int, list[int]] = {}
        for heir, base in connection.execute(statements.SELECT_BASES):
            self._bases.setdefault(heir, []).append(base)
        self._members: dict[tuple[int, str], list[int]] = {}
        for item in self._all.values():
            self._members.setdefault((item.file, item.label.rpartition(".")[0]), []).append(
                item.node
            )

    def find(self, limit: int | None, files: frozenset[int] | None) -> Unused:
        omitted: Counter[str] = Counter()
        found = []
        for item in self._all.values():
            if (files is not None and item.file not in files) or self._is_used(item):
                continue
            reason = self._find_exemption(item)
            if reason:
                omitted[reason] += 1
            else:
                found.append(self._judge(item))
        found.sort(key=lambda one: (LEVELS.index(one.sure), one.path, one.line or 0, one.id))
        counts = Counter(one.sure for one in found)
        shown = found[:limit]
        return Unused(
            tuple(shown),
            {level: counts[level] for level in LEVELS},
            {**dict(sorted(omitted.items())), "by_limit": len(found) - len(shown)},
        )

    def _read_uses(self, connection: sqlite3.Connection) -> dict[int, _Uses]:
        uses: dict[int, _Uses] = {}
        for target, kind, resolution, source, file, label in connection.execute(
            statements.SELECT_USES_OF_DEFINITIONS
        ):
            item = self._all.get(target)
            if item is None or _is_within(item, file, label):
                continue
            known = uses.get(target, _Uses())
            if kind == _EXPORTS:
                known = known._replace(exported=True)
            elif kind == _ENTRY:
                known = known._replace(starts=True)
            elif kind == _DISPATCHES:
                known = known._replace(overridden=(*known.overridden, source))
            elif resolution == _AMBIGUOUS:
                known = known._replace(ambiguous=known.ambiguous + 1)
            else:
                known = known._replace(certain=True)
            uses[target] = known
        return uses

    def _is_used(self, item: _Candidate) -> bool:
        uses = self._uses.get(item.node)
        if uses is not None and (uses.certain or any(map(self._is_called, uses.overridden))):
            return True
        # Who uses something in a class needs the class.
        members = self._members.get((item.file, item.label), ())
        return item.kind in _TYPES and any(map(self._is_called, members))

    def _is_called(self, node: int) -> bool:
        uses = self._uses.get(node)
        return uses is not None and uses.certain

    def _find_exemption(self, item: _Candidate) -> str:
        """Say why something without uses is not called unused; empty where it is."""
        flags = item.metadata.get("flags", ())
        uses = self._uses.get(item.node, _Uses())
        if is_test_path(item.path) or "test" in flags or "fixture" in flags:
            return "tests"
        if item.name.startswith("__") and item.name.endswith("__"):
            return "special_names"
        if item.metadata.get("entry") or uses.starts or (item.label == "main"):
            return "entry_points"
        if "overload" in flags or "declaration" in flags or "abstract" in flags:
            return "declarations"
        around = self._get_around(item)
        return "inside_unused" if around is not None and not self._is_used(around) else ""

    def _get_around(self, item: _Candidate) -> _Candidate | None:
        outer = item.label.rpartition(".")[0]
        node = self._ids.get((item.file, outer)) if outer else None
        return None if node is None else self._all[node]

    def _judge(self, item: _Candidate) -> UnusedSymbol:
        doubts = list(self._find_doubts(item))
        reasons = list(doubts)
        if not self._is_private(item):
            reasons.append("it is public: code outside the project may use it")
        sure = "unsure" if doubts else "likely" if reasons else "certain"
        return UnusedSymbol(
            build_node_id(item.path, item.label),
            NODE_KINDS[item.kind].value,
            item.path,
            item.line,
            (item.end_line or item.line or 0) - (item.line or 0) + 1,
            sure,
            tuple(reasons),
        )

    def _find_doubts(self, item: _Candidate) -> Iterator[str]:
        uses = self._uses.get(item.node, _Uses())
        flags = item.metadata.get("flags", ())
        if uses.ambiguous:
            yield f"{_count(uses.ambiguous, 'place')} may mean it by its name"
        missed = self._missed.get(item.name, 0)
        if missed and item.kind in (_FUNCTION, *_TYPES):
            yield f"{_count(missed, 'call')} by that name lead to nothing known"
        imports = self._imported.get(item.name, 0)
        if imports and "." not in item.label:
            yield f"{_count(imports, 'import')} bring in that name"
        decorators = [name for name in item.metadata.get("decorators", ()) if not _is_plain(name)]
        if decorators:
            yield f"it is decorated with {', '.join(decorators)}, which may register it"
        if uses.exported or "exported" in flags:
            yield "it is exported"
        if "property" in flags:
            yield "it is a property: reading one is not always seen"
        yield from self._find_doubts_of_class(item, uses)
        if item.status != "parsed":
            yield "its file could be read only in part"

    def _find_doubts_of_class(self, item: _Candidate, uses: _Uses) -> Iterator[str]:
        if uses.overridden:
            yield "it overrides a method"
        around = self._get_around(item)
        if around is None or around.kind not in _TYPES:
            return
        if self._has_foreign_base(around.node, set()):
            yield "its class extends one from outside, which may call it"

    def _has_foreign_base(self, node: int, seen: set[int]) -> bool:
        """Tell whether a class, or one that it extends, extends something not in the project."""
        item = self._all.get(node)
        if item is None:
            return True
        seen.add(node)
        bases = self._bases.get(node, [])
        is_said_to = bool(item.signature.partition("(")[2].strip(") :"))
        if is_said_to and not bases:
            return True
        return any(self._has_foreign_base(base, seen) for base in bases if base not in seen)

    def _is_private(self, item: _Candidate) -> bool:
        """Tell whether nothing outside of its file, or of its class, is meant to use it."""
        parts = item.label.split(".")
        if any(part.startswith(("_", "#")) for part in parts):
            return True
        around = self._get_around(item)
        if around is not None:
            return around.kind == _FUNCTION or self._is_private(around)
        is_python = item.path.endswith((".py", ".pyi", ".ipynb"))
        return not is_python and "exported" not in item.metadata.get("flags", ())


def _build(row: tuple[Any, ...]) -> _Candidate:
    *values, signature, metadata = row
    return _Candidate._make([*values, signature or "", json.loads(metadata or "{}")])


def _is_within(item: _Candidate, file: int | None, label: str) -> bool:
    return file == item.file and (label == item.label or label.startswith(f"{item.label}."))


def _is_plain(decorator: str) -> bool:
    return decorator.rpartition(".")[2] in _PLAIN_DECORATORS


def _count(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"
