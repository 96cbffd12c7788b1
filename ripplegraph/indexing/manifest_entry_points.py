"""Entry points that manifests declare: what a package's commands and scripts run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath
from typing import NamedTuple

from ripplegraph.frameworks.mechanisms.evidence import fill
from ripplegraph.linking.emit.edge_ids import slot_id
from ripplegraph.linking.engine.attempts import LinkAttempts
from ripplegraph.linking.module_resolution import ModuleResolver
from ripplegraph.linking.project_analysis import ProjectAnalysis
from ripplegraph.linking.values.links import EXACT, LinkedEdge
from ripplegraph.parsers.manifest_text import load_json, load_toml
from ripplegraph.parsers.resolvers import ProjectFiles

PYTHON_MANIFEST = "pyproject.toml"
NODE_MANIFEST = "package.json"
_KIND = "is_entrypoint_for"
_OBJECT_REFERENCE = re.compile(r"\s*([\w.]+)\s*(?::\s*([\w.]+))?")
_SCRIPT_WORD = re.compile(r"[^\s\"'`;&|()<>=]+")


class EntryPoint(NamedTuple):
    """An entry point in a manifest, and its position."""

    target: str
    line: int
    words: str = ""
    """What it is, where the manifest gives it a name."""


def find_entry_points(
    project: ProjectFiles,
    analysis: ProjectAnalysis,
    resolvers: Mapping[str, ModuleResolver],
    attempts: LinkAttempts,
) -> dict[str, list[LinkedEdge]]:
    """Return an edge from each manifest to each symbol or file of the project that it runs."""
    found: dict[str, list[LinkedEdge]] = {}
    for path in sorted(filter(is_manifest, project.paths)):
        edges = attempts.attempt(
            path, "entry points", _link_manifest, path, project, analysis, resolvers
        )
        if edges:
            found[path] = edges
    return found


def _link_manifest(
    path: str,
    project: ProjectFiles,
    analysis: ProjectAnalysis,
    resolvers: Mapping[str, ModuleResolver],
) -> list[LinkedEdge]:
    entries: Iterator[EntryPoint] = iter(())
    if _is_named(path, PYTHON_MANIFEST) and "python" in resolvers:
        entries = _read_python_manifest(path, project, analysis, resolvers["python"])
    elif _is_named(path, NODE_MANIFEST):
        entries = _read_node_manifest(path, project, resolvers.get("ecmascript"))
    return [
        LinkedEdge(path, _KIND, entry.target, entry.line, EXACT, 1, 1.0, entry.words)
        for entry in entries
    ]


def is_manifest(path: str) -> bool:
    """Whether a file may declare entry points."""
    return path.endswith((PYTHON_MANIFEST, NODE_MANIFEST)) and (
        _is_named(path, PYTHON_MANIFEST) or _is_named(path, NODE_MANIFEST)
    )


def _is_named(path: str, name: str) -> bool:
    return path == name or path.endswith(f"/{name}")


def _read_python_manifest(
    path: str, project: ProjectFiles, analysis: ProjectAnalysis, resolver: ModuleResolver
) -> Iterator[EntryPoint]:
    text = _read_text(path, project)
    for words, reference in _find_object_references(load_toml(text)):
        match = _OBJECT_REFERENCE.match(reference)
        target = _find_object(match[1], match[2], path, analysis, resolver) if match else None
        if target is not None:
            yield EntryPoint(target, _find_line(text, reference), words)


def _find_object_references(manifest: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield what a manifest names as entry points, each behind its words."""
    project = _get_table(manifest, "project")
    commands = [
        _get_table(project, "scripts"),
        _get_table(project, "gui-scripts"),
        _get_table(_get_table(_get_table(manifest, "tool"), "poetry"), "scripts"),
    ]
    tables = [("command `{name}`", table) for table in commands]
    tables += [
        (f"entry point `{{name}}` of {group}", table)
        for group, table in _get_table(project, "entry-points").items()
        if isinstance(table, dict)
    ]
    for words, table in tables:
        for name, value in table.items():
            if isinstance(value, str):
                yield fill(words, name=name), value


def _find_object(
    module: str,
    name: str | None,
    importer: str,
    analysis: ProjectAnalysis,
    resolver: ModuleResolver,
) -> str | None:
    paths = resolver.resolve(module, importer).paths
    if not paths or paths[0] not in analysis.paths:
        return None
    path = paths[0]
    if name is None:
        return path
    first, _, rest = name.partition(".")
    for slot in analysis.modules.attribute_slots(path, first):
        target = slot_id(analysis, slot)
        if target is not None and not target.startswith("ext:"):
            return _find_member(analysis, target, rest) if rest else target
    return path


def _find_member(analysis: ProjectAnalysis, owner: str, name: str) -> str:
    """Return a class's own method, or the class when the method is not its own."""
    path, _, qualified = owner.partition("::")
    wanted = f"{qualified}.{name}"
    view = analysis.find_view(path)
    names = {item.qualified for item in view.definitions} if view else set()
    return f"{path}::{wanted}" if wanted in names else owner


def _read_node_manifest(
    path: str, project: ProjectFiles, resolver: ModuleResolver | None
) -> Iterator[EntryPoint]:
    text = _read_text(path, project)
    manifest = load_json(text)
    if not isinstance(manifest, dict):
        return
    seen: set[str] = set()
    for name in _find_named_files(manifest):
        target = _find_file(name, path, project, resolver)
        if target is not None and target not in seen:
            seen.add(target)
            yield EntryPoint(target, _find_line(text, name))


def _find_named_files(manifest: Mapping[str, object]) -> Iterator[str]:
    """Yield everything that may name a file: programs, main modules, words of scripts."""
    for key in ("bin", "main", "module", "browser", "exports"):
        yield from _find_strings(manifest.get(key))
    for script in _get_table(manifest, "scripts").values():
        if isinstance(script, str):
            yield from (word for word in _SCRIPT_WORD.findall(script) if "." in word)


def _find_strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _find_strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _find_strings(item)


def _find_file(
    name: str, manifest: str, project: ProjectFiles, resolver: ModuleResolver | None
) -> str | None:
    """Return the project file that a path in a manifest means, with or without its extension."""
    path = normpath(join(dirname(manifest), name))
    if path in project.paths:
        return path if path != manifest else None
    if resolver is None or "*" in name or path.startswith(".."):
        return None
    spec = name if name.startswith(".") else f"./{name}"
    found = resolver.resolve(spec, manifest).paths
    return found[0] if found and found[0] in project.paths else None


def _read_text(path: str, project: ProjectFiles) -> str:
    return (project.read(path) or b"").decode("utf-8", "replace").removeprefix("\ufeff")


def _get_table(table: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = table.get(key)
    return value if isinstance(value, dict) else {}


def _find_line(text: str, value: str) -> int:
    """Return the line that a value is first written on."""
    at = text.find(value)
    return text.count("\n", 0, max(at, 0)) + 1
