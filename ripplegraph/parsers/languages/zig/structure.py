"""The scopes and definitions of a Zig file, opened in one pass over what can hold others."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from ripplegraph.graph.expressions import Builtin, DefinitionAt
from ripplegraph.graph.facts import CONSTANT, TEST, Import, Param
from ripplegraph.parsers.facts_builder import DefinitionDraft, Regions, ScopeDraft
from ripplegraph.parsers.languages.zig.context import (
    BLANK,
    MODULE,
    Opened,
    Pending,
    ZigFile,
    field,
    flag_public,
)
from ripplegraph.parsers.languages.zig.expressions import read_type

_IMPORT = re.compile(r'@import\(\s*"([^"]*)"\s*\)((?:\s*\.\s*\w+)*)\s*$')
_LONGEST_LITERAL = 200
_NOT_IN_NAMES = re.compile(r"[#\n\t]+")

Handler = Callable[[ZigFile, Node, ScopeDraft], ScopeDraft | None]


def open_structure(file: ZigFile) -> None:
    """Visit every structural node in the order of the text and open what it opens."""
    nodes = sorted(file.captures.get("structure", ()), key=lambda n: (n.start_byte, -n.end_byte))
    stack = [file.builder.scopes[MODULE]]
    for node in nodes:
        while len(stack) > 1 and stack[-1].end <= node.start_byte:
            stack.pop()
        opened = _HANDLERS[node.type](file, node, stack[-1])
        if opened is not None:
            stack.append(opened)
    spans = sorted((s.start, -s.end, s.index) for s in file.builder.scopes[1:])
    file.scope_regions = Regions([(start, -end, index) for start, end, index in spans], MODULE)
    _bind_payloads(file)


def _define(
    file: ZigFile,
    name: str,
    kind: str,
    scope: ScopeDraft,
    node: Node,
    body: Node | None,
    flags: int,
) -> DefinitionDraft:
    start, end = node.byte_range
    draft = file.builder.define(
        name,
        kind,
        scope.index,
        flags=flags,
        line=file.source.line_at(start),
        end_line=file.source.line_at(max(start, end - 1)),
    )
    file.opened.append(Opened(draft, start, end if body is None else body.start_byte, end))
    return draft


def _open_function(file: ZigFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    proto = next((child for child in node.named_children if child.type == "FnProto"), None)
    name_node = field(proto, "function") if proto is not None else None
    if proto is None or name_node is None:
        return None
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    body = next((child for child in node.named_children if child.type == "Block"), None)
    draft = _define(file, name, "function", scope, node, body, flag_public(file, node.start_byte))
    draft.fields["entry"] = "main" if name == "main" and scope.index == MODULE else ""
    file.bind(scope, name, "d", scope.start, index=draft.index)
    inner = file.builder.open_scope("function", scope.index, draft.index, node.byte_range)
    draft.fields["body"] = inner.index
    _bind_parameters(file, proto, inner, draft)
    written = [c for c in proto.children if c.type in ("PrefixTypeOp", "ErrorUnionExpr")]
    file.results.append((draft.index, written))
    if body is not None:
        file.bodies.add(body.start_byte)
    return inner


def _bind_parameters(file: ZigFile, proto: Node, scope: ScopeDraft, draft: DefinitionDraft) -> None:
    params: list[Param] = []
    for group in proto.named_children:
        for item in group.named_children if group.type == "ParamDeclList" else ():
            name_node = field(item, "parameter") if item.type == "ParamDecl" else None
            if item.type != "ParamDecl":
                continue
            name = "" if name_node is None else file.name_of(name_node)
            written = [c for c in item.named_children if c.type == "ParamType"]
            types = written[0].children if written else []
            params.append(Param(name, "", None))
            if name_node is not None and name != BLANK:
                file.skip.add(name_node.start_byte)
                file.bind(scope, name, "x", scope.start)
                at = len(scope.bindings) - 1
                file.pending.append(Pending(scope, at, types, [], False, -1))
    draft.fields["params"] = tuple(params)


def _open_test(file: ZigFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    named = [child for child in node.named_children if not child.is_extra]
    body = next((child for child in named if child.type == "Block"), None)
    title = named[0] if named and named[0].type != "Block" else None
    text = file.name_of(title).strip('"') if title is not None else "test"
    name = _NOT_IN_NAMES.sub(" ", text) or "test"
    draft = _define(file, name, "function", scope, node, body, TEST)
    draft.fields["entry"] = "test"
    inner = file.builder.open_scope("function", scope.index, draft.index, node.byte_range)
    draft.fields["body"] = inner.index
    if body is not None:
        file.bodies.add(body.start_byte)
    return inner


def _open_variable(file: ZigFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    name_node = field(node, "variable_type_function")
    name = BLANK if name_node is None else file.name_of(name_node)
    if name_node is None or name == BLANK:
        return None
    file.skip.add(name_node.start_byte)
    written, value = _split(node, name_node)
    container = _find_container(value)
    if container is not None:
        return _open_named(file, node, name, scope, container)
    imported = _IMPORT.match(file.raw, value[0].start_byte, value[-1].end_byte) if value else None
    if imported is not None:
        _bind_import(file, node, name, scope, imported)
        return None
    index = -1
    if scope.kind == "module":
        flags = flag_public(file, node.start_byte)
        flags |= CONSTANT if file.raw.startswith("const", node.start_byte) else 0
        body = value[0] if value else None
        draft = _define(file, name, "variable", scope, node, body, flags)
        index = draft.index
        if value:
            text = file.line_text(value[0].start_byte, value[-1].end_byte)
            draft.fields["literal"] = text[:_LONGEST_LITERAL]
    at = scope.start if scope.kind == "module" else node.end_byte
    file.bind(scope, name, "x", at, index=index)
    place = len(scope.bindings) - 1
    file.pending.append(Pending(scope, place, written, value, False, index))
    return None


def _split(node: Node, name: Node) -> tuple[list[Node], list[Node]]:
    """Return the nodes of the type and of the value of a declaration."""
    written: list[Node] = []
    value: list[Node] = []
    into: list[Node] = []
    for child in node.children:
        if child.start_byte < name.end_byte:
            continue
        if child.type == ":":
            into = written
        elif child.type == "=":
            into = value
        elif child.is_named and not child.is_extra:
            into.append(child)
    return written, value


def _find_container(value: list[Node]) -> Node | None:
    """Return the container that a value is and nothing else: `struct { ... }`."""
    at = value[0] if len(value) == 1 else None
    while at is not None and at.type in ("ErrorUnionExpr", "SuffixExpr"):
        named = [child for child in at.named_children if not child.is_extra]
        at = named[0] if len(named) == 1 else None
    return at if at is not None and at.type == "ContainerDecl" else None


def _open_named(
    file: ZigFile, node: Node, name: str, scope: ScopeDraft, container: Node
) -> ScopeDraft:
    draft = _define(file, name, "class", scope, node, container, flag_public(file, node.start_byte))
    file.bind(scope, name, "d", scope.start, index=draft.index)
    return _open_members(file, draft, scope, container)


def _open_members(
    file: ZigFile, draft: DefinitionDraft, scope: ScopeDraft, container: Node
) -> ScopeDraft:
    inner = file.builder.open_scope("module", scope.index, draft.index, container.byte_range)
    draft.fields["body"] = inner.index
    file.container_index[container.id] = draft.index
    return inner


def _open_container(file: ZigFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open a container without a name of its own, such as a function makes."""
    if node.id in file.container_index:
        return None
    draft = _define(file, "struct", "class", scope, node, node, 0)
    owner = scope.definition
    if owner >= 0 and file.builder.definitions[owner].fields["kind"] == "function":
        fields = file.builder.definitions[owner].fields
        fields["results"] = (*fields.get("results", ()), DefinitionAt(draft.index))
    return _open_members(file, draft, scope, node)


def _bind_import(
    file: ZigFile, node: Node, name: str, scope: ScopeDraft, found: re.Match[str]
) -> None:
    """Bind what a file is, or something in it."""
    spec, member = found[1], "".join(found[2].split()).strip(".")
    at = scope.start if scope.kind == "module" else node.end_byte
    file.bind(scope, name, "f" if member else "i", at, spec=spec, member=member)
    line = file.source.line_at(node.start_byte)
    names = (member,) if member else ()
    file.builder.imports.append(Import(spec, names, scope.index, line, "", line))


def _define_field(file: ZigFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    name_node = field(node, "field_member")
    own = scope.definition
    if name_node is None:
        name_node = _find_tag(node)
    if name_node is None or scope.kind != "module":
        return None
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    draft = _define(file, name, "variable", scope, node, None, 0)
    written, _ = _split(node, name_node)
    if not any(child.type == ":" for child in node.children):
        # A tag of an enumeration is a value of it.
        around = file.builder.definitions[own].fields["name"] if own >= 0 else None
        file.bind(scope, name, ":", scope.start, index=draft.index, annotation=around)
        return None
    file.bind(scope, name, "x", scope.start, index=draft.index)
    place = len(scope.bindings) - 1
    file.pending.append(Pending(scope, place, written, [], False, draft.index))
    return None


def _find_tag(node: Node) -> Node | None:
    at: Node | None = node
    while at is not None and at.type in ("ContainerField", "ErrorUnionExpr", "SuffixExpr"):
        named = [child for child in at.named_children if not child.is_extra]
        at = named[0] if named else None
    return at if at is not None and at.type == "IDENTIFIER" else None


def _open_block(file: ZigFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    if node.start_byte in file.bodies:
        return None
    return file.builder.open_scope("block", scope.index, -1, node.byte_range)


def _bind_payloads(file: ZigFile) -> None:
    """Bind what conditions and loops take out of values: `if (x) |y|`, `for (items) |item|`."""
    for name in file.captures.get("payload", ()):
        payload = name.parent
        value = payload.prev_named_sibling if payload is not None else None
        _bind_payload(file, name, value)
    for node in file.captures.get("loop", ()):
        items = [c for group in node.named_children for c in group.named_children]
        values = [item for item in items if item.type == "ForItem"]
        names = [item for item in items if item.type == "IDENTIFIER"]
        for name, item in zip(names, values, strict=False):
            inner = item.named_children[0] if item.named_children else None
            _bind_payload(file, name, inner, is_element=True)


def _bind_payload(
    file: ZigFile, name: Node, value: Node | None, *, is_element: bool = False
) -> None:
    file.skip.add(name.start_byte)
    scope = file.builder.scopes[file.scope_regions.at(name.start_byte)]
    file.bind(scope, file.name_of(name), "x", name.start_byte)
    if value is not None:
        place = len(scope.bindings) - 1
        file.pending.append(Pending(scope, place, [], [value], is_element, -1))


def read_results(file: ZigFile) -> None:
    """Fill in the types that functions say they give."""
    for index, written in file.results:
        found = read_type(file, written)
        if found != Builtin("type"):
            file.builder.definitions[index].fields["returns"] = found


_HANDLERS: dict[str, Handler] = {
    "Decl": _open_function,
    "VarDecl": _open_variable,
    "ContainerDecl": _open_container,
    "ContainerField": _define_field,
    "TestDecl": _open_test,
    "Block": _open_block,
}
