"""Namespaces of a file, and what makes their names be seen elsewhere."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Either, Expr
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.c.context import (
    MODULE,
    NAMESPACE,
    USING,
    CFile,
    Opened,
    field,
)
from ripplegraph.parsers.languages.c.types import chain_of, read_type


def open_namespace(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open a namespace; one that is inline, or has no name, is a part of the one around it."""
    name_node, body = field(node, "name"), field(node, "body")
    if body is None or (scope.index != MODULE and scope.index not in file.prefixes):
        return None
    prefix = file.prefix_of(scope)
    text = "" if name_node is None else "".join(file.name_of(name_node).split())
    is_inline = file.raw.startswith("inline", node.start_byte)
    inner = file.builder.open_scope("block", scope.index, -1, (body.start_byte, body.end_byte))
    if name_node is None or is_inline:
        file.prefixes[inner.index] = prefix
        if name_node is None:
            file.hidden.add(inner.index)
        _bind_alias(file, text, prefix)
    else:
        parts = text.replace("inline", "").split("::")
        for part in parts:
            _bind_namespace(file, prefix, part)
            prefix += f"{part}::"
        file.prefixes[inner.index] = prefix
    if scope.index in file.hidden:
        file.hidden.add(inner.index)
    spec = prefix.removesuffix("::")
    module = file.builder.scopes[inner.index]
    module.bindings.append(file.binding(NAMESPACE, spec))
    return inner


def _bind_namespace(file: CFile, prefix: str, name: str) -> None:
    module = file.builder.scopes[MODULE]
    full = prefix + name
    if full not in file.namespaces:
        file.namespaces.add(full)
        file.bind(module, full, "m", 0, spec=full)


def _bind_alias(file: CFile, name: str, prefix: str) -> None:
    """Let the name of an inline namespace mean the one around it."""
    full = prefix + name
    if name and full not in file.namespaces:
        file.namespaces.add(full)
        spec = prefix.removesuffix("::")
        file.bind(file.builder.scopes[MODULE], full, "m", 0, spec=spec)


def read_using(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Read `using namespace a;` and `using a::b;`."""
    target = node.named_children[-1] if node.named_children else None
    if target is None:
        return None
    chain = chain_of(file, target)
    words = file.raw[node.start_byte : target.start_byte].split()
    if "namespace" in words:
        scope.bindings.append(file.binding(USING, chain.replace(".", "::")))
        return None
    last = chain.rpartition(".")[2]
    if scope.kind == "class" and last == chain.split(".")[-2:][0]:
        # The constructors of a base.
        return None
    file.skip.add(target.start_byte)
    if "." in chain:
        value = _seen_from(file, scope, chain)
        file.bind(scope, last, "=", node.start_byte, value=value)
    return None


def _seen_from(file: CFile, scope: ScopeDraft, chain: str) -> Expr:
    """Return what a chain means in a namespace: it may begin with the name of an inner one.

    What a namespace binds is bound in the file, where only whole names are known.
    """
    prefix = file.prefix_of(scope).replace("::", ".")
    found = [chain]
    while prefix:
        found.append(prefix + chain)
        outer = prefix[:-1].rpartition(".")[0]
        prefix = f"{outer}." if outer else ""
    return Either(tuple(found)) if len(found) > 1 else chain


def define_namespace_alias(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Bind another name of a namespace."""
    name, target = field(node, "name"), node.named_children[-1]
    if name is not None and target.id != name.id:
        file.skip.add(name.start_byte)
        value = _seen_from(file, scope, chain_of(file, target))
        file.bind(scope, file.name_of(name), "=", node.start_byte, value=value)
    return None


def define_alias(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define another name of a type: `using Name = Type;`."""
    name_node = field(node, "name")
    if name_node is None:
        return None
    name, written = file.name_of(name_node), field(node, "type")
    file.skip.add(name_node.start_byte)
    draft = file.define(
        name,
        "interface",
        scope,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        annotation=read_type(file, written),
        returns=None if written is None else file.describe_alias(written, None),
    )
    file.opened.append(Opened(draft, node.start_byte, node.end_byte, node.end_byte))
    file.bind(scope, name, "d", scope.start, index=draft.index)
    return None
