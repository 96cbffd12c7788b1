"""The call sites of a file."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.expressions import Expr, GenericType
from ripplegraph.graph.facts import NEW, TYPES, Call
from ripplegraph.parsers.facts_builder import Regions
from ripplegraph.parsers.tagged.arities import name_passed
from ripplegraph.parsers.tagged.context import Match, TaggedFile
from ripplegraph.parsers.tagged.expressions import member_of, read_called, read_expression
from ripplegraph.parsers.tagged.types import own_type, read_type


def read_calls(file: TaggedFile) -> None:
    """Read every call; they have their numbers before the first is read."""
    matches = _find_calls(file)
    file.calls = {match.node.id: i for i, match in enumerate(matches)}
    line_at = file.source.line_at
    for match in matches:
        node = match.part("name") or match.part("type") or match.part("word") or match.node
        # A type that is written elsewhere is not where the object is made.
        at = _last_part(file, node if node.start_byte >= match.start else match.node)
        scope = file.scope_regions.at(match.start)
        if "trailing" in match.words:
            callee, at, flags = *read_called(file, match.node), 0
        else:
            callee, flags = _read_callee(file, match)
        args, keywords = _read_arguments(file, match.part("arguments"))
        types = match.part("types")
        if types is not None:
            written = tuple([read_type(file, part) for part in types.named_children])
            keywords += ((TYPES, GenericType(None, written)),)
        file.builder.calls.append(Call(scope, at, line_at(at), callee, args, keywords, flags))


def _find_calls(file: TaggedFile) -> list[Match]:
    """Return the calls; what only may be one is none where there is a variable of its name."""
    matches = [match for match in file.of("call") if not _is_definition(file, match)]
    quiet = file.of("quiet")
    if quiet:
        regions = Regions([(match.start, match.end, 1) for match in quiet], 0)
        matches = [match for match in matches if not regions.at(match.start)]
    if not any("maybe" in match.words or "super" in match.words for match in matches):
        return matches
    called = {node.id for m in matches for node in m.parts.get("name", ()) if node.id != m.node.id}
    matches = [match for match in matches if match.node.id not in called]
    local: set[tuple[int, str]] = set()
    for role in ("local", "parameter"):
        for match in file.of(role):
            around = _function_around(file, match)
            local.update((around, file.text(node)) for node in match.parts.get("name", ()))
    return [
        match
        for match in matches
        if "maybe" not in match.words
        or (_function_around(file, match), file.text(match.node)) not in local
    ]


def _is_definition(file: TaggedFile, match: Match) -> bool:
    """Whether what looks like a call is the head of a definition, or a word of the language."""
    node = match.part("name")
    if node is None or "super" in match.words or "delegated" in match.words:
        return False
    is_word = match.part("receiver") is None and file.text(node) in file.tags.keywords
    return node.start_byte in file.skip or is_word


def _last_part(file: TaggedFile, node: Node) -> int:
    """Return where the last part of a name begins."""
    start, end = node.byte_range
    if file.parts is not None:
        for found in file.parts.finditer(file.raw, start, end):
            start = found.end()
    return start


def _read_callee(file: TaggedFile, match: Match) -> tuple[Expr, int]:
    """Return what a call calls: a name, a member of something, or a type that is made."""
    written = match.part("type")
    if written is not None:
        found = read_type(file, written)
        return (found.base if type(found) is GenericType else found), NEW
    if "super" in match.words:
        return f"super.{_method_around(file, match)}", 0
    if "own" in match.words or "above" in match.words:
        return _class_around(file, match, above="above" in match.words), NEW
    node = match.part("target") or match.part("name")
    if node is None:
        return None, 0
    name, receiver = file.name(node).strip(".:"), match.part("receiver")
    if name == file.tags.maker:
        own = own_type(file, match.node) if receiver is None else read_expression(file, receiver)
        return (own_type(file, match.node) if own == file.tags.receiver else own), NEW
    name = name_passed(file, match, name)
    if receiver is None:
        return name, 0
    return member_of(read_expression(file, receiver), name), 0


def _method_around(file: TaggedFile, match: Match) -> str:
    """Return the name of the method that a place is in."""
    at, scopes = _function_around(file, match), file.builder.scopes
    is_function = scopes[at].kind == "function"
    return (
        str(file.builder.definitions[scopes[at].definition].fields["name"]) if is_function else ""
    )


def _function_around(file: TaggedFile, match: Match) -> int:
    """Return the scope whose variables a place sees: that of a function, a class or the file."""
    at, scopes = file.scope_regions.at(match.start), file.builder.scopes
    while at > 0 and scopes[at].kind == "block":
        at = scopes[at].parent
    return at


def _class_around(file: TaggedFile, match: Match, *, above: bool) -> Expr:
    """Return the class that a place is in, or the one that it names first as above it."""
    at, scopes = file.scope_regions.at(match.start), file.builder.scopes
    while at > 0 and scopes[at].kind != "class":
        at = scopes[at].parent
    fields = file.builder.definitions[scopes[at].definition].fields if at > 0 else {}
    if not above:
        return fields.get("name")
    base = next(iter(fields.get("bases", ())), None)
    return base.base if type(base) is GenericType else base


Arguments = tuple[tuple[Expr, ...], tuple[tuple[str, Expr], ...]]
"""What is passed by place, and what by name."""


def _read_arguments(file: TaggedFile, node: Node | None) -> Arguments:
    args: list[Expr] = []
    keywords: list[tuple[str, Expr]] = []
    for child in node.named_children if node is not None else ():
        name = child.child_by_field_name("name") if file.tags.overloads else None
        if name is not None and child.type == "argument":
            keywords.append((file.name(name), read_expression(file, child)))
        elif not child.is_extra:
            args.append(read_expression(file, child))
    while args and args[-1] is None and not file.tags.overloads:
        args.pop()
    return tuple(args), tuple(keywords)
