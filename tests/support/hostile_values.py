"""Values that nobody would give on purpose, made from a seed: texts, numbers, nested JSON."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.support.hostile import HOSTILE

TEXTS = (
    "",
    " ",
    "\0",
    "a\0b.py",
    "\ud800",
    "shop/\udcff.py",
    "x\udfff\ud800y",
    "\x1b[31mred\x1b]0;title\x07",
    "../../../etc/passwd",
    "/",
    ".",
    "..",
    "-",
    "--help",
    "::",
    "a.py::",
    "::f",
    "a.py:99999999999999999999",
    "a.py:-1",
    "*",
    "[",
    "%s%n{0}{}",
    "' OR 1=1 --",
    '"; DROP TABLE nodes; --',
    'NEAR("',
    "\U0001f600" * 20,
    "e\u0301" * 50,
    "\u202egnp.exe",
    "con",
    "file:///etc/passwd",
    "\n\n\n",
    "\r",
    "nan",
    "1e999",
    "[]",
    "{}",
    "null",
    "true",
    '["a"]',
    *HOSTILE.values(),
)
NUMBERS = (
    *(0, 1, -1, 2**31, 2**63, -(2**63) - 1, 2**64, 10**30, 10**400),
    *(0.5, -0.0, 1e308, float("inf"), float("-inf"), float("nan")),
)
LONG = 1_000_000


def make_text(random: Random, known: tuple[str, ...] = ()) -> str:
    """Make a text: one of the list, of what is known, of random characters, or a long one."""
    way = random.random()
    if way < 0.4:
        return random.choice(TEXTS)
    if way < 0.6 and known:
        return random.choice(known)
    if way < 0.99:
        pool = random.choice((0x80, 0x3000, 0xFFFF, 0x10FFFF))
        return "".join(chr(random.randrange(pool + 1)) for _ in range(random.randrange(40)))
    unit = random.choice(("x", "\0", "\ud800", "a/", "([", "é ", "\n", "::"))
    return unit * (LONG // len(unit))


def make_value(random: Random, known: tuple[str, ...] = (), depth: int = 0) -> Any:
    """Make any JSON value, most often a text."""
    way = random.random()
    if way < 0.45 or depth > 3:
        return make_text(random, known)
    if way < 0.6:
        return random.choice(NUMBERS)
    if way < 0.7:
        return random.choice((None, True, False))
    count = random.randrange(4)
    if way < 0.85:
        return [make_value(random, known, depth + 1) for _ in range(count)]
    if way < 0.98:
        return {make_text(random): make_value(random, known, depth + 1) for _ in range(count)}
    return nest(random.randrange(50, 400))


def nest(depth: int) -> Any:
    """Make lists in lists."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value
