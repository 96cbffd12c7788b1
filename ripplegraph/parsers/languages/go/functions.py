"""Functions, methods and function literals of a Go file."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.facts import ANONYMOUS, ARROW, EXPORTED, TEST, BindingKind, Param
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.go.context import BLANK, MODULE, GoFile, Opened, field, names_of
from ripplegraph.parsers.languages.go.types import read_base, read_params, read_result, read_type

_TEST = re.compile(r"(?:Test|Benchmark|Fuzz)(?![a-z])\w*")
_EXAMPLE = re.compile(r"Example(?![a-z])\w*")
_TESTED = re.compile(r"testing\.(?:T|B|F|TB)")


def flag_name(name: str) -> int:
    """Return the flag of names that other packages see."""
    return EXPORTED if name[:1].isupper() else 0


def open_function(file: GoFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function and open its scopes."""
    name_node = field(node, "name")
    if name_node is None:
        return None
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    params = read_params(file, field(node, "parameters"))
    flags = flag_name(name)
    entry = "main" if name == "main" and file.package == "main" else ""
    if _is_test(file, name, params):
        flags, entry = flags | TEST, "test"
    draft = _define(file, node, name, scope, params, flags=flags, entry=entry)
    if name not in (BLANK, "init"):
        file.bind(scope, name, "d", scope.start, index=draft.index)
    return _open_scopes(file, node, draft, scope, params)


def _is_test(file: GoFile, name: str, params: list[Param]) -> bool:
    if _EXAMPLE.fullmatch(name):
        return not params and file.package.endswith("_test")
    written = params[0].annotation if len(params) == 1 else None
    is_tested = isinstance(written, str) and _TESTED.fullmatch(written) is not None
    return is_tested and _TEST.fullmatch(name) is not None


def open_method(file: GoFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a method under the name of its receiver's type and open its scopes."""
    name_node, receiver = field(node, "name"), field(node, "receiver")
    own = receiver_type(file, receiver)
    if name_node is None or receiver is None or own is None:
        return None
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    members, inner = file.extension(own)
    params = read_params(file, field(node, "parameters"))
    qualified = file.builder.qualify(MODULE, f"{own}.{name}")
    draft = _define(
        file, node, name, inner, params, flags=flag_name(name), entry="", qualified=qualified
    )
    if name != BLANK:
        file.bind(members, name, "d", members.start, index=draft.index)
    body = _open_scopes(file, node, draft, scope, params)
    _bind_receiver(file, receiver, own, body)
    return body


def receiver_type(file: GoFile, receiver: Node | None) -> str | None:
    """Return the name of the type that a receiver's method belongs to."""
    for item in receiver.named_children if receiver is not None else ():
        if item.type == "parameter_declaration":
            written = read_base(file, field(item, "type"))
            return written if isinstance(written, str) else None
    return None


def _bind_receiver(file: GoFile, receiver: Node, own: str, body: ScopeDraft) -> None:
    outer = file.builder.scopes[body.parent]
    for item in receiver.named_children:
        for name in names_of(item):
            text = file.name_of(name)
            if text != BLANK:
                file.bind(body, text, ":", body.start, annotation=own)
        written = field(item, "type")
        if written is not None and written.type == "pointer_type":
            written = written.named_children[-1]
        if written is not None and written.type == "generic_type":
            for argument in written.named_children[-1].named_children:
                file.skip.add(argument.start_byte)
                file.bind(outer, file.name_of(argument), "x", outer.start)


def open_literal(file: GoFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function without a name and open its scopes."""
    params = read_params(file, field(node, "parameters"))
    draft = _define(file, node, "<func>", scope, params, flags=ANONYMOUS | ARROW, entry="")
    file.literal_index[node.id] = draft.index
    return _open_scopes(file, node, draft, scope, params)


def _define(
    file: GoFile,
    node: Node,
    name: str,
    scope: ScopeDraft,
    params: list[Param],
    *,
    flags: int,
    entry: str,
    **fields: object,
) -> DefinitionDraft:
    draft = file.builder.define(
        name,
        "function",
        scope.index,
        flags=flags,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(max(node.start_byte, node.end_byte - 1)),
        params=tuple(params),
        returns=read_result(file, field(node, "result")),
        entry=entry,
        **fields,
    )
    file.opened.append(Opened(draft, node, field(node, "body")))
    return draft


def _open_scopes(
    file: GoFile, node: Node, draft: DefinitionDraft, scope: ScopeDraft, params: list[Param]
) -> ScopeDraft:
    """Open a scope for the types of a function, and inside it one for all its other names."""
    span = (node.start_byte, node.end_byte)
    outer = file.builder.open_scope("function", scope.index, draft.index, span)
    draft.fields["body"] = outer.index
    bind_type_parameters(file, field(node, "type_parameters"), outer)
    inner = file.builder.open_scope("block", outer.index, draft.index, span)
    for index, param in enumerate(params):
        if param.name not in ("", BLANK):
            file.bind(inner, param.name, "p", inner.start, index=index)
    result = field(node, "result")
    if result is not None and result.type == "parameter_list":
        for param in read_params(file, result):
            if param.name not in ("", BLANK):
                file.bind(inner, param.name, ":", inner.start, annotation=param.annotation)
    return inner


def bind_type_parameters(file: GoFile, node: Node | None, scope: ScopeDraft) -> None:
    """Bind type parameters to what they are constrained to."""
    for item in node.named_children if node is not None else ():
        written = read_type(file, field(item, "type"))
        for name in names_of(item):
            kind: BindingKind = "x" if written is None else "="
            file.bind(scope, file.name_of(name), kind, scope.start, value=written)
