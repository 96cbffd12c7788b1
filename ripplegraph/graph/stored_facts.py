"""Facts as they are kept: as bytes, of which only what is needed becomes objects again.

A project's facts as objects fill the memory. Of most calls nobody asks what they pass, and what is
read is looked at once: these stay bytes, and are unpacked call by call and file by file.
"""

from __future__ import annotations

from array import array
from itertools import accumulate

import msgspec
from msgspec.structs import astuple

from ripplegraph.graph.expressions import Expr, Struct
from ripplegraph.graph.facts import (
    AttributeSet,
    Call,
    Declaration,
    Definition,
    Diagnostic,
    Display,
    Export,
    Extension,
    FileFacts,
    Import,
    Mention,
    Reference,
    Scope,
)

Arguments = tuple[tuple[Expr, ...], tuple[tuple[str, Expr], ...], tuple[int, ...]]
"""What a call passes by position, and by name, and where these names stand."""

_NO_ARGUMENTS: Arguments = ((), (), ())


class CallSite(Struct, frozen=True):
    """A call without what it passes."""

    scope: int
    position: int
    line: int
    callee: Expr
    flags: int = 0


class LinkFacts(Struct, frozen=True):
    """The facts of one file that linking needs. Scope 0 is the module."""

    language: str
    definitions: tuple[Declaration, ...] = ()
    scopes: tuple[Scope, ...] = ()
    calls: tuple[CallSite, ...] = ()
    arguments: bytes = b""
    """What the calls pass, one after the other."""
    argument_ends: bytes = b""
    """Where in these bytes each call ends."""
    references: bytes = b""
    imports: tuple[Import, ...] = ()
    exports: tuple[Export, ...] = ()
    attributes: tuple[AttributeSet, ...] = ()
    displays: tuple[Display, ...] = ()
    all_names: tuple[str, ...] | None = None
    all_parts: tuple[str, ...] = ()
    package: str = ""
    extensions: tuple[Extension, ...] = ()
    mentions: bytes = b""
    offers: tuple[Mention, ...] = ()
    condition: str = ""
    quiet: bytes = b""


class StoredFacts(LinkFacts, frozen=True):
    """Everything one file says."""

    definitions: tuple[Definition, ...] = ()
    lines: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()
    doc: str = ""
    surface_print: str = ""
    body_print: str = ""
    entry: str = ""


_DECLARED = len(Declaration.__struct_fields__)
_encode = msgspec.msgpack.Encoder().encode
_decode_facts = msgspec.msgpack.Decoder(StoredFacts).decode
_decode_link_facts = msgspec.msgpack.Decoder(LinkFacts).decode
_decode_arguments = msgspec.msgpack.Decoder(Arguments).decode
_decode_mentions = msgspec.msgpack.Decoder(tuple[Mention, ...]).decode
_decode_references = msgspec.msgpack.Decoder(tuple[Reference, ...]).decode


def store_facts(facts: FileFacts) -> StoredFacts:
    """Return facts in the form in which they are kept."""
    passed = [_encode_arguments(call) for call in facts.calls]
    return StoredFacts(
        facts.language,
        facts.definitions,
        facts.scopes,
        tuple([CallSite(c.scope, c.position, c.line, c.callee, c.flags) for c in facts.calls]),
        b"".join(passed),
        array("I", accumulate(map(len, passed))).tobytes(),
        _encode(facts.references),
        facts.imports,
        facts.exports,
        facts.attributes,
        facts.displays,
        facts.all_names,
        facts.all_parts,
        facts.package,
        facts.extensions,
        _encode(facts.mentions) if facts.mentions else b"",
        facts.offers,
        facts.condition,
        facts.quiet,
        facts.lines,
        facts.diagnostics,
        facts.doc,
        facts.surface_print,
        facts.body_print,
        facts.entry,
    )


def _encode_arguments(call: Call) -> bytes:
    if not call.args and not call.keywords:
        return b""
    return _encode((call.args, call.keywords, call.keyword_places))


def encode_facts(facts: StoredFacts) -> bytes:
    return _encode(facts)


def decode_facts(data: bytes) -> StoredFacts:
    """Return the facts that `encode_facts` wrote; other bytes raise `msgspec.DecodeError`."""
    return _decode_facts(data)


def decode_link_facts(data: bytes) -> LinkFacts:
    """Return the part of facts that linking needs."""
    return _decode_link_facts(data)


def drop_descriptions(facts: StoredFacts) -> LinkFacts:
    """Return the part of facts that linking needs, without the texts that only a reader wants."""
    declared = [Declaration(*astuple(d)[:_DECLARED]) for d in facts.definitions]
    rest = [getattr(facts, name) for name in LinkFacts.__struct_fields__[2:]]
    return LinkFacts(facts.language, tuple(declared), *rest)


def read_references(facts: LinkFacts) -> tuple[Reference, ...]:
    """Return the names and chains that a file reads."""
    return _decode_references(facts.references) if facts.references else ()


def read_mentions(facts: LinkFacts) -> tuple[Mention, ...]:
    """Return the texts of a file that may name something elsewhere."""
    return _decode_mentions(facts.mentions) if facts.mentions else ()


class CallReader:
    """Puts the calls of one file together again, each when it is asked for."""

    __slots__ = ("_arguments", "_calls", "_ends", "_made")

    def __init__(self, facts: LinkFacts) -> None:
        self._calls = facts.calls
        self._arguments = facts.arguments
        self._ends = array("I")
        self._ends.frombytes(facts.argument_ends)
        self._made: dict[int, Call] = {}

    def __getitem__(self, index: int) -> Call:
        found = self._made.get(index)
        if found is None:
            site = self._calls[index]
            args, keywords, places = self._read_arguments(index)
            found = self._made[index] = Call(
                site.scope,
                site.position,
                site.line,
                site.callee,
                args,
                keywords,
                site.flags,
                places,
            )
        return found

    def has_arguments(self, index: int) -> bool:
        """Whether a call passes anything; asked before it is put together."""
        return (self._ends[index - 1] if index else 0) < self._ends[index]

    def _read_arguments(self, index: int) -> Arguments:
        start, end = self._ends[index - 1] if index else 0, self._ends[index]
        return _decode_arguments(self._arguments[start:end]) if start < end else _NO_ARGUMENTS
