"""Patterns as in `.gitignore`: which paths the lines of such a file speak of.

Matching takes time that is bounded by the lengths of path and pattern, whoever wrote them.
"""

import re
from collections.abc import Iterable

from ripplegraph.graph.globs import join_around_stars, read_class

LARGEST = 1_000_000
"""Of a larger file with patterns only the start counts."""
_ANY = "[^/]"
_DEEP = "**"
_FOLDERS = "(?:[^/]*+/)*?"
"""Folders, as few as will do."""
_END = r"(?=/|\Z)"


class _Rule:
    """One line: what it matches itself, and folders whose content it speaks of."""

    __slots__ = ("below", "folders_only", "ignores", "whole")

    def __init__(self, whole: str, below: str | None, *, folders_only: bool, ignores: bool) -> None:
        self.whole = re.compile(whole, re.DOTALL).match
        self.below = re.compile(below, re.DOTALL).match if below is not None else None
        self.folders_only = folders_only
        self.ignores = ignores


class IgnoreRules:
    """The lines of an ignore file, of which the last that matches counts."""

    def __init__(self, lines: Iterable[str]) -> None:
        rules = (_build_rule(line) for line in lines)
        self._rules = [rule for rule in rules if rule is not None]
        self._rules.reverse()

    def judge(self, path: str) -> bool | None:
        """Tell whether a file is ignored, also by its folders; None: no line speaks of it.

        A line about the file itself goes before one about a folder that it is in.
        """
        found: bool | None = None
        for rule in self._rules:
            if not rule.folders_only and rule.whole(path):
                return rule.ignores
            if found is None and rule.below is not None and rule.below(path):
                found = rule.ignores
        return found

    def judge_entry(self, path: str, *, is_folder: bool) -> bool | None:
        """Tell whether a file or folder is ignored by itself; None: no line speaks of it."""
        for rule in self._rules:
            if (is_folder or not rule.folders_only) and rule.whole(path):
                return rule.ignores
        return None


def _build_rule(line: str) -> _Rule | None:
    text = _strip(line.rstrip("\r\n"))
    ignores = not text.startswith("!")
    text = text if ignores else text[1:]
    if not text.strip("/") or (ignores and text.startswith("#")):
        return None
    segments, folders_only = _split(text)
    all_below = not folders_only and len(segments) > 1 and segments[-1] == _DEEP
    if all_below:
        segments.pop()
    expression = _build_expression(segments)
    if expression is None:
        return None
    whole = f"{expression}/" if all_below else rf"{expression}\Z"
    below = None if all_below else f"{expression}/"
    return _Rule(whole, below, folders_only=folders_only, ignores=ignores)


def _split(text: str) -> tuple[list[str], bool]:
    """Return the segments of a pattern, and whether it is about folders only."""
    segments = text.split("/")
    folders_only = segments[-1] == ""
    if folders_only:
        segments.pop()
    if segments[0] == "":
        segments.pop(0)
    elif len(segments) == 1:
        segments.insert(0, _DEEP)
    # Any folders after any folders are any folders.
    pairs = zip(segments, [*segments[1:], ""], strict=True)
    segments = [segment for segment, after in pairs if not segment == after == _DEEP]
    return ([_DEEP, "*"] if segments == [_DEEP] else segments), folders_only


def _strip(text: str) -> str:
    """Take away spaces at the end, up to one behind a backslash."""
    bare = text.rstrip(" ")
    slashes = len(bare) - len(bare.rstrip("\\"))
    return f"{bare} " if slashes % 2 and len(bare) < len(text) else bare


def _build_expression(segments: list[str]) -> str | None:
    """Build what matches a path up to the end of a segment; None where a pattern is broken."""
    blocks: list[list[str]] = [[]]
    for segment in segments:
        if segment == _DEEP:
            blocks.append([])
            continue
        translated = _translate(segment)
        if translated is None:
            return None
        blocks[-1].append(translated)
    first, *rest = ["/".join(block) for block in blocks]
    rest = [block for block in rest if block] or rest[:1]
    if not rest:
        return first
    *inner, last = rest
    lead = f"{first}/" if first else ""
    # What follows any folders fits from where it first does, or nowhere.
    middle = "".join(f"(?>{_FOLDERS}{block}/)" for block in inner)
    return f"{lead}{middle}{_FOLDERS}{last or '[^/]+'}"


def _translate(segment: str) -> str | None:
    parts = [""]
    at = 0
    while at < len(segment):
        character = segment[at]
        at += 1
        if character == "*":
            if parts[-1] or len(parts) == 1:
                parts.append("")
        elif character == "?":
            parts[-1] += _ANY
        elif character == "[":
            read = read_class(segment, at)
            if read is None:
                return None
            expression, at = read
            parts[-1] += expression
        else:
            if character == "\\":
                if at == len(segment):
                    return None
                character = segment[at]
                at += 1
            parts[-1] += re.escape(character)
    if parts == ["", ""]:
        return f"{_ANY}++"
    return join_around_stars(parts, any_character=_ANY, end=_END)
