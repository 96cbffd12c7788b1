"""Functions, methods and closures of a Rust file."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    ARROW,
    ASYNC,
    CLASS_METHOD,
    DECLARATION,
    TEST,
    Param,
)
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.rust.context import (
    MODULE,
    ExpressionStep,
    Opened,
    RustFile,
    field,
    flag_item,
)
from ripplegraph.parsers.languages.rust.patterns import Match, bind_pattern
from ripplegraph.parsers.languages.rust.signatures import (
    bind_type_parameters,
    find_receiver,
    read_params,
)
from ripplegraph.parsers.languages.rust.types import read_type

_TEST = re.compile(r"(?:\w+\s*::\s*)*(?:test|rstest|test_case|wasm_bindgen_test|bench|test_log)\b")

Params = list[tuple[Param, Node]]


def open_function(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function of a module, a block or a trait, and open its scope."""
    name_node = field(node, "name")
    if name_node is None:
        return None
    name = file.name_of(name_node)
    above, attributes = file.attributes_above(node.start_byte)
    flags = flag_item(node) | _flag_modifiers(node)
    entry = "main" if name == "main" and scope.index == MODULE else ""
    if any(_TEST.match(text) for text in attributes):
        flags, entry = flags | TEST, "test"
    members = file.builder.scopes[scope.parent] if scope.index in file.selves else scope
    if scope.index in file.selves:
        flags |= CLASS_METHOD
    draft, inner = _define(file, node, name, scope, flags=flags, entry=entry)
    file.skip.add(name_node.start_byte)
    file.bind(members, name, "d", members.start, index=draft.index)
    file.opened.append(Opened(draft, node, field(node, "body"), above))
    return inner


def _flag_modifiers(node: Node) -> int:
    flags = 0
    if node.type == "function_signature_item":
        flags |= ABSTRACT | DECLARATION
    for child in node.children[:3]:
        if child.type == "function_modifiers":
            flags |= ASYNC * any(word.type == "async" for word in child.children)
    return flags


def _define(
    file: RustFile, node: Node, name: str, scope: ScopeDraft, *, flags: int, entry: str
) -> tuple[DefinitionDraft, ScopeDraft]:
    builder = file.builder
    fields: dict[str, object] = {}
    prefix = file.owners.get(scope.index)
    if prefix is not None:
        fields["qualified"] = builder.qualify(prefix[0], f"{prefix[1]}.{name}")
    draft = builder.define(
        name,
        "function",
        scope.index,
        flags=flags,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(max(node.start_byte, node.end_byte - 1)),
        entry=entry,
        **fields,
    )
    inner = builder.open_scope("function", scope.index, draft.index, node.byte_range)
    bind_type_parameters(file, node, inner)
    parameters = field(node, "parameters")
    params = read_params(file, parameters, inner)
    draft.fields["body"] = inner.index
    draft.fields["params"] = tuple(param for param, _ in params)
    draft.fields["returns"] = _read_result(file, node, inner)
    if find_receiver(file, parameters):
        own = file.self_type(scope)
        file.bind(inner, "self", ":", inner.start, annotation=own)
    bind_params(file, params, inner)
    body = field(node, "body")
    if body is not None:
        file.bodies.add(body.start_byte)
    return draft, inner


def _read_result(file: RustFile, node: Node, scope: ScopeDraft) -> Expr:
    written = field(node, "return_type")
    if written is None:
        return None
    trait = scope.parent in file.traits
    if trait and written.type == "type_identifier" and file.name_of(written) == "Self":
        return "Self"
    return read_type(file, written, scope)


def bind_params(file: RustFile, params: Params, scope: ScopeDraft) -> None:
    """Bind parameters; what a pattern takes out of one comes out of a name nobody can write."""
    for index, (param, pattern) in enumerate(params):
        if param.name:
            file.skip.add(_last(pattern).start_byte)
            file.bind(scope, param.name, "p", scope.start, index=index)
        else:
            hidden = f"'{index}"
            file.bind(scope, hidden, "p", scope.start, index=index)
            match = Match(file, scope, scope.start)
            bind_pattern(match, pattern, (ExpressionStep(hidden),))


def _last(node: Node) -> Node:
    return node.named_children[-1] if node.type == "mut_pattern" else node


def open_closure(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function without a name and open its scope."""
    draft = file.builder.define(
        "<closure>",
        "function",
        scope.index,
        flags=ANONYMOUS | ARROW,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(max(node.start_byte, node.end_byte - 1)),
    )
    inner = file.builder.open_scope("function", scope.index, draft.index, node.byte_range)
    params = read_params(file, field(node, "parameters"), inner)
    body = field(node, "body")
    draft.fields["body"] = inner.index
    draft.fields["params"] = tuple(param for param, _ in params)
    draft.fields["returns"] = read_type(file, field(node, "return_type"), inner)
    bind_params(file, params, inner)
    if body is not None and body.type == "block":
        file.bodies.add(body.start_byte)
    file.closure_index[node.id] = draft.index
    file.closures.append((draft, inner, body))
    file.opened.append(Opened(draft, node, body, node.start_byte))
    return inner
