"""Takes a written signature apart again: its parameters with their types and defaults.

The text is what a definition's `signature` holds, on one line. Names and kinds come with the
facts; here they say where in the text to look, so that a comma in a default confuses nothing.
What cannot be taken apart with certainty gives None, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_OPENING: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
_CLOSING: Final = frozenset(_OPENING.values())
_QUOTES: Final = "\"'`"
_ARROWS: Final = ("=>", "->")
_COMPARISONS: Final = ("==", "!=", "<=", ">=", ":=")
_MARKERS: Final = re.compile(r"^(?:\*|/|this\b.*)$", re.DOTALL)
_BEFORE_NAME: Final = re.compile(
    r"^(?:@[\w.]+(?:\([^()]*\))?\s*)*"
    r"(?:(?:public|private|protected|readonly|override|declare)\s+)*"
    r"(?:\.\.\.|\*{1,2})?\s*"
)


class Parameter(NamedTuple):
    """A parameter as it is written; `kind` as in `facts.Param`."""

    name: str
    kind: str
    optional: bool | None
    """Whether a call may leave it out; None where that is unknown."""
    annotation: str = ""
    default: str = ""


class Signature(NamedTuple):
    """The parts of a function's signature."""

    parameters: tuple[Parameter, ...]
    result: str
    generics: str = ""


def parse_signature(text: str, params: Sequence[tuple[str, str]]) -> Signature | None:
    """Take a signature apart; `params` are the (name, kind) pairs of its parameters in order."""
    head = re.match(r"[^(<]*", text)
    rest = text[head.end() :] if head else text
    generics = ""
    if rest.startswith("<"):
        end = _find_closing(rest)
        if end is None:
            return None
        generics, rest = rest[: end + 1], rest[end + 1 :].lstrip()
    end = _find_closing(rest) if rest.startswith("(") else None
    if end is None:
        return None
    pieces = _assign_pieces(list(_split(rest[1:end], ",")), params)
    if pieces is None:
        return None
    parameters = tuple(
        _read_parameter(piece, name, kind)
        for piece, (name, kind) in zip(pieces, params, strict=True)
    )
    result = rest[end + 1 :].strip().removeprefix("->").removeprefix(":").strip()
    return Signature(parameters, result, generics)


def split_list(text: str) -> list[str]:
    """Split at the commas that are in no brackets or quotes."""
    return [piece.strip() for piece in _split(text, ",") if piece.strip()]


def split_union(text: str) -> list[str]:
    """Return the types of `A | B`, `Optional[A]` and the like."""
    if text.startswith("Optional[") and text.endswith("]"):
        return [*split_union(text[9:-1]), "None"]
    if any(mark in text for mark in "([{<=\"'"):
        return [text]
    return [part.strip() for part in text.split("|") if part.strip()]


def _assign_pieces(pieces: list[str], params: Sequence[tuple[str, str]]) -> list[str] | None:
    """Give each parameter its piece; one that names no parameter belongs to the one before."""
    found: list[str] = []
    for raw in pieces:
        piece = raw.strip()
        if len(found) < len(params) and _names(piece, params[len(found)][0]):
            found.append(piece)
        elif piece and not _MARKERS.match(piece):
            if not found:
                return None
            found[-1] += f", {piece}"
    return found if len(found) == len(params) else None


def _names(piece: str, name: str) -> bool:
    rest = _skip_to_name(piece)
    if name.startswith("{"):
        return rest.startswith(("{", "["))
    return rest.startswith(name) and not rest[len(name) :][:1].isidentifier()


def _skip_to_name(piece: str) -> str:
    match = _BEFORE_NAME.match(piece)
    return piece[match.end() :] if match else piece


def _read_parameter(piece: str, name: str, kind: str) -> Parameter:
    rest = _skip_to_name(piece)
    if name.startswith("{"):
        end = _find_closing(rest)
        rest = "" if end is None else rest[end + 1 :].lstrip()
    else:
        rest = rest[len(name) :].lstrip()
    marked = rest.startswith("?")
    rest = rest[1:].lstrip() if marked else rest
    written, *defaults = _split(rest, "=", once=True)
    annotation = written.strip().removeprefix(":").strip()
    default = defaults[0].strip() if defaults else ""
    return Parameter(
        name, kind, marked or bool(default) or kind in ("*", "**"), annotation, default
    )


def _find_closing(text: str) -> int | None:
    """Return where the bracket closes with which the text begins."""
    for at, _, depth in _walk(text):
        if depth == 0 and text[at] in _CLOSING:
            return at
    return None


def _split(text: str, separator: str, *, once: bool = False) -> Iterator[str]:
    start = 0
    for at, character, depth in _walk(text):
        if depth == 0 and character == separator:
            yield text[start:at]
            start = at + 1
            if once:
                break
    yield text[start:]


def _walk(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield each character outside quotes with the number of brackets around it."""
    open_brackets: list[str] = []
    at = 0
    while at < len(text):
        character = text[at]
        if text.startswith(_ARROWS + _COMPARISONS, at):
            at += 2
            continue
        if character in _QUOTES:
            at = _skip_quoted(text, at)
            continue
        if character in _OPENING and not (character == "<" and text[at - 1 : at].isspace()):
            yield at, character, len(open_brackets)
            open_brackets.append(_OPENING[character])
        elif open_brackets and character == open_brackets[-1]:
            open_brackets.pop()
            yield at, character, len(open_brackets)
        else:
            yield at, character, len(open_brackets)
        at += 1


def _skip_quoted(text: str, at: int) -> int:
    quote = text[at]
    at += 1
    while at < len(text) and text[at] != quote:
        at += 2 if text[at] == "\\" else 1
    return at + 1
