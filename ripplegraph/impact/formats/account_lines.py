"""The account of names as a sentence, and its places as rows with their code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ripplegraph.graph.file_order import EXAMPLES, GENERATED, TESTS, rank_file

SECTIONS = {
    "uses": "uses",
    "by_other_name": "uses_by_other_name",
    "likely": "likely_uses",
    "possible": "possible_uses",
    "other": "other_meanings",
    "unread": "not_read",
    "text": "in_texts",
}
"""The sections of places, by what these are."""
BEHIND = {TESTS: "_in_tests", EXAMPLES: "_in_examples", GENERATED: "_in_generated_code"}
_GROUPED = frozenset({"uses", "by_other_name", "likely", "possible"})


def say_account(account: Mapping[str, Any], likely: int) -> str:
    """Say in one sentence how often a name occurs, and as what."""
    name, count = account["name"], account["occurrences"]
    times = "once" if count == 1 else f"{count:,} times"
    subject = f"the name `{name}` occurs" if _is_name(name) else f"the names of {name} occur"
    said = f"{subject} {times}: {', '.join(_say_shares(account, likely))}"
    others = account["by_other_name"]
    if others:
        said += f"; {others:,} {'use' if others == 1 else 'uses'} under another name"
    left = account["names_left_out"]
    if left:
        said += f"; {left:,} more {'name was' if left == 1 else 'names were'} not looked for"
    return said


def _is_name(name: str) -> bool:
    return not any(mark in name for mark in "/. ")


def _say_shares(account: Mapping[str, Any], likely: int) -> Iterator[str]:
    uses, possible = account["uses"], account["possible"]
    yield f"{uses:,} {'use' if uses == 1 else 'uses'}"
    yield f"{possible:,} possible" + (f" ({likely:,} likely)" if likely else "")
    yield f"{account['other']:,} of something else"
    yield f"{account['text']:,} in text"
    yield f"{account['unread']:,} unread"


def list_places(places: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """Yield the section of each line with places, where it is, and its code.

    Outside the product there is a line for each file, with the numbers of its lines.
    """
    found: dict[tuple[str, str], dict[str, str]] = {}
    for place in places:
        path, line = str(place["path"]), str(place["line"])
        section, behind = SECTIONS[place["as"]], BEHIND.get(rank_file(path), "")
        if behind and place["as"] in _GROUPED:
            found.setdefault((section + behind, path), {})[line] = ""
        else:
            found.setdefault((section, f"{path}:{line}"), {})[""] = str(place["code"])
    for (section, where), rows in found.items():
        lines = ", ".join(sorted(filter(None, rows), key=int))
        yield section, f"{where}: {lines}" if lines else where, rows.get("", "")


def group_by_file(places: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return by role a line for each file, `path: 12, 40`."""
    lines: dict[tuple[str, str], list[int]] = {}
    for place in places:
        found = lines.setdefault((place["as"], place["path"]), [])
        if place["line"] not in found:
            found.append(place["line"])
    rows: dict[str, list[str]] = {}
    for (role, path), numbers in lines.items():
        listed = ", ".join(map(str, sorted(numbers)))
        rows.setdefault(role, []).append(f"{path}: {listed}")
    return rows
