"""The operations that keep memories safe: backups, and what brings them back."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ripplegraph.app.operations import operation
from ripplegraph.app.parts import ProjectParts
from ripplegraph.errors import RippleError, UsageError

if TYPE_CHECKING:
    from ripplegraph.memory.recovery.restore import Restorer, RestoreReport
    from ripplegraph.store.backups.backup_list import Backup


class Keeping(ProjectParts):
    """Makes backups of the memories, and restores them."""

    @operation(cli="doctor --backup")
    def back_up_memories(self) -> "Backup":
        """Make a backup of the memories now."""
        from ripplegraph.store.backups.backup import make_backup
        from ripplegraph.store.connection import exists

        memory = self._get_memory(self.config)
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

        return Restorer(self._get_memory(self.config), root=self.root)


def find_damage(folder: str) -> "RippleError | None":
    """Look for damage in the databases of a project, and say what helps."""
    from ripplegraph.app.opening import open_as
    from ripplegraph.store.integrity import is_damaged
    from ripplegraph.store.sqlite.failures import build_corrupt_error

    try:
        project = open_as(Keeping, folder)
        config, _ = project._try_config()
        for database in (project._get_graph(config), project._get_memory(config)):
            if is_damaged(database):
                return build_corrupt_error(database, "rows of it cannot be read")
    except (RippleError, OSError):
        return None
    return None
