"""The lines of an answer in the order of their use: what everything that shows one begins with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ripplegraph.graph.excerpts import describe_how_to_see, shorten, write_title_and_text
from ripplegraph.graph.file_order import TESTS, rank_file
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.impact.formats.account_lines import BEHIND, SECTIONS, list_places, say_account
from ripplegraph.impact.report import AttachedMemory, Dependent, Impact, Override, Target
from ripplegraph.impact.scoring import CHANGE_SHARES


class Line(NamedTuple):
    """One line; the smaller its rank, the more it is missed."""

    rank: int
    section: str
    text: str
    detail: str = ""
    """What may be shown less prominently."""


TITLES = {
    "direct": "direct dependents",
    "transitive": "farther dependents",
    "overriders": "have to follow a changed signature",
    "overridden": "overridden by the targets",
    "tests": "tests",
    "partners": "change together, though no edge shows why",
    "related": "related otherwise",
    "others": "other memories",
}
_SURE_SECTIONS = frozenset({"uses", "uses_by_other_name", "likely_uses"})
LABELS = {
    **dict.fromkeys(SECTIONS.values(), "place, code"),
    **{
        f"{section}{behind}": "file: lines"
        for section in SECTIONS.values()
        for behind in BEHIND.values()
    },
    "direct": "score, depth, dependent, what in it, how",
    "transitive": "score, depth, dependent, what in it, how",
    "overriders": "place, method, how",
    "overridden": "place, method",
    "tests": "score, depth, test, why",
    "partners": "score, file, commits with both",
    "related": "score, file, why",
}
"""What stands in the columns of a section."""
_NOTE_LABELS = "id, text, what it is about"
LONGEST_NOTE = 600
"""So many characters of a memory are shown, unless all of it is asked for."""
_LEFT_OUT = {
    "memories_by_limit": "of them not shown",
    "stale_memories": "stale left out",
    "unchecked_memories": "not compared with the code yet left out",
}
HOW_FOLLOWED = {
    "overrides": "overrides it",
    "implements": "implements it",
    "fits": "fits its protocol",
    "overridden": "",
}
MOST_ENTRY_POINTS = 10
WARNING_KEYS = ("gotchas", "dead_ends", "error_patterns", "e2e_observations")


def build_head(impact: Impact, shown: int | None = None) -> Iterator[Line]:
    """Yield what is not known, what was asked about, and every count."""
    for warning in impact.warnings:
        yield Line(0, "head", f"not known: {warning}")
    targets = sorted(impact.targets, key=_weigh) if shown else impact.targets
    for target in targets[:shown]:
        change = target.change
        said = f"{change['class'].replace('_', ' ')}: {change['detail']}" if change else target.type
        yield Line(1, "targets", target.id, said)
    if len(impact.targets) > len(targets[:shown]):
        yield Line(1, "targets", f"... {len(impact.targets) - len(targets[:shown]):,} more targets")
    if not impact.targets:
        yield Line(0, "head", "nothing changed")
    yield Line(0, "counts", f"impact {say_score(impact.impact_score)}", describe_counts(impact))
    for entry in impact.entry_points[:MOST_ENTRY_POINTS]:
        yield Line(0, "entry_points", f"entry point: {entry.words}", _name_entry(impact, entry.id))
    if len(impact.entry_points) > MOST_ENTRY_POINTS:
        more = len(impact.entry_points) - MOST_ENTRY_POINTS
        yield Line(0, "entry_points", f"... {more:,} more entry points")
    if impact.account is not None:
        yield Line(0, "account", say_account(impact.account, impact.account["likely"]))


def _name_entry(impact: Impact, own: str) -> str:
    """Return which target an entry point is, where that is not clear."""
    return "" if len(impact.targets) == 1 and impact.targets[0].id == own else own


def _weigh(target: Target) -> float:
    """Put what weighs most of a change first."""
    return -CHANGE_SHARES[target.change["class"]] if target.change else 0.0


def say_score(score: float | None) -> str:
    return "not known" if score is None else f"{score:.2f}"


def get_title(section: str) -> str:
    return TITLES.get(section, section.replace("_", " "))


def build_heading(section: str) -> tuple[str, str]:
    """Return the title of a section, and the names of its columns."""
    return f"{get_title(section)}:", f"({LABELS.get(section, _NOTE_LABELS)})"


def say_note(note: AttachedMemory, longest: int | None = LONGEST_NOTE) -> str:
    """Return what a memory says, whole or with a mark of what was cut."""
    said = write_title_and_text(note.title, note.content)
    return shorten(said, longest, see=f"`{describe_how_to_see(note.id)}`")


def build_body(impact: Impact, *, longest: int | None = LONGEST_NOTE) -> Iterator[Line]:
    """Yield a line for each row, by sections; the best of each section has the smallest rank.

    Of a memory there are so many characters; None: all of them.
    """
    yield from _describe_overrides("overriders", impact.overriders, first=2)
    yield from _describe_overrides("overridden", impact.overridden, first=6)
    yield from _describe_places(impact)
    direct, transitive = leave_out_tests(impact)
    yield from _describe_rows("direct", direct, first=2)
    yield from _describe_rows("transitive", transitive, first=12)
    for at, test in enumerate(impact.tests):
        text = f"{test.score:.2f}  {test.depth}  {test.id}"
        where = f"line {test.line}: " if test.line else ""
        yield Line(4 + 2 * at, "tests", text, f"{where}{test.reason}")
    for key, notes in impact.memories.items():
        yield from _describe_notes(key, notes, longest)
    for at, partner in enumerate(impact.co_changes):
        detail = f"{partner.together} of {partner.changes} commits"
        yield Line(10 + 3 * at, "partners", f"{partner.score:.2f}  {partner.path}", detail)
    for at, related in enumerate(impact.related):
        text = f"{related.score:.2f}  {related.path}"
        yield Line(13 + 3 * at, "related", text, related.reason)


def build_foot(impact: Impact) -> str:
    """Say what the answer was read from."""
    index = impact.index
    fresh = {True: "fresh", False: "out of date", None: "uncertain"}[index.fresh]
    commit = index.commit[:10] if index.commit else "no commit"
    unread = ", ".join(
        f"{_number(count, 'file')} {status}" for status, count in index.not_covered.items()
    )
    rest = f"; not covered: {unread}" if unread else ""
    return f"index {commit}, {fresh}: {index.reason}{rest}"


def describe_counts(impact: Impact) -> str:
    return ", ".join(_describe_counts(impact))


def _describe_counts(impact: Impact) -> Iterator[str]:
    counts, omitted = impact.counts, impact.omitted
    depths = counts["by_depth"]
    listed = ", ".join(f"{count:,}" for count in depths)
    yield _number(sum(depths), "dependent") + (f" ({listed} by depth)" if len(depths) > 1 else "")
    likely = counts["likely_dependents"]
    if likely:
        yield f"{likely:,} likely"
    if counts["possible_dependents"] > likely:
        yield f"{counts['possible_dependents'] - likely:,} possible"
    if counts["overriders"]:
        yield _number(counts["overriders"], "overrider")
    beyond = omitted["beyond_depth"]
    if beyond != 0:
        yield "more beyond that were not counted" if beyond is None else f"{beyond:,} beyond"
    yield _number(counts["tests"], "test")
    yield _number(counts["memories"], "memory", "memories")
    for name, said in _LEFT_OUT.items():
        if omitted[name]:
            yield f"{omitted[name]:,} {said}"


def _number(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def _describe_places(impact: Impact) -> Iterator[Line]:
    """Yield a line for each place: uses and likely ones as near the top as dependents."""
    for at, (section, where, code) in enumerate(list_places(impact.places)):
        first = 2 if section in _SURE_SECTIONS else 8
        yield Line(first + at // 4, section, where, code)


def leave_out_tests(impact: Impact) -> tuple[list[Dependent], list[Dependent]]:
    """Return the dependents, near and far, but for tests that are listed as such anyway."""
    symbols = {test.symbol for test in impact.tests}
    files = {test.path for test in impact.tests}

    def is_listed(row: Dependent) -> bool:
        return row.id in symbols or (row.id in files and rank_file(row.id) == TESTS)

    return (
        [row for row in impact.direct_dependents if not is_listed(row)],
        [row for row in impact.transitive_dependents if not is_listed(row)],
    )


def _describe_overrides(section: str, rows: Sequence[Override], *, first: int) -> Iterator[Line]:
    for at, row in enumerate(rows):
        label = row.id.partition(SEPARATOR)[2]
        how = "" if section == "overridden" else HOW_FOLLOWED[row.how]
        yield Line(first + at, section, f"{say_place(row.path, row.line)}  {label}", how)


def say_place(path: str, line: int | None) -> str:
    return path if line is None else f"{path}:{line}"


def _describe_rows(section: str, rows: Sequence[Dependent], *, first: int) -> Iterator[Line]:
    for at, row in enumerate(rows):
        kinds = dict.fromkeys(str(edge["kind"]) for edge in row.edges)
        line = next((edge["line"] for edge in row.edges if edge.get("line")), row.line)
        place = f" in line {line}" if line else ""
        detail = "; ".join([", ".join(kinds) + place, *_find_marks(row)])
        rank = 1 if row.breaks else first + 2 * at
        text = f"{row.score:.2f}  {row.depth}  {row.id}"
        yield Line(rank, section, text, f"{_describe_symbols(row)}{detail}")


def _describe_symbols(row: Dependent) -> str:
    if not row.symbols:
        return ""
    names = [symbol.partition(SEPARATOR)[2] for symbol in row.symbols[:2]]
    more = f" +{row.symbol_count - len(names)}" if row.symbol_count > len(names) else ""
    return f"({', '.join(names)}{more})  "


def _find_marks(row: Dependent) -> Iterator[str]:
    shown = next((str(edge["evidence"]) for edge in row.edges if "evidence" in edge), None)
    if shown is not None:
        yield shown
    if row.breaks:
        yield "has to be adapted"
    if row.through_override:
        yield "through an override"
    if row.logical:
        yield "over a link that someone added"


def _describe_notes(
    key: str, notes: Sequence[AttachedMemory], longest: int | None
) -> Iterator[Line]:
    first = 2 if key in WARNING_KEYS else 8
    for at, note in enumerate(notes):
        label = f"{note.label} " if note.label else ""
        where = f"(about {note.attached_to})" if note.distance else ""
        rank = first + 2 * at + (6 if note.distance else 0)
        yield Line(rank, key, f"{note.id[-8:]}  {label}{say_note(note, longest)}", where)
