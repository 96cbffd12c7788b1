"""Refuses what episodes, artifacts and knowledge cannot hold, field by field."""

import re
from pathlib import Path

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import check_text, refuse_secrets
from ripplegraph.memory.paths import confine
from ripplegraph.memory.spelling import suggest_name

MAX_NAME = 200
MAX_FILES = 500
MAX_NUMBER = 10**15
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def check_name(text: str, what: str, limit: int = MAX_NAME) -> str:
    """Check the name of a task, an agent, a session or a key: one line without secrets."""
    checked = check_words(text, what, limit)
    if _CONTROL.search(checked):
        raise UsageError(f"{what} has more than one line.", hint="Give a name.")
    return checked


def check_words(text: str, what: str, limit: int | None = None) -> str:
    """Check a text as strictly as that of a memory."""
    checked = check_text(text, what) if limit is None else check_text(text, what, limit)
    refuse_secrets(checked)
    return checked


def check_optional_words(text: str | None, what: str) -> str | None:
    return check_words(text, what) if text and text.strip() else None


def check_optional_name(text: str | None, what: str) -> str | None:
    return check_name(text, what) if text and text.strip() else None


def check_count(number: int | None, what: str) -> int | None:
    """Check a duration or a number of tokens or bytes."""
    if number is not None and not 0 <= number <= MAX_NUMBER:
        raise UsageError(f"{what} cannot be {number}.", hint="Give a number that is not negative.")
    return number


def check_choice(word: str, what: str, choices: tuple[str, ...]) -> str:
    if word not in choices:
        raise UsageError(f"There is no {what} {word!r:.80}.", hint=suggest_name(word, choices))
    return word


def check_path(path: str, root: Path) -> str:
    """Return the path of a file of the project, relative to it."""
    return confine(check_name(path, "A path", 1_000), root)


def check_paths(paths: tuple[str, ...], root: Path) -> tuple[str, ...]:
    if len(paths) > MAX_FILES:
        raise UsageError(f"There are {len(paths)} files.", hint=f"Name at most {MAX_FILES}.")
    return tuple(dict.fromkeys(check_path(path, root) for path in paths))
