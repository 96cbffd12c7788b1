"""Writes results and errors: safe text for people, JSON for programs."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ripplegraph.graph import escaping

escape = escaping.escape


def print_line(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def find_width() -> int | None:
    """Return how wide the terminal is; None: nobody sees one, and lines are as long as they are."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError):
        return None


def print_wrapped(text: str, indent: str) -> None:
    """Print a line; on a terminal that is too narrow it goes on below, indented."""
    from ripplegraph.impact.formats.wrapping import wrap

    for part in wrap(text, find_width(), indent) if text else ("",):
        print_line(part)


def format_json(value: object) -> str:
    return json.dumps(_to_plain(value), indent=2)


def print_json(value: object) -> None:
    print_line(format_json(value))


def print_json_line(value: object) -> None:
    """Print one of several documents, each of which takes a line."""
    print_line(json.dumps(_to_plain(value)))


def print_error(message: str, hint: str) -> None:
    colored = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    for name, look, text in (("error:", 31, message), ("hint:", 36, hint)):
        if text:
            shown = f"\x1b[{look}m{name}\x1b[0m" if colored else name
            sys.stderr.write(f"{shown} {escape(text)}\n")


_told: set[str] = set()


def print_note(text: str) -> None:
    """Tell the user something besides the result, once in a run."""
    if text not in _told:
        _told.add(text)
        sys.stderr.write(f"note: {escape(text)}\n")


def print_json_error(
    kind: str, message: str, hint: str, candidates: Sequence[str] | None = None
) -> None:
    """Print an error; `candidates` are all the ids that an ambiguous name may mean."""
    error: dict[str, object] = {"type": kind, "message": message, "hint": hint}
    if candidates is not None:
        error["candidates"] = list(candidates)
    print_json({"error": error})


def _to_plain(value: object) -> object:
    names = getattr(type(value), "__dataclass_fields__", None)
    if names is not None:
        return {name: _to_plain(getattr(value, name)) for name in names}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: _to_plain(item) for name, item in zip(value._fields, value, strict=True)}
    if isinstance(value, Mapping):
        return {str(key): _to_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_to_plain(item) for item in value]
    return str(value) if isinstance(value, Path) else value
