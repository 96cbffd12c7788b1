"""Calls in what macros are given, of which the grammar only knows the words and brackets."""

from __future__ import annotations

import re

from ripplegraph.graph.expressions import Attribute, Element, Expr
from ripplegraph.graph.facts import BindingKind, Call
from ripplegraph.parsers.facts_builder import ScopeDraft
from ripplegraph.parsers.language import read_query
from ripplegraph.parsers.languages.rust.context import ALIAS, RustFile
from ripplegraph.parsers.languages.rust.modules import MACRO

KEYWORDS = frozenset(read_query("ripplegraph.parsers.languages.rust", "keywords.txt").split())
_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r"|b?r(#*)\".*?(?:\"\1|\Z)|b?\"(?:\\.|[^\"\\]++)*+\"?|b?'(?:\\.|[^'\\])'|'\w+"
    r"|(?P<word>\$crate\b|[^\W\d]\w*)|\$\w+|\d[\w.]*"
    r"|(?P<generic>::\s*<(?:[^()<>;\[\]]|\[[^\[\]()]*\]|<[^()<>;]*>)*>)"
    r"|(?P<sign>::|\.\.=?|!=|->|=>|[.(){}\[\]!?])"
    r"|(?P<space>\s+)|.",
    re.DOTALL,
)
_OPENING, _CLOSING = "([{", ")]}"
_DECLARING = re.compile(r"\|\s*(?:mut\s+)?\w+\s*:[^|]*\||\blet\s")
_CLOSURE = re.compile(r"\|((?:\s*+(?:mut\s++)?\w++\s*+:[^|,]*+,?+)++)\|")
_TYPED = re.compile(r"(?:mut\s+)?(\w+)\s*:\s*(?:&\s*(?:'\w+\s+)?(?:mut\s+)?)?([\w:]+)\s*(?:,|$)")


def declares(file: RustFile, start: int, end: int) -> bool:
    """Whether a macro is given code that binds names: a closure with types, or a declaration."""
    return _DECLARING.search(file.raw, start, end) is not None


def bind_closures(file: RustFile, scope: ScopeDraft) -> None:
    """Bind the parameters of closures that a macro is given, as far as they have plain types."""
    for closure in _CLOSURE.finditer(file.raw, scope.start, scope.end):
        for param in _TYPED.finditer(closure[1]):
            at = closure.start(1) + param.start(1)
            chain = param[2].replace("::", ".").strip(".")
            file.skip.add(at)
            file.bind(scope, param[1], ":", at, annotation=chain)


class TokenReader:
    """Reads chains of names, fields and calls from the text of a macro's arguments."""

    def __init__(self, file: RustFile, start: int, end: int) -> None:
        self._file = file
        self._start = start
        self._end = end
        self._value: Expr = None
        """What the words up to here come to, as far as more can be read from it."""
        self._at = 0
        """Where the last name began."""
        self._joint = ""
        """What stands between the value and the next name."""
        self._ready = False
        """Whether an opening bracket would call the value."""
        self._open: list[tuple[Expr, int] | None] = []
        self._declared: tuple[str, int] | None = None
        """The name that is being declared, and how deep in brackets."""

    def read(self) -> None:
        """Add every call to the facts."""
        for token in _TOKEN.finditer(self._file.raw, self._start, self._end):
            if token["word"]:
                self._take_name(token["word"], token.start())
            elif token["sign"]:
                self._take_sign(token["sign"])
            elif token[0] == ";":
                self._declare(token.start())
            elif not token["space"] and not token["generic"] and token[0][:2] not in ("//", "/*"):
                self._reset()

    def _declare(self, at: int) -> None:
        """Bind the name of a declaration that ends here to the last value in it."""
        if self._declared is not None and self._declared[1] == len(self._open):
            scope = self._file.builder.scopes[self._file.scope_regions.at(at)]
            if self._declared[0] and scope.start <= self._start <= self._end <= scope.end:
                kind: BindingKind = "x" if self._value is None else "="
                self._file.bind(scope, self._declared[0], kind, at, value=self._value)
            self._declared = None
        self._reset()

    def _reset(self) -> None:
        self._value, self._joint, self._ready = None, "", False

    def _take_name(self, word: str, at: int) -> None:
        if self._declared == ("", len(self._open)) and word != "mut":
            self._declared = (word, len(self._open))
            self._file.skip.add(at)
            self._reset()
            return
        if word == "let":
            self._declared = ("", len(self._open))
        if word in KEYWORDS and word not in ("self", "Self", "crate", "super"):
            self._reset()
            return
        scope = self._file.scope_regions.at(at)
        if self._joint and self._value is not None:
            joined = f"{self._value}.{word}" if isinstance(self._value, str) else None
            self._value = joined or Attribute(self._value, word)
        elif self._joint == ".":
            self._value = None
        elif word == "Self":
            self._value = self._file.self_type(scope)
        else:
            self._value = "crate" if word == "$crate" else word
        self._at, self._joint, self._ready = at, "", self._value is not None

    def _take_sign(self, sign: str) -> None:
        if sign == "::" and isinstance(self._value, str) and "." not in self._value:
            scope = self._file.scope_regions.at(self._at)
            self._value = self._file.module_name(self._value, scope)
        if sign in ("::", "."):
            is_module = sign == "::" and self._value in ("self", f"self{ALIAS}")
            self._value = None if is_module else self._value
            self._joint = "" if is_module else sign
            self._ready = False
        elif sign == MACRO and self._ready and isinstance(self._value, str):
            self._value += MACRO
        elif sign == "?" and self._value is not None:
            self._value, self._ready = Element(self._value), False
        elif sign in _OPENING:
            is_called = self._ready and (sign == "(" or str(self._value).endswith(MACRO))
            self._open.append((self._value, self._at) if is_called else None)
            self._reset()
        elif sign in _CLOSING:
            called = self._open.pop() if self._open else None
            self._reset()
            if called is not None:
                self._value = self._add(*called)
        else:
            self._reset()

    def _add(self, callee: Expr, at: int) -> int:
        calls = self._file.builder.calls
        scope = self._file.scope_regions.at(at)
        calls.append(Call(scope, at, self._file.source.line_at(at), callee))
        return len(calls) - 1
