"""The normalised token stream of Python that `black`, comments and docstrings do not change."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node

from ripplegraph.graph.facts import ANONYMOUS, ASYNC
from ripplegraph.parsers.fingerprint import (
    BLOCK_END,
    BLOCK_START,
    ENDS,
    SEPARATOR,
    STARTS,
    Cut,
    Pieces,
    short_hash,
)
from ripplegraph.parsers.languages.python.context import PythonFile
from ripplegraph.parsers.languages.python.definitions import OpenedDefinition

# Names and brackets come first because most tokens are such; possessive, so that nothing is tried
# twice.
_TOKEN = re.compile(
    r"[A-Za-z_\x80-\xff][\w\x80-\xff]*+(?![\"'])|[()\[\]{},]"
    r"|[A-Za-z]{0,2}(?:\"(?:\"\"(?:[^\"\\]+|\\.|\"(?!\"\"))*+\"\"\"|(?:[^\"\\\n]+|\\.)*+\")"
    r"|'(?:''(?:[^'\\]+|\\.|'(?!''))*+'''|(?:[^'\\\n]+|\\.)*+'))"
    r"|0[xX]\w+|\.?\d(?:[\w.]|(?<=[eE])[-+](?=\d))*|->|:=|[-+*/%@&|^<>=!]=?|\*\*|//|<<|>>|[^\s\\;]",
    re.DOTALL | re.ASCII,
)
_NUMBER = re.compile(r"(?<=\x1f)(?:\.\d[\w.+-]*|\d[\w.]*[A-Za-z.][\w.+-]*)(?=\x1f)")
_BARE_POINT = re.compile(r"\.(?=[ej]|$)")
_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})")
_UNUSUAL_PREFIXES = ("F", "R", "B", "U", "u", "rb", "rf", "br", "fr", "Rb", "Rf", "Br", "Fr")
_PREFIX = re.compile(r"(?<=\x1f)[A-Za-z]{1,2}(?=\")")
_COMMA_BEFORE_SIGN = re.compile(r",(?=\s*(?:=(?!=)|:|\bin\b))")
_NOTHING_TAKEN = re.compile(r"\s*(?:\(\s*\)\s*)?:")
_MARK = "\xef\xbb\xbf"

ESCAPED = "\x05"
"""Stands for an escaped backslash."""
SINGLE = "\x04"
"""Stands for the parentheses of a tuple with one member."""

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


def normalise(stream: str) -> str:
    """Return a token stream without what a formatter may choose."""
    stream = stream.replace("'", '"')
    if "\\" in stream:
        # A backslash that is itself escaped escapes nothing.
        stream = stream.replace("\\\\", ESCAPED).replace('\\"', '"')
        stream = _ESCAPE.sub(lambda m: m[0][:2] + m[0][2:].lower(), stream)
    for bracket in ")]}":
        stream = stream.replace(f",{SEPARATOR}{bracket}", bracket)
    if any(f'{prefix}"' in stream for prefix in _UNUSUAL_PREFIXES):
        stream = _PREFIX.sub(_plain_prefix, stream)
    if _NUMBER.search(stream):
        stream = _NUMBER.sub(_plain_number, stream)
    return stream


def _plain_prefix(prefix: re.Match[str]) -> str:
    return "".join(sorted(prefix[0].lower().replace("u", "")))


def _plain_number(number: re.Match[str]) -> str:
    text = number[0].lower()
    if text.startswith("0x"):
        return text
    text = text.replace("e+", "e")
    return _BARE_POINT.sub(".0", f"0{text}" if text[0] == "." else text)


def read_fingerprints(file: PythonFile, opened: list[OpenedDefinition]) -> tuple[str, str]:
    """Fill in every definition's fingerprints; return the file's surface and module-level ones."""
    items = [_Borders(file, item) for item in opened if not item.draft.fields["flags"] & ANONYMOUS]
    inside: dict[int, list[_Borders]] = {}
    for item in items:
        inside.setdefault(item.fields["scope"], []).append(item)
    borders = [place for item in items for place in item.places]
    pieces = Pieces(file.raw, _cuts(file), borders, _TOKEN.findall, normalise)
    surface: list[str] = []
    for item in items:
        fields = item.fields
        fields["signature_print"] = pieces.fingerprint(*item.heads, item.signature)
        members = inside.get(fields["body"], ()) if fields["kind"] == "class" else ()
        fields["body_print"] = pieces.fingerprint(*_outside(*item.body, members))
        if not fields["qualified"].rpartition(".")[2].startswith("_"):
            surface.append(f"{fields['qualified']} {fields['signature_print']}")
    names = [
        d.fields["qualified"] for d in file.builder.definitions if d.fields["kind"] == "variable"
    ]
    return (
        short_hash("\n".join(sorted(surface) + sorted(names))),
        pieces.fingerprint(*_outside(None, None, inside.get(0, ()))),
    )


class _Borders:
    """Where the parts of one definition begin and end."""

    __slots__ = ("body", "fields", "heads", "outer", "signature")

    def __init__(self, file: PythonFile, item: OpenedDefinition) -> None:
        self.fields = item.draft.fields
        self.heads = [(d.start_byte, d.end_byte) for d in item.decorators]
        if self.fields["flags"] & ASYNC:
            self.heads.append((item.node.start_byte, item.node.start_byte + len("async")))
        name = item.node.child_by_field_name("name")
        start = name.end_byte if name is not None else item.node.start_byte
        self.body = (item.body.start_byte, item.body.end_byte)
        nothing = _NOTHING_TAKEN.match(file.raw, start, self.body[0])
        self.signature = (nothing.end() if nothing else start, self.body[0])
        self.outer = (item.outer.start_byte, item.outer.end_byte)

    @property
    def places(self) -> list[int]:
        spans = (*self.heads, self.signature, self.body, self.outer)
        return [place for span in spans for place in span]


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
    cuts = [_cut(0, len(_MARK))] if file.raw.startswith(_MARK) else []
    for node in (*captures.get("comment", ()), *file.documentation):
        cuts.append((node.start_byte, STARTS, node.end_byte, ""))
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
            cuts += _both_ends(node, "")
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


def _both_ends(node: Node, marker: str) -> list[Cut]:
    start, end = node.byte_range
    return [_cut(start, start + 1, marker), _cut(end - 1, end, marker)]


def _cut(start: int, end: int, marker: str = "") -> Cut:
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
    operator = node.child_by_field_name("operator")
    return node.type == "binary_operator" and operator is not None and operator.type == "**"
