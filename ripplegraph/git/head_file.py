"""Reads which commit is checked out from git's own files, for who cannot wait for git."""

from pathlib import Path

from ripplegraph.git.settings_files import find_own_folder
from ripplegraph.trust.regular_files import read_start

_DIGITS = frozenset("0123456789abcdef")
_LONGEST = 1_000_000
"""Packed references beyond this size are not searched."""


def read_head_file(root: Path, common_dir: Path) -> str | None:
    """Return the commit that is checked out; None where that is not plain to see."""
    own = find_own_folder(str(root))
    head = _read(Path(own, "HEAD")) if own else None
    if head is None or not head.startswith("ref: "):
        return _check(head)
    name = head.removeprefix("ref: ")
    if ".." in name or name.startswith("/"):
        return None
    loose = _read(common_dir / name)
    return _check(loose) if loose is not None else _find_packed(common_dir, name)


def _find_packed(common_dir: Path, name: str) -> str | None:
    packed = common_dir / "packed-refs"
    try:
        if packed.stat().st_size > _LONGEST:
            return None
    except OSError:
        return None
    for line in (_read(packed) or "").splitlines():
        commit, _, found = line.partition(" ")
        if found == name:
            return _check(commit)
    return None


def _check(text: str | None) -> str | None:
    return text if text and len(text) >= 40 and _DIGITS.issuperset(text) else None


def _read(path: Path) -> str | None:
    content = read_start(path, _LONGEST, links=True)
    return None if content is None else content.decode(errors="replace").strip()
