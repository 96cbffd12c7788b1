"""Declarations of a file: variables, prototypes, names of types."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import CONSTANT, DECLARATION, EXPORTED
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.c.aggregates import AGGREGATES, name_unnamed
from ripplegraph.parsers.languages.c.context import MODULE, TAG, CFile, Declared, Opened, field
from ripplegraph.parsers.languages.c.functions import define_function, holds_function
from ripplegraph.parsers.languages.c.types import read_declarator, read_params, read_type

_PLAIN = frozenset({"number_literal", "string_literal", "char_literal", "true", "false", "null"})
_LONGEST_LITERAL = 200
_KNOWN = 1 << 30
"""Stands for a definition that has no flags."""


def read_declaration(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define what a declaration of the file declares, or bind what one in a function does."""
    written = field(node, "type")
    declarators = node.children_by_field_name("declarator")
    if written is not None and written.type in AGGREGATES and field(written, "name") is None:
        name_unnamed(file, written, declarators)
    for item in declarators:
        value = field(item, "value") if item.type == "init_declarator" else None
        declared = read_declarator(item)
        if declared.name is None:
            continue
        if is_local(file, scope):
            bind_local(file, item, declared, written, value, scope)
        elif declared.function is not None:
            _defer_prototype(file, node, declared, scope)
        else:
            opened = define_variable(file, node, item, declared, value, scope)
            if opened is not None and len(declarators) == 1:
                return opened
    return None


def is_local(file: CFile, scope: ScopeDraft) -> bool:
    """Whether names that a scope binds are seen in a function alone."""
    while scope.kind == "block" and scope.index not in file.prefixes:
        scope = file.builder.scopes[scope.parent]
    return scope.kind == "function"


def bind_local(
    file: CFile,
    item: Node,
    declared: Declared,
    written: Node | None,
    value: Node | None,
    scope: ScopeDraft,
) -> None:
    """Bind a variable of a function."""
    name_node = declared.name
    if name_node is None:
        return
    file.skip.add(name_node.start_byte)
    if declared.function is not None:
        # A function that is declared where it is needed: what it names lies elsewhere.
        return
    described = file.describe_type(None if written is None else written.parent, item)
    at = file.bind(scope, file.name_of(name_node), "x", name_node.start_byte, member=described)
    if not holds_function(item) or value is not None:
        file.pending.append((file.home(scope), at, written, value))


def _defer_prototype(file: CFile, node: Node, declared: Declared, scope: ScopeDraft) -> None:
    if declared.name is not None:
        file.skip.add(declared.name.start_byte)
        file.deferred.append((node, declared, scope))


def define_prototypes(file: CFile) -> None:
    """Define the functions that are only declared, unless the file defines them itself.

    One that a file defines as its own under one condition, and declares as another file's under
    another one, is both.
    """
    known: dict[str, int] = {}
    for binding in file.builder.scopes[MODULE].bindings:
        if binding.kind == "d":
            flags = file.builder.definitions[binding.index].fields["flags"]
            known[binding.name] = known.get(binding.name, 0) | flags | _KNOWN
    seen: set[tuple[str, int]] = set()
    for node, declared, scope in file.deferred:
        if declared.name is None:
            continue
        name = file.name_of(declared.name)
        own = known.get(file.prefix_of(scope) + name, 0)
        flags = 0 if scope.index in file.hidden else linkage(file, node, declared)
        # Functions of one name that take more or less are others in C++.
        taken = count_taken(declared) if file.is_cpp else 0
        key = (file.prefix_of(scope) + name, taken)
        if key in seen or (own and (own & EXPORTED or not flags & EXPORTED)):
            continue
        seen.add(key)
        params = tuple(p for p, _, _ in read_params(file, declared.function))
        draft = define_function(file, node, name, scope, params, flags=flags | DECLARATION)
        file.bind(scope, name, "d", scope.start, index=draft.index)


def count_taken(declared: Declared) -> int:
    """Return how many parameters a function has."""
    return declared.function.named_child_count if declared.function is not None else 0


def linkage(file: CFile, node: Node, declared: Declared) -> int:
    end = node.end_byte if declared.name is None else declared.name.start_byte
    words = file.raw[node.start_byte : end].split()
    return 0 if "static" in words else EXPORTED


def define_variable(
    file: CFile,
    node: Node,
    item: Node,
    declared: Declared,
    value: Node | None,
    scope: ScopeDraft,
) -> ScopeDraft | None:
    """Define a variable of the file; what it is made from is read in a scope of its own."""
    name_node, written = declared.name, field(node, "type")
    if name_node is None:
        return None
    file.skip.add(name_node.start_byte)
    name = file.name_of(name_node)
    words = file.raw[node.start_byte : name_node.start_byte].split()
    flags = 0 if "static" in words or scope.index in file.hidden else EXPORTED
    flags |= CONSTANT if "const" in words else 0
    if "extern" in words and value is None:
        flags |= DECLARATION
    draft = file.define(
        name,
        "variable",
        scope,
        flags=flags,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
    )
    body = node.end_byte if value is None else value.start_byte
    file.opened.append(Opened(draft, node.start_byte, body, node.end_byte))
    own = None if holds_function(item) else read_type(file, written)
    draft.fields["annotation"] = own
    at = file.bind(
        scope,
        name,
        "x" if own is None else ":",
        scope.start,
        index=draft.index,
        member=file.describe_type(node, item),
        annotation=own,
    )
    if value is None:
        return None
    if value.type in _PLAIN:
        if flags & CONSTANT:
            draft.fields["literal"] = file.line_text(*value.byte_range)[:_LONGEST_LITERAL]
        return None
    if own is None:
        file.pending.append((file.home(scope), at, None, value))
    span = (value.start_byte, value.end_byte)
    return file.builder.open_scope("block", scope.index, draft.index, span)


def define_type(file: CFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define other names of a type; a struct without a name has the first one for its own."""
    written = field(node, "type")
    declarators = node.children_by_field_name("declarator")
    tag = field(written, "name") if written is not None else None
    has_body = written is not None and field(written, "body") is not None
    for place, item in enumerate(declarators):
        declared = read_declarator(item)
        name_node = declared.name
        if name_node is None or written is None:
            continue
        name = file.name_of(name_node)
        file.skip.add(name_node.start_byte)
        is_plain = item is name_node or item.type == "type_identifier"
        if (
            has_body
            and is_plain
            and ((tag is None and place == 0) or (tag is not None and file.name_of(tag) == name))
        ):
            file.names.setdefault(written.id, name)
            continue
        if tag is None and has_body and written.id not in file.names:
            file.names[written.id] = f"{TAG}({name})"
        _define_alias(file, node, item, name, written, scope)
    return None


def _define_alias(
    file: CFile, node: Node, item: Node, name: str, written: Node, scope: ScopeDraft
) -> DefinitionDraft:
    draft = file.define(
        name,
        "interface",
        scope,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
    )
    if not holds_function(item):
        draft.fields["annotation"] = read_type(file, written)
        draft.fields["returns"] = file.describe_alias(node, item)
    file.opened.append(Opened(draft, node.start_byte, node.end_byte, node.end_byte))
    file.bind(scope, name, "d", scope.start, index=draft.index)
    return draft
