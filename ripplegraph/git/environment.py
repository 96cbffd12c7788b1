"""The environment that git runs in, away from settings that would point it elsewhere."""

import os

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


def build_environment() -> dict[str, str]:
    """Return the environment that git runs in: this one, without what would redirect it."""
    kept = {name: value for name, value in os.environ.items() if name not in _REDIRECTING_VARIABLES}
    # In a partial clone git would fetch what it misses; ripple never reaches for the network.
    return {**kept, "LC_ALL": "C", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
