"""Anchors of memories: the code they are about, and the code their text names.

The anchor of a subject keeps a look of the code from when the memory was written: see
`freshness/looks.py`.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from ripplegraph.errors import UsageError
from ripplegraph.graph.ids import EXTERNAL_PREFIX, SEPARATOR, build_node_id, is_knowledge
from ripplegraph.graph.knowledge import LONGEST_NAME, normalise_knowledge
from ripplegraph.graph.model import NodeKind
from ripplegraph.memory.anchors.code_reader import CodeReader
from ripplegraph.memory.anchors.vouched_fingerprints import build_trace, build_vouched_look
from ripplegraph.memory.paths import confine
from ripplegraph.store.records.memory_records import KNOWLEDGE, Anchor
from ripplegraph.store.sql import statements
from ripplegraph.targets.globs import get_fixed_folder, is_glob
from ripplegraph.targets.target import ResolvedTarget

MAX_MENTIONS = 20
_WITHOUT_LOOKS = ("directory", "external", "glob")
_PLACE = re.compile(r"[\w./@+-]+(?:::[\w.#<>]+)?")
_NAME = re.compile(r"(`?)([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(\(\))?(`?)")


def normalise_target(text: str, root: Path) -> str:
    """Return a target as an id, relative to the project; paths that lead outside are refused."""
    if text.startswith(EXTERNAL_PREFIX):
        return text
    if is_knowledge(text):
        return _name_knowledge(text)
    path, separator, label = text.partition(SEPARATOR)
    if is_glob(text) and not os.path.lexists(root / path):
        folder = get_fixed_folder(path)
        inside = confine(folder, root) if folder else ""
        path = ("" if inside in ("", ".") else inside) + path[len(folder) :]
    else:
        path = confine(path, root)
    return f"{path}{separator}{label}"


def get_anchor_id(target: ResolvedTarget) -> str:
    """Return the id that a memory about a target is tied to: of an import, that of its file."""
    return target.path if target.type == "import" and target.path is not None else target.id


def build_anchor(code: CodeReader, target: ResolvedTarget, *, role: str, now: str) -> Anchor:
    """Tie a memory to a target as its code looks now."""
    node_id = get_anchor_id(target)
    state = code.find(node_id) if target.type not in _WITHOUT_LOOKS else None
    if state is None:
        return Anchor(node_id, role, target.type if target.type == "glob" else _get_kind(node_id))
    kind = "file" if state.kind is NodeKind.FILE else "symbol"
    build = build_vouched_look if role == "subject" else build_trace
    return Anchor(node_id, role, kind, looks=(build(code, state, at=now),))


def build_unresolved(target: str, role: str = "subject") -> Anchor:
    """Keep a target that names nothing in the graph now."""
    return Anchor(target, role, _get_kind(target), resolved=False)


def find_mentions(graph: sqlite3.Connection, text: str) -> tuple[Anchor, ...]:
    """Find the files and definitions that a text names; a name must mean just one of them."""
    found: dict[str, Anchor] = {}
    for target in _find_named(graph, text):
        if len(found) >= MAX_MENTIONS:
            break
        found.setdefault(target, Anchor(target, "mention", _get_kind(target)))
    return tuple(found.values())


def _name_knowledge(text: str) -> str:
    name = normalise_knowledge(text)
    if name is None or len(name) > LONGEST_NAME:
        raise UsageError(
            f"{text!r:.80} cannot be the name of a node of knowledge.",
            hint=f"Give it letters or digits, and at most {LONGEST_NAME} characters.",
        )
    return name


def _find_named(graph: sqlite3.Connection, text: str) -> Iterator[str]:
    for match in _PLACE.finditer(text):
        place = match.group().rstrip(".").removeprefix("./")
        if "/" in place or "." in place or SEPARATOR in place:
            target = _find_place(graph, place)
            if target:
                yield target
    for match in _NAME.finditer(text):
        open_mark, name, call, close_mark = match.groups()
        if call or (open_mark and close_mark) or "_" in name.strip("_") or _has_hump(name):
            yield from _find_definition(graph, name)


def _find_place(graph: sqlite3.Connection, place: str) -> str | None:
    path, _, label = place.partition(SEPARATOR)
    file = graph.execute(statements.SELECT_FILE_ID, (path,)).fetchone()
    if file is None or not label:
        return path if file else None
    node = graph.execute(statements.SELECT_NODE_IN_FILE, (file[0], label)).fetchone()
    return place if node else path


def _find_definition(graph: sqlite3.Connection, name: str) -> Iterator[str]:
    last = name.rpartition(".")[2]
    rows = graph.execute(statements.SELECT_NODES_NAMED, (last,)).fetchall()
    fitting = [
        (path, label)
        for path, label in rows
        if path and (label == name or label.endswith(f".{name}"))
    ]
    if len(fitting) == 1:
        yield build_node_id(*fitting[0])


def _has_hump(name: str) -> bool:
    return re.search(r"[a-z0-9][A-Z]", name) is not None


def _get_kind(target: str) -> str:
    if target.startswith(EXTERNAL_PREFIX):
        return "external"
    if is_knowledge(target):
        return KNOWLEDGE
    if is_glob(target):
        return "glob"
    if SEPARATOR in target:
        return "symbol"
    return "directory" if target.endswith("/") else "file"
