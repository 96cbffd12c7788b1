"""Recognises secrets by their form, so that none is ever stored.

Finding one says which kind it is and never shows any part of it.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator

_FORMS: dict[str, str] = {
    "AWS access key": r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})",
    "GitLab token": r"\bgl(?:pat|ptt|dt|rt|cbt|soat)-[A-Za-z0-9_-]{20,}",
    "Google API key": r"\bAIza[A-Za-z0-9_-]{35}",
    "Google OAuth secret": r"\bGOCSPX-[A-Za-z0-9_-]{20,}",
    "Google OAuth token": r"\bya29\.[A-Za-z0-9_-]{20,}",
    "Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}",
    "Slack webhook": r"hooks\.slack\.com/services/[A-Za-z0-9/]{20,}",
    "Discord webhook": r"discord(?:app)?\.com/api/webhooks/\d+/[A-Za-z0-9_-]{20,}",
    "Stripe key": r"\b[srp]k_(?:live|test)_[A-Za-z0-9]{16,}",
    "Anthropic API key": r"\bsk-ant-[A-Za-z0-9_-]{20,}",
    "OpenAI API key": r"\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}",
    "Hugging Face token": r"\bhf_[A-Za-z0-9]{30,}",
    "npm token": r"\bnpm_[A-Za-z0-9]{36}",
    "PyPI token": r"\bpypi-[A-Za-z0-9_-]{50,}",
    "SendGrid key": r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    "Twilio key": r"\b(?:SK|AC)[0-9a-f]{32}\b",
    "Telegram bot token": r"\b\d{8,10}:AA[A-Za-z0-9_-]{32,}",
    "DigitalOcean token": r"\bdo[opr]_v1_[0-9a-f]{64}",
    "Shopify token": r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    "Databricks token": r"\bdapi[0-9a-f]{32}",
    "Azure storage key": r"\bAccountKey=[A-Za-z0-9+/]{60,}={0,2}",
    "JSON web token": r"\beyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}",
    "private key": r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
    "age secret key": r"\bAGE-SECRET-KEY-1[A-Z0-9]{50,}",
}
_PATTERNS = tuple((name, re.compile(pattern)) for name, pattern in _FORMS.items())
_KEY_BLOCK = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [^-\n]*-----|\Z)",
    re.DOTALL,
)

_URL_PASSWORD = re.compile(
    r"\b[a-z][a-z0-9+.-]{0,20}://[^\s/@:'\"]{0,100}:(?P<value>[^\s/@'\"]{3,200})@", re.IGNORECASE
)
_AUTHORIZATION = re.compile(
    r"\b(?:Bearer|Basic)\s{1,10}(?P<value>[A-Za-z0-9+/._~-]{16,}={0,2})", re.IGNORECASE
)
_ASSIGNMENT = re.compile(
    r"(?:password|passwd|pwd|passphrase|secret|token|api[_-]?key|"
    r"access[_-]?key|auth[_-]?key|private[_-]?key|encryption[_-]?key|credentials?)[A-Za-z0-9_-]{0,40}"
    r"[\"']?\s{0,10}(?::=|=>|[:=])\s{0,10}(?P<quote>[\"'`]?)(?P<value>[^\s\"'`,;]{6,500})",
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
    r"(?:pass(?:word)?|pwd|secret|token|user|x+|\*+|\.+)\d{0,3}$", re.IGNORECASE
)
_CODE = re.compile(r"[A-Za-z_][\w.]*(?:[\[(].*)?$|[a-z]+(?:[-_/.][a-z]+)*$", re.DOTALL)
_RANDOM_BITS = 3.0
_RANDOM_LENGTH = 16


def find_secrets(text: str) -> list[str]:
    """Return the kinds of secrets that a text holds."""
    return list(dict.fromkeys(_find(text)))


def scrub_secrets(text: str) -> str:
    """Return a text with `[secret: ...]` in the place of each secret that it holds."""
    text = _KEY_BLOCK.sub("[secret: private key]", text)
    for name, pattern in _PATTERNS:
        text = pattern.sub(f"[secret: {name}]", text)
    for found in (_URL_PASSWORD, _AUTHORIZATION, _ASSIGNMENT):
        text = found.sub(_hide_value, text)
    # What is still found cannot be told apart from what is around it.
    lines = text.split("\n")
    return "\n".join("[secret: a line with one]" if any(_find(line)) else line for line in lines)


def _hide_value(match: re.Match[str]) -> str:
    if not any(_find(match.group())):
        return match.group()
    start = match.start("value") - match.start()
    end = match.end("value") - match.start()
    return f"{match.group()[:start]}[secret]{match.group()[end:]}"


def _find(text: str) -> Iterator[str]:
    for name, pattern in _PATTERNS:
        if pattern.search(text):
            yield name
    for match in _URL_PASSWORD.finditer(text):
        value = match["value"]
        if not _STAND_IN.match(value) and not _STAND_IN_URL.match(value):
            yield "password in a URL"
    for match in _AUTHORIZATION.finditer(text):
        if _is_random(match["value"]):
            yield "authorization header"
    for match in _ASSIGNMENT.finditer(text):
        if _is_secret_value(match["value"].rstrip(").!?"), quoted=bool(match["quote"])):
            yield "value of a password, token or key"


def _is_secret_value(value: str, *, quoted: bool) -> bool:
    if len(value) < 6 or _STAND_IN.match(value):
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
