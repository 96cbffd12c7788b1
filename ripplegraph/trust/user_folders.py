"""Folders of the user, outside of every project: settings, and the list of trust."""

import sys
from collections.abc import Mapping
from pathlib import Path

_APPLICATION = "ripple"
_MAC_FOLDER = "Library/Application Support"


def get_config_folder(environment: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """Return the folder of the user's settings; None where nothing says who the user is."""
    return _get_folder(environment, platform, "XDG_CONFIG_HOME", "APPDATA", ".config")


def get_state_folder(environment: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """Return the folder where ripple keeps what the user trusts."""
    return _get_folder(environment, platform, "XDG_STATE_HOME", "LOCALAPPDATA", ".local/state")


def _get_folder(
    environment: Mapping[str, str], platform: str, variable: str, windows: str, usual: str
) -> Path | None:
    base = Path(environment.get(windows if platform == "win32" else variable, ""))
    if base.is_absolute():
        return base / _APPLICATION
    # A relative path would lead into the project.
    home = Path(environment.get("HOME", ""))
    if platform == "win32" or not home.is_absolute():
        return None
    return home / (_MAC_FOLDER if platform == "darwin" else usual) / _APPLICATION
