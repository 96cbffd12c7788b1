"""The normalised token stream of Python that `black`, comments and docstrings do not change."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from tree_sitter import Node

from ripplegraph.graph.facts import ANONYMOUS, ASSIGNED, ASYNC
from ripplegraph.parsers.facts_builder import DefinitionDraft
from ripplegraph.parsers.fingerprint import (
    BLOCK_END,
    BLOCK_START,
    ENDS,
    SEPARATOR,
    STARTS,
    Cut,
    TextPieces,
    short_hash,
)
from ripplegraph.parsers.languages.python.context import FIELDS, PythonFile
from ripplegraph.parsers.languages.python.definitions import OpenedDefinition
from ripplegraph.parsers.languages.python.names import LITERAL

HOLE = b"\x1d"
"""Stands in the code where a string was taken out."""
ESCAPED = b"\x05"
"""Stands for an escaped backslash."""
SINGLE = b"\x04"
"""Stands for the parentheses of a tuple with one member."""

_STRING = re.compile(f"({LITERAL})".encode(), re.DOTALL)
_TO_SPACES = bytes.maketrans(b";\\", b"  ")
_SPACE_BETWEEN_WORDS = re.compile(rb" (?<=[\w\x80-\xff] )(?=[\w\x80-\xff])")
_EXPONENT = rb"[eE][-+]?\d[\d_]*"
_NUMBER = re.compile(
    rb"[0-9](?<![\w\x80-\xff.].)[0-9_]*+"
    rb"(?:[xXoObB]\w+|\.[\d_]*(?:%b)?[jJ]?|%b[jJ]?|[jJlL])" % (_EXPONENT, _EXPONENT)
)
_POINT_FIRST = re.compile(rb"\.(?=\d)(?<![\w\x80-\xff.)\]}\x1d].)[\d_]+(?:%b)?[jJ]?" % _EXPONENT)
_BARE_POINT = re.compile(rb"\.(?=[ej]|$)")
_ESCAPE = re.compile(rb"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})")
_UNUSUAL_PREFIX = re.compile(rb"\x1d(?:(?<=[FRBUu]\x1d)|(?<=[bfrBFR][bfrBFR]\x1d))")
_PREFIX = re.compile(rb"(?<![\w\x80-\xff])[bBfFrRuU]{1,2}(?=\x1d)")
_COMMA_BEFORE_SIGN = re.compile(r",[ \t\r\n\f\\]*+(?:[=:]|in\b)")
_NOTHING_TAKEN = re.compile(r"\s*(?:\(\s*\)\s*)?:")
_MARK = b"\xef\xbb\xbf"

_BINDING_PARENTS = frozenset(
    {
        "binary_operator",
        "boolean_operator",
        "not_operator",
        "comparison_operator",
        "unary_operator",
        "attribute",
        "call",
        "subscript",
        "await",
        "conditional_expression",
        "list_splat",
        "dictionary_splat",
        "slice",
        "named_expression",
        "interpolation",
    }
)
_ATOMS = frozenset(
    {
        "identifier",
        "attribute",
        "call",
        "subscript",
        "integer",
        "float",
        "string",
        "true",
        "false",
        "none",
        "list",
        "dictionary",
        "set",
        "tuple",
        "list_comprehension",
        "set_comprehension",
        "dictionary_comprehension",
        "parenthesized_expression",
        "ellipsis",
    }
)


def normalise(text: bytes) -> bytes:
    """Return Python without what a formatter may choose, its strings apart from its code."""
    parts = _STRING.split(text.replace(HOLE, b""))
    code = _normalise_code(HOLE.join(parts[::2]))
    parts[::2] = code.split(HOLE)
    parts[1::2] = _normalise_strings(HOLE.join(parts[1::2])).split(HOLE) if parts[1:] else ()
    return SEPARATOR.join(parts)


def _normalise_code(code: bytes) -> bytes:
    """Keep white space only where it keeps two words apart."""
    if _UNUSUAL_PREFIX.search(code):
        code = _PREFIX.sub(_plain_prefix, code)
    code = b" ".join(code.translate(_TO_SPACES).split())
    code = _SPACE_BETWEEN_WORDS.sub(SEPARATOR, code).replace(b" ", b"")
    for bracket in (b")", b"]", b"}"):
        code = code.replace(b"," + bracket, bracket)
    return _POINT_FIRST.sub(_plain_number, _NUMBER.sub(_plain_number, code))


def _normalise_strings(strings: bytes) -> bytes:
    strings = strings.replace(b"'", b'"')
    if b"\\" in strings:
        # A backslash that is itself escaped escapes nothing.
        strings = strings.replace(b"\\\\", ESCAPED).replace(b'\\"', b'"')
        strings = _ESCAPE.sub(lambda m: m[0][:2] + m[0][2:].lower(), strings)
    return strings


def _plain_prefix(prefix: re.Match[bytes]) -> bytes:
    return bytes(sorted(prefix[0].lower().replace(b"u", b"")))


def _plain_number(number: re.Match[bytes]) -> bytes:
    text = number[0].lower()
    if text.startswith(b"0x"):
        return text
    text = text.replace(b"e+", b"e")
    return _BARE_POINT.sub(b".0", b"0" + text if text.startswith(b".") else text)


def read_fingerprints(file: PythonFile, opened: list[OpenedDefinition]) -> tuple[str, str]:
    """Fill in every definition's fingerprints; return the file's surface and module-level ones."""
    items = [_Borders(file, item) for item in opened if not item.draft.fields["flags"] & ANONYMOUS]
    inside: dict[int, list[_Borders]] = {}
    borders: set[int] = set()
    for item in items:
        inside.setdefault(item.fields["scope"], []).append(item)
        borders.update(*item.heads, item.signature, item.body, item.outer)
    for _, *nodes in file.assigned:
        borders.update(*(node.byte_range for node in nodes if node is not None))
    pieces = TextPieces(file.source.data, _cuts(file), borders, normalise)
    surface: list[str] = []
    for item in items:
        fields = item.fields
        signature = pieces.fingerprint(*item.heads, item.signature)
        fields["signature_print"] = signature
        members = inside.get(fields["body"]) if fields["kind"] == "class" else None
        body = _outside(*item.body, members) if members else (item.body,)
        fields["body_print"] = pieces.fingerprint(*body)
        qualified = fields["qualified"]
        if not qualified.rpartition(".")[2].startswith("_"):
            surface.append(f"{qualified} {signature}")
    _print_variables(file, pieces)
    names = [
        d.fields["qualified"]
        for d in file.builder.definitions
        if d.fields["kind"] == "variable" and not _is_private_field(d)
    ]
    return (
        short_hash("\n".join(sorted(surface) + sorted(names)).encode()),
        pieces.fingerprint(*_outside(None, None, inside.get(0, ()))),
    )


def _print_variables(file: PythonFile, pieces: TextPieces) -> None:
    """Fill in the fingerprints of variables: of the types and of all values they are given."""
    types: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    values: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for index, written_type, value in file.assigned:
        for found, node in ((types, written_type), (values, value)):
            if node is not None:
                found[index].append(node.byte_range)
    for index in {**types, **values}:
        fields = file.builder.definitions[index].fields
        fields["signature_print"] = pieces.fingerprint(*types[index])
        fields["body_print"] = pieces.fingerprint(*values[index])


def _is_private_field(draft: DefinitionDraft) -> bool:
    return bool(draft.fields["flags"] & ASSIGNED) and draft.fields["name"].startswith("_")


class _Borders:
    """Where the parts of one definition begin and end."""

    __slots__ = ("body", "fields", "heads", "outer", "signature")

    def __init__(self, file: PythonFile, item: OpenedDefinition) -> None:
        node = item.node
        self.fields = item.draft.fields
        self.heads = [decorator.byte_range for decorator in item.decorators]
        self.body = item.body.byte_range
        self.outer = item.outer.byte_range
        if self.fields["flags"] & ASYNC:
            self.heads.append((node.start_byte, node.start_byte + len("async")))
        name = node.child_by_field_id(FIELDS.name)
        start = name.end_byte if name is not None else node.start_byte
        nothing = _NOTHING_TAKEN.match(file.raw, start, self.body[0])
        self.signature = (nothing.end() if nothing else start, self.body[0])


def _outside(
    start: int | None, end: int | None, inner: Sequence[_Borders]
) -> list[tuple[int | None, int | None]]:
    spans: list[tuple[int | None, int | None]] = []
    for item in inner:
        spans.append((start, item.outer[0]))
        start = item.outer[1]
    return [*spans, (start, end)]


def _cuts(file: PythonFile) -> list[Cut]:
    captures = file.captures
    cuts = [_cut(0, len(_MARK))] if file.source.data.startswith(_MARK) else []
    for node in (*captures.get("comment", ()), *file.documentation):
        start, end = node.byte_range
        cuts.append((start, STARTS, end, b""))
    for node in captures.get("block", ()):
        start, end = node.byte_range
        cuts.append((start, STARTS, start, BLOCK_START))
        cuts.append((end, ENDS, end, BLOCK_END))
    return cuts + _parentheses(file) + _bare_commas(file)


def _parentheses(file: PythonFile) -> list[Cut]:
    captures, raw = file.captures, file.raw
    cuts: list[Cut] = []
    for node in captures.get("parentheses", ()):
        if _is_redundant(node):
            cuts += _both_ends(node, b"")
    tuples = [*captures.get("parentheses.tuple", ()), *_only_subscripts(file)]
    optional = {node.id for node in tuples}
    for node in tuples:
        if raw[node.start_byte] == "(":
            cuts += _optional_parentheses(node)
    for node in captures.get("tuple.single", ()):
        if raw[node.start_byte] == "(" and node.id not in optional:
            cuts += _both_ends(node, SINGLE)
    for node in captures.get("import.from", ()):
        if raw[node.end_byte - 1] == ")":
            start = raw.index("(", node.start_byte)
            cuts += [_cut(start, start + 1), _cut(_before_comma(node), node.end_byte)]
    return cuts


def _only_subscripts(file: PythonFile) -> list[Node]:
    """Return the tuples in `x[(a, b)]`; a query for them takes forever on nested subscripts."""
    raw, found = file.raw, []
    for node in file.captures.get("tuple", ()):
        if raw[node.start_byte - 1] == "[":
            parent = node.parent
            if parent is not None and parent.type == "subscript":
                found.append(node)
    return found


def _bare_commas(file: PythonFile) -> list[Cut]:
    """Cut the commas that end a tuple of several members written without parentheses."""
    raw = file.raw
    places = [
        node.end_byte - 1
        for capture in ("binding.assignment", "result.return", "result.yield", "statement.delete")
        for node in file.captures.get(capture, ())
        if raw[node.end_byte - 1] == ","
    ]
    places += [found.start() for found in _COMMA_BEFORE_SIGN.finditer(raw)]
    cuts = []
    for at in set(places):
        comma = file.root.descendant_for_byte_range(at, at + 1)
        around = comma.parent if comma is not None and comma.type == "," else None
        if around is None or around.type not in ("expression_list", "pattern_list"):
            continue
        if sum(child.type != "comment" for child in around.named_children) > 1:
            cuts.append(_cut(at, at + 1))
    return cuts


def _optional_parentheses(node: Node) -> list[Cut]:
    """Cut the parentheses of a tuple that means the same without them."""
    members = sum(child.type != "comment" for child in node.named_children)
    parent = node.parent
    if parent is not None and parent.type == "subscript":
        if parent.named_child_count > 2:
            return []
        if members == 1:
            return _both_ends(node, SINGLE)
    if members == 0:
        return []
    # One member is a tuple by its comma; after several it means nothing.
    end = node.end_byte - 1 if members == 1 else _before_comma(node)
    return [_cut(node.start_byte, node.start_byte + 1), _cut(end, node.end_byte)]


def _before_comma(node: Node) -> int:
    """Return where the closing parenthesis of a list begins, with the comma before it if any."""
    for child in reversed(node.children[:-1]):
        if child.type == ",":
            return child.start_byte
        if child.type != "comment":
            break
    return node.end_byte - 1


def _both_ends(node: Node, marker: bytes) -> list[Cut]:
    start, end = node.byte_range
    return [_cut(start, start + 1, marker), _cut(end - 1, end, marker)]


def _cut(start: int, end: int, marker: bytes = b"") -> Cut:
    return start, STARTS, end, marker


def _is_redundant(node: Node) -> bool:
    inner = [child for child in node.named_children if child.type != "comment"]
    if not inner or inner[0].type in _ATOMS:
        return bool(inner)
    if inner[0].type in ("yield", "list_splat"):
        return False
    parent = node.parent
    if parent is None or parent.type not in _BINDING_PARENTS:
        return True
    return _is_shown_for_clarity(node, inner[0], parent)


def _is_shown_for_clarity(node: Node, inner: Node, parent: Node) -> bool:
    """Whether parentheses inside an operator only show how it binds anyway."""
    if parent.type == "unary_operator":
        return _is_power(inner)
    if parent.type == "conditional_expression":
        ends = node.end_byte == parent.end_byte
        return ends and inner.type in ("conditional_expression", "lambda")
    return parent.type == "subscript" and node.start_byte != parent.start_byte


def _is_power(node: Node) -> bool:
    operator = node.child_by_field_id(FIELDS.operator)
    return node.type == "binary_operator" and operator is not None and operator.type == "**"
