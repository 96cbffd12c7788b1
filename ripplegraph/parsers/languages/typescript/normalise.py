"""Fingerprints of a script that `prettier` and comments do not change.

The file's tokens become one stream, in which everything a formatter may write in several ways is
written in one, and which is cut at the borders of definitions; a fingerprint is the hash of the
pieces that belong to it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from hashlib import blake2b

from tree_sitter import Node

from ripplegraph.graph.facts import ANONYMOUS
from ripplegraph.parsers.languages.typescript.context import Opened, ScriptFile
from ripplegraph.parsers.languages.typescript.parentheses import is_redundant, is_redundant_type
from ripplegraph.parsers.languages.typescript.tokens import (
    BORDER,
    SEPARATOR,
    SPACE,
    Cut,
    attribute_text,
    element_words,
    embedded_text,
    key_word,
    normalise,
    regex_text,
    token_stream,
)

_FOR_CONDITION, _FOR_INCREMENT, _EMPTY, _STATEMENT, _BARE = (f"\x0e{i}" for i in range(5))
_READS_ON = frozenset("([`+-/<")
_EMBEDDED = re.compile(
    r"(?:\b(?:css|html|graphql|gql|markdown|md|keyframes|createGlobalStyle)"
    r"|\bstyled[.(][^\n;]*|\bgraphql\([^;()]*,|/\*\s*(?:GraphQL|HTML)\s*\*/"
    r"|<style\s+jsx[^<>]*>\s*\{|\bcss=\{)\s*\Z"
)
_MISREAD = re.compile(r"[&\\\"']")
_DECORATED_BESIDE = frozenset(
    {"method_definition", "method_signature", "abstract_method_signature"}
)
_MEMBERS_APART = frozenset({"class", "interface", "module", "variable"})


def read_fingerprints(file: ScriptFile) -> tuple[str, str]:
    """Fill in every definition's fingerprints; return the file's surface and module-level ones."""
    items = [item for item in file.opened if not item.draft.fields["flags"] & ANONYMOUS]
    outer = _outer_ranges(file, items)
    borders = sorted({offset for offsets in map(_borders, items, outer) for offset in offsets})
    cuts = _find_cuts(file)
    cuts += [(offset, 1, offset, BORDER) for offset in borders]
    for item in items:
        if item.name is not None and item.name.end_byte <= item.outer.end_byte:
            cuts.append((item.name.start_byte, 2, item.name.end_byte, ""))
    cuts.sort()
    pieces = normalise(token_stream(file.raw, cuts)).split(BORDER)
    index = {offset: i for i, offset in enumerate(borders)}
    spans = [(index[start] + 1, index[end] + 1) for start, end in outer]
    _fill_prints(items, spans, pieces, index)
    return _surface(file, items), _hash(_outside(pieces, 0, len(pieces), sorted(spans)))


def _outer_ranges(file: ScriptFile, items: list[Opened]) -> list[tuple[int, int]]:
    """Return where each definition stands; a method's decorators stand beside it in the tree."""
    starts: dict[int, int] = {}
    for decorator in file.captures.get("decorator", ()):
        node: Node | None = decorator
        while node is not None and node.type in ("decorator", "comment"):
            node = node.next_named_sibling
        if node is not None and node.type in _DECORATED_BESIDE:
            starts.setdefault(node.start_byte, decorator.start_byte)
    return [
        (starts.get(item.outer.start_byte, item.outer.start_byte), item.outer.end_byte)
        for item in items
    ]


def _borders(item: Opened, outer: tuple[int, int]) -> tuple[int, ...]:
    return outer if item.body is None else (*outer, item.body.start_byte, item.body.end_byte)


def _fill_prints(
    items: list[Opened], spans: list[tuple[int, int]], pieces: list[str], index: dict[int, int]
) -> None:
    """Set both prints of each definition, whose pieces are those of its span."""
    ordered = sorted(spans)
    for item, (start, end) in zip(items, spans, strict=True):
        fields, body = item.draft.fields, item.body
        if body is None or item.node.type == "type_alias_declaration":
            fields["signature_print"] = _hash(pieces[start:end])
            fields["body_print"] = _hash(())
            continue
        first, last = index[body.start_byte] + 1, index[body.end_byte] + 1
        fields["signature_print"] = _hash(pieces[start:first] + pieces[last:end])
        if fields["kind"] in _MEMBERS_APART and last - first > 1:
            inner = ordered[bisect_left(ordered, (first, 0)) : bisect_left(ordered, (last, 0))]
            fields["body_print"] = _hash(_outside(pieces, first, last, inner))
        else:
            fields["body_print"] = _hash(pieces[first:last])


def _outside(pieces: list[str], start: int, end: int, spans: list[tuple[int, int]]) -> list[str]:
    kept: list[str] = []
    for first, last in spans:
        if first >= start:
            kept += pieces[start:first]
        start = max(start, last)
    return kept + pieces[start:end]


def _hash(parts: list[str] | tuple[str, ...]) -> str:
    text = SEPARATOR.join(filter(None, [part.strip(SEPARATOR) for part in parts]))
    return blake2b(text.encode("latin-1", "replace"), digest_size=10).hexdigest()


def _surface(file: ScriptFile, items: list[Opened]) -> str:
    scopes, definitions = file.builder.scopes, file.builder.definitions
    lines = [f"{e.name} {e.local} {e.spec} {e.member}" for e in file.builder.exports]
    for item in items:
        fields = item.draft.fields
        owner = scopes[fields["scope"]].owner
        if owner < 0 or definitions[owner].fields["kind"] != "function":
            lines.append(f"{fields['qualified']} {fields['signature_print']}")
    text = "\n".join(sorted(lines))
    return blake2b(text.encode("utf-8", "replace"), digest_size=10).hexdigest()


def _find_cuts(file: ScriptFile) -> list[Cut]:
    captures, raw = file.captures, file.raw
    cuts: list[Cut] = [(n.start_byte, 2, n.end_byte, "") for n in captures.get("dropped", ())]
    for name, redundant in (("parentheses", is_redundant), ("parentheses.type", is_redundant_type)):
        for node in captures.get(name, ()):
            if redundant(node):
                cuts += _both_ends(node)
    cuts += _statement_cuts(file, {cut[0] for cut in cuts})
    for node in captures.get("template", ()):
        cuts += _template_cuts(raw, node)
    for node in captures.get("new.bare", ()):
        cuts.append((node.end_byte, 0, node.end_byte, f"({SEPARATOR})"))
    for node in captures.get("empty", ()):
        cuts.append((node.start_byte, 2, node.end_byte, _EMPTY))
    for node in captures.get("for", ()):
        cuts += _for_cuts(node)
    return cuts + _literal_cuts(file) + _bare_cuts(file) + _element_cuts(file)


def _literal_cuts(file: ScriptFile) -> list[Cut]:
    raw = file.raw
    cuts: list[Cut] = []
    for node in file.captures.get("regex", ()):
        text = regex_text(raw[node.start_byte : node.end_byte])
        cuts.append((node.start_byte, 2, node.end_byte, text))
    for node in file.captures.get("key", ()):
        word = key_word(raw[node.start_byte + 1 : node.end_byte - 1])
        if word:
            cuts.append((node.start_byte, 2, node.end_byte, word))
    return cuts


def _bare_cuts(file: ScriptFile) -> list[Cut]:
    """Mark `return` and `yield` without a value: there, and only there, a line break counts."""
    return [
        (node.start_byte, 2, node.end_byte, _BARE)
        for name in ("result.return", "result.yield")
        for node in file.captures.get(name, ())
        if all(child.type == "comment" for child in node.named_children)
    ]


def _statement_cuts(file: ScriptFile, dropped: set[int]) -> list[Cut]:
    """Mark statements that without a semicolon before them would continue the one before."""
    raw = file.raw
    cuts: list[Cut] = []
    for node in file.captures.get("statement", ()):
        at = start = node.start_byte
        if raw[at] not in _READS_ON:
            continue
        while at in dropped:
            at += 1
            while raw[at].isspace():
                at += 1
        if raw[at] in _READS_ON:
            cuts.append((start, 1, start, _STATEMENT))
    return cuts


def _both_ends(node: Node) -> list[Cut]:
    start, end = node.start_byte, node.end_byte
    return [(start, 2, start + 1, ""), (end - 1, 2, end, "")]


def _template_cuts(raw: str, node: Node) -> list[Cut]:
    start, end = node.start_byte, node.end_byte
    embedded = _EMBEDDED.search(raw[max(0, start - 80) : start])
    cuts: list[Cut] = []
    at = start
    for child in node.named_children:
        if child.type in ("template_substitution", "template_type"):
            cuts.append((at, 2, child.start_byte, raw[at : child.start_byte]))
            at = child.end_byte
    cuts.append((at, 2, end, raw[at:end]))
    if embedded:
        return [(a, p, b, "`" + embedded_text(text)) for a, p, b, text in cuts]
    return [(a, p, b, "`" + text) for a, p, b, text in cuts]


def _for_cuts(node: Node) -> list[Cut]:
    cuts: list[Cut] = []
    for field, marker in (("condition", _FOR_CONDITION), ("increment", _FOR_INCREMENT)):
        child = node.child_by_field_name(field)
        if child is not None and child.type not in ("empty_statement", ";"):
            cuts.append((child.start_byte, 0, child.start_byte, marker))
    return cuts


def _element_cuts(file: ScriptFile) -> list[Cut]:
    captures, raw = file.captures, file.raw
    cuts: list[Cut] = []
    for node in captures.get("text", ()):
        words = element_words(raw[node.start_byte : node.end_byte])
        cuts.append((node.start_byte, 2, node.end_byte, words))
    for node in captures.get("text.braces", ()):
        if not raw[node.start_byte + 1 : node.end_byte - 1].strip().strip("\"'").strip(" "):
            cuts.append((node.start_byte, 2, node.end_byte, SPACE))
    for node in captures.get("attribute.braces", ()):
        cuts += _both_ends(node)
    for node in captures.get("reference.element", ()):
        cuts += _attribute_cuts(raw, node)
    return cuts


def _attribute_cuts(raw: str, node: Node) -> list[Cut]:
    """Write the values of attributes that a string's rules misread: they have no escapes."""
    cuts: list[Cut] = []
    for child in node.named_children:
        value = child.named_children[-1] if child.type == "jsx_attribute" else child
        start, end = value.start_byte, value.end_byte
        if value.type == "string" and _MISREAD.search(raw, start + 1, end - 1):
            cuts.append((start, 2, end, attribute_text(raw[start + 1 : end - 1])))
    return cuts
