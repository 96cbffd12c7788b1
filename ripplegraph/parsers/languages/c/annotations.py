"""Blanks macros that only annotate what they stand beside: `API int run(void) NOTHROW;`.

Which words are macros only a preprocessor knows. Those that are written in capitals, where the
grammar has room for one word less, are taken for such: before a type, between a type and the name
of a function, behind its parameters, before a block, or on a line of their own.
"""

from __future__ import annotations

import re

CAPS = rb"_*[A-Z][A-Z0-9_]{2,}"
_GIVEN = rb"(?:\((?:[^()\n]|\([^()\n]*\))*\))"
_TYPES = (
    rb"void|int|char|unsigned|signed|long|short|float|double|bool|auto|size_t|ssize_t|wchar_t"
    rb"|u?int(?:8|16|32|64)_t"
)
_BEGINNINGS = (
    rb"static|inline|extern|struct|union|enum|virtual|explicit|typedef|constexpr|friend|template"
    rb"|class|__inline|__inline__|" + _TYPES
)
_NAMED = (
    rb"(?!const\b|volatile\b|operator\b)[A-Za-z_][\w:]*(?:<[^;{}()\n]*>)?"
    rb"(?:[ \t]*[*&]+[ \t]*|[ \t]+)"
)
_LEADING = re.compile(
    rb"(\n[ \t]*(?:\[\[[^\n\]]*\]\][ \t]*)?"
    rb"(?:(?:static|inline|extern|friend|virtual|typedef|constexpr|explicit)[ \t]+)*)"
    rb"((?:" + CAPS + _GIVEN + rb"?[ \t]+)+)"
    rb"(?=(?:" + _BEGINNINGS + rb")\b|const[ \t]+" + _NAMED + rb"[\w*&]"
    rb"|" + _NAMED + rb"(?:operator\b|~?[A-Za-z_][\w:]*[ \t]*[(;=\[]))",
    re.MULTILINE,
)
_TELLING = re.compile(
    rb"(\n[ \t]*(?:\[\[[^\n\]]*\]\][ \t]*)?"
    rb"(?:(?:static|inline|extern|friend|virtual|typedef|constexpr|explicit)[ \t]+)*)"
    rb"((?:[A-Z][A-Z0-9_]*(?:CONSTEXPR[0-9]*|INLINE|EXPLICIT|NODISCARD|DEPRECATED|NORETURN|UNUSED|CONSTEVAL|API"
    rb"|EXPORT|EXTERN|DECL|VISIBILITY|HIDDEN|NOEXCEPT)[ \t]+)+)(?=[A-Za-z_~])",
    re.MULTILINE,
)
_BLOCK = re.compile(rb"(^[ \t]*|[;{}][ \t]*)(" + CAPS + rb")(?=[ \t]*\{)", re.MULTILINE)
_OUTSIDE = re.compile(
    rb"(\n)(" + CAPS + rb")(?=[ \t]*\r?\n(?:\s++|//[^\n]*+\n|/\*(?>.*?\*/)|#[^\n]*+\n)*+"
    rb"(?:(?:namespace|using|template|class|struct|enum|union|typedef|static|inline|extern|constexpr)\b"
    rb"|\}|" + CAPS + rb"[ \t]*\r?\n))",
    re.MULTILINE | re.DOTALL,
)
_TEXT = rb"\"(?:[^\"\\\n]|\\.)*\""
_ALONE = re.compile(
    rb"(\n[ \t]*)(" + CAPS + rb"(?:\([ \t]*(?:" + _TEXT + rb"|[\w., -]*)[ \t]*\))?)"
    rb"(?=[ \t]*\r?\n\s*(?:(?:" + _BEGINNINGS + rb"|public|private|protected)\b))"
)
_REMARK = re.compile(
    rb"(\n[ \t]*)(" + CAPS + rb"\([ \t]*" + _TEXT + rb"[ \t]*\))"
    rb"(?=[ \t]*\r?\n[ \t]*" + _NAMED + rb"[A-Za-z_]\w*[ \t]*\()"
)
_ON_A_LINE = re.compile(
    rb"\n[ \t]+("
    + CAPS
    + rb")[ \t]*("
    + _GIVEN
    + rb")?(?=[ \t]*(?:/\*[^\n]*\*/[ \t]*|//[^\n]*)?\r?$)",
    re.MULTILINE,
)
_BODY = re.compile(rb"\b(struct|union|class|enum)\b[^(){};=]*\Z")
_ENUMERATOR = re.compile(rb"\s*+(?:(?:/\*(?>.*?\*/)|//[^\n]*+)\s*+)*+[A-Za-z_]", re.DOTALL)
_BETWEEN = re.compile(
    rb"\n([A-Za-z_][^\n;(){}=\"#]*[ \t*&>])(" + CAPS + rb")(?=\s+[A-Za-z_][\w:~]*[ \t]*\()"
)
_TYPE_BEFORE = re.compile(
    rb"(?:\b(?:"
    + _TYPES
    + rb")|^[ \t]*(?:(?:static|extern|inline|virtual|friend|const|struct)[ \t]+)*"
    rb"(?!(?:static|extern|inline|virtual|friend|const|return|else|case|goto|new|delete|throw|struct"
    rb"|union|enum|typedef|typename|class|do|operator|using|namespace|if|define)\b)[A-Za-z_][\w:]*"
    rb"(?:<[^;\n]*>)?)[ \t*&]*$",
    re.MULTILINE,
)
_BEHIND = re.compile(
    rb"\)(?:[ \t]*const\b)?(?:[ \t]*noexcept\b)?\s*(?<![\w])(" + CAPS + rb")"
    rb"(?=\s*(?:\{|;|=[ \t]*(?:default|delete|0)\b|:[^:]|override\b|final\b))"
)
_HEADS = re.compile(
    rb"(?:\s++|//[^\n]*+\n|/\*(?>.*?\*/)|#[^\n]*+\n|\[\[[^\]]*\]\]"
    rb"|(?:public|private|protected)\s*:)*+"
    rb"(?!(?:if|for|while|switch|else|return|do|case|goto|throw)\b)[A-Za-z_~]"
    rb"[\w:<>, \t\r\n*&~]*(?:operator[^\w\s(]+|operator\(\))?[ \t]*\(",
    re.DOTALL,
)
_WRAPPED = re.compile(
    rb"(\n[ \t]*)("
    + CAPS
    + rb"[ \t]*\()((?:(?:"
    + _BEGINNINGS
    + rb"|const)\b|"
    + _NAMED
    + rb"[A-Za-z_]\w*[ \t]*\()"
    rb"[^(){};]*(?:\([^(){};]*\)[^(){};]*)*)\)(?=\s*[{;])",
    re.MULTILINE,
)
_ATTRIBUTE = re.compile(
    rb"\b__(?:attribute(?:__)?|declspec)[ \t\n]*"
    rb"\((?:[^()\"]|\"[^\"\n]*\"|\((?:[^()\"]|\"[^\"\n]*\"|\((?:[^()]|\([^()]*\))*\))*\))*\)"
)
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define\b(?:[^\n\\]|\\\r?\n|\\.)*", re.MULTILINE)
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_VISIBLE = re.compile(rb"[^\r\n\\]")
_FARTHEST = 400
_WIDEST_BODY = 8000
_BRACE = re.compile(rb"[{}]")
_CLOSING = ord("}")


def blank_attributes(data: bytes) -> bytes:
    """Return C in which attributes are spaces, where no macro stands for them."""
    if b"\\\r\n" in data:
        # The grammar knows lines that go on in the next one by their newline alone.
        data = data.replace(b"\\\r\n", b" \\\n")
    if b"__attribute" in data or b"__declspec" in data:
        data = _ATTRIBUTE.sub(_blank_attribute, data)
    if b"\\\n" in data or b"\\\r" in data:
        # The grammar takes a comment for the end of a macro.
        data = _DEFINE.sub(_blank_comments, data)
    return data


def blank_words(data: bytes) -> bytes:
    """Return C in which macros that annotate declarations are spaces."""
    # Patterns that begin with a newline are much quicker than those for the beginning of a line.
    data = _WRAPPED.sub(_unwrap, b"\n" + data)
    data = _LEADING.sub(_blank_second, data)
    data = _OUTSIDE.sub(_blank_outside, data)
    data = _REMARK.sub(_blank_second, _ALONE.sub(_blank_second, data))
    data = _blank_members(data)
    data = _BETWEEN.sub(_blank_between, data)
    return _BEHIND.sub(_blank_behind, data)[1:]


def blank_cpp_words(data: bytes) -> bytes:
    """Return C++ in which macros before constructors and blocks are spaces."""
    return _BLOCK.sub(_blank_second, _TELLING.sub(_blank_second, b"\n" + data)[1:])


def spaces(text: bytes) -> bytes:
    """Return a text whose visible characters are spaces."""
    return _VISIBLE.sub(b" ", text)


def _blank_attribute(found: re.Match[bytes]) -> bytes:
    line = found.string.rfind(b"\n", 0, found.start()) + 1
    if found.string[line : found.start()].lstrip().startswith(b"#"):
        return found[0]
    return spaces(found[0])


def _blank_comments(found: re.Match[bytes]) -> bytes:
    text = found[0]
    if b"/*" not in text or b"\n" not in text:
        return text
    return _COMMENT.sub(lambda comment: spaces(comment[0]), text)


def _unwrap(found: re.Match[bytes]) -> bytes:
    """Take away the macro around a declaration: `UNUSED(static int run(void)) {`."""
    if b"(" not in found[3]:
        return found[0]
    return found[1] + b" " * len(found[2]) + found[3] + b" "


def _blank_second(found: re.Match[bytes]) -> bytes:
    return found[1] + spaces(found[2])


def _blank_outside(found: re.Match[bytes]) -> bytes:
    """Blank a word on a line of its own, unless it is the last one of a list."""
    before = found.string[max(0, found.start() - _FARTHEST) : found.start()].rstrip()
    is_last = before.endswith((b",", b"=", b"("))
    return found[0] if is_last else spaces(found[0])


def _blank_members(data: bytes) -> bytes:
    """Blank macros that stand for members: on a line of their own in a struct or enumeration."""
    parts: list[bytes] = []
    at = checked = 0
    kind = b""
    for found in _ON_A_LINE.finditer(data):
        start, end = found.start() + 1, found.end()
        if b"{" in data[checked:start] or b"}" in data[checked:start]:
            kind = _find_body(data, start)
        checked = start
        if not kind:
            continue
        if (
            kind == b"enum"
            and found[2] is None
            and not _ENUMERATOR.match(data, end, end + _FARTHEST)
        ):
            # The last one of an enumeration.
            continue
        parts += (data[at:start], b" " * (end - start))
        at = end
    return b"".join((*parts, data[at:])) if parts else data


def _find_body(data: bytes, at: int) -> bytes:
    """Return what a place is a member of: `struct`, `enum`; nothing where it is code."""
    start = max(0, at - _WIDEST_BODY)
    text = data[start:at]
    depth = 0
    for place in reversed([found.start() for found in _BRACE.finditer(text)]):
        depth += 1 if text[place] == _CLOSING else -1
        if depth < 0:
            head = _BODY.search(text, max(0, place - _FARTHEST), place)
            return b"" if head is None else head[1]
    return b""


def _blank_between(found: re.Match[bytes]) -> bytes:
    if _TYPE_BEFORE.search(found[1].rstrip()) is None:
        return found[0]
    return b"\n" + found[1] + b" " * len(found[2])


def _blank_behind(found: re.Match[bytes]) -> bytes:
    """Blank a word behind parameters, unless it is what a condition leads to."""
    if not find_head(found):
        return found[0]
    at = found.start(1) - found.start()
    return found[0][:at] + b" " * len(found[1])


def find_head(found: re.Match[bytes]) -> bool:
    """Whether the parenthesis that a match begins with closes the parameters of a function."""
    start = found.start()
    text = found.string[max(0, start - _FARTHEST) : start]
    boundary = max(text.rfind(b";"), text.rfind(b"{"), text.rfind(b"}"))
    return _HEADS.match(text[boundary + 1 :]) is not None
