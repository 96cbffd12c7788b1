"""Ties a memory to code: to what it is about, and to what its text names.

An anchor keeps what the code was when the memory was written: its readable id, the fingerprints of
its normalised syntax, its signature and the commit. For a whole file the fingerprint is that of
what it offers to others, so that an edit inside a function leaves the file's memories alone.
"""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from ripplegraph.closure.targets import find_target
from ripplegraph.errors import UnknownTargetError
from ripplegraph.graph.ids import EXTERNAL_PREFIX, SEPARATOR, build_node_id
from ripplegraph.graph.model import NodeKind
from ripplegraph.memory.paths import confine
from ripplegraph.store import statements
from ripplegraph.store.codes import NODE_KINDS
from ripplegraph.store.memory_records import Anchor
from ripplegraph.store.summary import read_meta

MAX_MENTIONS = 20
_GLOB = re.compile(r"[*?\[]")
_PLACE = re.compile(r"[\w./@+-]+(?:::[\w.#<>]+)?")
_NAME = re.compile(r"(`?)([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(\(\))?(`?)")


def normalise_target(text: str, root: Path) -> str:
    """Return a target as an id, relative to the project; paths that lead outside are refused."""
    if text.startswith(EXTERNAL_PREFIX):
        return text
    path, separator, label = text.partition(SEPARATOR)
    glob = _GLOB.search(path)
    if glob:
        head, slash, _ = path[: glob.start()].rpartition("/")
        inside = confine(head + slash, root) if slash else ""
        path = ("" if inside in ("", ".") else inside) + path[len(head + slash) :]
    else:
        path = confine(path, root)
    return f"{path}{separator}{label}"


def resolve_subject(graph: sqlite3.Connection, target: str) -> Anchor:
    """Find what a target names in the graph; raises UnknownTargetError with near ids."""
    commit = read_meta(graph).get("commit")
    if _GLOB.search(target.partition(SEPARATOR)[0]):
        return _resolve_glob(graph, target, commit)
    found = find_target(graph, target)
    if found.node is not None:
        return _build_anchor(graph, found.id, found.node, commit)
    if len(found.files) == 1 and not found.id.endswith("/"):
        row = graph.execute(statements.SELECT_NODE_IN_FILE, (found.files[0], "")).fetchone()
        if row:
            return _build_anchor(graph, found.id, row[0], commit)
    return Anchor(found.id, kind="directory", commit=commit)


def build_unresolved(target: str) -> Anchor:
    """Keep a target that names nothing in the graph now."""
    is_glob = _GLOB.search(target.partition(SEPARATOR)[0])
    kind = "glob" if is_glob else "symbol" if SEPARATOR in target else "file"
    return Anchor(target, kind=kind, resolved=False)


def find_mentions(graph: sqlite3.Connection, text: str) -> tuple[Anchor, ...]:
    """Find the files and definitions that a text names; a name must mean just one of them."""
    commit = read_meta(graph).get("commit")
    found: dict[str, Anchor] = {}
    for target in _find_named(graph, text):
        if len(found) >= MAX_MENTIONS:
            break
        found.setdefault(target, Anchor(target, "mention", _get_kind(target), commit=commit))
    return tuple(found.values())


def _resolve_glob(graph: sqlite3.Connection, target: str, commit: str | None) -> Anchor:
    pattern = _translate_glob(target)
    if not any(pattern.fullmatch(path) for _, path in graph.execute(statements.SELECT_FILE_PATHS)):
        raise UnknownTargetError(
            f"No file in the graph matches {target!r}.",
            hint="Run `ripple scan` if it is new; `**` matches folders.",
            near=(),
        )
    return Anchor(target, kind="glob", commit=commit)


def _build_anchor(
    graph: sqlite3.Connection, node_id: str, number: int, commit: str | None
) -> Anchor:
    kind, signature, body, surface = graph.execute(
        statements.SELECT_NODE_FACE, (number,)
    ).fetchone()
    return Anchor(
        node_id,
        kind=_KINDS.get(NODE_KINDS[kind], "symbol"),
        body_fingerprint=body,
        signature_fingerprint=surface,
        signature=signature,
        commit=commit,
    )


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
    return "symbol" if SEPARATOR in target else "file"


def _translate_glob(pattern: str) -> re.Pattern[str]:
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    pieces = re.findall(r"\*\*/|\*\*|\*|\?|\[[^\]/]+\]|.", pattern, re.DOTALL)
    return re.compile(
        "".join(
            parts.get(piece)
            or (piece.replace("[!", "[^").replace("\\", r"\\") if len(piece) > 1 else None)
            or re.escape(piece)
            for piece in pieces
        ),
        re.DOTALL,
    )


_KINDS = {
    NodeKind.FILE: "file",
    NodeKind.DIRECTORY: "directory",
    NodeKind.EXTERNAL: "external",
}
