"""Functions, constructors and lambdas of a Kotlin file."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph import facts
from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import ABSTRACT, DECLARATION, EXPORTED, TEST, BindingKind, Param
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.java.context import (
    CONSTRUCTOR,
    MODULE,
    JavaFile,
    Opened,
    method_name,
)
from ripplegraph.parsers.languages.java.modifiers import FIXTURES, TESTS
from ripplegraph.parsers.languages.kotlin.references import EXTENSION
from ripplegraph.parsers.languages.kotlin.types import (
    TYPES,
    child_of,
    clean_name,
    read_base,
    read_params,
    read_type,
)

_HIDDEN = ("private", "internal")


def open_function(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function and open its scope."""
    name_node = child_of(node, "simple_identifier")
    if name_node is None:
        return None
    name = clean_name(file.name_of(name_node))
    words, annotations = read_modifiers(file, node)
    params, needed = read_params(file, child_of(node, "function_value_parameters"))
    flags, entry = flag_visible(words), _find_entry(name, params, scope, annotations)
    body = child_of(node, "function_body")
    receiver = node.child_by_field_name("receiver")
    written = read_type(file, child_of(receiver, *TYPES))
    if body is None:
        flags |= ABSTRACT | DECLARATION
    if receiver is not None:
        flags |= facts.EXTENSION
    draft = define_function(
        file,
        node,
        name,
        scope,
        params,
        flags=flags | TEST if entry == "test" else flags,
        entry=entry,
        returns=_read_result(file, node),
        annotation=written,
        decorators=tuple(annotations),
    )
    if body is not None and body.children and body.children[0].type == "=":
        file.results.append((draft, body.named_children[-1]))
    if flags & DECLARATION:
        file.abstract.setdefault(scope.index, []).append(draft.index)
    bind_function(file, scope, name, draft.index, params, needed, is_extension=receiver is not None)
    inner = open_body(file, node, draft, scope, params)
    if receiver is not None:
        kind: BindingKind = "x" if written is None else ":"
        file.bind(inner, "this", kind, inner.start, annotation=written)
    return inner


def bind_function(
    file: JavaFile,
    scope: ScopeDraft,
    name: str,
    index: int,
    params: list[Param],
    needed: int,
    *,
    is_extension: bool = False,
) -> None:
    """Bind a function under a name for each number of arguments that it takes."""
    mark = EXTENSION if is_extension else ""
    has_rest = any(param.kind == "*" for param in params)
    position = (
        scope.start if scope.kind in ("class", "module") else file.builder.scopes[MODULE].start
    )
    most = 11 if has_rest else len(params)
    for count in range(needed, most + 1):
        file.bind(scope, mark + method_name(name, count), "d", position, index=index)
    file.bind(scope, f"{name}::", "d", position, index=index)
    if name[:1].isupper():
        file.bind(scope, name, "d", position, index=index)


def read_modifiers(file: JavaFile, node: Node) -> tuple[set[str], list[str]]:
    """Return the modifiers of a definition, and the names of its annotations."""
    words: set[str] = set()
    annotations: list[str] = []
    modifiers = child_of(node, "modifiers")
    for child in modifiers.named_children if modifiers is not None else ():
        if child.type != "annotation":
            words.add(file.name_of(child))
            continue
        inner = child_of(child, "constructor_invocation") or child
        name = read_base(file, child_of(inner, "user_type"))
        if name is not None:
            annotations.append(name)
    return words, annotations


def flag_visible(words: set[str]) -> int:
    """Return the flag of what other modules see."""
    return 0 if words.intersection(_HIDDEN) else EXPORTED


def _find_entry(name: str, params: list[Param], scope: ScopeDraft, annotations: list[str]) -> str:
    names = {annotation.rpartition(".")[2] for annotation in annotations}
    if names & TESTS:
        return "test"
    if names & FIXTURES:
        return "fixture"
    return "main" if name == "main" and scope.index == MODULE and len(params) < 2 else ""


def _read_result(file: JavaFile, node: Node) -> Expr:
    """Return the type of what a function gives: the one behind its parameters."""
    behind = False
    for child in node.named_children:
        if child.type == "function_value_parameters":
            behind = True
        elif behind and child.type in TYPES:
            return read_type(file, child)
    return None


def open_constructor(file: JavaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a constructor, named like its class, and open its scope."""
    if scope.kind != "class" or scope.definition < 0:
        return None
    params, needed = read_params(file, child_of(node, "function_value_parameters"))
    name = file.builder.definitions[scope.definition].fields["name"]
    words, annotations = read_modifiers(file, node)
    draft = define_function(
        file, node, name, scope, params, flags=flag_visible(words), decorators=tuple(annotations)
    )
    file.bind(scope, CONSTRUCTOR, "d", scope.start, index=draft.index)
    bind_function(file, scope, CONSTRUCTOR, draft.index, params, needed)
    return open_body(file, node, draft, scope, params)


def define_function(
    file: JavaFile,
    node: Node,
    name: str,
    scope: ScopeDraft,
    params: list[Param],
    *,
    flags: int,
    **fields: object,
) -> DefinitionDraft:
    """Define a function, with a name or without."""
    body = child_of(node, "function_body", "statements")
    head = find_head(node)
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
    file.opened.append(Opened(draft, node, body))
    file.opened[-1].head = head
    return draft


def find_head(node: Node) -> int:
    """Return where a definition begins behind its annotations."""
    modifiers = child_of(node, "modifiers")
    if modifiers is None:
        return node.start_byte
    plain = [child for child in modifiers.named_children if child.type != "annotation"]
    if plain:
        return plain[0].start_byte
    following = modifiers.next_sibling
    return modifiers.end_byte if following is None else following.start_byte


def open_body(
    file: JavaFile, node: Node, draft: DefinitionDraft, scope: ScopeDraft, params: list[Param]
) -> ScopeDraft:
    """Open the scope of a function, which binds its parameters."""
    span = (node.start_byte, node.end_byte)
    inner = file.builder.open_scope("function", scope.index, draft.index, span)
    draft.fields["body"] = inner.index
    bind_type_parameters(file, child_of(node, "type_parameters"), inner)
    for index, param in enumerate(params):
        file.bind(inner, param.name, "p", inner.start, index=index)
    return inner


def bind_parts(file: JavaFile, node: Node | None, scope: ScopeDraft) -> None:
    """Bind the names that something is taken apart into: `val (a, b) = pair`."""
    for item in node.named_children if node is not None else ():
        name = child_of(item, "simple_identifier")
        if name is not None:
            written = read_type(file, child_of(item, *TYPES))
            kind: BindingKind = "x" if written is None else ":"
            text = clean_name(file.name_of(name))
            file.skip.add(name.start_byte)
            file.bind(scope, text, kind, name.start_byte, annotation=written)


def bind_type_parameters(file: JavaFile, node: Node | None, scope: ScopeDraft) -> None:
    """Bind type parameters to what they are known to extend."""
    for item in node.named_children if node is not None else ():
        name = child_of(item, "type_identifier")
        if item.type != "type_parameter" or name is None:
            continue
        written = read_type(file, child_of(item, *TYPES))
        value = written if isinstance(written, str) else None
        kind: BindingKind = "x" if value is None else "="
        file.bind(scope, file.name_of(name), kind, scope.start, value=value)
