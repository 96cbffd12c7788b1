"""Functions of a file: those that are written as such, and those that a macro declares."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import Builtin, Expr
from ripplegraph.graph.facts import EXPORTED, TEST, Param
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.c.context import MODULE, CFile, Opened, field
from ripplegraph.parsers.languages.c.types import read_declarator, read_params, read_type

_WORD = re.compile(r"[^\W\d]\w*")


def is_static(file: CFile, node: Node, until: int) -> bool:
    """Whether a declaration says that its names are the file's own."""
    return " static " in f" {' '.join(file.raw[node.start_byte : until].split())} "


def open_function(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function and open its scope."""
    declared = read_declarator(field(node, "declarator"))
    name_node = declared.name
    if name_node is None or declared.function is None:
        return None
    name = file.name_of(name_node)
    if not name:
        return None
    file.skip.add(name_node.start_byte)
    params = list(read_params(file, declared.function))
    flags = 0 if is_static(file, node, name_node.start_byte) else EXPORTED
    entry = "main" if name == "main" and scope.index == MODULE else ""
    if is_test_name(name, params):
        flags, entry = flags | TEST, "test"
    draft = define_function(
        file, node, name, scope, tuple(p for p, _, _ in params), flags=flags, entry=entry
    )
    file.bind(scope, name, "d", scope.start, index=draft.index)
    inner = open_function_scope(file, node, draft, scope)
    bind_params(file, params, inner)
    return inner


def is_test_name(name: str, params: list[tuple[Param, Node, Node | None]]) -> bool:
    """Whether a function has the name of a test, and needs nothing that a runner cannot give."""
    return name.startswith("test_") and len(params) < 2


def define_function(
    file: CFile,
    node: Node,
    name: str,
    scope: ScopeDraft,
    params: tuple[Param, ...],
    *,
    flags: int,
    entry: str = "",
    returns: Expr = None,
    **fields: object,
) -> DefinitionDraft:
    """Define a function; `fields` are more of what a definition has."""
    start, end = node.start_byte, node.end_byte
    body = field(node, "body")
    described = file.describe_type(node)
    if described:
        fields["annotation"] = Builtin(described)
    draft = file.define(
        name,
        "function",
        scope,
        flags=flags,
        line=file.source.line_at(start),
        end_line=file.source.line_at(max(start, end - 1)),
        params=params,
        returns=read_type(file, field(node, "type")) if returns is None else returns,
        entry=entry,
        **fields,
    )
    file.opened.append(Opened(draft, start, end if body is None else body.start_byte, end))
    return draft


def open_function_scope(
    file: CFile, node: Node, draft: DefinitionDraft, scope: ScopeDraft
) -> ScopeDraft:
    """Open the scope of a function."""
    span = (node.start_byte, node.end_byte)
    inner = file.builder.open_scope("function", scope.index, draft.index, span)
    draft.fields["body"] = inner.index
    return inner


def bind_params(
    file: CFile, params: list[tuple[Param, Node, Node | None]], inner: ScopeDraft
) -> None:
    """Bind the parameters of a function; those of old have their types in declarations after."""
    for param, item, name in params:
        if not param.name or name is None:
            continue
        file.skip.add(name.start_byte)
        given = param.annotation
        described = given.name if type(given) is Builtin else ""
        at = file.bind(inner, param.name, "x", inner.start, member=described)
        written = field(item, "type") if item is not name else None
        if written is not None and not holds_function(item):
            file.pending.append((inner, at, written, None))


def holds_function(node: Node) -> bool:
    """Whether what a declaration declares is a pointer to a function."""
    declared = field(node, "declarator")
    while declared is not None:
        if declared.type == "function_declarator":
            return True
        declared = field(declared, "declarator")
    return False


def open_macro_function(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function that a macro declares: `DEFINE_CALL(name, ...) { ... }`."""
    head = node.prev_named_sibling
    while head is not None and head.type == "comment":
        head = head.prev_named_sibling
    call = head.named_children[0] if head is not None and head.named_children else None
    is_inside = scope.index != MODULE and scope.index not in file.prefixes
    if is_inside or call is None or call.type != "call_expression":
        return None
    if head is None or file.raw[head.end_byte - 1] == ";":
        return None
    macro, arguments = field(call, "function"), field(call, "arguments")
    if macro is None or arguments is None:
        return None
    words = _WORD.findall(file.raw, arguments.start_byte, arguments.end_byte)
    name = f"{file.name_of(macro)}.{words[0]}" if words else file.name_of(macro)
    start, end = call.start_byte, node.end_byte
    draft = file.define(
        name.rpartition(".")[2],
        "function",
        scope,
        line=file.source.line_at(start),
        end_line=file.source.line_at(max(start, end - 1)),
        qualified=f"{file.prefix_of(scope)}{name}".replace("::", "."),
    )
    file.opened.append(Opened(draft, start, node.start_byte, end))
    inner = open_function_scope(file, node, draft, scope)
    for word in words:
        if word not in ("struct", "union", "enum", "const", "unsigned"):
            file.bind(inner, word, "x", inner.start)
    return inner
