"""Pairs of files that belong together by their names, as `test_x.py` and `x.py` do."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

_MARK: Final = re.compile(r"^(?:tests?|spec)[_-]|[_-](?:tests?|spec|unittest)$")
_CAPITAL_MARK: Final = re.compile(r"(?<=[a-z0-9])(?:Tests?|Spec|IT)$|^Test(?=[A-Z])")

_FOR_FOLDER: Final = frozenset({"init", "index", "mod"})


@lru_cache(maxsize=65536)
def get_stem(path: str) -> str:
    """Return what a file is called, in small letters, without its ending and the mark of a test."""
    name = path.rpartition("/")[2].lstrip(".").partition(".")[0]
    word = _CAPITAL_MARK.sub("", name).lower().strip("_")
    return _MARK.sub("", word).strip("_")


def rate_similarity(path: str, targets: Iterable[str]) -> int:
    """Rate how alike a file is called as one of some others: 2 the same, 1 begins so, 0 neither.

    `test_routing.py` is called as `routing.py`, and `routing_errors.spec.ts` begins so. A file that
    stands for its folder (`__init__.py`, `index.ts`, `mod.rs`) is called as that, too.
    """
    own = get_stem(path)
    stems = {stem for target in targets for stem in _find_stems(target) if stem}
    if own in stems:
        return 2
    return int(any(own.startswith((f"{stem}_", f"{stem}-")) for stem in stems))


def _find_stems(path: str) -> Iterator[str]:
    stem = get_stem(path)
    yield stem
    if stem in _FOR_FOLDER:
        yield get_stem(path.rpartition("/")[0])


def describe_step(verb: str, target: str, evidence: str | None) -> str:
    """Say one step of a path, and what shows it where the code does not."""
    shown = f" ({evidence})" if evidence else ""
    return f"{verb} `{target}`{shown}"
