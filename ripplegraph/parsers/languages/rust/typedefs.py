"""Types of a Rust file: structs, enumerations, traits, aliases, and blocks that extend types."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import Borrowed, Builtin, Expr
from ripplegraph.graph.facts import CONSTANT, EXPORTED, Extension
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.rust.context import (
    BLANK,
    OWN,
    Opened,
    Pending,
    RustFile,
    field,
    flag_item,
)
from ripplegraph.parsers.languages.rust.patterns import payload_name
from ripplegraph.parsers.languages.rust.signatures import bind_type_parameters, read_bounds
from ripplegraph.parsers.languages.rust.types import plain_type, read_type

_DERIVE = re.compile(r"derive\s*\(([^)]*)\)")
_LONGEST_LITERAL = 200
_UNNAMED = frozenset({"pointer_type", "array_type", "slice_type", "tuple_type", "function_type"})
_FIELDS = frozenset({"field_declaration_list", "ordered_field_declaration_list"})

Draft = tuple[DefinitionDraft, ScopeDraft, ScopeDraft]


def open_struct(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a struct or union with its fields."""
    opened = _open(file, node, scope, "class")
    if opened is None:
        return None
    _, members, inner = opened
    body = field(node, "body")
    for name, written, item, flags in _find_fields(file, body):
        annotation = read_type(file, written, inner)
        draft = file.builder.define(
            name,
            "variable",
            inner.index,
            flags=flags,
            line=file.source.line_at(item.start_byte),
            end_line=file.source.line_at(item.end_byte - 1),
            annotation=annotation,
            qualified="",
        )
        file.fields.append((draft, inner))
        file.opened.append(Opened(draft, item, None, item.start_byte))
        file.bind(members, name, ":", members.start, index=draft.index, annotation=annotation)
    return inner


def _find_fields(file: RustFile, body: Node | None) -> list[tuple[str, Node | None, Node, int]]:
    """Return the fields of a struct or variant: name, type, place and flags."""
    found: list[tuple[str, Node | None, Node, int]] = []
    if body is None or body.type not in _FIELDS:
        return found
    if body.type == "field_declaration_list":
        for item in body.named_children:
            name = field(item, "name") if item.type == "field_declaration" else None
            if name is not None:
                file.skip.add(name.start_byte)
                found.append((file.name_of(name), field(item, "type"), item, flag_item(item)))
        return found
    flags = 0
    for item in body.named_children:
        if item.type == "visibility_modifier":
            flags = EXPORTED
        elif not item.is_extra and item.type != "attribute_item":
            found.append((str(len(found)), item, item, flags))
            flags = 0
    return found


def open_enum(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define an enumeration; a variant is a value of it."""
    opened = _open(file, node, scope, "class")
    if opened is None:
        return None
    draft, members, inner = opened
    own = draft.fields["name"]
    body = field(node, "body")
    for item in body.named_children if body is not None else ():
        name_node = field(item, "name") if item.type == "enum_variant" else None
        if name_node is None:
            continue
        name = file.name_of(name_node)
        file.skip.add(name_node.start_byte)
        variant = file.builder.define(
            name,
            "variable",
            inner.index,
            flags=CONSTANT | (draft.fields["flags"] & EXPORTED),
            line=file.source.line_at(item.start_byte),
            end_line=file.source.line_at(item.end_byte - 1),
            annotation=own,
        )
        file.opened.append(Opened(variant, item, None, item.start_byte))
        file.bind(members, name, ":", members.start, index=variant.index, annotation=own)
        for part, written, _, _ in _find_fields(file, field(item, "body")):
            annotation = read_type(file, written, inner)
            if annotation is not None:
                hidden = payload_name(name, part)
                file.bind(members, hidden, ":", members.start, annotation=annotation)
    return inner


def open_trait(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a trait; its methods follow as functions inside it."""
    opened = _open(file, node, scope, "interface")
    if opened is None:
        return None
    draft, _, inner = opened
    draft.fields["bases"] = read_bounds(file, field(node, "bounds"), inner)
    file.traits.add(inner.index)
    return inner


def open_alias(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define another name of a type, or a type that belongs to a trait or a block."""
    home = file.builder.scopes[scope.parent] if scope.index in file.selves else scope
    opened = _open(file, node, scope, "interface", home)
    if opened is None:
        return None
    draft, _, inner = opened
    written = field(node, "type") or field(node, "bounds")
    draft.fields["annotation"] = read_type(file, written, inner)
    return inner


def _open(
    file: RustFile, node: Node, scope: ScopeDraft, kind: str, home: ScopeDraft | None = None
) -> Draft | None:
    """Define a type and open a scope for its members, and one in which nothing sees these."""
    name_node = field(node, "name")
    if name_node is None:
        return None
    name = file.name_of(name_node)
    home = home or scope
    file.skip.add(name_node.start_byte)
    above, attributes = file.attributes_above(node.start_byte)
    fields: dict[str, object] = {}
    prefix = file.owners.get(scope.index)
    if prefix is not None:
        fields["qualified"] = file.builder.qualify(prefix[0], f"{prefix[1]}.{name}")
    draft = file.builder.define(
        name,
        kind,
        scope.index,
        flags=flag_item(node),
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        implements=tuple(_find_derived(attributes)),
        **fields,
    )
    file.bind(home, name, "d", home.start, index=draft.index)
    file.opened.append(Opened(draft, node, field(node, "body"), above))
    span = (name_node.end_byte, node.end_byte)
    members = file.builder.open_scope("class", scope.index, draft.index, span)
    draft.fields["body"] = members.index
    inner = file.builder.open_scope("block", members.index, -1, span)
    bind_type_parameters(file, node, inner)
    if kind == "class" or node.type == "trait_item":
        file.selves[inner.index] = name
    return draft, members, inner


def _find_derived(attributes: list[str]) -> list[Expr]:
    """Return the traits that attributes have the compiler implement."""
    found: list[Expr] = []
    for text in attributes:
        derived = _DERIVE.match(text)
        for name in derived[1].split(",") if derived else ():
            chain = name.strip().replace("::", ".").replace(" ", "").removeprefix(".")
            if chain and chain not in found:
                found.append(chain)
    return found


def open_impl(file: RustFile, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open the block that gives members to a type, which may be defined elsewhere."""
    builder = file.builder
    span = node.byte_range
    members = builder.open_scope("class", scope.index, -1, span)
    inner = builder.open_scope("block", members.index, -1, span)
    bind_type_parameters(file, node, inner)
    written, trait = field(node, "type"), field(node, "trait")
    given = read_type(file, written, inner)
    own = plain_type(given)
    chain = own if isinstance(own, str) else ""
    file.selves[inner.index] = own
    name = _find_name(inner, written, chain)
    meant: Expr = given if name else None
    if written is not None and written.type in _UNNAMED:
        meant = Builtin("pointer")
    elif type(own) is Builtin:
        name, meant = own.name, own
    elif written is not None and written.type == "reference_type" and name:
        meant = Borrowed(given)
    base = plain_type(read_type(file, trait, inner))
    base = base if isinstance(base, str) else None
    shown = chain.rpartition(".")[2] or _show(file, written)
    file.owners[inner.index] = (scope.index, shown)
    line = file.source.line_at(span[0])
    file.impls.append((name, members, inner))
    if trait is None and chain:
        file.inherent.setdefault((scope.index, chain), []).append(inner)
    builder.extensions.append(Extension(name, members.index, meant, base, line))
    return inner


def name_fields(file: RustFile) -> None:
    """Name fields after everything else: of a method and a field, the method has the name."""
    for draft, scope in file.fields:
        draft.fields["qualified"] = file.builder.qualify(scope.index, draft.fields["name"])


def own_impls(file: RustFile) -> None:
    """What is added to a type that the same module defines belongs to that definition."""
    for name, *scopes in file.impls:
        around = file.builder.scopes[scopes[0].parent]
        types = (b.index for b in around.bindings if b.kind == "d" and b.name == name)
        own = next(types, -1)
        if own < 0:
            continue
        for scope in scopes:
            scope.owner = own
        body = file.builder.definitions[own].fields["body"]
        if body >= 0:
            _share_bounds(file.builder.scopes[body + 1], scopes[-1])


def bind_own_members(file: RustFile) -> None:
    """Where blocks for one type with other arguments have one member, each means its own."""
    for blocks in file.inherent.values():
        seen: dict[str, int] = {}
        tables = [file.builder.scopes[inner.parent].bindings for inner in blocks]
        for bindings in tables if len(blocks) > 1 else ():
            for name in {binding.name for binding in bindings}:
                seen[name] = seen.get(name, 0) + 1
        for inner, bindings in zip(blocks, tables, strict=True):
            for binding in list(bindings):
                if binding.kind == "d" and seen.get(binding.name, 0) > 1:
                    file.own_members.setdefault(inner.index, set()).add(binding.name)
                    name = binding.name + OWN
                    file.bind(inner, name, "d", inner.start, index=binding.index)


def _share_bounds(inner: ScopeDraft, impl: ScopeDraft) -> None:
    """What a block constrains a type's parameter to holds for its fields, too."""
    bounds = {b.name: b for b in impl.bindings if b.kind == "="}
    for at, binding in enumerate(inner.bindings):
        if binding.kind == "x" and binding.name in bounds:
            inner.bindings[at] = bounds[binding.name]


def _find_name(scope: ScopeDraft, written: Node | None, chain: str) -> str:
    """Return the name of the type that a block extends; what is bound to a trait extends that.

    A block for references to whatever implements a trait only passes calls on.
    """
    if not chain or written is None:
        return ""
    for binding in scope.bindings:
        if binding.name == chain:
            if written.type != "type_identifier" or not isinstance(binding.value, str):
                return ""
            return binding.value.rpartition(".")[2]
    return chain.rpartition(".")[2]


def _show(file: RustFile, written: Node | None) -> str:
    """Return a name for a type that has none, to name members by."""
    text = file.name_of(written) if written is not None else BLANK
    return "".join(char if char.isalnum() or char == "_" else "" for char in text)[:40] or BLANK


def define_value(file: RustFile, node: Node, scope: ScopeDraft) -> None:
    """Define a constant or static variable."""
    name_node = field(node, "name")
    if name_node is None:
        return
    name = file.name_of(name_node)
    file.skip.add(name_node.start_byte)
    if name == BLANK:
        return
    value, written = field(node, "value"), field(node, "type")
    home = file.builder.scopes[scope.parent] if scope.index in file.selves else scope
    above, _ = file.attributes_above(node.start_byte)
    fields: dict[str, object] = {}
    prefix = file.owners.get(scope.index)
    if prefix is not None:
        fields["qualified"] = file.builder.qualify(prefix[0], f"{prefix[1]}.{name}")
    draft = file.builder.define(
        name,
        "variable",
        scope.index,
        flags=flag_item(node) | CONSTANT,
        line=file.source.line_at(node.start_byte),
        end_line=file.source.line_at(node.end_byte - 1),
        **fields,
    )
    if value is not None:
        draft.fields["literal"] = file.line_text(*value.byte_range)[:_LONGEST_LITERAL]
    file.opened.append(Opened(draft, node, value, above))
    file.bind(home, name, "x", home.start, index=draft.index)
    at = len(home.bindings) - 1
    file.pending.append(Pending(home, at, written, value, (), draft.index))
