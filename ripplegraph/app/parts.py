"""What every operation of a project needs: its folder, its settings and its databases."""

import os
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.config import Config, LoadedSettings, load_settings
from ripplegraph.errors import ConfigError, GitError
from ripplegraph.store.database import Database, build_graph_database, build_memory_database

if TYPE_CHECKING:
    from ripplegraph.git.repository import Repository
    from ripplegraph.model.port import LanguageModel


class ProjectParts:
    """A folder with code, and where its index and its memories are."""

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
        self._environment = environment
        self._flags = flags
        self._notify = notify

    @property
    def config(self) -> Config:
        return self._settings.config

    @cached_property
    def _settings(self) -> LoadedSettings:
        """Read the settings; whoever opened the project is told what does not count."""
        loaded = load_settings(
            self.root,
            environment=self._environment,
            flags=self._flags,
            project=self._identity,
        )
        if loaded.ignored and self._notify is not None:
            from ripplegraph.trust.settings import describe_ignored

            self._notify(describe_ignored(loaded.ignored))
        return loaded

    @property
    def _identity(self) -> str:
        """What the list of trusted things knows a project by: the worktrees of git share it."""
        return os.path.realpath(self.repository.common_dir if self.repository else self.root)

    def _get_repository(self) -> "Repository":
        """Return the git repository, which there has to be."""
        if self.repository is None:
            raise GitError(
                f"{self.root} is not in a git repository.", hint="Run `git init` there first."
            )
        return self.repository

    def _try_config(self) -> tuple[Config, ConfigError | None]:
        try:
            return self.config, None
        except ConfigError as error:
            return Config(), error

    def _get_graph(self, config: Config) -> Database:
        return build_graph_database(self.root, busy_timeout_ms=config.store.busy_timeout_ms)

    def _get_memory(self, config: Config) -> Database:
        return build_memory_database(
            self.root,
            git_common_dir=self.repository.common_dir if self.repository else None,
            busy_timeout_ms=config.store.busy_timeout_ms,
            backup_minutes=config.store.backup_minutes,
        )

    def _build_model(self, config: Config) -> "LanguageModel":
        from ripplegraph.memory.secrets.detection import scrub_secrets
        from ripplegraph.model.port import LanguageModel

        name = config.model.key_variable
        key = self._environment.get(name, "") if name else ""
        return LanguageModel(config.model, root=self.root, key=key, scrub=scrub_secrets)

    def _read_head(self) -> tuple[str | None, str | None]:
        from ripplegraph.git.head import read_head

        return read_head(self.root) if self.repository else (None, None)
