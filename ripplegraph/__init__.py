"""The public names of ripplegraph, each imported when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING

from ripplegraph.version import __version__

if TYPE_CHECKING:
    from ripplegraph.app.project import Project, open_project
    from ripplegraph.config import Config
    from ripplegraph.errors import (
        AmbiguousTargetError,
        ConfigError,
        GitError,
        NotAProjectError,
        NotScannedError,
        RippleError,
        ScanError,
        StoreError,
        UnknownTargetError,
        UsageError,
    )
    from ripplegraph.git.diff import Comparison
    from ripplegraph.memory.links.drafts import LinkDraft
    from ripplegraph.memory.writing.drafts import Draft

__all__ = [
    "AmbiguousTargetError",
    "Comparison",
    "Config",
    "ConfigError",
    "Draft",
    "GitError",
    "LinkDraft",
    "NotAProjectError",
    "NotScannedError",
    "Project",
    "RippleError",
    "ScanError",
    "StoreError",
    "UnknownTargetError",
    "UsageError",
    "__version__",
    "open_project",
]

_HOMES = {
    "AmbiguousTargetError": "ripplegraph.errors",
    "Comparison": "ripplegraph.git.diff",
    "Config": "ripplegraph.config",
    "ConfigError": "ripplegraph.errors",
    "Draft": "ripplegraph.memory.writing.drafts",
    "GitError": "ripplegraph.errors",
    "LinkDraft": "ripplegraph.memory.links.drafts",
    "NotAProjectError": "ripplegraph.errors",
    "NotScannedError": "ripplegraph.errors",
    "Project": "ripplegraph.app.project",
    "RippleError": "ripplegraph.errors",
    "ScanError": "ripplegraph.errors",
    "StoreError": "ripplegraph.errors",
    "UnknownTargetError": "ripplegraph.errors",
    "UsageError": "ripplegraph.errors",
    "open_project": "ripplegraph.app.project",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
