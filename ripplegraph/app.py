"""The one place that puts the parts together: a project, and what can be done with it."""

import os
from collections.abc import Callable, Mapping
from errno import EACCES
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ripplegraph.config import CONFIG_FILE, Config, load_config
from ripplegraph.errors import ConfigError, NotAProjectError, UsageError
from ripplegraph.store.database import (
    FOLDER,
    Database,
    build_graph_database,
    build_memory_database,
)

if TYPE_CHECKING:
    from ripplegraph.git.repository import Repository
    from ripplegraph.health.report import DoctorReport
    from ripplegraph.health.status import Status

Method = TypeVar("Method", bound=Callable[..., object])

OPERATIONS: dict[str, Mapping[str, str]] = {}
"""Each operation of a project by method name, with its name on each face that offers it."""


def operation(**faces: str) -> Callable[[Method], Method]:
    """Declare where a method can be called from, such as `cli="status"`."""

    def declare(method: Method) -> Method:
        OPERATIONS[method.__name__] = faces
        return method

    return declare


class Project:
    """A folder with code, its index and its memories; made by `open_project`."""

    def __init__(
        self,
        root: Path,
        *,
        repository: "Repository | None",
        environment: Mapping[str, str],
        flags: Mapping[str, str],
    ) -> None:
        self.root = root
        self.repository = repository
        self._environment = environment
        self._flags = flags

    @cached_property
    def config(self) -> Config:
        return load_config(self.root, environment=self._environment, flags=self._flags)

    @operation(cli="status")
    def status(self) -> "Status":
        """Tell what is indexed, from which commit, and whether it still matches the files."""
        from ripplegraph.git.worktree import read_worktree
        from ripplegraph.health.status import read_status

        return read_status(
            self.root,
            worktree=read_worktree(self.root) if self.repository else None,
            graph=self._get_graph(self.config),
            memory=self._get_memory(self.config),
        )

    @operation(cli="doctor")
    def doctor(self) -> "DoctorReport":
        """Examine the project and its databases, and say what to do about each problem."""
        from ripplegraph.health.doctor import examine

        config, config_error = self._try_config()
        return examine(
            self.root,
            repository=self.repository,
            graph=self._get_graph(config),
            memory=self._get_memory(config),
            config_error=config_error,
        )

    @operation(cli="doctor --rebuild-graph")
    def rebuild_graph(self) -> Path | None:
        """Move the graph database aside and create an empty one; returns where the old one is."""
        from ripplegraph.store.rebuild import rebuild_database

        return rebuild_database(self._get_graph(self.config))

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
        )


def open_project(
    path: str | Path = ".",
    *,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, str] | None = None,
) -> Project:
    """Find the project that a file or folder belongs to; this creates and changes nothing."""
    from ripplegraph.git.repository import find_repository

    folder = _get_folder(Path(path))
    repository = find_repository(folder)
    return Project(
        repository.root if repository else _get_marked_folder(folder),
        repository=repository,
        environment=os.environ if environment is None else environment,
        flags=flags or {},
    )


def _get_folder(path: Path) -> Path:
    try:
        found = Path(os.path.realpath(path, strict=True))
        folder = found if found.is_dir() else found.parent
        if not os.access(folder, os.R_OK | os.X_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}.",
            hint="Name a folder that exists and that you may read.",
        ) from error
    return folder


def _get_marked_folder(folder: Path) -> Path:
    for candidate in (folder, *folder.parents):
        if (candidate / FOLDER).is_dir() or (candidate / CONFIG_FILE).is_file():
            return candidate
    raise NotAProjectError(
        f"{folder} is not in a project: no git repository, {FOLDER}/ or {CONFIG_FILE} there.",
        hint=f"Run `git init`, or put an empty {CONFIG_FILE} at the top of the project.",
        path=folder,
    )
