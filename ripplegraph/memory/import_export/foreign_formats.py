"""Reads what other tools and people wrote down: JSON of two kinds, and Markdown notes."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ripplegraph.memory.checks import MAX_TEXT
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.store.records.memory_records import Provenance

IMPORTED_CONFIDENCE = 0.7
_LONGEST = 2 * MAX_TEXT
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_BULLET = re.compile(r"(\s*)(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)")
_FENCE = re.compile(r"\s*(```|~~~)")
_HEADING_TYPES = {
    "decision": "decision",
    "gotcha": "gotcha",
    "pitfall": "gotcha",
    "warning": "gotcha",
    "convention": "convention",
    "style": "convention",
    "architecture": "architecture",
    "pattern": "pattern",
    "requirement": "requirement",
    "constraint": "requirement",
    "preference": "preference",
    "dead end": "dead_end",
    "error": "error_pattern",
}


@dataclass(frozen=True)
class Entry:
    """A draft under an id that stays the same whenever its source is read again."""

    id: str
    draft: Draft
    use_count: int = 0


def read_common(entry: Mapping[str, Any]) -> Entry:
    """Read an entry of the document that `export_common` and tools like it write."""
    source = str(entry.get("source") or "imported")
    role = entry.get("created_by_hat")
    title = entry.get("title")
    return Entry(
        str(entry.get("id") or _build_id(entry.get("type"), entry["content"])),
        Draft(
            content=str(entry["content"]),
            type=str(entry["type"]),
            title=None if title is None else str(title),
            tags=_read_texts(entry, "tags"),
            about=_read_texts(entry, "file_refs"),
            allow_unresolved=True,
            confidence=IMPORTED_CONFIDENCE,
            provenance=Provenance(
                "imported", raw_channel=source, role=None if role is None else str(role)
            ),
        ),
        int(entry.get("use_count") or 0),
    )


def read_iterations(document: Mapping[str, Any]) -> Iterator[Entry]:
    """Read the file in which an agent keeps its tasks, decisions, errors and facts."""
    session = str(document.get("session_id") or "")
    for decision in document.get("decisions") or ():
        details = _pick(decision, "rationale", "iteration", "task_id")
        yield _build_entry("DECISION", decision["description"], details, session)
    for error in document.get("errors") or ():
        details = _pick(error, "error", "resolution", "resolved", "phase", "iteration", "task_id")
        solved = f" Resolution: {error['resolution']}" if error.get("resolution") else ""
        yield _build_entry("ERROR", f"{error['error']}{solved}", details, session)
    for fact in document.get("key_facts") or ():
        yield _build_entry("KEY_FACT", fact, {}, session)
    for key, task in (document.get("tasks") or {}).items():
        yield _build_task(str(key), task, session)


def read_markdown(blocks: Iterable[tuple[int, str]], *, name: str) -> Iterator[Entry]:
    """Read notes: each bullet and each paragraph is a candidate, tagged with its headings."""
    headings: list[tuple[int, str]] = []
    for level, block in blocks:
        if level:
            headings = [item for item in headings if item[0] < level] + [(level, block)]
            continue
        titles = [title for _, title in headings]
        yield Entry(
            _build_id(name, *titles, block),
            Draft(
                content=block,
                type=_guess_type(titles),
                tags=tuple(title[:100] for title in titles),
                needs_review=True,
                confidence=IMPORTED_CONFIDENCE,
                provenance=Provenance("imported", raw_channel="markdown"),
            ),
        )


def find_blocks(texts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield headings with their level, and with level 0 the bullets and paragraphs.

    Of a block that is too long to be kept, no more comes back than shows that.
    """
    block: list[str] = []
    length = 0
    fenced = False
    for line in (line for text in texts for line in text.splitlines()):
        is_short = len(line) <= _LONGEST
        heading = _HEADING.match(line) if is_short else None
        bullet = _BULLET.match(line) if is_short else None
        is_fence = is_short and _FENCE.match(line) is not None
        fenced ^= is_fence
        if is_fence or fenced or not (heading or bullet or not line.strip()):
            if length <= _LONGEST:
                block.append(line if fenced or is_fence else line.strip())
                length += len(line)
            continue
        yield from _join(block)
        block = [bullet[2]] if bullet else []
        length = sum(map(len, block))
        if heading:
            yield len(heading[1]), heading[2].rstrip().rstrip("#").rstrip()
    yield from _join(block)


def _join(block: list[str]) -> Iterator[tuple[int, str]]:
    if any(part.strip() for part in block):
        yield 0, "\n".join(block)


def _build_task(key: str, task: Mapping[str, Any], session: str) -> Entry:
    names = ("completed_steps", "pending_steps", "files_modified", "blocked_reason")
    details = _pick(task, "phase", "branch", "pr_number", *names)
    parts = [f"{task.get('type') or 'task'} {task.get('id') or key}"]
    if task.get("phase"):
        parts.append(f"is in phase {task['phase']}")
    for name in ("completed_steps", "pending_steps"):
        if task.get(name):
            parts.append(f"{name.partition('_')[0]}: {', '.join(task[name])}")
    if task.get("blocked_reason"):
        parts.append(f"blocked: {task['blocked_reason']}")
    return _build_entry("task_memory", "; ".join(parts), details, session, task=key)


def _build_entry(
    kind: str, text: str, details: dict[str, Any], session: str, *, task: str | None = None
) -> Entry:
    return Entry(
        _build_id(session, kind, task or "", text),
        Draft(
            content=text,
            type=kind,
            details=details,
            confidence=IMPORTED_CONFIDENCE,
            provenance=Provenance(
                "imported",
                session=session or None,
                task=task or details.get("task_id") or None,
                iteration=details.get("iteration"),
            ),
        ),
    )


def _read_texts(entry: Mapping[str, Any], name: str) -> tuple[str, ...]:
    found = entry.get(name) or ()
    if isinstance(found, str):
        raise TypeError(f"{name!r} is no list")
    return tuple(map(str, found))


def _pick(values: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: values[name] for name in names if values.get(name) not in (None, "", [])}


def _guess_type(headings: list[str]) -> str:
    for title in reversed(headings):
        for word, kind in _HEADING_TYPES.items():
            if word in title.casefold():
                return kind
    return "fact"


def _build_id(*parts: object) -> str:
    text = "\n".join(map(str, parts))
    return f"i-{blake2b(text.encode(errors='replace'), digest_size=10).hexdigest()}"
