"""Installations into the files of agents, in folders of their own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.agents.catalog import get_agents
from ripplegraph.agents.entries import ConfigFile
from ripplegraph.agents.entry_builder import Setup
from ripplegraph.agents.installation import install_agent, list_agents, uninstall_agent
from ripplegraph.agents.locations import Locations, Scope
from ripplegraph.agents.report import AgentReport, PlaceStatus

PYTHON = "/opt/ripple/bin/python3"


@dataclass(frozen=True)
class Machine:
    """A project and a home folder that nobody really uses."""

    root: Path
    home: Path
    platform: str = "linux"
    interpreter: str = PYTHON

    @property
    def places(self) -> Locations:
        return Locations(self.root, self.home, {}, self.platform)

    def find_files(self, agent: str, scope: Scope | None = None) -> tuple[ConfigFile, ...]:
        found = get_agents()[agent]
        return found.find_files(Setup(self.places, scope or found.scopes[0], self.interpreter))

    def install(
        self,
        agent: str,
        scope: Scope | None = None,
        approve: Callable[[AgentReport], bool] = lambda _: True,
    ) -> AgentReport:
        return install_agent(
            agent,
            scope,
            locations=self.places,
            interpreter=self.interpreter,
            worktree=None,
            approve=approve,
        )

    def uninstall(self, agent: str, scope: Scope | None = None) -> AgentReport:
        return uninstall_agent(
            agent,
            scope,
            locations=self.places,
            interpreter=self.interpreter,
            approve=lambda _: True,
        )

    def list_places(self, agent: str) -> tuple[PlaceStatus, ...]:
        report = list_agents(self.places, self.interpreter)
        return next(status.places for status in report.agents if status.name == agent)

    def read_all(self) -> Mapping[str, bytes]:
        """Return every file but those that ripple keeps for itself."""
        return {
            f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for name, folder in (("project", self.root), ("home", self.home))
            for path in sorted(folder.rglob("*"))
            if path.is_file()
            and not {".ripple", "ripplegraph", ".git"} & set(path.relative_to(folder).parts[:-1])
        }


def build_machine(folder: Path, *, platform: str = "linux", interpreter: str = PYTHON) -> Machine:
    root, home = folder / "project", folder / "home"
    root.mkdir(parents=True, exist_ok=True)
    home.mkdir(exist_ok=True)
    return Machine(root, home, platform, interpreter)
