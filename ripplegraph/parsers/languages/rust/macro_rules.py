"""What a macro of the file itself makes of its input: the names of functions and types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<quiet>//[^\n]*|/\*.*?\*/|\s+)"
    r"|b?r(#*)\".*?(?:\"\2|\Z)|\"(?:\\.|[^\"\\]++)*+\"?|'(?:\\.|[^'\\])'|'\w+|\$?\w+|=>|::|.",
    re.DOTALL,
)
_MADE = re.compile(r"\b(fn|struct|enum|union|trait)\s+\$(\w+)")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_ENDS = frozenset({",", ";", "=>"})
_WHOLE = frozenset({"ident", "lifetime", "tt", "block", "literal"})
_WORD = re.compile(r"[^\W\d]\w*\Z")
_LONGEST = 20_000
"""Characters of input that are compared with the rules of a macro."""


class Token(NamedTuple):
    """A word, a sign or a string, or a bracket with all that it holds."""

    text: str
    start: int
    inner: tuple[Token, ...] = ()


class MadeDefinition(NamedTuple):
    """A definition that a macro makes: the word for what it is, its name and where that stands."""

    kind: str
    name: str
    start: int


class Rule(NamedTuple):
    """A rule of a macro: what it takes, and what it makes of which parts of that."""

    pattern: tuple[Token, ...]
    made: tuple[tuple[str, str], ...]
    """The word for each definition, and the variable that names it."""


def read_rule(pattern: str, template: str) -> Rule:
    """Return a rule by its two parts, brackets included."""
    return Rule(read_tokens(pattern, 1, len(pattern) - 1), tuple(_MADE.findall(template)))


def find_made(rules: Sequence[Rule], text: str, start: int, end: int) -> list[MadeDefinition]:
    """Return what the first rule makes that takes the text between two offsets."""
    if not any(rule.made for rule in rules) or end - start > _LONGEST:
        return []
    tokens = read_tokens(text, start, end)
    for rule in rules:
        found: dict[str, list[Token]] = {}
        if _match(rule.pattern, tokens, 0, found) == len(tokens):
            return [
                MadeDefinition(kind, token.text, token.start)
                for kind, variable in rule.made
                for token in found.get(variable, ())
                if _WORD.match(token.text)
            ]
    return []


def read_tokens(text: str, start: int, end: int) -> tuple[Token, ...]:
    """Return the tokens between two offsets."""
    stack: list[tuple[str, int, list[Token]]] = [("", start, [])]
    for found in _TOKEN.finditer(text, start, end):
        word = found[0]
        if found["quiet"]:
            continue
        if word in _CLOSING:
            stack.append((word, found.start(), []))
        elif len(stack) > 1 and word == _CLOSING[stack[-1][0]]:
            opening, at, inner = stack.pop()
            stack[-1][2].append(Token(opening, at, tuple(inner)))
        else:
            stack[-1][2].append(Token(word, found.start()))
    return tuple(stack[0][2])


def _match(
    pattern: Sequence[Token], tokens: Sequence[Token], at: int, found: dict[str, list[Token]]
) -> int:
    """Return up to where a pattern takes tokens; -1 where it does not take them."""
    place = 0
    while place < len(pattern):
        token = pattern[place]
        if token.text == "$" and place + 1 < len(pattern) and pattern[place + 1].text == "(":
            at, place = _match_many(pattern, place, tokens, at, found)
        elif token.text.startswith("$") and place + 2 < len(pattern):
            fragment, place = pattern[place + 2].text, place + 3
            after = pattern[place].text if place < len(pattern) else ""
            end = _take(fragment, tokens, at, after)
            if end < 0:
                return -1
            if fragment == "ident":
                found.setdefault(token.text[1:], []).append(tokens[at])
            at = end
        elif at < len(tokens) and _is_same(token, tokens[at], found):
            at, place = at + 1, place + 1
        else:
            return -1
    return at


def _is_same(pattern: Token, token: Token, found: dict[str, list[Token]]) -> bool:
    if pattern.text != token.text:
        return False
    if pattern.text not in _CLOSING:
        return True
    return _match(pattern.inner, token.inner, 0, found) == len(token.inner)


def _match_many(
    pattern: Sequence[Token],
    place: int,
    tokens: Sequence[Token],
    at: int,
    found: dict[str, list[Token]],
) -> tuple[int, int]:
    """Match a repetition as often as it goes; return up to where in the tokens and the pattern."""
    inner = pattern[place + 1].inner
    place += 2
    separator = ""
    if place < len(pattern) and pattern[place].text not in ("*", "+", "?"):
        separator, place = pattern[place].text, place + 1
    while at < len(tokens):
        own: dict[str, list[Token]] = {}
        end = _match(inner, tokens, at, own)
        if end <= at:
            break
        for name, parts in own.items():
            found.setdefault(name, []).extend(parts)
        at = end
        if separator:
            if at >= len(tokens) or tokens[at].text != separator:
                break
            if at + 1 == len(tokens):
                break
            at += 1
    return at, place + 1


def _take(fragment: str, tokens: Sequence[Token], at: int, after: str) -> int:
    """Return up to where a fragment of a kind goes; -1 where there is none."""
    if fragment == "vis":
        return at + sum(1 for _ in _find_visibility(tokens, at))
    if at >= len(tokens):
        return -1
    if fragment == "ident" and not _WORD.match(tokens[at].text):
        return -1
    if fragment in _WHOLE:
        return at + 1
    if fragment == "meta":
        has_more = at + 1 < len(tokens) and tokens[at + 1].text == "("
        return len(tokens) if not after else at + 1 + has_more
    end = at
    while end < len(tokens) and tokens[end].text != after and tokens[end].text not in _ENDS:
        end += 1
        if fragment == "item" and tokens[end - 1].text == "{":
            return end
    is_closed = fragment in ("item", "stmt") and end < len(tokens) and tokens[end].text == ";"
    return end + is_closed if end > at else -1


def _find_visibility(tokens: Sequence[Token], at: int) -> Iterator[Token]:
    if at < len(tokens) and tokens[at].text == "pub":
        yield tokens[at]
        if at + 1 < len(tokens) and tokens[at + 1].text == "(":
            yield tokens[at + 1]
