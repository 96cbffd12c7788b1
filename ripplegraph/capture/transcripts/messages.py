"""Messages and sessions of transcripts, whichever tool wrote them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

Entry = Mapping[str, Any]
"""One JSON object of a transcript."""


class Speaker(StrEnum):
    """Whose words a message holds."""

    AGENT = "agent"
    USER = "user"
    """Typed by a person."""
    OTHER = "other"
    """Results of tools, prompts, hooks, summaries: what the agent was shown."""


@dataclass(frozen=True)
class Message:
    """Some words, and what is known of where they were said."""

    speaker: Speaker
    text: str
    agent: str | None = None
    key: str = ""
    """The id of the message in its session."""
    outside: bool = False
    """Whether content from outside the project comes with it."""


@dataclass
class Session:
    """The session of a transcript; it grows while the transcript is read."""

    id: str | None = None
    folder: str | None = None
    branch: str | None = None
    is_attended: bool = True
    """Whether a person types the user's messages, as far as is known; a program may."""


class Format(Protocol):
    """A form of JSON lines that some tool writes."""

    name: str
    agent: str

    def fits(self, entry: Entry) -> bool:
        """Tell whether an entry is of this form."""

    def read(self, entry: Entry, session: Session) -> Iterator[Message]:
        """Yield the messages of an entry; what it says of the session is noted there."""


def get_text(entry: Entry, *names: str) -> str | None:
    """Return the first of some values that is a text with something in it."""
    values = (entry.get(name) for name in names)
    return next((value for value in values if isinstance(value, str) and value), None)


def get_entry(entry: Entry, name: str) -> Entry:
    value = entry.get(name)
    return value if isinstance(value, dict) else {}


def find_blocks(content: object) -> Iterator[Entry]:
    """Yield the parts of a message; a text alone is one part."""
    if isinstance(content, str):
        yield {"type": "text", "text": content}
    elif isinstance(content, list):
        yield from (block for block in content if isinstance(block, dict))


def find_texts(value: object, depth: int = 6) -> Iterator[str]:
    """Yield every text in a value that is not nested too deeply."""
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, dict):
        for item in value.values():
            yield from find_texts(item, depth - 1)
    elif depth and isinstance(value, list):
        for item in value:
            yield from find_texts(item, depth - 1)
