"""The workspace of a project: its folder, repository, settings and databases."""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.config import Config, LoadedSettings, load_settings
from ripplegraph.errors import ConfigError, GitError
from ripplegraph.store.database import Database, build_graph_database, build_memory_database

if TYPE_CHECKING:
    from ripplegraph.git.repository import Repository
    from ripplegraph.model.port import LanguageModel

Progress = Callable[[str, int, int], None]
"""Is told the phase of a scan, how much of it is done, and of how much."""


ScanDisplay = Callable[[], AbstractContextManager[Progress | None]]
"""Shows a person how far a scan is, for as long as its context lasts."""


class Workspace:
    """A folder with code, and where its index and its memories are."""

    scan_display: ScanDisplay | None = None
    """Shows the first scan, where an operation has to make it."""

    def __init__(
        self,
        root: Path,
        *,
        repository: "Repository | None",
        environment: Mapping[str, str],
        flags: Mapping[str, str],
        notify: Callable[[str], None] | None = None,
    ) -> None:
        self.root = root
        self.folder = root
        """The folder that paths in targets may be relative to, beside the root."""
        self.repository = repository
        self.environment = environment
        self.flags = flags
        self._notify = notify

    @property
    def config(self) -> Config:
        return self.settings.config

    @cached_property
    def settings(self) -> LoadedSettings:
        """The settings; whoever opened the project is told which do not count."""
        loaded = load_settings(
            self.root,
            environment=self.environment,
            flags=self.flags,
            project=self.identity,
        )
        if loaded.ignored and self._notify is not None:
            from ripplegraph.trust.settings import describe_ignored

            self._notify(describe_ignored(loaded.ignored))
        return loaded

    def try_config(self) -> tuple[Config, ConfigError | None]:
        """Return the settings, or the standard ones with the error that there was."""
        try:
            return self.config, None
        except ConfigError as error:
            return Config(), error

    @property
    def identity(self) -> str:
        """The name of the project in the list of trusted things: worktrees of git share it."""
        return os.path.realpath(self.repository.common_dir if self.repository else self.root)

    def get_repository(self) -> "Repository":
        """Return the git repository, which there has to be."""
        if self.repository is None:
            raise GitError(
                f"{self.root} is not in a git repository.", hint="Run `git init` there first."
            )
        return self.repository

    def read_head(self) -> tuple[str | None, str | None]:
        """Return the commit and the branch that are checked out."""
        from ripplegraph.git.head import read_head

        return read_head(self.root) if self.repository else (None, None)

    @property
    def graph(self) -> Database:
        return self.build_graph(self.config)

    @property
    def memory(self) -> Database:
        return self.build_memory(self.config)

    def build_graph(self, config: Config) -> Database:
        """Return where the graph is, and how it is opened by some settings."""
        return build_graph_database(self.root, busy_timeout_ms=config.store.busy_timeout_ms)

    def build_memory(self, config: Config) -> Database:
        """Return where the memories are, and how they are opened by some settings."""
        return build_memory_database(
            self.root,
            git_common_dir=self.repository.common_dir if self.repository else None,
            busy_timeout_ms=config.store.busy_timeout_ms,
            backup_minutes=config.store.backup_minutes,
        )

    @cached_property
    def model(self) -> "LanguageModel":
        return self.build_model(self.config)

    def build_model(self, config: Config) -> "LanguageModel":
        from ripplegraph.memory.secrets.detection import scrub_secrets
        from ripplegraph.model.port import LanguageModel

        name = config.model.key_variable
        key = self.environment.get(name, "") if name else ""
        return LanguageModel(config.model, root=self.root, key=key, scrub=scrub_secrets)
