"""Asks git which files were renamed since a commit."""

import os
from collections.abc import Mapping
from pathlib import Path

from ripplegraph.git.command import run_git


def find_renames(root: Path, *, since: str) -> Mapping[str, str]:
    """Return the new path of each file renamed between a commit and the files as they are now.

    A file that git does not track yet is not among them. Nothing is known when the commit is no
    longer there.
    """
    result = run_git(
        root,
        "-c",
        "diff.renameLimit=2000",
        "diff",
        "--find-renames",
        "--diff-filter=R",
        "--name-status",
        "-z",
        "--ignore-submodules",
        "--relative",
        "--end-of-options",
        since,
        "--",
    )
    if result.code:
        return {}
    fields = [os.fsdecode(field) for field in result.output.split(b"\0")]
    return dict(zip(fields[1::3], fields[2::3], strict=False))
