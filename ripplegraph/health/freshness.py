"""The freshness of an index, as status and doctor name it."""

import sqlite3
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from ripplegraph.config import ScanConfig
from ripplegraph.git.worktree import Worktree
from ripplegraph.indexing.freshness.index_state import judge_index


class Freshness(StrEnum):
    """Whether the index matches the files in the worktree."""

    NOT_INDEXED = "not_indexed"
    FRESH = "fresh"
    UNCERTAIN = "uncertain"
    BEHIND = "behind"


NOTHING_SCANNED = (Freshness.NOT_INDEXED, "nothing has been scanned yet")
_NAMES = {True: Freshness.FRESH, None: Freshness.UNCERTAIN, False: Freshness.BEHIND}


def judge_freshness(
    connection: sqlite3.Connection,
    meta: Mapping[str, str],
    *,
    root: Path,
    worktree: Worktree | None,
    config: ScanConfig,
) -> tuple[Freshness, str]:
    """Return the freshness of an index, and the reason in words."""
    if "scanned_at" not in meta:
        return NOTHING_SCANNED
    state = judge_index(connection, meta, worktree, root=root, config=config)
    return _NAMES[state.fresh], state.reason
