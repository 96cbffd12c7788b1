"""Functions, methods and arrows of a script, and the scopes they open."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    ARROW,
    ASYNC,
    DECLARATION,
    EXPORTED,
    GENERATOR,
    PROPERTY,
    STATIC,
    BindingKind,
)
from ripplegraph.parsers.facts_builder import DefinitionDraft, ScopeDraft
from ripplegraph.parsers.languages.typescript.context import (
    FunctionParts,
    Opened,
    OuterName,
    ScriptFile,
    key_text,
)
from ripplegraph.parsers.languages.typescript.structure import Walk, outermost_wrapper
from ripplegraph.parsers.languages.typescript.types import plain_type, read_type

_MODIFIERS = {
    "async": ASYNC,
    "*": GENERATOR,
    "static": STATIC,
    "get": PROPERTY,
    "set": PROPERTY,
    "abstract": ABSTRACT,
}
_NAMES = frozenset(
    {
        "identifier",
        "property_identifier",
        "private_property_identifier",
        "computed_property_name",
        "string",
        "number",
    }
)
_ROLES = {
    "formal_parameters": "parameters",
    "statement_block": "body",
    "type_parameters": "types",
    "type_annotation": "returns",
    "type_predicate_annotation": "returns",
    "asserts_annotation": "returns",
}
_DEEPEST_OBJECT = 8
_DECLARED = frozenset({"function_declaration", "generator_function_declaration"})


def read_parts(node: Node) -> FunctionParts:
    """Return the pieces of a function, method or signature."""
    parts = FunctionParts()
    children = node.children
    for child in children:
        kind = child.type
        role = _ROLES.get(kind)
        if role is not None:
            setattr(parts, role, child)
        elif kind in _MODIFIERS:
            parts.flags |= _MODIFIERS[kind]
        elif kind == "=>":
            break
        elif kind in _NAMES and parts.name is None:
            parts.name = child
    if node.type == "arrow_function":
        parts.flags |= ARROW
        parts.body = children[-1]
        if parts.parameters is None:
            parts.parameters, parts.name = parts.name, None
    return parts


def open_function(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function with a body and open its scope."""
    file = walk.file
    parts = read_parts(node)
    naming = _find_naming(walk, node, parts, scope)
    outer = node if naming is None else naming.outer
    if naming is None:
        name = (parts.name and key_text(file, parts.name)) or "<function>"
        draft = file.define(name, "function", scope.index, node, flags=parts.flags | ANONYMOUS)
    else:
        home = naming.bind or scope
        draft = file.define(
            naming.name,
            "function",
            home.index,
            outer,
            path=naming.path,
            flags=parts.flags | naming.flags,
        )
        if naming.bind is not None:
            walk.implemented.add((home.index, naming.name))
            file.bind(home, naming.name, "d", home.start, index=draft.index)
    file.definition_index[node.id] = draft.index
    inner = open_function_scope(file, node, parts, draft, scope)
    if parts.name is not None:
        file.skip.add(parts.name.start_byte)
        if node.type in ("function_expression", "generator_function"):
            file.bind(inner, file.name_of(parts.name), "d", inner.start, index=draft.index)
    if parts.body is not None and parts.body.type == "statement_block":
        walk.bodies.add(parts.body.start_byte)
    name_node = parts.name if naming is None else naming.name_node
    item = Opened(draft, node, outer, name_node, parts=parts, body=parts.body)
    item.annotation = None if naming is None else naming.annotation
    item.above = walk.above.get(outer.id, outer.start_byte)
    item.decorators = walk.decorators.get(node.id, ())
    file.opened.append(item)
    return inner


def _find_naming(
    walk: Walk, node: Node, parts: FunctionParts, scope: ScopeDraft
) -> OuterName | None:
    naming = walk.named.get(node.id)
    if naming is None and scope.owner < 0 and scope.kind == "module":
        naming = walk.assigned.get(node.id)
    if naming is not None:
        return naming
    if node.type not in _DECLARED:
        # The own name of a function expression is seen by nobody but itself.
        return _name_by_key(walk.file, node)
    if parts.name is None:
        return None
    name = walk.file.name_of(parts.name)
    flags = EXPORTED if node.id in walk.exported else 0
    return OuterName(name, name, parts.name, node, flags=flags, bind=scope)


def _name_by_key(file: ScriptFile, node: Node) -> OuterName | None:
    """Return the name that the keys of the object literals around a function give it."""
    keys: list[str] = []
    inner, name_node = node, None
    for _ in range(_DEEPEST_OBJECT):
        is_method = inner.type == "method_definition"
        holder = inner if is_method else outermost_wrapper(inner).parent
        if holder is None or not (is_method or holder.type == "pair"):
            break
        key = holder.child_by_field_name("name" if is_method else "key")
        text = None if key is None else key_text(file, key)
        around = holder.parent
        if text is None or around is None or around.type != "object":
            break
        name_node = name_node or key
        keys.append(text)
        inner = around
    if not keys:
        return None
    outer = node if node.type == "method_definition" else outermost_wrapper(node).parent or node
    return OuterName(keys[0], ".".join(reversed(keys)), name_node, outer)


def open_function_scope(
    file: ScriptFile, node: Node, parts: FunctionParts, draft: DefinitionDraft, scope: ScopeDraft
) -> ScopeDraft:
    """Open the scope of a function's parameters and body."""
    first = parts.types or parts.parameters or node
    inner = file.builder.open_scope(
        "function", scope.index, draft.index, (first.start_byte, node.end_byte)
    )
    draft.fields["body"] = inner.index
    if parts.types is not None:
        bind_type_parameters(file, parts.types, inner)
    return inner


def bind_type_parameters(file: ScriptFile, types: Node, scope: ScopeDraft) -> None:
    """Bind the names of type parameters, with the types that limit them."""
    for child in types.named_children:
        if child.type != "type_parameter":
            continue
        named = child.named_children
        if not named:
            continue
        limit = next((c for c in named[1:] if c.type == "constraint"), None)
        bound = None
        if limit is not None and limit.named_children:
            bound = plain_type(read_type(file, limit.named_children[0]))
        name = next((c for c in named if c.type == "type_identifier"), named[0])
        file.skip.add(name.start_byte)
        # What is known of a value of this type is what the limit says.
        kind: BindingKind = "=" if isinstance(bound, str) else "x"
        value = bound if kind == "=" else None
        file.bind(scope, file.name_of(name), kind, scope.start, value=value)


def define_signature(
    walk: Walk,
    node: Node,
    scope: ScopeDraft,
    *,
    above: int,
    flags: int = 0,
    decorators: tuple[Node, ...] = (),
) -> DefinitionDraft | None:
    """Define a function or method that is only declared here; its types belong to its scope."""
    file = walk.file
    parts = read_parts(node)
    name = None if parts.name is None else key_text(file, parts.name)
    if name is None or parts.name is None:
        return None
    file.skip.add(parts.name.start_byte)
    draft = file.define(
        name, "function", scope.index, node, flags=parts.flags | flags | DECLARATION
    )
    walk.signatures.setdefault((scope.index, name), []).append(draft)
    item = Opened(draft, node, node, parts.name, parts=parts)
    item.above = above
    item.decorators = decorators
    file.opened.append(item)
    return draft


def define_call_signature(walk: Walk, node: Node, members: ScopeDraft) -> None:
    """Define what happens when an object is called: a member that nobody can name."""
    file = walk.file
    draft = file.define("()", "function", members.index, node, flags=ANONYMOUS | DECLARATION)
    file.bind(members, "()", "d", members.start, index=draft.index)
    file.opened.append(Opened(draft, node, node, None, parts=read_parts(node)))


def open_signature(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Define a function without a body: an overload, or one of an ambient declaration."""
    flags = EXPORTED if node.id in walk.exported else 0
    above = walk.above.get(node.id, node.start_byte)
    draft = define_signature(walk, node, scope, above=above, flags=flags)
    if draft is None:
        return None
    return open_function_scope(
        walk.file, node, walk.file.opened[-1].parts or read_parts(node), draft, scope
    )


def open_type_block(walk: Walk, node: Node, scope: ScopeDraft) -> ScopeDraft | None:
    """Open a block for a type that brings type parameters of its own."""
    file = walk.file
    span = (node.start_byte, node.end_byte)
    block = file.builder.open_scope("block", scope.index, -1, span)
    for child in node.named_children:
        if child.type == "type_parameters":
            bind_type_parameters(file, child, block)
        elif child.type == "mapped_type_clause":
            file.bind(block, file.name_of(child.named_children[0]), "x", block.start)
    return block
