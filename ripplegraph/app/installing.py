"""The operations that bring ripple to coding agents."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ripplegraph.app.operations import operation
from ripplegraph.app.parts import ProjectParts

if TYPE_CHECKING:
    from ripplegraph.agents.places import Places, Scope
    from ripplegraph.agents.report import AgentReport, AgentsReport


def _approve_all(_: "AgentReport") -> bool:
    return True


class Installing(ProjectParts):
    """Writes into the configuration of agents, and takes it out again."""

    @operation(cli="agents install")
    def install_agent(
        self,
        name: str,
        *,
        scope: "Scope | None" = None,
        approve: Callable[["AgentReport"], bool] = _approve_all,
    ) -> "AgentReport":
        """Make an agent use ripple; `approve` sees what would change before it is done."""
        from ripplegraph.agents.building import get_interpreter
        from ripplegraph.agents.installing import install_agent

        return install_agent(
            name,
            scope,
            places=self._find_places(),
            interpreter=get_interpreter(),
            worktree=self.root if self.repository else None,
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
        from ripplegraph.agents.building import get_interpreter
        from ripplegraph.agents.installing import uninstall_agent

        places = self._find_places()
        return uninstall_agent(
            name, scope, places=places, interpreter=get_interpreter(), approve=approve
        )

    @operation(cli="agents list")
    def agents(self) -> "AgentsReport":
        """Tell which agents use ripple, where that is written, and what is out of date."""
        from ripplegraph.agents.building import get_interpreter
        from ripplegraph.agents.installing import list_agents

        return list_agents(self._find_places(), get_interpreter())

    def _find_places(self) -> "Places":
        from ripplegraph.agents.places import find_places

        return find_places(self.root, self._environment)
