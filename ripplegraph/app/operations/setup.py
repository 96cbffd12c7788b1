"""The operations that set ripple up: git hooks and the configuration of agents."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from ripplegraph.app.operation_registry import operation
from ripplegraph.app.workspace import Workspace

if TYPE_CHECKING:
    from ripplegraph.agents.locations import Locations, Scope
    from ripplegraph.agents.report import AgentReport, AgentsReport
    from ripplegraph.git.hooks import HooksReport


def _approve_all(_: "AgentReport") -> bool:
    return True


class SetupOperations:
    """Lets git start rescans, and agents use ripple."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    @operation(cli="hooks install")
    def install_hooks(self) -> "HooksReport":
        """Install the git hooks that start a rescan; other hooks go on as before."""
        from ripplegraph.git.hooks import install_hooks

        return install_hooks(self.workspace.get_repository(), interpreter=sys.executable)

    @operation(cli="hooks uninstall")
    def uninstall_hooks(self) -> "HooksReport":
        """Bring back the git hooks that were there before."""
        from ripplegraph.git.hooks import uninstall_hooks

        return uninstall_hooks(self.workspace.get_repository(), interpreter=sys.executable)

    @operation(cli="hooks status")
    def hooks(self) -> "HooksReport":
        """Tell where git looks for hooks, and which of them start a rescan."""
        from ripplegraph.git.hooks import read_hooks

        return read_hooks(self.workspace.get_repository(), interpreter=sys.executable)

    @operation(cli="agents install")
    def install_agent(
        self,
        name: str,
        *,
        scope: "Scope | None" = None,
        approve: Callable[["AgentReport"], bool] = _approve_all,
    ) -> "AgentReport":
        """Install ripple into an agent; `approve` sees the changes before they are made."""
        from ripplegraph.agents.entry_builder import get_interpreter
        from ripplegraph.agents.installation import install_agent

        return install_agent(
            name,
            scope,
            locations=self._find_locations(),
            interpreter=get_interpreter(),
            worktree=self.workspace.root if self.workspace.repository else None,
            approve=approve,
        )

    @operation(cli="agents uninstall")
    def uninstall_agent(
        self,
        name: str,
        *,
        scope: "Scope | None" = None,
        approve: Callable[["AgentReport"], bool] = _approve_all,
    ) -> "AgentReport":
        """Bring back an agent's files as they were, or take only ripple's entries out."""
        from ripplegraph.agents.entry_builder import get_interpreter
        from ripplegraph.agents.installation import uninstall_agent

        locations = self._find_locations()
        return uninstall_agent(
            name, scope, locations=locations, interpreter=get_interpreter(), approve=approve
        )

    @operation(cli="agents list")
    def agents(self) -> "AgentsReport":
        """List the agents that use ripple, with their files and outdated entries."""
        from ripplegraph.agents.entry_builder import get_interpreter
        from ripplegraph.agents.installation import list_agents

        return list_agents(self._find_locations(), get_interpreter())

    def _find_locations(self) -> "Locations":
        from ripplegraph.agents.locations import find_locations

        return find_locations(self.workspace.root, self.workspace.environment)
