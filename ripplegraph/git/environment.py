"""The environment that git runs in, without variables that would point it elsewhere."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

# A git hook runs with these set; they would make git look somewhere other than at the folder.
_REDIRECTING_VARIABLES = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)


_COUNT = "GIT_CONFIG_COUNT"


def build_plain_environment(settings: Sequence[tuple[str, str]] = ()) -> dict[str, str]:
    """Return the environment for git with some settings besides those of the user."""
    kept = {name: value for name, value in os.environ.items() if name not in _REDIRECTING_VARIABLES}
    count = kept.get(_COUNT, "0")
    first = int(count) if count.isascii() and count.isdigit() else 0
    for number, (key, value) in enumerate(settings, first):
        kept[f"GIT_CONFIG_KEY_{number}"] = key
        kept[f"GIT_CONFIG_VALUE_{number}"] = value
    return {
        **kept,
        _COUNT: str(first + len(settings)),
        "LC_ALL": "C",
        # In a partial clone git would fetch what it misses; ripple never reaches for the network.
        # Whatever name is allowed, a repository could have an alias for its program, even for the
        # empty name; nobody knows this one.
        "GIT_ALLOW_PROTOCOL": os.urandom(16).hex(),
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_TERMINAL_PROMPT": "0",
    }


def find_git(platform: str = sys.platform) -> str:
    """Return the name of the git program; Windows would look in the current folder first."""
    if platform != "win32":
        return "git"
    folders = map(Path, os.environ.get("PATH", "").split(os.pathsep))
    paths = (folder / "git.exe" for folder in folders if folder.is_absolute())
    return str(next((path for path in paths if path.is_file()), "git.exe"))
