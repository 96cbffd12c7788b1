"""What a Rust file imports: `use` trees, globs, re-exports, also those that macros are given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from ripplegraph.graph.facts import Binding, Export, Import
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.rust.context import (
    BLANK,
    MODULE,
    InnerModule,
    RustFile,
    field,
    flag_item,
)
from ripplegraph.parsers.languages.rust.modules import MACRO, module_spec

_GIVEN_MODULE = re.compile(r"\bmod\s+(\w+)\s*;")
_GIVEN_USE = re.compile(r"\b(pub\b[^;]{0,200}?\s)?use\s+([\w:]+)(?:\s+as\s+(\w+))?\s*;")
_SEPARATOR = re.compile(r"\s*::\s*")
_ROOTS = frozenset({"crate", "self", "super"})
_HOLDING = frozenset({"module", "class", "interface"})
_MOST_PARTS = 2000


class Used(NamedTuple):
    """One name that a `use` brings: the path it has, and the name it gets."""

    path: tuple[str, ...]
    name: str


def find_used(file: RustFile, node: Node) -> Iterator[Used]:
    """Yield every name that a `use` declaration brings."""
    argument = field(node, "argument")
    todo: list[tuple[Node, tuple[str, ...]]] = [(argument, ())] if argument is not None else []
    count = 0
    while todo and count < _MOST_PARTS:
        item, above = todo.pop()
        count += 1
        if item.type in ("scoped_use_list", "use_list"):
            path = field(item, "path")
            front = (*above, *_split(file, path)) if path is not None else above
            inner = field(item, "list") if item.type == "scoped_use_list" else item
            if inner is not None:
                todo += [(child, front) for child in reversed(inner.named_children)]
        elif item.type == "use_wildcard":
            named = item.named_children
            yield Used((*above, *(_split(file, named[0]) if named else ())), "*")
        elif item.type == "use_as_clause":
            path, alias = field(item, "path"), field(item, "alias")
            if path is not None and alias is not None:
                yield Used(_whole((*above, *_split(file, path))), file.name_of(alias))
        elif not item.is_extra:
            parts = _whole((*above, *_split(file, item)))
            if parts:
                yield Used(parts, parts[-1])


def _whole(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return a path without a `self` at its end: `use a::{self}` brings `a`."""
    return parts[:-1] if len(parts) > 1 and parts[-1] == "self" else parts


def _split(file: RustFile, node: Node) -> tuple[str, ...]:
    parts = _SEPARATOR.split(file.name_of(node))
    return tuple(part.removeprefix("r#") for part in parts if part)


def read_uses(file: RustFile) -> None:
    """Bind what `use` declarations bring, now that the names of all modules are known."""
    macros = {
        file.name_of(name).rpartition("::")[2].strip()
        for node in file.captures.get("macro", ())
        if (name := field(node, "macro")) is not None
    }
    for node, space in _find_item_macros(file):
        _bind_given_modules(file, node, space)
    for node, scope, space in file.uses:
        used = list(find_used(file, node))
        _bring(file, used, (scope, space), node, macros, is_public=flag_item(node) != 0)
    for node, space in _find_item_macros(file):
        for found in _GIVEN_USE.finditer(file.raw, *node.byte_range):
            path = tuple(_SEPARATOR.split(found[2].strip(":")))
            used = [Used(path, found[3] or path[-1])]
            _bring(file, used, (space.scope, space), node, macros, is_public=bool(found[1]))


def _find_item_macros(file: RustFile) -> list[tuple[Node, InnerModule]]:
    """Return the macros that stand where items do, each with its module."""
    found: list[tuple[Node, InnerModule]] = []
    for node in file.captures.get("macro", ()):
        scope = file.builder.scopes[file.scope_regions.at(node.start_byte)]
        at = scope.index if scope.start < node.start_byte else scope.parent
        if at in file.spaces:
            found.append((node, file.spaces[at]))
    return found


def _bind_given_modules(file: RustFile, node: Node, space: InnerModule) -> None:
    """Bind the modules that a macro is given to declare."""
    for found in _GIVEN_MODULE.finditer(file.raw, *node.byte_range):
        spec = module_spec(found[1], space, [])
        file.bind(space.scope, found[1], "i", space.scope.start, spec=spec)
        line = file.source.line_at(found.start(1))
        file.builder.imports.append(Import(spec, (), space.scope.index, line, "", line))


def _bring(
    file: RustFile,
    brought: list[Used],
    where: tuple[ScopeDraft, InnerModule],
    node: Node,
    macros: set[str],
    *,
    is_public: bool,
) -> None:
    """Bind the names that one declaration brings."""
    scope, space = where
    line, end_line = (file.source.line_at(at) for at in (node.start_byte, node.end_byte - 1))
    specs: dict[str, list[str]] = {}
    for used in brought:
        spec, member = _locate(file, used, scope, space)
        if used.name == "*":
            file.bind(scope, "*", "f", scope.start, spec=spec, member=member)
            specs.setdefault(spec, []).append(f"{member}.*" if member else "*")
            continue
        _bind_used(file, scope, used, spec, member, macros)
        specs.setdefault(spec, []).extend([member] if member else [])
        if is_public and member:
            export = Export(used.name, "", spec, member, None, scope.index, 0, line)
            file.builder.exports.append(export)
    for spec, names in specs.items():
        kind = "export" if is_public else ""
        item = Import(spec, tuple(names), scope.index, line, kind, end_line)
        file.builder.imports.append(item)


def _bind_used(
    file: RustFile, scope: ScopeDraft, used: Used, spec: str, member: str, macros: set[str]
) -> None:
    if used.name == BLANK:
        return
    if not member:
        file.bind(scope, used.name, "i", scope.start, spec=spec)
        return
    file.bind(scope, used.name, "f", scope.start, spec=spec, member=member)
    for ending in sorted(file.payloads.get(used.name, ())):
        bound = used.name + ending
        file.bind(scope, bound, "f", scope.start, spec=spec, member=member + ending)
    if used.name in macros:
        marked = f"{member}{MACRO}"
        file.bind(scope, used.name + MACRO, "f", scope.start, spec=spec, member=marked)


def _locate(file: RustFile, used: Used, scope: ScopeDraft, space: InnerModule) -> tuple[str, str]:
    """Return the module or crate that a path begins at, and the rest as a chain."""
    parts = list(used.path)
    head = parts[0] if parts else ""
    if head == "crate":
        return "crate", ".".join(parts[1:])
    if head in ("self", "super"):
        return _locate_here(parts, list(space.path))
    home = _find_home(file, scope, head) if head and head != used.name else None
    if home is not None:
        # A path may begin with a name of the module itself.
        return "self", ".".join((*home.path, *parts))
    return head, ".".join(parts[1:])


def _locate_here(parts: list[str], around: list[str]) -> tuple[str, str]:
    above = 0
    while parts and parts[0] in ("self", "super"):
        if parts.pop(0) == "super":
            if around:
                around.pop()
            else:
                above += 1
    spec = "::".join(["super"] * above) or "self"
    return spec, ".".join((*around, *parts))


def _find_home(file: RustFile, scope: ScopeDraft, name: str) -> InnerModule | None:
    """Return the module of the file in which a name stands for a module or a type, if any."""
    for current in _scopes(file, scope):
        for binding in current.bindings:
            if binding.name == name and _holds_names(file, binding):
                return file.space_of(current)
    return None


def _holds_names(file: RustFile, binding: Binding) -> bool:
    if binding.kind == "d":
        return file.builder.definitions[binding.index].fields["kind"] in _HOLDING
    return binding.kind in "if"


def _scopes(file: RustFile, scope: ScopeDraft) -> Iterator[ScopeDraft]:
    index = scope.index
    while index >= MODULE:
        current = file.builder.scopes[index]
        if current.kind in ("module", "function", "block"):
            yield current
        index = current.parent


def find_own_names(file: RustFile) -> set[str]:
    """Return names of types that the file defines or takes from elsewhere than the standard."""
    found: set[str] = set()
    for node in file.captures.get("structure", ()):
        if node.type in ("struct_item", "enum_item", "trait_item", "union_item"):
            name = field(node, "name")
            if name is not None:
                found.add(file.name_of(name))
        elif node.type == "use_declaration":
            for used in find_used(file, node):
                if used.path and used.path[0] in _ROOTS:
                    found.add(used.name)
    return found
