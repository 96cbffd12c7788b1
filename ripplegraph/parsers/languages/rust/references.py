"""Calls and reads of a Rust file, and what its names are bound to."""

from __future__ import annotations

import re

from tree_sitter import Node

from ripplegraph.graph.expressions import LITERALS, Expr
from ripplegraph.graph.facts import Binding, BindingKind, Call, Reference
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.languages.rust.context import Pending, RustFile, field
from ripplegraph.parsers.languages.rust.expressions import READERS, read_expression
from ripplegraph.parsers.languages.rust.modules import MACRO
from ripplegraph.parsers.languages.rust.patterns import apply_form, mentions
from ripplegraph.parsers.languages.rust.tokens import KEYWORDS, TokenReader
from ripplegraph.parsers.languages.rust.types import path_chain, plain_type, read_type

_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|#!?\[[^\]]*\]"
    r"|b?r(#*)\".*?(?:\"\1|\Z)|b?\"(?:\\.|[^\"\\]++)*+\"?|b?'(?:\\.|[^'\\])'|'\w+"
    r"|\.\.=?|\.\s*(?P<member>\w+)(?P<of_call>\s*\(|\s*::)?|\$(?!crate\b)\w+|\d[\w.]*"
    r"|\$?(?P<chain>[^\W\d]\w*(?:\s*(?:::|\.(?!\.))\s*\w+)*)"
    r"(?P<ending>\s*\(|\s*::\s*<|!(?!=))?",
    re.DOTALL,
)
_JOINT = re.compile(r"\s*(?:::|\.)\s*")
_OF_SELF = re.compile(r"(?:self\s*\.|Self\s*::)\s*(\w+)")
_CALLED = "("


def read_calls(file: RustFile) -> None:
    """Read every call, in the order of `call_index`, then those of macros and inside macros."""
    scopes = file.builder.scopes
    calls, line_at, scope_at = file.builder.calls, file.source.line_at, file.scope_regions.at
    for node in file.captures.get("reference.call", ()):
        function = field(node, "function")
        scope = scope_at(node.start_byte)
        callee = read_expression(file, function, scopes[scope])
        if file.own_members and function is not None:
            callee = _find_own(file, function, scope) or callee
        at = _callee_position(function, node)
        args = _read_arguments(file, node, scopes[scope])
        calls.append(Call(scope, at, line_at(at), callee, args))
    for node in file.captures.get("macro", ()):
        _read_macro(file, node)
    for node in file.captures.get("template", ()):
        TokenReader(file, *node.byte_range).read()


def _find_own(file: RustFile, function: Node, scope: int) -> str | None:
    """Return the member of the block around a place that `self.f` or `Self::f` is."""
    found = _OF_SELF.fullmatch(file.name_of(function))
    return None if found is None else file.own_member(found[1], scope)


def _callee_position(function: Node | None, node: Node) -> int:
    if function is not None and function.type == "generic_function":
        function = field(function, "function")
    if function is None:
        return node.start_byte
    last = field(function, "field") or field(function, "name")
    return function.start_byte if last is None else last.start_byte


def _read_arguments(file: RustFile, node: Node, scope: ScopeDraft) -> tuple[Expr, ...]:
    arguments = field(node, "arguments")
    args: list[Expr] = []
    for argument in arguments.named_children if arguments is not None else ():
        reader = READERS.get(argument.type)
        if reader is not None:
            args.append(reader(file, argument, scope, 1))
        elif not argument.is_extra:
            args.append(None)
    while args and args[-1] is None:
        args.pop()
    return tuple(args)


def _read_macro(file: RustFile, node: Node) -> None:
    name = field(node, "macro")
    if name is None:
        return
    at = _callee_position(name, node)
    scope = file.scope_regions.at(node.start_byte)
    chain = path_chain(file, name, file.builder.scopes[scope])
    if name.type == "identifier":
        chain = file.name_of(name)
    callee = None if chain is None else chain + MACRO
    file.builder.calls.append(Call(scope, at, file.source.line_at(at), callee))
    for child in node.named_children:
        if child.type == "token_tree":
            TokenReader(file, child.start_byte + 1, child.end_byte).read()


def read_bindings(file: RustFile) -> None:
    """Fill in what names are given, now that calls and closures have numbers."""
    for item in file.pending:
        annotation = read_type(file, item.written, item.scope)
        old = item.scope.bindings[item.at]
        value = None
        if annotation is None or item.definition >= 0:
            value = apply_form(read_expression(file, item.value, item.scope), item.form)
        if annotation is None and value is not None:
            value = _place(file, item, old, value)
        kind: BindingKind = "=" if annotation is None else ":"
        if annotation is None and value is None and item.definition < 0:
            continue
        item.scope.bindings[item.at] = Binding(
            old.name, kind, old.position, old.until, item.definition, "", "", value, annotation
        )
        if item.definition >= 0:
            fields = file.builder.definitions[item.definition].fields
            fields["value"], fields["annotation"] = value, annotation
    for draft, scope, body in file.closures:
        draft.fields["results"] = _read_result(file, scope, body)


def _read_result(file: RustFile, scope: ScopeDraft, body: Node | None) -> tuple[Expr, ...]:
    if body is not None and body.type == "block":
        named = [child for child in body.named_children if not child.is_extra]
        body = named[-1] if named else None
    value = read_expression(file, body, scope)
    return () if value is None else (value,)


def _place(file: RustFile, item: Pending, old: Binding, value: Expr) -> Expr:
    """Return what a name is given, to be read outside the scope where a name alike is meant."""
    if not mentions(value, old.name):
        return value
    if sum(binding.name == old.name for binding in item.scope.bindings) > 1:
        return value
    hidden = f"{old.name}'{old.position}"
    outer = file.builder.scopes[max(item.scope.parent, 0)]
    file.bind(outer, hidden, "=", old.position, value=value)
    return hidden


def read_references(file: RustFile) -> None:
    """Read every name and chain that is read, once for each scope it stands in."""
    references, line_at = file.builder.references, file.source.line_at
    skip = file.skip | _read_keys(file)
    seen: list[set[str]] = [set() for _ in file.builder.scopes]
    for reference in references:
        seen[reference.scope].add(reference.chain)
    regions = file.scope_regions.walk()
    scope = until = 0
    for found in _TOKEN.finditer(file.raw):
        text = found["chain"]
        if found["member"] and not found["of_call"]:
            _read_member(file, found.start("member"))
        if text is None or text in KEYWORDS or found.start() in skip:
            continue
        start = found.start("chain")
        while start >= until:
            scope, until = next(regions)
        chain = _read_chain(file, text, scope)
        ending = found["ending"]
        if ending == MACRO or (ending and ending.endswith(_CALLED)):
            front, _, last = chain.rpartition(".")
            chain = chain if last[:1].isupper() else front
        if not chain or chain in seen[scope]:
            continue
        seen[scope].add(chain)
        if not file.source.ascii:
            chain = chain.encode("latin-1").decode("utf-8", "replace")
        references.append(Reference(scope, start, line_at(start), chain))


def _read_member(file: RustFile, at: int) -> None:
    """Read a field of an expression: `make().price`, `items[0].price`."""
    node = file.root.descendant_for_byte_range(at, at + 1)
    whole = node.parent if node is not None else None
    if node is None or whole is None or whole.type != "field_expression":
        return
    scope = file.scope_regions.at(at)
    base = read_expression(file, field(whole, "value"), file.builder.scopes[scope])
    if base is not None and type(base) not in LITERALS:
        line = file.source.line_at(at)
        file.builder.references.append(Reference(scope, at, line, file.name_of(node), 0, base))


def _read_chain(file: RustFile, text: str, scope: int) -> str:
    """Return a path or chain as it is written in facts."""
    parts = _JOINT.split(text)
    if parts[0] == "Self":
        own = file.self_type(scope)
        return ".".join([own, *parts[1:]]) if isinstance(own, str) else ""
    if parts[0] == "self" and "::" in text[:7]:
        parts = parts[1:]
    if parts[0] in KEYWORDS and parts[0] not in ("self", "crate", "super"):
        return ""
    if len(parts) > 1 and text.startswith("::", len(parts[0])):
        parts[0] = file.module_name(parts[0], scope)
    return ".".join(parts)


def _read_keys(file: RustFile) -> set[int]:
    """Read the names of fields in literals and patterns as fields of their struct."""
    found: set[int] = set()
    for key in file.captures.get("key", ()):
        at = key.start_byte
        found.add(at)
        holder = key.parent.parent if key.parent is not None else None
        if holder is not None and holder.type == "field_initializer_list":
            holder = holder.parent
        written = field(holder, "name") or field(holder, "type") if holder is not None else None
        if written is None:
            continue
        scope = file.scope_regions.at(at)
        chain = plain_type(read_type(file, written, file.builder.scopes[scope]))
        if isinstance(chain, str):
            line = file.source.line_at(at)
            reference = Reference(scope, at, line, f"{chain}.{file.name_of(key)}")
            file.builder.references.append(reference)
    return found
