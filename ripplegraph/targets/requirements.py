"""Refuses targets of a kind that a question does not apply to."""

from __future__ import annotations

from ripplegraph.errors import UsageError
from ripplegraph.targets.target import ResolvedTarget

_NAMES = {
    "external": "external package",
    "directory": "folder",
    "glob": "pattern of file names",
    "import": "import statement",
}
_DEFINITIONS = ("function", "class", "interface", "variable", "module")


def require_definition(target: ResolvedTarget) -> None:
    """Refuse a target without calls: a file, a folder, a package, an import, knowledge."""
    if target.type not in _DEFINITIONS:
        raise UsageError(
            f"{target.id} is no function or class, but {_name(target)}.",
            hint="Name a symbol, such as a.py::f.",
        )


def require_files(target: ResolvedTarget) -> tuple[int, ...]:
    """Return the files of a target; refuse one that has none of its own."""
    if not target.files:
        raise UsageError(
            f"{target.id} is no file or folder, but {_name(target)}.",
            hint="`ripple dependents` lists what uses a symbol.",
        )
    return target.files


def require_path(target: ResolvedTarget) -> str:
    """Return the path of the one file that a target is or lies in."""
    if target.path is None or target.type == "directory":
        raise UsageError(f"{target.id} is no file, but {_name(target)}.", hint="Name one file.")
    return target.path


def _name(target: ResolvedTarget) -> str:
    name = _NAMES.get(target.type, target.type)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
