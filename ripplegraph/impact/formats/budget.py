"""An answer that fits into a number of characters: the most useful lines first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ripplegraph.impact.formats.lines import (
    Line,
    build_body,
    build_foot,
    build_head,
    build_heading,
    get_title,
)
from ripplegraph.impact.report import Impact

_UNTITLED = frozenset({"head", "targets", "counts", "account", "index"})
_NAMES = {
    "direct": "direct dependents",
    "transitive": "farther dependents",
    "partners": "partners",
    "related": "related files",
}
_FOOT_RANK = 5


@dataclass(frozen=True)
class _Piece:
    rank: int
    section: str
    text: str


def build_budgeted(impact: Impact, budget: int, clean: Callable[[str], str] = str) -> str:
    """Fit an answer into so many characters, line ends included; it ends with one.

    The last line says what was dropped. What is not known and the counts come before all else; in
    a budget that is too small even for those, the beginning of the first line is what remains.
    `clean` makes each line fit to be shown.
    """
    pieces = [_cut(line, clean) for line in (*build_head(impact), *build_body(impact))]
    pieces.append(_Piece(_FOOT_RANK, "index", clean(build_foot(impact))))
    whole = _write(pieces)
    if len(whole) <= budget:
        return whole
    # The line grows shorter with each piece that is chosen.
    left = budget - len(_describe(pieces)) - 1
    chosen: set[int] = set()
    sections = set(_UNTITLED)
    for at in sorted(range(len(pieces)), key=lambda at: (pieces[at].rank, at)):
        piece = pieces[at]
        title = 0 if piece.section in sections else len(_name_section(piece.section)) + 1
        cost = title + len(piece.text) + 1
        if cost <= left:
            left -= cost
            chosen.add(at)
            sections.add(piece.section)
    if not chosen:
        return _begin(whole, budget)
    dropped = _describe(pieces[at] for at in range(len(pieces)) if at not in chosen)
    return _write([pieces[at] for at in sorted(chosen)]) + f"{dropped}\n"


def _cut(line: Line, clean: Callable[[str], str]) -> _Piece:
    indent = "" if line.section in _UNTITLED else "  "
    rest = f"  {line.detail}" if line.detail else ""
    return _Piece(line.rank, line.section, f"{indent}{clean(line.text)}{clean(rest)}")


def _write(pieces: Sequence[_Piece]) -> str:
    lines: list[str] = []
    last = ""
    for piece in pieces:
        if piece.section != last and piece.section not in _UNTITLED:
            lines.append(_name_section(piece.section))
        last = piece.section
        lines.append(piece.text)
    return "".join(f"{line}\n" for line in lines)


def _name_section(section: str) -> str:
    return " ".join(build_heading(section))


def _describe(dropped: Iterable[_Piece]) -> str:
    counts = Counter(piece.section for piece in dropped)
    listed = ", ".join(f"{count:,} {_name(section)}" for section, count in counts.items())
    return f"dropped to fit: {listed}"


def _name(section: str) -> str:
    if section in ("head", "counts", "account", "index"):
        return "lines about all of it" if section == "head" else f"line about the {section}"
    return _NAMES.get(section, get_title(section))


def _begin(whole: str, budget: int) -> str:
    first = whole.partition("\n")[0]
    room = budget - 1
    if len(first) > room:
        dots = "..." if room > len("...") else ""
        first = first[: room - len(dots)] + dots
    return f"{first}\n"
