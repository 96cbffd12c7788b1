"""Modules of a Rust file, the crates it names, and the macros it defines."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.facts import EXPORTED, Import
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.rust.context import (
    BLANK,
    InnerModule,
    Opened,
    RustFile,
    field,
    flag_item,
)

MACRO = "!"
_PATH = re.compile(r"path\s*=\s*\"([^\"]*)\"")


def open_module(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Bind a module that is another file, or define one that is written here."""
    name_node, body = field(node, "name"), field(node, "body")
    if name_node is None:
        return None
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    above, attributes = file.attributes_above(node.start_byte)
    space = file.space_of(scope)
    if body is None:
        spec = module_spec(name, space, attributes)
        file.bind(scope, name, "i", scope.start, spec=spec)
        line = file.source.line_at(node.start_byte)
        file.builder.imports.append(Import(spec, (), scope.index, line, "", line))
        if any(text == "macro_use" for text in attributes):
            file.bind(scope, f"*{MACRO}", "i", scope.start, spec=spec)
        return None
    draft = file.builder.define(
        name,
        "module",
        scope.index,
        flags=flag_item(node),
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
    )
    file.bind(scope, name, "d", scope.start, index=draft.index)
    file.opened.append(Opened(draft, node, body, above))
    inner = file.builder.open_scope("module", scope.index, draft.index, body.byte_range)
    draft.fields["body"] = inner.index
    file.spaces[inner.index] = InnerModule(inner, (*space.path, name), draft)
    if space.draft is None:
        file.bind(inner, "super", "i", inner.start, spec="self")
    else:
        file.bind(inner, "super", "d", inner.start, index=space.draft.index)
    return inner


def module_spec(name: str, space: InnerModule, attributes: list[str]) -> str:
    for text in attributes:
        path = _PATH.match(text)
        if path is not None:
            return f"path {'/'.join((*space.path, path[1]))}"
    return f"mod {'/'.join((*space.path, name))}"


def define_macro(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a macro; its name has a mark, so that no function or type is taken for it."""
    name_node = field(node, "name")
    if name_node is None:
        return None
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    above, attributes = file.attributes_above(node.start_byte)
    is_exported = any(text.startswith("macro_export") for text in attributes)
    draft = file.builder.define(
        f"{name}{MACRO}",
        "function",
        scope.index,
        flags=EXPORTED if is_exported else 0,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
    )
    home = file.space_of(scope).scope if scope.index in file.spaces else scope
    file.bind(home, f"{name}{MACRO}", "d", home.start, index=draft.index)
    file.opened.append(Opened(draft, node, name_node, above))
    inner = file.builder.open_scope("function", scope.index, draft.index, node.byte_range)
    draft.fields["body"] = inner.index
    return inner


def bind_external(file: RustFile, node: Node, scope: ScopeDraft) -> None:
    """Bind the crate that `extern crate` names."""
    name_node, alias = field(node, "name"), field(node, "alias")
    if name_node is None:
        return
    name = file.name_of(name_node)
    spec = "crate" if name == "self" else name
    file.skip.add(name_node.start_byte)
    bound = name
    if alias is not None:
        file.skip.add(alias.start_byte)
        bound = file.name_of(alias)
    line = file.source.line_at(node.start_byte)
    file.builder.imports.append(Import(spec, (), scope.index, line, "", line))
    if bound not in ("self", BLANK):
        file.bind(scope, bound, "i", scope.start, spec=spec)
    if any(text == "macro_use" for text in file.attributes_above(node.start_byte)[1]):
        file.bind(scope, f"*{MACRO}", "i", scope.start, spec=spec)
