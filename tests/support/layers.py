"""Knowledge, episodes and artifacts for tests, with a clock that the test sets."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ripplegraph.config import MemoryConfig
from ripplegraph.memory.knowledge.entries import KnowledgeDraft
from ripplegraph.memory.knowledge.views import KnowledgeAnswer, KnowledgeReport
from ripplegraph.memory.lifecycle.cleanup import CleanupReport
from ripplegraph.memory.services.import_export import ImportExportService
from ripplegraph.memory.services.knowledge import KnowledgeService
from ripplegraph.memory.services.memories import MemoryService
from ripplegraph.memory.services.work import WorkService
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.work.access import Actor
from ripplegraph.memory.work.artifacts import ArtifactDraft, ArtifactView
from ripplegraph.memory.work.episodes import EpisodeDraft
from ripplegraph.store.records.work_records import ArtifactFilter, Episode, EpisodeFilter
from tests.support.databases import graph_of, memory_of
from tests.support.memories import Clock

BOSS = Actor("boss", "orchestrator")
ANN = Actor("ann", "user")
ONE = Actor("one")
TWO = Actor("two")


@dataclass
class Office:
    """The services of a folder, and the clock they go by."""

    root: Path
    clock: Clock = field(default_factory=Clock)

    @property
    def memories(self) -> MemoryService:
        return MemoryService(memory_of(self.root), **self._parts)

    @property
    def transfer(self) -> ImportExportService:
        return ImportExportService(memory_of(self.root), **self._parts)

    @property
    def knowledge(self) -> KnowledgeService:
        return KnowledgeService(memory_of(self.root), **self._parts)

    @property
    def work(self) -> WorkService:
        return WorkService(memory_of(self.root), **self._parts)

    @property
    def _parts(self) -> dict[str, Any]:
        return {
            "root": self.root,
            "graph": graph_of(self.root),
            "registry": build_registry(),
            "clock": self.clock,
        }

    def know(
        self, key: str, value: str, by: Actor, *, category: str = "convention", **options: Any
    ) -> KnowledgeReport:
        draft = KnowledgeDraft(category, key, value, **options)
        return self.knowledge.set_knowledge(draft, by, reason="")

    def ask(self, key: str, category: str = "convention") -> KnowledgeAnswer:
        found = self.knowledge.list_knowledge(category, key)
        return self.knowledge.answer(found, category, key)

    def log(
        self,
        task: str,
        action: str,
        approach: str,
        by: Actor = ONE,
        *,
        derive: bool = False,
        **options: Any,
    ) -> Episode:
        values = {"agent_id": by.name, **options}
        draft = EpisodeDraft(task_id=task, action=action, approach=approach, **values)
        return self.work.add_episode(draft, by, derive=derive).episode

    def episodes(self, **wanted: Any) -> list[Episode]:
        return list(self.work.list_episodes(EpisodeFilter(**wanted), limit=None).episodes)

    def make(self, path: str, by: Actor = ONE, *, task: str = "t1", **options: Any) -> ArtifactView:
        values = {"agent_id": by.name, "type": "file", **options}
        return self.work.add_artifact(ArtifactDraft(task_id=task, path=path, **values), by)

    def artifacts(self, **wanted: Any) -> list[ArtifactView]:
        return list(self.work.list_artifacts(ArtifactFilter(**wanted), limit=None).artifacts)

    def clean(self, *, current: str | None = None, **settings: Any) -> CleanupReport:
        config = MemoryConfig(**settings)
        return self.memories.clean_up(config, current=current, if_due=False)

    def plan(self, *, current: str | None = None, **settings: Any) -> CleanupReport:
        return self.memories.plan_cleanup(MemoryConfig(**settings), current=current)

    def export(self) -> str:
        return "".join(f"{line}\n" for line in self.transfer.export_lines())
