"""Writes results and errors: safe text for people, JSON for programs."""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ripplegraph.errors import UsageError
from ripplegraph.graph import escaping

escape = escaping.escape


def print_line(text: str) -> None:
    sys.stdout.write(f"{text}\n")


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


def print_json_error(
    kind: str, message: str, hint: str, candidates: Sequence[str] | None = None
) -> None:
    """Print an error; `candidates` are all the ids that an ambiguous name may mean."""
    error: dict[str, object] = {"type": kind, "message": message, "hint": hint}
    if candidates is not None:
        error["candidates"] = list(candidates)
    print_json({"error": error})


@contextmanager
def open_output(name: str) -> Iterator[IO[bytes]]:
    """Open standard output (`-`), or a file that takes its place only when all is written."""
    if name == "-":
        yield sys.stdout.buffer
        return
    path = Path(name)
    partial = path.with_name(f".{path.name}.partial-{os.getpid()}")
    try:
        with partial.open("wb") as stream:
            yield stream
        partial.replace(path)
    except OSError as error:
        raise UsageError(
            f"{name} cannot be written: {error.strerror}.",
            hint="Name a file in a folder that exists and that you may write to.",
        ) from error
    finally:
        # A name that cannot be opened cannot be removed either, and that was said already.
        with suppress(OSError):
            partial.unlink(missing_ok=True)


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
