"""Tells from the text of a file whether it binds a name to something of its own."""

from __future__ import annotations

import re
from functools import lru_cache

_WORDS = rb"let|const|var|val|mut|auto|final|static|my|local"
_NO_TYPES = (
    rb"return|new|delete|throw|else|case|goto|yield|await|in|is|as|not|and|or|if|import|from|use"
    rb"|typeof|func|fn|def|fun|function|class|struct|enum|interface|trait|type|module|package"
    rb"|namespace|public|private|protected|export|default|async|extends|implements"
)
_PYTHON = rb"""
    ^[ \t]*(?:[\w.\[\]]+\s*,\s*|\*|\()*NAME\s*(?:,[\w.,\s*]*)?\)?\s*(?::[^=\n]+)?=(?!=)
    | \bfor\b[^\n]*?\bNAME\b[^\n]*?\bin\b | \bas\s+\(?NAME\b | \bNAME\s*:=
    | \b(?:def\s+\w+\s*\(|lambda\b)[^)\n]*\bNAME\b\s*[,:=)]
"""
_TYPED = rb"""
    | \b(?!(?:NOTYPES)\b)[A-Za-z_](?:[\w<>\[\]]|::)*(?:\s*[*&]+\s*|[ \t]+)NAME\s*(?:=(?!=)|[;:,)])
"""
_OTHERS = rb"""
    \b(?:WORDS)\s+(?:mut\s+)?(?:[&*]\s*)?NAME\b(?!\s*[(<])
    | \b(?:let|const|var)\s*[\[{(][^=;]{0,200}?\bNAME\b[^=;]{0,200}?=
    | \bNAME\s*(?:,[\w\s,]*)?:= | \bfor\b\s*\(?[^\)\n;{]*?\bNAME\b[^\)\n;{]*?\b(?:in|of)\b
    | [(,]\s*NAME\s*[?]?:(?!:) | \(?\bNAME\s*\)?\s*=>
"""
_TYPES_FIRST = frozenset({"c", "cpp", "csharp", "dart", "java"})
"""Languages in which the type of a variable stands before its name."""


def binds_name(data: bytes, name: str, language: str) -> bool:
    """Whether a file has a variable or parameter of a name; those seldom begin with a capital."""
    if name[0].isupper():
        return False
    return _build_pattern(name, language).search(data) is not None


@lru_cache(maxsize=64)
def _build_pattern(name: str, language: str) -> re.Pattern[bytes]:
    pattern = _PYTHON if language == "python" else _OTHERS
    if language in _TYPES_FIRST:
        pattern += _TYPED
    pattern = pattern.replace(b"WORDS", _WORDS).replace(b"NOTYPES", _NO_TYPES)
    written = re.escape(name.encode("utf-8", "surrogateescape"))
    return re.compile(pattern.replace(b"NAME", written), re.VERBOSE | re.MULTILINE)
