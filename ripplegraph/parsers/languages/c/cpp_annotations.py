"""Blanks macros where only C++ has them: in `template <...>`, behind it, behind `const`.

What is replaced keeps its length and its lines, so that everything else stays at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripplegraph.parsers.languages.c.annotations import CAPS, find_head, spaces

_GIVEN = (
    rb"(?:[ \t]*+\((?:[^()\"]|\"(?:[^\"\\\n]|\\.){0,200}+\""
    rb"|\((?:[^()]|\([^()]{0,100}+\)){0,200}+\)){0,300}+\))"
)
_TEMPLATE = re.compile(rb"\btemplate[ \t\r\n]*<")
_DEFAULT = re.compile(rb"(?:>::|>_?)\w*[ \t]*\*?[ \t]*(=\s*(?:\d+|true|false|nullptr)\s*)>\Z")
_LAST_NAME = re.compile(rb"(?<!\w)([A-Za-z_]\w*)[ \t]*\Z")
_MACRO_NAME = re.compile(CAPS)
_NO_TYPES = frozenset({b"decltype", b"sizeof", b"noexcept", b"alignof", b"defined", b"operator"})
_NO_PARAMETERS = re.compile(
    rb"\b(?:sizeof|decltype|true|false)\b|[=!<>]=|[-+*/%?]|\b\d|[<>]=?[ \t]|\([^)]"
)
_LOGIC = re.compile(rb"!(?!=)|&&|\|\|")
_LONGEST_HEAD = 1500
_CODE = re.compile(rb"[{;]")
_ANGLES = re.compile(rb"[<>()]")
_AFTER_HEAD = re.compile(
    rb"\s*(?:(?:static|inline|extern|friend|virtual|constexpr|explicit)\s+)*"
    rb"((?:" + CAPS + _GIVEN + rb"?\s+)+)"
    rb"(?=(?:(?:static|inline|extern|friend|virtual|constexpr|explicit|const)\s+)*"
    rb"(?:[A-Za-z_][\w:]*(?:<[^;{}()]{0,300}>[\w:]*)?[ \t]*[*&]*\s+[*&]*"
    rb"(?:operator\b|~?[A-Za-z_][\w:]*[ \t]*[(;=<])|operator\b|[A-Za-z_]\w*[ \t]*\())"
)
_TRAILING = re.compile(
    rb"\)(?:\s*(?:const|override|final|noexcept)\b)*((?:\s*(?<!\w)" + CAPS + _GIVEN + rb"?)+)"
    rb"(?=\s*(?:\{|;|=[ \t]*(?:default|delete|0)\b|:[^:]|override\b|final\b))"
)
_BETWEEN = re.compile(
    rb"\n([A-Za-z_][\w:<>, *&\t]{0,200}[ \t*&>])("
    + CAPS
    + rb")(?=\s+[A-Za-z_][\w:]*<[^;(){}]{0,200}>::~?\w+[ \t]*\()"
)
_CONVERSION = re.compile(
    rb"\boperator[ \t]+(?:const[ \t]+)?[A-Za-z_][\w:]*"
    rb"(<(?:[^<>;{}]|<[^<>;{}]{0,99}>){0,99}\((?:[^<>;{}]|<[^<>;{}]{0,99}>){0,99}>)[ \t]*\([ \t]*\)"
)
_OPERATOR = re.compile(
    rb"(\n[ \t]*"
    + CAPS
    + rb"[ \t]*\([ \t]*\w*)([ \t]{0,9},?[ \t]{0,9}[-!=<>+*/%&|^]{1,3}[ \t]*)(?=\))"
)
_CALL = re.compile(rb"\n[ \t]*" + CAPS + rb"[ \t]*\([^\n;{}()]*\)(?=;?[ \t]*(?:\n|//))")
_TYPE_ARGUMENT = re.compile(
    rb"(?<=[(,])([ \t]*)((?:(?:const|signed|unsigned|void|bool|char|short|int|long|float|double"
    rb"|wchar_t|char(?:8|16|32)_t)\b[ \t]*)+[*&]*)(?=[ \t]*[,)])"
)
_ARRAY = re.compile(rb"(\w\[\][ \t]+)(" + CAPS + rb")(?=[ \t]*;)")
_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(?:el)?if\b(?:[^\n\\]|\\\r?\n|\\.)*", re.MULTILINE)
_HEADER = re.compile(rb"\([ \t]*(<[^<>\n()]*>|\"[^\"\n]*\")[ \t]*\)")
_SCOPED = re.compile(rb"(?<=\w)::(?=\w)")


def blank_template_macros(data: bytes) -> bytes:
    """Return C++ without macros that the grammar has no place for."""
    data = _CONDITION.sub(_simplify_condition, data)
    if b"template" in data:
        data = _replace(data, _find_template_macros(data))
        data = _BETWEEN.sub(_blank_second, data)
    if b"operator" in data:
        data = _CONVERSION.sub(_blank_first, data)
    data = _CALL.sub(_replace_types, data)
    data = _ARRAY.sub(_blank_second, _OPERATOR.sub(_blank_second, data))
    return _TRAILING.sub(_blank_trailing, data)


def _simplify_condition(found: re.Match[bytes]) -> bytes:
    """Replace names of headers and of attributes in a condition: no grammar expects them there."""
    text = found[0]
    if b"<" not in text and b"::" not in text and b'"' not in text:
        return text
    text = _HEADER.sub(lambda name: b"(1" + b" " * (len(name[0]) - 3) + b")", text)
    return _SCOPED.sub(b"__", text)


def _replace_types(found: re.Match[bytes]) -> bytes:
    """Make names of the types that a macro is given: `DEFINE_PRINTER(unsigned char, 0);`."""
    return _TYPE_ARGUMENT.sub(lambda type_: type_[1] + b"_" + spaces(type_[2][1:]), found[0])


def _find_template_macros(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield what to replace, in order: macros among parameters of templates and behind them."""
    at = 0
    for found in _TEMPLATE.finditer(data):
        start = found.end()
        if start < at:
            continue
        until = _CODE.search(data, start, start + _LONGEST_HEAD)
        limit = start + _LONGEST_HEAD if until is None else until.start()
        given: list[tuple[int, int, bytes]] = []
        end = _find_end(data, start, limit, given)
        if end < 0:
            continue
        yield from given
        default = _DEFAULT.search(data, max(start, end - 60), end)
        if default is not None:
            yield default.start(1), default.end(1), b""
        at = end
        behind = _AFTER_HEAD.match(data, end)
        if behind is not None:
            at = behind.end(1)
            yield behind.start(1), at, b""


def _find_end(data: bytes, at: int, limit: int, given: list[tuple[int, int, bytes]]) -> int:
    """Return where the parameters of a template end, or -1; note what to replace among them."""
    angles, rounds, opened = 1, 0, 0
    for found in _ANGLES.finditer(data, at, limit):
        sign, place = found[0], found.start()
        if sign == b"(":
            opened = opened if rounds else place
            rounds += 1
        elif sign == b")":
            rounds -= 1
            if not rounds:
                given += _simplify(data, at, opened, place + 1, is_inner=angles > 1)
        elif not rounds:
            angles += 1 if sign == b"<" else -1
            if not angles:
                return place + 1
    return -1


def _simplify(
    data: bytes, at: int, opened: int, end: int, *, is_inner: bool
) -> Iterator[tuple[int, int, bytes]]:
    """Yield what makes a type of a macro, or of the type of a function: `R(Args...)`."""
    name = _LAST_NAME.search(data, max(at, opened - 80), opened)
    if name is None:
        return
    if not _MACRO_NAME.fullmatch(name[1]):
        if is_inner and name[1] not in _NO_TYPES:
            yield opened, end, b""
    elif _NO_PARAMETERS.search(data, opened + 1, end - 1):
        yield name.start(1), end, b"int"
    else:
        for sign in _LOGIC.finditer(data, opened, end):
            yield sign.start(), sign.end(), b"" if sign[0] == b"!" else b","


def _replace(data: bytes, places: Iterator[tuple[int, int, bytes]]) -> bytes:
    parts: list[bytes] = []
    at = 0
    for start, end, word in places:
        parts += (data[at:start], word, spaces(data[start + len(word) : end]))
        at = end
    return b"".join((*parts, data[at:])) if parts else data


def _blank_first(found: re.Match[bytes]) -> bytes:
    start, end = found.start(1) - found.start(), found.end(1) - found.start()
    return found[0][:start] + spaces(found[1]) + found[0][end:]


def _blank_second(found: re.Match[bytes]) -> bytes:
    at = found.start(2) - found.start()
    return found[0][:at] + spaces(found[2])


def _blank_trailing(found: re.Match[bytes]) -> bytes:
    """Blank words behind parameters, unless they are what a condition leads to."""
    return _blank_first(found) if find_head(found) else found[0]
