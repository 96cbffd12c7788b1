"""The operations on the state of a project: status, doctor, backups."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ripplegraph.app.operation_registry import operation
from ripplegraph.app.workspace import Workspace
from ripplegraph.errors import RippleError, UsageError

if TYPE_CHECKING:
    from ripplegraph.health.report import DoctorReport
    from ripplegraph.health.status import Status
    from ripplegraph.memory.recovery.restore import Restorer, RestoreReport
    from ripplegraph.store.backups.backup_list import Backup


class HealthOperations:
    """Examines the databases of a project, backs memories up and restores them."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    @operation(cli="status")
    def status(self) -> "Status":
        """Read the status of the index: its commit, counts, and whether it matches the files."""
        from ripplegraph.git.worktree import read_worktree
        from ripplegraph.health.status import read_status

        return read_status(
            self.workspace.root,
            worktree=read_worktree(self.workspace.root) if self.workspace.repository else None,
            graph=self.workspace.graph,
            memory=self.workspace.memory,
            config=self.workspace.config,
            ignored=self.workspace.settings.ignored,
        )

    @operation(cli="doctor")
    def doctor(self, *, verify: bool = False) -> "DoctorReport":
        """Examine the project and its databases, with a fix for each problem.

        `verify` compares the whole closure with a search over the edges, not just a sample.
        """
        from ripplegraph.health.doctor import examine

        config, config_error = self.workspace.try_config()
        return examine(
            self.workspace.root,
            repository=self.workspace.repository,
            graph=self.workspace.build_graph(config),
            memory=self.workspace.build_memory(config),
            config=config.scan,
            config_error=config_error,
            ignored=() if config_error else self.workspace.settings.ignored,
            model=self.workspace.build_model(config),
            verify=verify,
        )

    @operation(cli="doctor --backup")
    def back_up_memories(self) -> "Backup":
        """Make a backup of the memories now."""
        from ripplegraph.store.backups.backup import make_backup
        from ripplegraph.store.connection import exists

        memory = self.workspace.memory
        if not exists(memory):
            raise UsageError("There are no memories yet.", hint="`ripple remember` adds one.")
        return make_backup(memory)

    @operation(cli="doctor --restore")
    def restore_memories(
        self, wanted: str = "", *, confirm: "Callable[[RestoreReport], bool]"
    ) -> "RestoreReport":
        """Bring back damaged or lost memories: a backup, and all that can still be read.

        `wanted` is the name of a backup, or a time; otherwise the newest good one is taken.
        `confirm` gets what will be done, and says whether to do it.
        """
        return self._build_restorer().restore(wanted, confirm=confirm)

    @operation(cli="doctor --start-empty")
    def start_empty_memories(
        self, *, confirm: "Callable[[RestoreReport], bool]"
    ) -> "RestoreReport":
        """Move damaged or lost memories aside and begin without any; backups stay."""
        return self._build_restorer().start_empty(confirm=confirm)

    def _build_restorer(self) -> "Restorer":
        from ripplegraph.memory.recovery.restore import Restorer

        return Restorer(self.workspace.memory, root=self.workspace.root)


def find_damage(folder: str) -> "RippleError | None":
    """Find damage in the databases of a project."""
    from ripplegraph.app.project_finder import find_workspace
    from ripplegraph.store.integrity import is_damaged
    from ripplegraph.store.sqlite.failures import build_corrupt_error

    try:
        workspace = find_workspace(folder)
        config, _ = workspace.try_config()
        for database in (workspace.build_graph(config), workspace.build_memory(config)):
            if is_damaged(database):
                return build_corrupt_error(database, "rows of it cannot be read")
    except (RippleError, OSError):
        return None
    return None
