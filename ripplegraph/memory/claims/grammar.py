"""Claims that a machine can check, as text: `calls(src/a.py::f, src/b.py::g)`.

    claim     = predicate "(" target { "," target } ")" [ "=" value ]
    predicate = "exists" | "calls" | "imports" | "signature" | "no_callers" | "value"
    target    = a readable id, in backticks where it holds a comma or a bracket
    value     = the rest of the line

`signature` and `value` take one target and a value; `calls` and `imports` two targets; `exists` and
`no_callers` one target.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ripplegraph.errors import UsageError
from ripplegraph.memory.spelling import suggest_name

MAX_CLAIM = 1_000
MAX_CLAIMS = 20

_TARGETS = {
    "exists": 1,
    "calls": 2,
    "imports": 2,
    "signature": 1,
    "no_callers": 1,
    "value": 1,
}
_WITH_VALUE = frozenset({"signature", "value"})
_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*\(")
_TARGET = re.compile(r"\s*(?:`([^`]+)`|([^,()`]+))\s*([,)])")
_PLAIN = re.compile(r"[^,()`]+")
_EXAMPLES = {
    "exists": "exists(src/auth.py::Login.verify)",
    "calls": "calls(src/shop.py::pay, src/auth.py::verify)",
    "imports": "imports(src/shop.py, src/auth.py)",
    "signature": "signature(src/auth.py::verify) = (token, realm=None)",
    "no_callers": "no_callers(src/auth.py::old_verify)",
    "value": "value(src/limits.py::MAX_RETRIES) = 3",
}


class ClaimError(UsageError):
    """A text that is no claim."""


@dataclass(frozen=True)
class Claim:
    """One checkable sentence about code."""

    predicate: str
    targets: tuple[str, ...]
    value: str | None = None

    def __str__(self) -> str:
        listed = ", ".join(_write_target(target) for target in self.targets)
        rest = f" = {self.value}" if self.value is not None else ""
        return f"{self.predicate}({listed}){rest}"


def parse_claim(text: str) -> Claim:
    """Read a claim, or raise an error that shows how it is written."""
    head = _HEAD.match(text)
    if len(text) > MAX_CLAIM or "\n" in text.strip() or head is None:
        raise ClaimError(f"{text!r:.120} is no claim.", hint=f"Write it like {_EXAMPLES['calls']}.")
    predicate = head[1].casefold()
    if predicate not in _TARGETS:
        raise ClaimError(
            f"There is no claim {head[1]!r:.80}.", hint=suggest_name(predicate, _TARGETS)
        )
    example = (
        f"Write it like {_EXAMPLES[predicate]}; a target with commas or brackets in it goes "
        "between backticks."
    )
    targets, end = _read_targets(text, head.end(), example)
    rest = text[end:].strip()
    value = rest.removeprefix("=").strip() if rest.startswith("=") else None
    fits = len(targets) == _TARGETS[predicate] and (value is not None or not rest)
    if not fits or bool(value) != (predicate in _WITH_VALUE):
        raise ClaimError(f"{text.strip()!r:.120} is no claim.", hint=example)
    return Claim(predicate, tuple(targets), value)


def _read_targets(text: str, start: int, example: str) -> tuple[list[str], int]:
    targets: list[str] = []
    at = start
    while True:
        found = _TARGET.match(text, at)
        target = (found[1] if found[1] is not None else found[2]).strip() if found else ""
        if found is None or not target:
            raise ClaimError(f"{text.strip()!r:.120} is no claim.", hint=example)
        targets.append(target)
        at = found.end()
        if found[3] == ")":
            return targets, at


def _write_target(target: str) -> str:
    return target if _PLAIN.fullmatch(target) else f"`{target}`"
