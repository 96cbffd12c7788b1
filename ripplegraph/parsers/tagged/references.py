"""What the code of a file reads: names and dotted chains, once for each scope they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ripplegraph.graph.facts import Import, Reference
from ripplegraph.parsers.tagged.context import TaggedFile
from ripplegraph.parsers.tagged.expressions import compile_chain


def read_references(file: TaggedFile) -> None:
    """Read every name that is captured as a reference, or all that the code has."""
    seen: set[tuple[int, str]] = set()
    found = _find_captured(file)
    if file.tags.reads:
        found = sorted([*found, *_find_names(file)])
    line_at = file.source.line_at
    regions = file.scope_regions
    for at, chain in sorted(found):
        scope = regions.at(at)
        if (scope, chain) not in seen:
            seen.add((scope, chain))
            file.builder.references.append(Reference(scope, at, line_at(at), chain))
    if file.tags.qualified:
        _name_used(file)


def _name_used(file: TaggedFile) -> None:
    """Say of what is imported as a whole which names may come from it: all that nothing binds."""
    imports = file.builder.imports
    if not any("*" in item.names for item in imports):
        return
    bound = {binding.name for scope in file.builder.scopes for binding in scope.bindings}
    chains = [reference.chain for reference in file.builder.references]
    chains += [call.callee for call in file.builder.calls if isinstance(call.callee, str)]
    names = tuple(sorted({chain.partition(".")[0] for chain in chains} - bound))
    file.builder.imports[:] = [
        Import(item.spec, names, item.scope, item.line, item.kind, item.end_line)
        if "*" in item.names
        else item
        for item in imports
    ]


def _find_captured(file: TaggedFile) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    pattern = compile_chain(file.tags.words)
    for match in file.of("reference"):
        nodes = match.parts.get("name") or [match.node]
        joined = file.tags.joined or "."
        chain = joined.join(file.name(node).strip(".") for node in nodes)
        if pattern.fullmatch(chain):
            found.append((match.start, chain))
    return found


def _find_names(file: TaggedFile) -> Iterator[tuple[int, str]]:
    """Yield the chains in the code: not in comments and strings, not where a name is bound."""
    tags, raw = file.tags, file.raw
    skip = file.skip | {match.start for match in file.of("skip")}
    called = {call.position for call in file.builder.calls}
    quiet = [(match.start, match.end) for role in ("comment", "string") for match in file.of(role)]
    quiet.sort()
    at = 0
    last = (0, 0)
    keywords = tags.keywords
    for found in _compile_token(tags.words, tags.separators).finditer(raw):
        start, end = found.span()
        while at < len(quiet) and quiet[at][0] <= start:
            last = max(last, quiet[at], key=lambda span: span[1])
            at += 1
        if start < last[1] or start in skip:
            continue
        chain = raw[start:end]
        if chain in keywords:
            continue
        text = _without_call(file, chain, start, called)
        if text and text not in keywords:
            yield start, text


def _without_call(file: TaggedFile, chain: str, start: int, called: set[int]) -> str:
    """Return the part of a chain that is read before something of it is called."""
    for found in re.finditer(file.tags.words, chain):
        if start + found.start() in called:
            chain = chain[: found.start()]
            break
    if not file.source.ascii:
        chain = chain.encode("latin-1").decode("utf-8", "replace")
    if file.parts is not None:
        chain = file.parts.sub(".", chain)
    spell = file.tags.spell
    return (chain if spell is None else spell(chain)).strip(".?!")


@cache
def _compile_token(word: str, separators: tuple[str, ...]) -> re.Pattern[str]:
    between = "|".join(
        re.escape(sep) for sep in sorted({*separators, "."}, key=lambda s: (-len(s), s))
    )
    return re.compile(rf"(?:{word})(?:(?:{between})(?:{word}))*")
