"""Refuses what memories cannot hold: no text, too much of it, secrets, what is not JSON."""

import json
import re
from collections.abc import Mapping

from ripplegraph.errors import UsageError
from ripplegraph.memory.secrets.detection import find_secrets_in
from ripplegraph.store.records.memory_records import Plain

MAX_TEXT = 20_000
MAX_DETAILS = 50_000
MAX_TAGS = 50
MAX_TAG = 100
_PLAIN_KINDS = frozenset({type(None), bool, int, float})
_SURROGATE = re.compile("[\ud800-\udfff]")


class SecretRefusedError(UsageError):
    """A text with a secret in it; the error names the kind of secret and nothing else."""


def check_text(text: str, name: str, limit: int = MAX_TEXT) -> str:
    """Refuse what is empty, too long or no text; return the rest without outer white space."""
    if len(text) > limit:
        raise UsageError(
            f"{name} has {len(text):,} characters; at most {limit:,} are kept.",
            hint="Say the one thing that matters, and put the rest into a file.",
        )
    if "\0" in text:
        raise UsageError(f"{name} holds a NUL character.", hint="Pass text, not binary data.")
    if not text.isascii() and _SURROGATE.search(text):
        raise UsageError(f"{name} is not valid UTF-8.", hint="Pass it in UTF-8.")
    if not text.strip():
        raise UsageError(f"{name} is empty.", hint="Say what is to be remembered.")
    return text.strip()


def check_json(details: Plain) -> Plain:
    """Return details as they will be read again: JSON of a fair size."""
    try:
        text = json.dumps(details, allow_nan=False, ensure_ascii=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise UsageError(
            f"The details are not JSON: {error}.", hint='Write them like {"key": "value"}.'
        ) from error
    check_text(text.replace("\\u0000", "\0"), "The JSON of the details", MAX_DETAILS)
    plain: Plain = json.loads(text)
    return plain


def refuse_secrets(*values: object) -> None:
    """Refuse texts, and whatever holds texts, in which there is a secret."""
    found = find_secrets_in(_find_texts(values))
    if found:
        raise SecretRefusedError(
            f"This looks like a secret ({', '.join(found)}), which is never stored.",
            hint="Say where the secret is kept instead of what it is.",
        )


def refuse_told_secrets(plain: Mapping[str, object] | None) -> None:
    """Refuse secrets in values of a memory, but for what the graph said of its code.

    That comes from names in the code: `token` next to a fingerprint.
    """
    refuse_secrets({name: value for name, value in (plain or {}).items() if name != "anchors"})


def _find_texts(value: object) -> list[str]:
    """Return every text in a value; one under a name together with it, as `name: "text"`."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, list | tuple):
            waiting.extend(value)
        elif isinstance(value, Mapping):
            for name, item in value.items():
                if type(item) is str:
                    found.append(f'{name}: "{item}"')
                else:
                    found.append(str(name))
                    if type(item) not in _PLAIN_KINDS:
                        waiting.append(item)
    return found


def check_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    split = [part.strip() for tag in tags for part in tag.split(",")]
    found = tuple(dict.fromkeys(tag for tag in split if tag))
    if len(found) > MAX_TAGS:
        raise UsageError(f"There are {len(found)} tags.", hint=f"Give at most {MAX_TAGS}.")
    return tuple(check_text(tag, "A tag", MAX_TAG) for tag in found)


_MAX_QUERY = 1_000


def check_query(query: str) -> None:
    if len(query) > _MAX_QUERY or not query.strip():
        raise UsageError("The question is empty or too long.", hint="Give a few words to look for.")
