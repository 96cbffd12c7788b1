"""Macros of a file: constants and functions, whose bodies are read as code."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.facts import CONSTANT, MACRO, BindingKind, Param
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.c.context import (
    CHAIN,
    MODULE,
    NAMESPACE,
    CFile,
    Opened,
    field,
    join_chain,
)

_NAME = re.compile(r"[^\W\d]\w*")
_GUARD = re.compile(r"\w*_(?:H|HPP|HH|HXX|H_|INCLUDED)_*|__[A-Z0-9_]+__")
_OPENED = re.compile(r"(?<!inline )\bnamespace[\s\\]+([A-Za-z_]\w*)[\s\\]*\{")
_LONGEST_LITERAL = 200


def define_macro(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a macro; where it is written does not matter, the whole file sees it."""
    name_node, value = field(node, "name"), field(node, "value")
    if name_node is None:
        return None
    module = file.builder.scopes[MODULE]
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    body = file.raw[value.start_byte : value.end_byte].strip() if value is not None else ""
    parameters = field(node, "parameters")
    if body == name or (value is None and parameters is None and _GUARD.fullmatch(name)):
        # It only says that something is there.
        return None
    is_function = parameters is not None
    draft = file.builder.define(
        name,
        "function" if is_function else "variable",
        MODULE,
        flags=MACRO if is_function else CONSTANT,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(max(node.start_byte, node.end_byte - 1)),
    )
    start = node.start_byte if value is None else value.start_byte
    end = node.end_byte
    file.opened.append(Opened(draft, node.start_byte, end if value is None else start, end))
    if not is_function:
        if file.is_cpp:
            _bind_namespaces(file, module, body)
        _bind_constant(file, module, name, draft.index, body)
        if body:
            draft.fields["literal"] = " ".join(body.split())[:_LONGEST_LITERAL]
    else:
        file.bind(module, name, "d", module.start, index=draft.index)
    if not is_function and not _NAME.search(body):
        return None
    span = (name_node.end_byte, end)
    inner = file.builder.open_scope("function", MODULE, draft.index, span)
    file.macro_scopes.add(inner.index)
    around = file.prefix_of(scope).removesuffix("::")
    if around:
        # A macro is mostly used where it is defined.
        inner.bindings.append(file.binding(NAMESPACE, around))
    if parameters is not None:
        draft.fields["body"] = inner.index
        draft.fields["params"] = tuple(_bind_parameters(file, parameters, inner))
    return inner


def _bind_namespaces(file: CFile, module: ScopeDraft, body: str) -> None:
    """Let the names of namespaces that a macro opens mean what is around it.

    Where the macro stands it opens none: what it is for only its own file says.
    """
    for name in dict.fromkeys(_OPENED.findall(body)):
        file.bind(module, name, "m", 0)


def _bind_constant(file: CFile, module: ScopeDraft, name: str, index: int, body: str) -> None:
    value = join_chain(body) if CHAIN.fullmatch(body) else None
    kind: BindingKind = "x" if value is None else "="
    file.bind(module, name, kind, module.start, index=index, value=value)


def _bind_parameters(file: CFile, node: Node, inner: ScopeDraft) -> list[Param]:
    found: list[Param] = []
    for item in node.named_children:
        if item.type == "identifier":
            name = file.name_of(item)
            file.skip.add(item.start_byte)
            file.bind(inner, name, "x", inner.start)
            found.append(Param(name))
    if "..." in file.raw[node.start_byte : node.end_byte]:
        found.append(Param("", "*"))
    return found
