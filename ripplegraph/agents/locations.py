"""Locations of agents' files: the project, the home folder, the folder for settings."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Scope(StrEnum):
    """For whom an agent is set up: everyone's work in a project, or all work of a user."""

    PROJECT = "project"
    USER = "user"


@dataclass(frozen=True)
class Locations:
    """The folders that paths of configuration files begin with."""

    root: Path
    home: Path
    environment: Mapping[str, str]
    platform: str = sys.platform

    @property
    def config(self) -> Path:
        """The folder for settings by the rules of the desktop, on every system but Windows."""
        if self.platform == "win32":
            return self.get_folder("APPDATA", self.home / "AppData" / "Roaming")
        return self.get_folder("XDG_CONFIG_HOME", self.home / ".config")

    @property
    def applications(self) -> Path:
        """The folder where desktop applications keep what belongs to a user."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.config

    @property
    def state(self) -> Path:
        """The folder for what ripple has to remember about a user's files."""
        if self.platform == "win32":
            return self.get_folder("LOCALAPPDATA", self.home / "AppData" / "Local") / "ripplegraph"
        return self.get_folder("XDG_STATE_HOME", self.home / ".local" / "state") / "ripplegraph"

    def get_folder(self, variable: str, usual: Path) -> Path:
        """Return the folder that a variable names; a relative path does not count."""
        value = self.environment.get(variable, "")
        return Path(value) if Path(value).is_absolute() else usual


def find_locations(root: Path, environment: Mapping[str, str]) -> Locations:
    """Find the folders of whoever runs this."""
    value = environment.get("USERPROFILE" if sys.platform == "win32" else "HOME", "")
    home = Path(value) if Path(value).is_absolute() else Path(os.path.expanduser("~"))  # noqa: PTH111
    return Locations(root, home, environment)
