"""Undoes what hides a secret in a text: look-alikes, escapes, breaks, encodings."""

import re
import unicodedata
from base64 import b64decode
from collections.abc import Iterator

_ALIKE = str.maketrans(
    "\u0410\u0412\u0415\u0417\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406"
    "\u0408\u0405\u050c\u051a\u051c\u042c\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456"
    "\u0458\u0455\u04bb\u0501\u051b\u051d\u04cf\u0391\u0392\u0395\u0396\u0397\u0399\u039a"
    "\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf\u03bd\u03ba\u03c1\u03b1\u03b9\u03c4"
    "\u03c5\u0131\u0196\u01c0\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u00b7",
    "ABE3KMHOPCTYXIJSGQWbaeopcyxijshdqwlABEZHIKMNOPTYXovkpaituill--------.",
)
"""Letters of other alphabets that look like ours, and dashes."""
_INVISIBLE = frozenset(map(chr, (0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)))
_HIDDEN_CATEGORIES = frozenset({"Cf", "Mn", "Me", "Cc"})
_ESCAPE = re.compile(
    r"\\u\{([0-9A-Fa-f]{1,6})\}|\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})|%([0-9A-Fa-f]{2})"
    r"|\\([\"'/])"
)
_ENTITY = re.compile(r"&#?\w{1,12};")
_SEAM = re.compile(
    # The end of a line, with what quotes or comments the next one.
    r"\n[ \t>#*/|]{0,40}"
    # The end of a text in quotes and the beginning of the next one.
    r"|[\"'`][ \t]{0,20}(?:\r?\n[ \t]{0,80})?(?:\.\.|\+\+|<>|\|\||[+.&~,\\])?[ \t]{0,20}"
    r"(?:\\?\r?\n[ \t]{0,80})?[\"'`]"
)
_CONTINUED = " \t\r\\="
"""What may stand before the end of a line that goes on in the next one."""
_CODED = re.compile(r"[A-Za-z0-9+/_-]{24,}")
_PRINTABLE = re.compile(rb"[\x20-\x7e\r\n\t]{16,}")
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2}){20,}")
_LONGEST_CODED = 400_000
_TRIED = 24


def fold(text: str) -> str:
    """Return a text in plain letters and digits, without accents and characters nobody sees."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFKD", text.translate(_ALIKE))
    table: dict[int, str | None] = {}
    for character in set(plain):
        if character > "\x7f":
            if character in _INVISIBLE or unicodedata.category(character) in _HIDDEN_CATEGORIES:
                table[ord(character)] = None
            elif unicodedata.digit(character, None) is not None:
                table[ord(character)] = str(unicodedata.digit(character))
    return plain.translate(table).translate(_ALIKE)


def unescape(text: str) -> str:
    """Return a text with the characters that its escapes stand for."""
    if "&" in text and _ENTITY.search(text):
        from html import unescape as unescape_html

        text = unescape_html(text)
    if "\\" in text or "%" in text:
        text = _ESCAPE.sub(_write_escaped, text)
    return text


def _write_escaped(match: re.Match[str]) -> str:
    *numbers, quote = match.groups()
    if quote:
        return str(quote)
    code = int(next(filter(None, numbers)), 16)
    return chr(code) if code <= 0x10FFFF else match.group()


class JoinedText:
    """A text without the breaks inside it: ends of lines, and of texts that are added up."""

    def __init__(self, text: str) -> None:
        self._source = text
        self._starts: list[tuple[int, int]] = []
        parts = []
        length = at = 0
        for seam in _SEAM.finditer(text):
            part = text[at : seam.start()]
            if seam.group()[0] == "\n":
                part = part.rstrip(_CONTINUED)
            if part:
                parts.append(part)
                self._starts.append((length, at))
                length += len(part)
            at = seam.end()
        parts.append(text[at:])
        self._starts.append((length, at))
        self.text = "".join(parts) if at else text
        self.is_joined = at > 0

    def stands_alone(self, start: int, end: int) -> bool:
        """Tell whether a part holds a seam, and whether no word goes on around it."""
        from bisect import bisect_right

        first = bisect_right(self._starts, (start, len(self._source))) - 1
        last = bisect_right(self._starts, (end - 1, len(self._source))) - 1
        if first == last:
            return False
        before = self._starts[first][1] + start - self._starts[first][0]
        return before == 0 or not self._source[before - 1].isalnum()


def decode_runs(runs: str) -> Iterator[str]:
    """Yield what long runs of characters say in base64 or as hexadecimal bytes."""
    for match in _CODED.finditer(runs):
        run = match.group()[:_LONGEST_CODED].replace("-", "+").replace("_", "/")
        for start in range(4):
            if _PRINTABLE.match(_decode(run[start : start + _TRIED])):
                found = _PRINTABLE.match(_decode(run[start:]))
                if found:
                    yield found.group().decode()
    for match in _HEX.finditer(runs):
        found = _PRINTABLE.match(bytes.fromhex(match.group()[:_LONGEST_CODED]))
        if found:
            yield found.group().decode()


def _decode(run: str) -> bytes:
    rest = len(run) % 4
    return b64decode(run[:-1] if rest == 1 else run + "=" * (-rest % 4))
