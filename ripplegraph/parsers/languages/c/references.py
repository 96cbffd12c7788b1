"""Calls and reads of a file, what its names are bound to, and what is put into fields."""

from __future__ import annotations

import re
from bisect import bisect_right

from tree_sitter import Node

from ripplegraph.graph.expressions import LITERALS, Attribute, Expr, InstanceOf
from ripplegraph.graph.facts import (
    MACRO,
    NEW,
    AttributeSet,
    Binding,
    BindingKind,
    Call,
    Import,
    Reference,
)
from ripplegraph.parsers.language import read_query
from ripplegraph.parsers.languages.c.context import MODULE, TAG, CFile, field, join_chain
from ripplegraph.parsers.languages.c.expressions import (
    is_own_maker,
    made_type,
    read_expression,
)
from ripplegraph.parsers.languages.c.types import chain_of, read_declarator, read_type

_PACKAGE = "ripplegraph.parsers.languages.c"
NO_CODE = (
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n]++)*+\"|'(?:\\.|[^'\\\n]++)++'"
    r"|^[ \t]*\#[ \t]*(?:include|include_next|import|error|warning|pragma|line|ident)\b[^\n]*"
    r"|\#[ \t]*\w+|\d[\w.]*|\.\.\."
)
_TOKEN = re.compile(
    NO_CODE + r"|(?:->|\.)\s*(?P<member>[^\W\d]\w*)(?P<of_call>\s*\()?"
    r"|(?P<chain>(?:(?:struct|union|enum)[\s$]+)?[^\W\d]\w*(?:\s*(?:->|\.)\s*[^\W\d]\w*)*)"
    r"(?P<called>\s*\()?",
    re.DOTALL | re.MULTILINE,
)
_TAGS = ("struct", "union", "enum", "class")
KEYWORDS = frozenset(read_query(_PACKAGE, "keywords.txt").split())
CPP_KEYWORDS = KEYWORDS | frozenset(
    read_query("ripplegraph.parsers.languages.cpp", "keywords.txt").split()
)


def read_includes(file: CFile) -> None:
    """Read what the file includes: all names of it are seen here."""
    for node in file.captures.get("include", ()):
        spec = file.name_of(node)
        if spec[:1] not in ('"', "<"):
            # A macro names the file.
            continue
        line = file.source.line_at(node.start_byte)
        spec = spec[1:-1].strip() if spec[0] == '"' else spec
        if spec:
            file.builder.imports.append(Import(spec, ("*",), MODULE, line, "", line))


def read_calls(file: CFile) -> set[int]:
    """Read every call, in the order of `call_index`; return where their callees begin."""
    starts: set[int] = set()
    own: list[Call] = []
    calls, at_scope, line_at = file.builder.calls, file.scope_regions.at, file.source.line_at
    for node in file.captures.get("reference.call", ()):
        function = field(node, "function")
        if function is None:
            calls.append(_read_new(file, node))
            continue
        start = function.start_byte
        starts.add(start)
        at = start if function.type == "identifier" else _callee_position(function)
        made = made_type(file, function)
        callee = made or read_expression(file, function)
        args = file.read_arguments(node)
        calls.append(Call(at_scope(start), at, line_at(at), callee, args))
        if made is not None and is_own_maker(file, function):
            own.append(Call(at_scope(start), at, line_at(at), chain_of(file, function), args))
    # Other calls have to have the numbers of their nodes.
    calls += own
    return starts


def _read_new(file: CFile, node: Node) -> Call:
    """Read an expression that makes an object: `new Type(1)`."""
    written = field(node, "type")
    at = node.start_byte if written is None else written.start_byte
    scope, line = file.scope_regions.at(node.start_byte), file.source.line_at(at)
    return Call(scope, at, line, read_type(file, written), file.read_arguments(node), (), NEW)


def _callee_position(function: Node) -> int:
    while function.type in ("parenthesized_expression", "pointer_expression"):
        inner = function.named_children
        if not inner:
            break
        function = inner[-1]
    last = field(function, "field") or function
    while last.type == "qualified_identifier":
        last = field(last, "name") or last.named_children[-1]
    return last.start_byte


def read_bindings(file: CFile) -> None:
    """Fill in what names are given, now that calls and functions have numbers."""
    for scope, at, written, value in file.pending:
        annotation = read_type(file, written)
        expression = None if annotation is not None else read_expression(file, value)
        if annotation is None and expression is None:
            continue
        old = scope.bindings[at]
        kind: BindingKind = "=" if annotation is None else ":"
        scope.bindings[at] = Binding(
            old.name,
            kind,
            old.position,
            old.until,
            old.index,
            "",
            old.member,
            expression,
            annotation,
        )
        if old.index >= 0:
            fields = file.builder.definitions[old.index].fields
            fields["value"], fields["annotation"] = expression, annotation


def read_sets(file: CFile) -> None:
    """Read what is put into fields by name: those may be functions, which calls then run."""
    for node in file.captures.get("set", ()):
        left, right = field(node, "left"), field(node, "right")
        name = field(left, "field") if left is not None else None
        base = read_expression(file, field(left, "argument")) if left is not None else None
        if base is not None and name is not None:
            _set(file, node, base, name, read_expression(file, right))
    for node in file.captures.get("pair", ()):
        name = _designated(node)
        base = _initialised(file, node)
        if base is not None and name is not None:
            _set(file, node, base, name, read_expression(file, field(node, "value")))


def _set(file: CFile, node: Node, base: Expr, name: Node, value: Expr) -> None:
    start = node.start_byte
    scope, line = file.scope_regions.at(start), file.source.line_at(start)
    if not isinstance(value, str) or value in KEYWORDS or _is_local(file, scope, value):
        return
    file.builder.attributes.append(
        AttributeSet(scope, start, base, file.name_of(name), value, None, None, line)
    )


def _is_local(file: CFile, scope: int, name: str) -> bool:
    """Whether a name is a parameter or variable of a function, of which nobody knows the value."""
    while scope > MODULE:
        draft = file.builder.scopes[scope]
        if any(binding.name == name for binding in draft.bindings):
            return draft.kind != "class"
        scope = draft.parent
    return False


def _designated(pair: Node) -> Node | None:
    designators = pair.children_by_field_name("designator")
    last = designators[-1] if designators else None
    if last is None or last.type != "field_designator":
        return None
    return last.named_children[0] if last.named_children else None


def _initialised(file: CFile, pair: Node) -> Expr:
    """Return what a pair of an initialiser sets a field of: a variable, a field, or any such."""
    path: list[str] = []
    for designator in pair.children_by_field_name("designator")[:-1]:
        if designator.type == "field_designator":
            path.append(file.name_of(designator.named_children[0]))
    node = pair.parent
    while node is not None:
        kind = node.type
        if kind == "initializer_pair":
            names = [
                file.name_of(d.named_children[0])
                for d in node.children_by_field_name("designator")
                if d.type == "field_designator"
            ]
            path[:0] = names
        elif kind == "init_declarator":
            name = read_declarator(field(node, "declarator")).name
            return ".".join([file.name_of(name), *path]) if name is not None else None
        elif kind == "compound_literal_expression":
            written = read_type(file, field(node, "type"))
            if isinstance(written, str):
                written = _normalise(written)
            base: Expr = None if written is None else InstanceOf(written)
            for part in path:
                base = None if base is None else Attribute(base, part)
            return base
        elif kind != "initializer_list":
            return None
        node = node.parent
    return None


def read_references(file: CFile, called: set[int]) -> None:  # noqa: C901 - one pass over all tokens
    """Read every name and chain that is read, once for each scope it stands in.

    The bodies of macros are text to the grammar: what is called in them is found here.
    """
    skip, errors = file.skip, _find_spans(file, "error")
    keywords = CPP_KEYWORDS if file.is_cpp else KEYWORDS
    note = _Noting(file)
    regions = file.scope_regions.walk()
    scope = until = 0
    for found in file.tokens.finditer(file.raw):
        chain = found["chain"]
        if chain is None and found["member"] and not found["of_call"]:
            _read_member(file, found.start("member"))
        if chain is None or chain in keywords:
            continue
        start = found.start()
        if start in skip:
            continue
        while start >= until:
            scope, until = next(regions)
        if not chain.isidentifier():
            chain = _normalise(chain)
        if found["called"] is not None:
            if start not in called and chain.partition(".")[0] not in keywords:
                is_lost = scope and errors and _is_inside(errors, start)
                if scope in file.macro_scopes or is_lost:
                    _add_call(file, scope, start, chain)
            if "." not in chain:
                continue
        if chain not in keywords:
            note.add(scope, start, chain)


def _read_member(file: CFile, at: int) -> None:
    """Read a field of an expression, or one that an initialiser names: `{ .price = 1 }`."""
    node = file.root.descendant_for_byte_range(at, at + 1)
    whole = node.parent if node is not None else None
    if node is None or whole is None:
        return
    base = None
    if whole.type == "field_expression":
        base = read_expression(file, field(whole, "argument"))
    elif whole.type == "field_designator" and whole.parent is not None:
        base = _initialised(file, whole.parent)
    if base is not None and type(base) not in LITERALS:
        scope, line = file.scope_regions.at(at), file.source.line_at(at)
        file.builder.references.append(Reference(scope, at, line, file.name_of(node), 0, base))


class _Noting:
    """Keeps what is read, once for each scope."""

    def __init__(self, file: CFile) -> None:
        self._file = file
        self._seen: list[set[str]] = [set() for _ in file.builder.scopes]
        self._attributes = _find_spans(file, "attribute")

    def add(self, scope: int, start: int, chain: str) -> None:
        names = self._seen[scope]
        if chain in names:
            return
        names.add(chain)
        file = self._file
        is_attribute = self._attributes is not None and _is_inside(self._attributes, start)
        if is_attribute or chain.startswith("std."):
            return
        if not file.source.ascii:
            chain = chain.encode("latin-1").decode("utf-8", "replace")
        line = file.source.line_at(start)
        file.builder.references.append(Reference(scope, start, line, chain))


def _add_call(file: CFile, scope: int, start: int, chain: str) -> None:
    _note_expanded(file, scope)
    file.builder.calls.append(Call(scope, start, file.source.line_at(start), chain))


def _note_expanded(file: CFile, scope: int) -> None:
    """Keep with a macro the call that comes next: its callers make it."""
    if scope in file.macro_scopes:
        draft = file.builder.definitions[file.builder.scopes[scope].definition]
        if draft.fields["flags"] & MACRO:
            known = draft.fields.get("yields", ())
            draft.fields["yields"] = (*known, len(file.builder.calls))


def _normalise(chain: str) -> str:
    """Return a chain with dots, and the name of a struct after the word that C has for it."""
    word, _, rest = chain.replace("$", " ").partition(" ")
    if word in _TAGS and rest:
        return TAG + join_chain(rest.strip())
    parts = chain.split(None, 1)
    if parts[0] in _TAGS and len(parts) > 1:
        return TAG + join_chain(parts[1])
    return join_chain(chain)


def _find_spans(file: CFile, name: str) -> tuple[list[int], list[int]] | None:
    nodes = file.captures.get(name, ())
    if not nodes:
        return None
    outer: list[tuple[int, int]] = []
    for start, end in sorted(node.byte_range for node in nodes):
        if not outer or start >= outer[-1][1]:
            outer.append((start, end))
        elif end > outer[-1][1]:
            outer[-1] = (outer[-1][0], end)
    return [start for start, _ in outer], [end for _, end in outer]


def _is_inside(spans: tuple[list[int], list[int]], at: int) -> bool:
    place = bisect_right(spans[0], at) - 1
    return place >= 0 and at < spans[1][place]


TOKENS = _TOKEN
