"""Zig syntax trees to facts."""

from __future__ import annotations

import re
from bisect import bisect_right

from tree_sitter import Node

from ripplegraph.graph.expressions import Element
from ripplegraph.graph.facts import (
    Binding,
    BindingKind,
    Call,
    Diagnostic,
    FileFacts,
    Param,
    Reference,
)
from ripplegraph.parsers.fingerprint import ENDS, SEPARATOR, Cut, TextPieces, short_hash
from ripplegraph.parsers.language import Captures, first_error, read_query
from ripplegraph.parsers.languages.zig.context import Pending, ZigFile
from ripplegraph.parsers.languages.zig.expressions import read_suffix, read_type, read_value
from ripplegraph.parsers.languages.zig.structure import open_structure, read_results
from ripplegraph.parsers.source import Source

_KEYWORDS = frozenset(read_query("ripplegraph.parsers.languages.zig", "keywords.txt").split())
_TOKEN = re.compile(
    r"//[^\n]*|\\\\[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|@\w+|\.\s*\w+|\d\w*"
    r"|([^\W\d]\w*(?:\.[^\W\d]\w*)*)(\s*\()?"
)
_SPACE_BETWEEN_WORDS = re.compile(rb" (?<=[\w\x80-\xff] )(?=[\w\x80-\xff])")
_STRING = re.compile(rb"(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|\\\\[^\n]*)")
_LONGEST_SIGNATURE, _LONGEST_DOC = 400, 200


def extract(root: Node, captures: Captures, source: Source) -> FileFacts:
    """Return the facts of one Zig file."""
    file = ZigFile(root, captures, source)
    open_structure(file)
    _read_calls(file)
    for item in file.pending:
        _fill(file, item)
    read_results(file)
    _read_references(file)
    _describe(file)
    surface, body = _fingerprint(file)
    _read_errors(file)
    is_program = any(d.fields.get("entry") == "main" for d in file.builder.definitions)
    return file.builder.finish(
        surface_print=surface, body_print=body, entry="main" if is_program else ""
    )


def _read_calls(file: ZigFile) -> None:
    for node in file.captures.get("suffix", ()):
        read_suffix(file, node, 0)
    at = file.source.line_at
    for node, call in zip(file.captures.get("reference.call", ()), file.calls, strict=True):
        start = node.start_byte
        # What is left are functions of the compiler.
        made = call or Call(file.scope_regions.at(start), start, at(start), "@")
        file.builder.calls.append(made)


def _fill(file: ZigFile, item: Pending) -> None:
    """Give a name its type or value, now that calls have numbers."""
    annotation = read_type(file, item.written)
    value = None if annotation is not None else read_value(file, item.value)
    if value is not None and item.is_element:
        value = Element(value)
    if annotation is None and value is None:
        return
    old = item.scope.bindings[item.at]
    kind: BindingKind = "=" if annotation is None else ":"
    item.scope.bindings[item.at] = Binding(
        old.name, kind, old.position, old.until, item.definition, "", "", value, annotation
    )
    if item.definition >= 0:
        fields = file.builder.definitions[item.definition].fields
        fields["value"], fields["annotation"] = value, annotation
    owner = item.scope.definition
    if item.scope.kind == "function" and owner >= 0 and annotation is not None:
        fields = file.builder.definitions[owner].fields
        fields["params"] = tuple(
            Param(p.name, p.kind, annotation) if p.name == old.name else p
            for p in fields.get("params", ())
        )


def _read_references(file: ZigFile) -> None:
    """Read every name and chain that is read, once for each scope it stands in."""
    seen: list[set[str]] = [set() for _ in file.builder.scopes]
    regions = file.scope_regions.walk()
    scope = until = 0
    for found in _TOKEN.finditer(file.raw):
        chain, start = found[1], found.start()
        if chain is None or chain in _KEYWORDS or start in file.skip:
            continue
        if found[2]:
            chain = chain.rpartition(".")[0]
        while start >= until:
            scope, until = next(regions)
        if not chain or chain in seen[scope]:
            continue
        seen[scope].add(chain)
        if not file.source.ascii:
            chain = chain.encode("latin-1").decode("utf-8", "replace")
        line = file.source.line_at(start)
        file.builder.references.append(Reference(scope, start, line, chain))


def _describe(file: ZigFile) -> None:
    """Fill in signatures and documentation."""
    lines = file.source.lines
    for draft, start, body, _ in file.opened:
        text = file.line_text(start, body).removesuffix("=").strip()
        draft.fields["signature"] = text[:_LONGEST_SIGNATURE]
        number, first = bisect_right(lines, start) - 1, ""
        while number > 0:
            number -= 1
            line = file.source.text(lines[number], lines[number + 1]).strip()
            if not line.startswith("///"):
                break
            first = line[3:].strip()
        draft.fields["doc"] = first[:_LONGEST_DOC]


def _fingerprint(file: ZigFile) -> tuple[str, str]:
    """Fill in fingerprints; return those of the file's surface and of the rest."""
    comments = file.captures.get("comment", ())
    cuts: list[Cut] = [(n.start_byte, ENDS, n.end_byte, b" ") for n in comments]
    borders = {place for item in file.opened for place in (item.start, item.body, item.end)}
    pieces = TextPieces(file.source.data, cuts, borders, _normalise)
    surface: list[str] = []
    for item in file.opened:
        fields = item.draft.fields
        fields["signature_print"] = pieces.fingerprint((item.start, item.body))
        if item.body < item.end:
            fields["body_print"] = pieces.fingerprint((item.body, item.end))
        surface.append(f"{fields['qualified']} {fields['signature_print']}")
    rest: list[tuple[int | None, int | None]] = []
    at: int | None = None
    for item in sorted(file.opened, key=lambda item: (item.start, -item.end)):
        if at is None or item.start >= at:
            rest.append((at, item.start))
            at = item.end
    rest.append((at, None))
    return short_hash("\n".join(surface).encode()), pieces.fingerprint(*rest)


def _normalise(text: bytes) -> bytes:
    """Return Zig without what a formatter may choose, its strings as they are."""
    parts = _STRING.split(text)
    for i in range(0, len(parts), 2):
        code = b" ".join(parts[i].split())
        code = _SPACE_BETWEEN_WORDS.sub(SEPARATOR, code).replace(b" ", b"")
        for bracket in (b")", b"]", b"}"):
            code = code.replace(b"," + bracket, bracket)
        parts[i] = code
    return SEPARATOR.join(parts)


def _read_errors(file: ZigFile) -> None:
    if not file.root.has_error:
        return
    line = first_error(file.root).start_point[0] + 1
    file.builder.diagnostics.append(
        Diagnostic("error", line, "syntax error; what did parse is kept")
    )
