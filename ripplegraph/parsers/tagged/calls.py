"""The call sites of a file."""

from __future__ import annotations

from tree_sitter import Node

from ripplegraph.graph.facts import NEW, Call, Expr
from ripplegraph.parsers.tagged.context import Match, TaggedFile
from ripplegraph.parsers.tagged.expressions import member_of, read_expression
from ripplegraph.parsers.tagged.types import read_type


def read_calls(file: TaggedFile) -> None:
    """Read every call; they have their numbers before the first is read."""
    matches = file.of("call")
    file.calls = {match.node.id: i for i, match in enumerate(matches)}
    line_at = file.source.line_at
    for match in matches:
        node = match.part("name") or match.part("type") or match.node
        at = _last_part(file, node)
        scope = file.scope_regions.at(match.start)
        flags = NEW if "new" in match.words else 0
        callee = _read_callee(file, match)
        args = _read_arguments(file, match.part("arguments"))
        file.builder.calls.append(Call(scope, at, line_at(at), callee, args, (), flags))


def _last_part(file: TaggedFile, node: Node) -> int:
    """Return where the last part of a name begins."""
    start, end = node.byte_range
    if file.parts is not None:
        for found in file.parts.finditer(file.raw, start, end):
            start = found.end()
    return start


def _read_callee(file: TaggedFile, match: Match) -> Expr:
    """Return what a call calls: a name, a member of something, or a type that is made."""
    written = match.part("type")
    if written is not None:
        found = read_type(file, written)
        return found[1] if isinstance(found, tuple) and found[0] == "<" else found
    name = match.part("name")
    if name is None:
        return None
    receiver = match.part("receiver")
    if receiver is None:
        return file.name(name).strip(".")
    return member_of(read_expression(file, receiver), file.name(name))


def _read_arguments(file: TaggedFile, node: Node | None) -> tuple[Expr, ...]:
    if node is None:
        return ()
    args = [read_expression(file, child) for child in node.named_children if not child.is_extra]
    while args and args[-1] is None:
        args.pop()
    return tuple(args)
