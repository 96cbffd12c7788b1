"""Recognises secrets by their form, so that none is ever stored.

Finding one says which kind it is and never shows any part of it. Each step takes time that grows
with the text and no faster.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ripplegraph.memory.secrets.decoding import JoinedText, decode_runs, fold, unescape
from ripplegraph.memory.secrets.formats import FORMS, find_forms, find_runs, has_start, is_real

_KEY_BLOCK = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [^-\n]*-----|\Z)",
    re.DOTALL,
)

_URL_PASSWORD = re.compile(
    r"\b[a-z][a-z0-9+.-]{0,20}://[^\s\0/@:'\"]{0,100}:(?P<value>[^\s\0/@'\"]{3,200})@",
    re.IGNORECASE,
)
_AUTHORIZATION = re.compile(
    r"\b(?:Bearer|Basic)\s{1,10}(?P<value>[A-Za-z0-9+/._~-]{16,}={0,2})", re.IGNORECASE
)
_ASSIGNMENT = re.compile(
    r"(?:password|passwd|pwd|passphrase|secret|token|api[_-]?key|"
    r"access[_-]?key|auth[_-]?key|private[_-]?key|encryption[_-]?key|credentials?)[A-Za-z0-9_-]{0,40}"
    r"[\"']?\s{0,10}(?::=|=>|[:=])\s{0,10}(?P<quote>[\"'`]?)(?P<value>[^\s\0\"'`,;]{6,500})",
    re.IGNORECASE,
)
# What stands for a value instead of being one: `${TOKEN}`, `<token>`, `os.environ[...]`, `***`.
_STAND_IN = re.compile(
    r"[<{$%\[(*]|x{3,}|\.{3}|(?:your|my|the|some|test|example|sample|dummy|fake|changeme|"
    r"placeholder|redacted|none|null|true|false|undefined|required|optional|str|string|int|bool|"
    r"bytes|env|os|process|config|settings|self|request|secrets|getenv|get|getpass|input)\b",
    re.IGNORECASE,
)
_STAND_IN_URL = re.compile(
    r"(?:my|a|some|test|db)?[_-]?(?:pass(?:word|phrase|wd)?|pwd|secret|token|user|name|tiger|test"
    r"(?:ing)?|foo|bar|baz|repo|x+|\*+|\.+)\d{0,3}$",
    re.IGNORECASE,
)
_ELISION = re.compile(r"\*{3}|\.{3}|\u2026|x{5}|example", re.IGNORECASE)
"""What is in no value, but in what stands for one."""
_CODE = re.compile(r"[A-Za-z_][\w.]*(?:[\[(].*)?$|[a-z]+(?:[-_/.][a-z]+)*$", re.DOTALL)
_WORDS = ("pass", "pwd", "secret", "token", "key", "credential")
"""One of these is in whatever is assigned to below."""
_RANDOM_BITS = 3.0
_RANDOM_LENGTH = 16


def find_secrets_in(texts: Iterable[str]) -> list[str]:
    """Return the kinds of secrets that texts hold, each by itself, openly or in disguise."""
    listed = list(texts)
    # One look at all of them is quicker, and finds whatever one of them holds.
    if not any(_find("\0".join(listed))):
        return []
    return list(dict.fromkeys(kind for text in listed for kind in _find(text)))


def scrub_secrets(text: str) -> str:
    """Return a text with `[secret: ...]` in the place of each secret that it holds."""
    if not any(_find(text)):
        return text
    text = _KEY_BLOCK.sub("[secret: private key]", text)
    found = dict.fromkeys(find_forms(text, find_runs(text)))
    for name, secret in sorted(found, key=lambda item: -len(item[1])):
        text = text.replace(secret, f"[secret: {name}]")
    for pattern in (_URL_PASSWORD, _AUTHORIZATION, _ASSIGNMENT):
        text = pattern.sub(_hide_value, text)
    # What is still found cannot be told apart from what is around it.
    for gap in ("\n", "\n\n"):
        parts = text.split(gap)
        text = gap.join("[secret: a line with one]" if any(_find(it)) else it for it in parts)
    return "[secret: a text with one]" if any(_find(text)) else text


def _hide_value(match: re.Match[str]) -> str:
    if not any(_find_openly(match.group(), find_runs(match.group()))):
        return match.group()
    start = match.start("value") - match.start()
    end = match.end("value") - match.start()
    return f"{match.group()[:start]}[secret]{match.group()[end:]}"


def _find(text: str) -> Iterator[str]:
    runs = find_runs(text)
    yield from _find_openly(text, runs)
    plain = fold(text)
    if plain is not text:
        runs = find_runs(plain)
        yield from _find_openly(plain, runs)
    open_text = unescape(plain)
    if open_text != plain:
        runs = find_runs(open_text)
        yield from _find_form(open_text, runs)
    yield from _find_coded(runs)
    joined = JoinedText(open_text)
    if joined.is_joined:
        runs = find_runs(joined.text)
        yield from _find_joined(joined, runs)
        yield from _find_coded(runs)


def _find_openly(text: str, runs: str) -> Iterator[str]:
    yield from _find_form(text, runs)
    yield from _find_url_password(text)
    folded = text.lower()
    if "bearer" in folded or "basic" in folded:
        for match in _AUTHORIZATION.finditer(text):
            if _is_random(match["value"]):
                yield "authorization header"
    if any(word in folded for word in _WORDS):
        for match in _ASSIGNMENT.finditer(text):
            if _is_secret_value(match["value"].rstrip(").!?"), quoted=bool(match["quote"])):
                yield "value of a password, token or key"


def _find_form(text: str, runs: str) -> Iterator[str]:
    return (name for name, _ in find_forms(text, runs))


def _find_url_password(text: str) -> Iterator[str]:
    if "://" in text and "@" in text:
        for match in _URL_PASSWORD.finditer(text):
            value = match["value"]
            if not (_STAND_IN.match(value) or _STAND_IN_URL.match(value) or "[" in match.group()):
                yield "password in a URL"


def _find_coded(runs: str) -> Iterator[str]:
    for decoded in decode_runs(runs):
        yield from _find_form(decoded, find_runs(decoded))
        yield from _find_url_password(decoded)


def _find_joined(joined: JoinedText, runs: str) -> Iterator[str]:
    """Find secrets that a break runs through; words that merely follow each other are none."""
    for form in FORMS if has_start(runs) else ():
        if form.start in runs:
            for match in form.inner.finditer(joined.text):
                secret = match.group()
                if (
                    joined.stands_alone(*match.span())
                    and any(map(str.isdigit, secret[len(form.start) :]))
                    and is_real(form, secret)
                ):
                    yield form.name


def _is_secret_value(value: str, *, quoted: bool) -> bool:
    if len(value) < 6 or _STAND_IN.match(value) or _ELISION.search(value):
        return False
    if _is_random(value):
        return True
    # Talk about code assigns names (`token = refresh()`) and words (`password: required`); a
    # value that mixes digits or marks into letters is what people choose for passwords.
    kinds = [any(map(str.isdigit, value)), any(map(str.isalpha, value))]
    mixed = all(kinds) or any(mark in value for mark in "!@#$%^&*+~?")
    return mixed and (quoted or not _CODE.match(value)) and not _looks_like_place(value)


def _looks_like_place(value: str) -> bool:
    return "/" in value or "::" in value or re.search(r"\.\w{1,4}$", value) is not None


def _is_random(value: str) -> bool:
    """Tell whether a value is long, mixed and without the repetition that words have."""
    if len(value) < _RANDOM_LENGTH or not re.fullmatch(r"[A-Za-z0-9+/=_.~-]+", value):
        return False
    if not (any(map(str.isdigit, value)) and any(map(str.isalpha, value))):
        return False
    if max(map(len, re.findall(r"[a-z]+|[A-Z]+", value))) > len(value) // 2:
        return False
    counts = Counter(value)
    bits = -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())
    return bits >= _RANDOM_BITS
