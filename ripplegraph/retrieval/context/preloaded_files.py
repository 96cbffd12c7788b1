"""Files that belong into every context of some code."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.retrieval.context.inert_text import fence, make_inert
from ripplegraph.retrieval.context.parts import Item

MOST_FILES = 5
MOST_CHARACTERS = 3_000
LEAST_TRUST = 0.7
_MARK = "... [truncated]"
_HIDDEN = (".git", ".ripple")


def build_file_items(
    views: Iterable[MemoryView], files: Sequence[str], root: Path
) -> Iterator[Item]:
    """Yield the files of the most trusted pattern that fits; what is not there is passed over."""
    pattern = _find_pattern(views, files)
    if pattern is None:
        return
    listed = pattern.details.get("always_read_files") or pattern.details.get("alwaysReadFiles")
    for at, name in enumerate((listed or [])[:MOST_FILES]):
        text = read_inside(root, str(name))
        if text is not None:
            form = f"### {make_inert(str(name))}\n{fence(_shorten(text))}"
            yield Item(str(name), "file", "files", "", (0.0, float(at)), (form,))


def read_inside(root: Path, name: str) -> str | None:
    """Read a text file of the project; a link that leads out of it is as good as no file."""
    try:
        base = Path(os.path.realpath(root))
        place = Path(os.path.realpath(base / name))
        inside = place.relative_to(base)
        if not inside.parts or inside.parts[0] in _HIDDEN or not place.is_file():
            return None
        with place.open("rb") as stream:
            start = stream.read(4 * MOST_CHARACTERS + 4)
    except (OSError, ValueError):
        return None
    text = start.decode(errors="ignore")
    return None if "\0" in text else text


def _find_pattern(views: Iterable[MemoryView], files: Sequence[str]) -> MemoryView | None:
    fitting = [
        view
        for view in views
        if view.type == "prefetch_pattern"
        and not view.freshness.is_stale
        and not (view.tainted and view.needs_review)
        and view.effective_confidence >= LEAST_TRUST
        and _fits(view, files)
    ]
    return max(fitting, key=lambda view: (view.effective_confidence, view.id), default=None)


def _fits(view: MemoryView, files: Sequence[str]) -> bool:
    """Tell whether a pattern is about the folder of one of the files, or about one of them."""
    trigger = view.details.get("module_trigger") or view.details.get("moduleTrigger")
    place = str(trigger or view.scope_ref).strip("/")
    inside = f"{place}/"
    return bool(place) and any(f"{name.strip('/')}/".startswith(inside) for name in files)


def _shorten(text: str) -> str:
    """Keep whole lines of a long file, and say that there is more."""
    if len(text) <= MOST_CHARACTERS:
        return text
    kept = text[:MOST_CHARACTERS]
    end = kept.rfind("\n")
    return f"{kept[:end] if end > 0 else ''}\n{_MARK}".lstrip("\n")
