"""The settings of a scan that decide what it finds, as a short text."""

import json
from collections.abc import Mapping

from ripplegraph.config import ScanConfig
from ripplegraph.store.files.content_hash import hash_briefly

_IRRELEVANT = ("errors", "jobs", "max_parse_seconds", "lock_timeout_seconds")
"""Settings that do not change what a scan finds."""


def describe_settings(config: ScanConfig) -> str:
    """Return what settings come to."""
    settings = {key: value for key, value in config._asdict().items() if key not in _IRRELEVANT}
    text = json.dumps(settings, sort_keys=True, default=str)
    return hash_briefly(text.encode())


def join_maker(code: str, config: ScanConfig) -> str:
    """Return the maker of a graph: its code and its settings."""
    return f"{code} {describe_settings(config)}"


def has_other_settings(meta: Mapping[str, str], config: ScanConfig) -> bool:
    """Whether a graph was made with settings that find something else."""
    maker = meta.get("maker")
    return maker is not None and maker.rpartition(" ")[2] != describe_settings(config)
