"""Tells by their names which files belong together, as `test_x.py` and `x.py` do."""

import re
from functools import lru_cache
from typing import Final

_MARK: Final = re.compile(r"^(?:tests?|spec)[_-]|[_-](?:tests?|spec|unittest)$")
_CAPITAL_MARK: Final = re.compile(r"(?<=[a-z0-9])(?:Tests?|Spec|IT)$|^Test(?=[A-Z])")


@lru_cache(maxsize=65536)
def get_stem(path: str) -> str:
    """Return what a file is called, in small letters, without its ending and the mark of a test."""
    name = path.rpartition("/")[2].lstrip(".").partition(".")[0]
    word = _CAPITAL_MARK.sub("", name).lower().strip("_")
    return _MARK.sub("", word).strip("_")


def say_step(verb: str, target: str, evidence: str | None) -> str:
    """Say one step of a path, and what shows it where the code does not."""
    shown = f" ({evidence})" if evidence else ""
    return f"{verb} `{target}`{shown}"
