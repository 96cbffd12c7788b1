"""Finds the worktree around a folder without starting git, where that is plain.

Git looks for the same things, but takes longer to start than most questions take to answer.
Whatever is unusual is left to it: then the answer is that nothing is plain.
"""

import os
import re

from ripplegraph.git.settings_files import (
    GitFolders,
    find_own_folder,
    is_git_folder,
    read_settings,
)

_CEILINGS = "GIT_CEILING_DIRECTORIES"
"""Holds folders that git does not go up to."""
_UNUSUAL_SETTINGS = re.compile(rb"\bbare\b(?!\s*=\s*false)|\[\s*include", re.IGNORECASE)
_WORKTREE = re.compile(rb"\bworktree[ \t]*=[ \t]*([^\r\n]*)", re.IGNORECASE)
_NOT_PLAIN = re.compile(rb'["\\#;\x00-\x1f]')


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
    folders = GitFolders(own)
    settings = None if folders.is_doubtful else read_settings(folders)
    if settings is None or b"repositoryformatversion" not in settings:
        return None
    if own == inside and _UNUSUAL_SETTINGS.search(settings):
        return None
    if not all(_leads_to(root, own, value) for value in _WORKTREE.findall(settings)):
        return None
    return os.path.realpath(folders.shared)


def _leads_to(root: str, own: str, value: bytes) -> bool:
    """Tell whether a setting says the same as the file `.git` there, as in a submodule."""
    plain = value.rstrip(b" \t")
    if own == os.path.join(root, ".git") or _NOT_PLAIN.search(plain):
        return False
    return os.path.realpath(os.path.join(own, os.fsdecode(plain))) == root


def _is_own(path: str) -> bool:
    """Tell whether git would trust a path without looking into its settings."""
    get_user = getattr(os, "geteuid", None)
    return get_user is not None and os.stat(path).st_uid == get_user()
