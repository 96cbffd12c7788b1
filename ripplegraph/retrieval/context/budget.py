"""Size of a text in characters or tokens, as whole numbers that can be added up."""

import json
from dataclasses import dataclass

UNITS = ("characters", "tokens")
JSON = "characters of JSON"
"""What programs count that put a text into a document."""
_QUARTERS = 4


@dataclass(frozen=True)
class Budget:
    """So many characters or tokens, and not one more."""

    size: int
    unit: str = "characters"

    @property
    def room(self) -> int:
        """Return how much fits, in what `weigh` counts."""
        return self.size * _QUARTERS if self.unit == "tokens" else self.size

    def weigh(self, text: str) -> int:
        """Return the size of a text: characters, or quarters of a token."""
        if self.unit == JSON:
            return len(json.dumps(text, ensure_ascii=False)) - len('""')
        return count_quarters(text) if self.unit == "tokens" else len(text)

    def count(self, text: str) -> int:
        """Return the size of a text in the unit of the budget."""
        return count_tokens(text) if self.unit == "tokens" else self.weigh(text)


def count_tokens(text: str) -> int:
    """Estimate tokens without a tokenizer: four letters of ASCII, or one of anything else."""
    return -(-count_quarters(text) // _QUARTERS)


def count_quarters(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(1 if character < "\x80" else _QUARTERS for character in text)
