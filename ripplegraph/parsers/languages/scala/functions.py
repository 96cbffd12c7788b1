"""Functions and values of a Scala file."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr
from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    ARROW,
    DECLARATION,
    EXPORTED,
    PROPERTY,
    BindingKind,
    Param,
)
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.java.context import CONSTRUCTOR, JavaFile, Opened, field
from ripplegraph.parsers.languages.java.typedefs import open_initialiser
from ripplegraph.parsers.languages.scala.context import ScalaFile
from ripplegraph.parsers.languages.scala.types import has_lists, read_base, read_params, read_type

_HIDDEN = ("private", "protected")
_EXTENSION = "+"
MAKER = "<apply>"
"""What an object is called by: its function `apply`."""


def bind_type_parameters(file: JavaFile, node: Node | None, scope: ScopeDraft) -> None:
    """Bind type parameters to what nobody knows."""
    for child in node.named_children if node is not None else ():
        name = child if child.type == "identifier" else field(child, "name")
        if name is not None:
            file.bind(scope, file.name_of(name), "x", scope.start)


def open_function(file: ScalaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function and open its scope; `def this` is a constructor."""
    name_node = field(node, "name")
    if name_node is None:
        return None
    scope = file.homes.get(scope.index, scope)
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    words, annotations = read_modifiers(file, node)
    params, body = read_params(file, node), field(node, "body")
    flags = flag_visible(words) | (0 if has_lists(node) else PROPERTY)
    if node.type == "function_declaration":
        flags |= ABSTRACT | DECLARATION
    is_main = name == "main" and len(params) == 1
    fields = {
        "returns": read_type(file, field(node, "return_type")),
        "decorators": tuple(annotations),
        "entry": "main" if is_main or "main" in annotations else "",
    }
    own = file.builder.definitions[scope.definition].fields["name"] if scope.definition >= 0 else ""
    is_constructor = name == "this" and bool(own)
    draft = _define(file, node, own if is_constructor else name, scope, params, flags, **fields)
    if body is not None:
        file.results.append((draft, body))
    if flags & DECLARATION and params:
        file.abstract.setdefault(scope.index, []).append(draft.index)
    bound = CONSTRUCTOR if is_constructor else name
    file.bind(scope, bound, "d", _bound_at(scope), index=draft.index)
    if name == "apply" and _is_in_object(node):
        # What calling the name of a type runs, and not calling an object of it.
        file.bind(scope, MAKER, "d", _bound_at(scope), index=draft.index)
    _bind_extension(file, node, scope, name, draft.index)
    return _open_scope(file, node, draft, scope, params)


def _is_in_object(node: Node) -> bool:
    """Whether a function is directly in an object, and not in a class."""
    body = node.parent
    around = body.parent if body is not None and body.type == "template_body" else None
    return around is not None and around.type in ("object_definition", "package_object")


def _bound_at(scope: ScopeDraft) -> int:
    return scope.start


def _bind_extension(file: ScalaFile, node: Node, scope: ScopeDraft, name: str, index: int) -> None:
    """Bind a function that is called like a member of what it extends."""
    around = node.parent
    if around is not None and around.type == "template_body":
        around = around.parent
    if around is None:
        return
    if around.type == "extension_definition":
        file.bind(scope, _EXTENSION + name, "d", _bound_at(scope), index=index)
    elif around.type == "class_definition" and "implicit" in read_modifiers(file, around)[0]:
        outer = file.builder.definitions[scope.definition].fields["scope"]
        home = file.builder.scopes[outer]
        file.bind(home, _EXTENSION + name, "d", _bound_at(home), index=index)


def open_lambda(file: ScalaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function without a name and open its scope."""
    written = field(node, "parameters")
    params: list[Param] = []
    if written is not None and written.type == "identifier":
        params = [Param(file.name_of(written))]
    for item in written.named_children if written is not None else ():
        name = field(item, "name")
        if name is not None:
            params.append(Param(file.name_of(name), "", read_type(file, field(item, "type"))))
    draft = _define(file, node, "<lambda>", scope, params, ANONYMOUS | ARROW)
    file.unnamed[node.id] = draft.index
    return _open_scope(file, node, draft, scope, params)


def define_value(file: ScalaFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a value of a type or package, or bind a local one."""
    pattern = field(node, "pattern") or field(node, "name")
    if pattern is None or pattern.type != "identifier":
        return None
    scope = file.homes.get(scope.index, scope)
    annotation, value = read_type(file, field(node, "type")), field(node, "value")
    if scope.kind not in ("class", "module"):
        file.skip.add(pattern.start_byte)
        kind: BindingKind = "x" if annotation is None else ":"
        name = file.name_of(pattern)
        file.bind(scope, name, kind, pattern.start_byte, annotation=annotation)
        if value is not None:
            file.pending.append((scope, len(scope.bindings) - 1, value, False))
        return None
    words, annotations = read_modifiers(file, node)
    draft = define_variable(file, node, pattern, scope, flag_visible(words), annotation)
    draft.fields["decorators"] = tuple(annotations)
    file.opened.append(Opened(draft, node, value))
    if value is None:
        return None
    file.pending.append((scope, len(scope.bindings) - 1, value, False))
    return open_initialiser(file, draft, scope, value)


def define_variable(
    file: ScalaFile, node: Node, name_node: Node, scope: ScopeDraft, flags: int, annotation: Expr
) -> DefinitionDraft:
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    draft = file.builder.define(
        name,
        "variable",
        scope.index,
        flags=flags,
        line=file.source.line_at(name_node.start_byte),
        end_line=file.source.line_at(max(node.start_byte, node.end_byte - 1)),
        annotation=annotation,
    )
    kind: BindingKind = "x" if annotation is None else ":"
    file.bind(scope, name, kind, scope.start, index=draft.index, annotation=annotation)
    return draft


def read_modifiers(file: JavaFile, node: Node) -> tuple[set[str], list[str]]:
    """Return the modifiers of a definition, and the names of its annotations."""
    words: set[str] = set()
    annotations: list[str] = []
    for child in node.named_children:
        if child.type == "modifiers":
            words.update(file.name_of(child).replace("[", " ").split())
        elif child.type == "annotation":
            name = read_base(file, field(child, "name"))
            if name is not None:
                annotations.append(name)
    return words, annotations


def flag_visible(words: set[str]) -> int:
    """Return the flag of what others see."""
    return 0 if words.intersection(_HIDDEN) else EXPORTED


def _define(
    file: ScalaFile,
    node: Node,
    name: str,
    scope: ScopeDraft,
    params: list[Param],
    flags: int,
    **fields: object,
) -> DefinitionDraft:
    draft = file.builder.define(
        name,
        "function",
        scope.index,
        flags=flags,
        line=file.source.line_at((field(node, "name") or node).start_byte),
        end_line=file.source.line_at(max(node.start_byte, node.end_byte - 1)),
        params=tuple(params),
        **fields,
    )
    body = field(node, "body")
    if body is not None:
        file.bodies.add(body.start_byte)
    file.opened.append(Opened(draft, node, body))
    return draft


def _open_scope(
    file: ScalaFile, node: Node, draft: DefinitionDraft, scope: ScopeDraft, params: list[Param]
) -> ScopeDraft:
    inner = file.builder.open_scope("function", scope.index, draft.index, node.byte_range)
    draft.fields["body"] = inner.index
    for part in node.children_by_field_name("parameters"):
        if part.type == "type_parameters":
            bind_type_parameters(file, part, inner)
    bind_type_parameters(file, field(node, "type_parameters"), inner)
    for index, param in enumerate(params):
        file.bind(inner, param.name, "p", inner.start, index=index)
    return inner
