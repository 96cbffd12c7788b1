"""The public names of ripplegraph, each imported when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING

from ripplegraph.version import __version__

if TYPE_CHECKING:
    from ripplegraph.app.project import Project, open_project
    from ripplegraph.config import Config
    from ripplegraph.errors import (
        ConfigError,
        GitError,
        NotAProjectError,
        NotScannedError,
        RippleError,
        ScanError,
        StoreError,
        UsageError,
    )

__all__ = [
    "Config",
    "ConfigError",
    "GitError",
    "NotAProjectError",
    "NotScannedError",
    "Project",
    "RippleError",
    "ScanError",
    "StoreError",
    "UsageError",
    "__version__",
    "open_project",
]

_HOMES = {
    "Config": "ripplegraph.config",
    "ConfigError": "ripplegraph.errors",
    "GitError": "ripplegraph.errors",
    "NotAProjectError": "ripplegraph.errors",
    "NotScannedError": "ripplegraph.errors",
    "Project": "ripplegraph.app.project",
    "RippleError": "ripplegraph.errors",
    "ScanError": "ripplegraph.errors",
    "StoreError": "ripplegraph.errors",
    "UsageError": "ripplegraph.errors",
    "open_project": "ripplegraph.app.project",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
