"""Looks for patterns that a short text keeps busy for very long.

    python -m scripts.fuzz_patterns
    python -m scripts.fuzz_patterns ripplegraph.parsers --repeats 30 60 5000 20000 --seconds 5

Each compiled pattern of a module is given texts that repeat a token: a piece of the pattern itself,
a comment, a quote or a bracket. A text may have a beginning that the pattern wants
and an end that it does not. A child process does the work and is killed when one text takes more
CPU time than it may; that text is reported, and another child goes on behind it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import re
import resource
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from tempfile import TemporaryFile
from typing import Any

REPEATS = (30, 60, 600, 5_000, 20_000)
SECONDS = 5
_MARGIN = 4
"""Times that a text may take more than its square lets expect, before it is not tried longer."""
_TOKENS = (
    *"\\\"'`/*#-,:;.=|&!?@$ \n\t()[]{}<>a1_",
    "//",
    "// ",
    "/**/",
    "/*",
    "*/",
    '"\\',
    "''",
    '""',
    "a:",
    "a.",
    "a,",
    "a ",
    "a\n",
    "()",
    "[]",
    "<>",
    "a(",
    "a<",
    " \n",
    "# ",
    "::",
    "x=",
)
_SUFFIXES = ("", "\0")


@dataclass(frozen=True)
class Hang:
    """A pattern with a text that it takes too long for."""

    pattern: str
    prefix: str
    token: str
    repeats: int
    suffix: str


def find_patterns(package: str) -> dict[str, re.Pattern[str] | re.Pattern[bytes]]:
    """Return the compiled patterns of all modules of a package, each once, by its name."""
    root = importlib.import_module(package)
    names = [root.__name__]
    if hasattr(root, "__path__"):
        walk = pkgutil.walk_packages(root.__path__, f"{root.__name__}.")
        names += [module.name for module in walk if not module.name.endswith("__main__")]
    found: dict[str, re.Pattern[str] | re.Pattern[bytes]] = {}
    seen: set[object] = set()
    for name in names:
        for key, value in vars(importlib.import_module(name)).items():
            for number, item in enumerate(value if isinstance(value, list | tuple) else [value]):
                if isinstance(item, re.Pattern) and item not in seen:
                    seen.add(item)
                    found[f"{name}:{key}" + (f"[{number}]" if item is not value else "")] = item
    return found


def find_hangs(
    names: Sequence[str], repeats: Sequence[int] = REPEATS, seconds: int = SECONDS
) -> Iterator[Hang]:
    """Yield patterns that take longer for a text than they may, with the text."""
    start = 0
    given_up: list[str] = []
    while True:
        task = json.dumps([list(names), list(repeats), seconds, start, given_up])
        command = [sys.executable, "-m", "scripts.fuzz_patterns", "--child"]
        with TemporaryFile("w+") as log:
            child = subprocess.run(command, input=task, stdout=log, text=True, check=False)
            log.seek(0)
            last = deque(log, maxlen=1)
        if child.returncode == 0:
            return
        if child.returncode != -signal.SIGXCPU:
            raise RuntimeError(f"a child ended with {child.returncode}")
        start, *hang = json.loads(last.pop())
        start += 1
        found = Hang(*hang)
        given_up.append(found.pattern)
        yield found


def build_texts(pattern: re.Pattern[str] | re.Pattern[bytes]) -> list[tuple[str, str, str]]:
    """Return beginnings, tokens and ends of texts to try a pattern with."""
    source = pattern.pattern
    if isinstance(source, bytes):
        source = source.decode("latin-1")
    tree = parser.parse(source, pattern.flags)
    samples = _sample(tree)
    tokens = dict.fromkeys([*filter(None, [*_find_pieces(tree), *samples]), *_TOKENS])
    prefixes = dict.fromkeys(["", *(text[:end] for text in samples for end in _cut(len(text)))])
    return [(start, token, end) for token in tokens for start in prefixes for end in _SUFFIXES]


def _cut(length: int) -> list[int]:
    """Return where to end a beginning: everywhere, or at some places of a long one."""
    return list(range(length, 0, -max(1, length // 3)))


def _find_pieces(tree: object) -> Iterator[str]:
    """Yield a text for each repeated part and each branch of a pattern."""
    for code, value in tree:  # type: ignore[attr-defined]
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            yield from _sample(value[2])
            yield from _find_pieces(value[2])
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield from _sample(branch)
                yield from _find_pieces(branch)
        elif code is codes.SUBPATTERN:
            yield from _find_pieces(value[3])
        elif code is codes.ATOMIC_GROUP:
            yield from _find_pieces(value)
        elif code is codes.ASSERT:
            yield from _find_pieces(value[1])


def _sample(tree: object) -> list[str]:
    """Return texts that a part of a pattern matches: with as little as can be, and with more."""
    return [_build(tree, more=False), _build(tree, more=True)]


def _build(tree: object, *, more: bool) -> str:
    text = ""
    for code, value in tree:  # type: ignore[attr-defined]
        if code is codes.LITERAL:
            text += chr(value)
        elif code in (codes.NOT_LITERAL, codes.ANY):
            text += "a" if value != ord("a") else "b"
        elif code is codes.IN:
            text += _pick(value)
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, most, part = value
            text += _build(part, more=more) * (least or (1 if more and most else 0))
        elif code is codes.BRANCH:
            text += _build(value[1][-1 if more else 0], more=more)
        elif code is codes.SUBPATTERN:
            text += _build(value[3], more=more)
        elif code is codes.ATOMIC_GROUP:
            text += _build(value, more=more)
    return text


def _pick(members: list[tuple[Any, Any]]) -> str:
    """Return a character of a set."""
    accepts = re.compile(_describe(members), re.DOTALL)
    return next((c for c in "a1 .:,\n\"'/*#-_=<>()[]{}|\\" if accepts.match(c)), "a")


def _describe(members: list[tuple[Any, Any]]) -> str:
    categories = {
        codes.CATEGORY_DIGIT: r"\d",
        codes.CATEGORY_NOT_DIGIT: r"\D",
        codes.CATEGORY_SPACE: r"\s",
        codes.CATEGORY_NOT_SPACE: r"\S",
        codes.CATEGORY_WORD: r"\w",
        codes.CATEGORY_NOT_WORD: r"\W",
    }
    text = ""
    for code, value in members:
        if code is codes.NEGATE:
            text += "^"
        elif code is codes.LITERAL:
            text += re.escape(chr(value))
        elif code is codes.RANGE:
            low, high = value
            text += f"{re.escape(chr(low))}-{re.escape(chr(high))}"
        elif code is codes.CATEGORY:
            text += categories[value]
    return f"[{text}]"


def _run_child() -> None:
    names, repeats, seconds, start, given_up = json.load(sys.stdin)
    packages = {name.partition(":")[0] for name in names}
    patterns = {key: item for name in packages for key, item in find_patterns(name).items()}
    texts = ((name, text) for name in names for text in build_texts(patterns[name]))
    for number, (name, (prefix, token, suffix)) in enumerate(texts):
        if number < start or name in given_up:
            continue
        for count in repeats:
            # Read by the parent if this is the last line.
            print(json.dumps([number, name, prefix, token, count, suffix]), flush=True)
            _allow(seconds)
            used = _try(patterns[name], prefix + token * count + suffix)
            if used * (repeats[-1] / count) ** 2 * _MARGIN < seconds:
                break


def _allow(seconds: int) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limit = int(used.ru_utime + used.ru_stime) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


def _try(pattern: re.Pattern[str] | re.Pattern[bytes], text: str) -> float:
    """Match a pattern with a text, and return how long it took; no less, as a CPU clock may say."""
    given: Any = text if isinstance(pattern.pattern, str) else text.encode("utf-8", "replace")
    started = time.perf_counter()
    pattern.match(given)
    for _ in pattern.finditer(given):
        pass
    return time.perf_counter() - started


def main() -> int:
    if sys.argv[1:] == ["--child"]:
        _run_child()
        return 0
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("package", nargs="?", default="ripplegraph")
    arguments.add_argument("--repeats", type=int, nargs="+", default=REPEATS)
    arguments.add_argument("--seconds", type=int, default=SECONDS)
    given = arguments.parse_args()
    names = list(find_patterns(given.package))
    hangs = 0
    for hang in find_hangs(names, given.repeats, given.seconds):
        hangs += 1
        text = f"{hang.prefix!r} + {hang.token!r} * {hang.repeats} + {hang.suffix!r}"
        print(f"{hang.pattern}: {text}", flush=True)
    print(f"{len(names)} patterns, {hangs} take too long")
    return 1 if hangs else 0


if __name__ == "__main__":
    sys.exit(main())
