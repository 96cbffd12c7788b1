"""The interface of all models that make vectors."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ripplegraph.embeddings.vectors import Matrix

LONGEST = 8_000
"""How many characters of a text a model is given."""


class Provider(Protocol):
    """A model that turns texts into vectors."""

    @property
    def model(self) -> str:
        """What tells its vectors from those of other models, the length of the vectors included."""

    @property
    def batch(self) -> int:
        """How many texts to give it at once."""

    @property
    def eager(self) -> int:
        """How many new memories a search may give it while somebody waits."""

    def embed(self, texts: Sequence[str]) -> "Matrix":
        """Return a row of length 1 for each text; raises EmbeddingError if that cannot be."""


def build_text(title: str, content: str) -> str:
    """Return the text that stands for a memory: most titles are the start of the content."""
    begins = content.casefold().startswith(title.rstrip("…").casefold())
    return (content if begins else f"{title}. {content}")[:LONGEST]
