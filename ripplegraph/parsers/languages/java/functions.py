"""Methods, constructors and lambdas of a Java file."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    ARROW,
    DECLARATION,
    EXPORTED,
    STATIC,
    TEST,
    BindingKind,
    Param,
)
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.java.context import CONSTRUCTOR, JavaFile, Opened, field
from ripplegraph.parsers.languages.java.modifiers import Modifiers, read_modifiers
from ripplegraph.parsers.languages.java.types import read_declared, read_params, read_type

_OLD_TESTS = "TestCase"


def open_method(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a method, or a value of an annotation, and open its scope."""
    name_node = field(node, "name")
    if name_node is None:
        return None
    name = file.name_of(name_node)
    params = [param for param, _ in read_params(file, field(node, "parameters"))]
    modifiers = read_modifiers(file, node)
    flags = _flag_method(file, node, scope, modifiers)
    entry = _find_entry(file, scope, name, params, modifiers)
    draft = _define(
        file,
        node,
        name,
        scope,
        params,
        head=modifiers.head,
        flags=flags | TEST if entry == "test" else flags,
        entry=entry,
        returns=read_declared(file, field(node, "type"), node),
        decorators=modifiers.decorators,
    )
    if flags & DECLARATION:
        file.abstract.setdefault(scope.index, []).append(draft.index)
    _bind(file, scope, name, draft.index, params)
    return _open_scope(file, node, draft, scope, params)


def _flag_method(file: JavaFile, node: Node, scope: ScopeDraft, modifiers: Modifiers) -> int:
    flags = modifiers.flags
    around = file.builder.definitions[scope.definition].fields if scope.definition >= 0 else {}
    if around.get("kind") == "interface" and "private" not in modifiers.words:
        flags |= EXPORTED
    if field(node, "body") is None and "native" not in modifiers.words:
        flags |= ABSTRACT | DECLARATION
    return flags


def _find_entry(
    file: JavaFile, scope: ScopeDraft, name: str, params: list[Param], modifiers: Modifiers
) -> str:
    """Return why a method is run from outside the project."""
    if name == "main" and modifiers.flags & STATIC and len(params) < 2:
        return "main"
    if modifiers.entry or not name.startswith("test") or params or scope.definition < 0:
        return modifiers.entry
    bases = file.builder.definitions[scope.definition].fields.get("bases", ())
    return "test" if any(str(base).endswith(_OLD_TESTS) for base in bases) else ""


def open_constructor(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a constructor, named like its class, and open its scope."""
    name_node = field(node, "name")
    if name_node is None or scope.kind != "class":
        return None
    params = [param for param, _ in read_params(file, field(node, "parameters"))]
    modifiers = read_modifiers(file, node)
    draft = _define(
        file,
        node,
        file.name_of(name_node),
        scope,
        params,
        head=modifiers.head,
        flags=modifiers.flags,
        decorators=modifiers.decorators,
    )
    file.bind(scope, CONSTRUCTOR, "d", scope.start, index=draft.index)
    if node.type == "compact_constructor_declaration":
        count = file.components.get(scope.index, 0)
        file.bind_method(scope, CONSTRUCTOR, draft.index, count, count)
    else:
        _bind(file, scope, CONSTRUCTOR, draft.index, params)
    return _open_scope(file, node, draft, scope, params)


def _bind(file: JavaFile, scope: ScopeDraft, name: str, index: int, params: list[Param]) -> None:
    is_open = bool(params) and params[-1].kind == "*"
    fewest = len(params) - is_open
    file.bind_method(scope, name, index, fewest, None if is_open else fewest)


def open_lambda(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function without a name and open its scope."""
    written = field(node, "parameters")
    if written is None:
        params = []
    elif written.type == "identifier":
        params = [Param(file.name_of(written))]
    elif written.type == "inferred_parameters":
        names = [child for child in written.named_children if child.type == "identifier"]
        params = [Param(file.name_of(name)) for name in names]
    else:
        params = [_without_var(param) for param, _ in read_params(file, written)]
    draft = _define(file, node, "<lambda>", scope, params, flags=ANONYMOUS | ARROW)
    file.unnamed[node.id] = draft.index
    given = field(node, "body")
    if given is not None and given.type != "block":
        file.results.append((draft, given))
    return _open_scope(file, node, draft, scope, params)


def _without_var(param: Param) -> Param:
    return Param(param.name, param.kind) if param.annotation == "var" else param


def _define(
    file: JavaFile,
    node: Node,
    name: str,
    scope: ScopeDraft,
    params: list[Param],
    *,
    flags: int,
    head: int = -1,
    **fields: object,
) -> DefinitionDraft:
    body, head = field(node, "body"), max(head, node.start_byte)
    draft = file.builder.define(
        name,
        "function",
        scope.index,
        flags=flags,
        line=file.source.line_at(head),
        end_line=file.source.line_at(max(node.start_byte, node.end_byte - 1)),
        params=tuple(params),
        **fields,
    )
    if body is not None:
        file.bodies.add(body.start_byte)
    file.opened.append(Opened(draft, node, body))
    file.opened[-1].head = head
    return draft


def _open_scope(
    file: JavaFile, node: Node, draft: DefinitionDraft, scope: ScopeDraft, params: list[Param]
) -> ScopeDraft:
    span = (node.start_byte, node.end_byte)
    inner = file.builder.open_scope("function", scope.index, draft.index, span)
    draft.fields["body"] = inner.index
    bind_type_parameters(file, field(node, "type_parameters"), inner)
    for index, param in enumerate(params):
        file.bind(inner, param.name, "p", inner.start, index=index)
    return inner


def bind_type_parameters(file: JavaFile, node: Node | None, scope: ScopeDraft) -> None:
    """Bind type parameters to what they are known to extend."""
    for item in node.named_children if node is not None else ():
        inner = item.named_children
        if item.type != "type_parameter" or not inner:
            continue
        bounds = [child for child in inner if child.type == "type_bound"]
        name = next(c for c in inner if c.type in ("type_identifier", "identifier"))
        written = None
        if bounds and bounds[0].named_children:
            written = read_type(file, bounds[0].named_children[0])
        kind: BindingKind = "x" if written is None else "="
        file.bind(scope, file.name_of(name), kind, scope.start, value=written)
