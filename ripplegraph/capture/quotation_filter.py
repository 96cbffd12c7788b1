"""Separates an author's own words from code, quotes and echoed context."""

import re
from enum import StrEnum
from typing import NamedTuple

CONTEXT_HEADINGS = frozenset(
    {
        "memory",
        "session memory",
        "project knowledge",
        "known workflow patterns",
        "e2e validation memory",
        "pre-loaded files",
        "memory context for this file",
        "recording learnings",
    }
)
"""The headings of what agents are shown; what stands under one is not said by who repeats it."""
QUOTING_TAGS = frozenset(
    {
        "blockquote",
        "code",
        "command-args",
        "command-message",
        "context",
        "document",
        "environment_context",
        "example",
        "examples",
        "file",
        "function_results",
        "instructions",
        "local-command-stderr",
        "local-command-stdout",
        "memory",
        "memories",
        "pre",
        "quote",
        "ripple",
        "ripple-context",
        "system-reminder",
        "tool_result",
        "tool_use_error",
        "user_instructions",
    }
)
_CODE_INDENT = 4
_LONGEST_HEADING = 200
_SPECIAL = frozenset("`~>-*+<#0123456789")
"""What a line begins with that is more than words."""
_FENCE = re.compile(r"([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)", re.DOTALL)
_QUOTE = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>")
_TAG = re.compile(r" {0,3}<([A-Za-z][\w-]*)(?:\s[^>]*)?>")
_COMMENT = re.compile(r" {0,3}<!--")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*")


class Place(StrEnum):
    """The part of a text that a line belongs to."""

    OPEN = "open"
    DELIMITER = "delimiter"
    """The first or last line of a fence."""
    FENCE = "fence"
    QUOTE = "quote"
    CONTEXT = "context"


class Fence(NamedTuple):
    """A fence that is open."""

    mark: str
    indent: int
    info: str

    def is_closed_by(self, line: str) -> bool:
        bare = line.strip(" \t")
        return (
            len(bare) >= len(self.mark)
            and not bare.strip(self.mark[0])
            and _measure_indent(line) < self.indent + _CODE_INDENT
        )


class QuotationFilter:
    """Follows a text line by line."""

    def __init__(self) -> None:
        self.fence: Fence | None = None
        self._closing: str | None = None
        self._context_level = 0

    @property
    def at_rest(self) -> bool:
        """Tell whether the next line is read as the first one would be."""
        return self.fence is None and self._closing is None and not self._context_level

    @property
    def in_context(self) -> bool:
        """Tell whether the last line stands under a heading of context, in a fence or not."""
        return bool(self._context_level)

    def enter(self, line: str) -> Place:
        """Enter the next line, and return its place."""
        if self.fence is not None:
            if not self.fence.is_closed_by(line):
                return Place.FENCE
            self.fence = None
            return Place.DELIMITER
        if self._closing is not None:
            if self._closing in line.casefold():
                self._closing = None
            return Place.QUOTE
        return self._enter_open(line)

    def _enter_open(self, line: str) -> Place:
        if line.lstrip(" \t")[:1] not in _SPECIAL:
            return Place.CONTEXT if self._context_level else Place.OPEN
        self.fence = _find_fence(line)
        if self.fence is not None:
            return Place.DELIMITER
        if _QUOTE.match(line):
            return Place.QUOTE
        closing = _find_closing(line)
        if closing is not None:
            self._closing = None if closing in line.casefold() else closing
            return Place.QUOTE
        self._notice_heading(line)
        return Place.CONTEXT if self._context_level else Place.OPEN

    def _notice_heading(self, line: str) -> None:
        heading = _HEADING.fullmatch(line) if len(line) <= _LONGEST_HEADING else None
        if heading is None:
            return
        level, title = len(heading[1]), heading[2].strip("*_: \t").casefold()
        if title in CONTEXT_HEADINGS:
            self._context_level = self._context_level or level
        elif level <= self._context_level:
            self._context_level = 0


def _find_fence(line: str) -> Fence | None:
    found = _FENCE.fullmatch(line)
    if found is None or (found[2][0] == "`" and "`" in found[3]):
        return None
    return Fence(found[2], len(found[1].expandtabs(_CODE_INDENT)), found[3].strip())


def _find_closing(line: str) -> str | None:
    """Return the end mark of the quotation that a line begins, if it begins one."""
    if _COMMENT.match(line):
        return "-->"
    tag = _TAG.match(line)
    if tag is None or tag[1].casefold() not in QUOTING_TAGS:
        return None
    return f"</{tag[1].casefold()}>"


def _measure_indent(line: str) -> int:
    wide = line.expandtabs(_CODE_INDENT)
    return len(wide) - len(wide.lstrip(" "))
