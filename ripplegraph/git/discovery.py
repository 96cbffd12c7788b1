"""Finds the worktree around a folder without starting git, where that is plain.

Git looks for the same things, but takes longer to start than most questions take to answer.
Whatever is unusual is left to it: then the answer is that nothing is plain.
"""

import os
import re

from ripplegraph.git.settings_files import (
    GitFolders,
    find_own_folder,
    find_shared_folder,
    is_git_folder,
    read_settings,
)

_CEILINGS = "GIT_CEILING_DIRECTORIES"
"""Holds folders that git does not go up to."""
_UNUSUAL_SETTINGS = re.compile(
    rb"\bworktree\s*=|\bbare\b(?!\s*=\s*false)|\[\s*include", re.IGNORECASE
)


def find_plain_worktree(folder: str) -> tuple[str, str] | None:
    """Return the root and the shared git folder of the worktree around a real path, if plain."""
    ceilings = os.environ.get(_CEILINGS, "").split(os.pathsep)
    device = os.stat(folder).st_dev
    while True:
        if os.stat(folder).st_dev != device or is_git_folder(folder):
            return None
        inside = os.path.join(folder, ".git")
        if os.path.lexists(inside):
            shared = _find_shared_folder(folder, inside)
            return None if shared is None else (folder, shared)
        folder, last = os.path.split(folder)
        if not last or folder in ceilings:
            return None


def _find_shared_folder(root: str, inside: str) -> str | None:
    if not _is_own(root) or not _is_own(inside):
        return None
    own = find_own_folder(root)
    if own is None:
        return None
    shared = find_shared_folder(own)
    if not is_git_folder(shared) or not os.path.exists(os.path.join(own, "HEAD")):
        return None
    settings = read_settings(GitFolders(own, shared))
    if b"repositoryformatversion" not in settings:
        return None
    # In a submodule the setting says the same as the file `.git` there.
    if own == inside and _UNUSUAL_SETTINGS.search(settings):
        return None
    return os.path.realpath(shared)


def _is_own(path: str) -> bool:
    """Tell whether git would trust a path without looking into its settings."""
    get_user = getattr(os, "geteuid", None)
    return get_user is not None and os.stat(path).st_uid == get_user()
