"""The tokens of a script, with everything a formatter may choose written in one way."""

from __future__ import annotations

import re
from typing import Final

SEPARATOR: Final = "\x1f"
BORDER: Final = "\x1d"
SPACE: Final = "\x0c"
_WORD: Final = "\x0f"
_SEMICOLON: Final = ";\x1f"

Cut = tuple[int, int, int, str]
"""Start, rank among cuts at one place, end, and the text that stands there instead."""

_TOKEN = re.compile(
    r"(#?[A-Za-z_$\x80-\xff][\w$\x80-\xff]*"
    r"|[(){}\[\];:,]"
    r"|\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+'"
    r"|0[xXbBoO]\w+|(?:\d[\d_]*\.?|\.\d)[\d_]*(?:[eE][+-]?\d+)?\w*"
    r"|=>|\.\.\.|\?\.(?!\d)|\?\?=?|&&=?|\|\|=?|\*\*=?|\+\+|--|[-+*%&|^]=|[!=]==?"
    r"|/=|/(?![/*])|[^\s/])\s*"
    r"|//[^\n]*\s*|/\*.*?\*/\s*|\s+|/",
    re.DOTALL | re.ASCII,
)
_TRAILING_COMMA = re.compile(r",\x1f(?=[)\]}>]\x1f)")
_ARROW = re.compile(r"\(\x1f([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)\x1f\)\x1f=>", re.ASCII)
_LEADING_BAR = re.compile(
    r"[|&]\x1f(?:(?<=[=(<,:\[{|&?]\x1f..)|(?<==>\x1f..)|(?<=extends\x1f..)|(?<=satisfies\x1f..)"
    r"|(?<=\x1fas\x1f..)|(?<=\x1fis\x1f..)|(?<=\x1fin\x1f..))",
    re.DOTALL,
)
_SIMPLE_STRING = re.compile(r"\x1f'([^'\"\\\x1f]*)'(?=\x1f)")
_SINGLE_QUOTED = re.compile(r"\x1f'(?:[^'\\]|\\.)*'(?=\x1f)", re.DOTALL)
_DOUBLE_QUOTED = re.compile(r"\x1f\"(?:[^\"\\]|\\.)*\"(?=\x1f)", re.DOTALL)
_NUMBER = re.compile(r"\x1f(?:\.\d|\d+[.A-Za-z_])[\w.+-]*(?=\x1f)", re.ASCII)
_ALIAS = re.compile(r"\x1fas\x1f([\w$]+)(?=\x1f[,}]\x1f)", re.ASCII)
_SPACES = re.compile(r"\x0c(?:\x1f\x0c)+")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*|[1-9]\d*|0", re.ASCII)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_LOOSE_SPACE = re.compile(r"(?<![\w%)\]]) (?=.)| (?![\w.#*$-])(?=.)", re.ASCII)
_LAST_SEMICOLON = re.compile(r";(?=[}`])")
_LEADING_POINT = re.compile(r"(?<![\w.])\.(?=\d)")
_ZEROS = re.compile(r"(\.\d*?)0+(?=e|$)")


def token_stream(raw: str, cuts: list[Cut]) -> str:
    """Return the tokens between the cuts and the texts of the cuts, each after a separator."""
    parts: list[str] = []
    tokens = _TOKEN.findall
    at = 0
    for start, _, end, text in cuts:
        if start < at:
            continue
        if start > at:
            parts += filter(None, tokens(raw, at, start))
        if text:
            parts.append(text)
        at = end
    parts += filter(None, tokens(raw, at))
    return SEPARATOR + SEPARATOR.join(parts) + SEPARATOR


def normalise(stream: str) -> str:
    """Return a stream without what a formatter may choose."""
    if SPACE in stream:
        stream = _SPACES.sub(SPACE, stream)
    stream = stream.replace(_SEMICOLON, "")
    stream = _TRAILING_COMMA.sub("", stream)
    stream = _ARROW.sub("\\1\x1f=>", stream)
    stream = _LEADING_BAR.sub("", stream)
    stream = _SIMPLE_STRING.sub('\x1f"\\1"', stream)
    if "\x1f'" in stream:
        stream = _SINGLE_QUOTED.sub(_requote, stream)
    if '\\"' in stream or "\\'" in stream:
        stream = _DOUBLE_QUOTED.sub(_requote, stream)
    stream = _NUMBER.sub(_plain_number, stream)
    return _ALIAS.sub(_without_same_name, stream)


def _requote(match: re.Match[str]) -> str:
    return f'{SEPARATOR}"{_ESCAPE.sub(_plain_quote, match[0][2:-1])}"'


def _plain_quote(match: re.Match[str]) -> str:
    return match[1] if match[1] in "'\"" else match[0]


def _without_same_name(match: re.Match[str]) -> str:
    same = match.string.endswith(SEPARATOR + match[1], 0, match.start())
    return "" if same else match[0]


def _plain_number(match: re.Match[str]) -> str:
    text = match[0][1:].lower().replace("e+", "e")
    if "." in text and not text.startswith("0x"):
        text = _ZEROS.sub(r"\1", text)
        if text.startswith("."):
            text = f"0{text}"
        text = text.replace(".e", "e").removesuffix(".")
    return SEPARATOR + text


def key_word(text: str) -> str:
    """Return a quoted key as it stands without its quotes, or "" when it needs them."""
    return text if _IDENTIFIER.fullmatch(text) else ""


def regex_text(text: str) -> str:
    """Return a regular expression with its flags in one order."""
    body, _, flags = text.rpartition("/")
    return f"{body}/{''.join(sorted(flags))}"


def embedded_text(text: str) -> str:
    """Return text in a language of its own, which a formatter lays out anew."""
    text = _LOOSE_SPACE.sub("", " ".join(text.split()) or (" " if text else ""))
    text = _LEADING_POINT.sub("0.", _LAST_SEMICOLON.sub("", text))
    return text.replace("'", '"')


def attribute_text(text: str) -> str:
    """Return the value of a JSX attribute as it is whichever quotes stand around it."""
    return _WORD + text.replace("&quot;", '"').replace("&apos;", "'")


def element_words(text: str) -> str:
    """Return the words of JSX text, with the spaces that count between them."""
    words = [_WORD + word for word in text.split()]
    if not words:
        return "" if "\n" in text else SPACE
    between = f"{SEPARATOR}{SPACE}{SEPARATOR}"
    head, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    before = f"{SPACE}{SEPARATOR}" if head and "\n" not in head else ""
    after = f"{SEPARATOR}{SPACE}" if tail and "\n" not in tail else ""
    return before + between.join(words) + after
