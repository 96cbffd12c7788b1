"""The operations on episodes and artifacts of tasks."""

from typing import TYPE_CHECKING

from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.operations.memory_reader import MemoryReader
from ripplegraph.app.workspace import Workspace

if TYPE_CHECKING:
    from ripplegraph.memory.services.work import (
        EpisodeReport,
        OutcomeReport,
        TaskAttempts,
        WorkHistory,
        WorkService,
    )
    from ripplegraph.memory.work.access import Actor
    from ripplegraph.memory.work.artifacts import ArtifactDraft, ArtifactList, ArtifactView
    from ripplegraph.memory.work.episodes import EpisodeDraft, EpisodeEdit, EpisodeList
    from ripplegraph.memory.work.similar_tasks import SuccessList
    from ripplegraph.memory.work.success_rates import AgentList, RateList
    from ripplegraph.store.records.work_records import (
        Artifact,
        ArtifactFilter,
        Episode,
        EpisodeFilter,
    )


class WorkOperations:
    """Keeps a record of work, and answers from it."""

    def __init__(
        self,
        workspace: Workspace,
        memory_access: MemoryAccess,
        reader: MemoryReader,
    ) -> None:
        self.workspace = workspace
        self.memory_access = memory_access
        self.reader = reader

    @operation(cli="episodes add")
    def add_episode(
        self, draft: "EpisodeDraft", by: "Actor", *, derive: bool = False
    ) -> "EpisodeReport":
        """Record an attempt; `derive` also writes a memory of how its task ended."""
        head = self.workspace.read_head() if derive else (None, None)
        return self._open_work().add_episode(draft, by, derive=derive, head=head)

    @operation(cli="episodes list")
    def list_episodes(
        self, wanted: "EpisodeFilter | None" = None, *, limit: int | None = None
    ) -> "EpisodeList":
        """List episodes, newest first."""
        return self._open_work().list_episodes(_choose(wanted), limit=limit)

    @operation(cli="episodes edit")
    def edit_episode(
        self, episode_id: str, wanted: "EpisodeEdit", by: "Actor", *, reason: str = ""
    ) -> "Episode":
        """Correct an episode; its history keeps the old values."""
        return self._open_work().edit_episode(episode_id, wanted, by, reason=reason)

    @operation(cli="episodes history")
    def get_episode_history(self, episode_id: str) -> "WorkHistory":
        """Return everything that happened to an episode, oldest first."""
        return self._open_work().get_work_history("episode", episode_id)

    @operation(cli="episodes derive")
    def derive_outcome(self, task_id: str, by: "Actor") -> "OutcomeReport":
        """Write a memory of how a task ended from its episodes, or update it."""
        return self._open_work().derive_outcome(task_id, by, head=self.workspace.read_head())

    @operation(cli="episodes tried")
    def find_tried(self, task_id: str) -> "TaskAttempts":
        """Find the attempts at a task: its episodes, dead ends and outcomes."""
        service = self._open_work()
        learned = self.reader.read_list(lambda _: service.list_task_memories(task_id))
        return service.build_tried(task_id, learned)

    @operation(cli="episodes worked")
    def find_worked(
        self,
        question: str | None = None,
        *,
        task_id: str | None = None,
        limit: int | None = None,
    ) -> "SuccessList":
        """Find successes of tasks like the one that a text, or a task's episodes, describe."""
        return self._open_work().find_successes(question, task_id=task_id, limit=limit)

    @operation(cli="episodes rates")
    def compute_success_rates(
        self, wanted: "EpisodeFilter | None" = None, *, limit: int | None = None
    ) -> "RateList":
        """Compute the success rate of each approach."""
        return self._open_work().compute_rates(_choose(wanted), limit=limit)

    @operation(cli="episodes agents")
    def compare_agents(
        self, wanted: "EpisodeFilter | None" = None, *, weekly: bool = False
    ) -> "AgentList":
        """Compare agents: counts, success rate, median duration and tokens."""
        return self._open_work().compare_agents(_choose(wanted), weekly=weekly)

    @operation(cli="artifacts add")
    def add_artifact(self, draft: "ArtifactDraft", by: "Actor") -> "ArtifactView":
        """Register a file that was made for a task, with its size and checksum."""
        return self._open_work().add_artifact(draft, by)

    @operation(cli="artifacts list")
    def list_artifacts(
        self, wanted: "ArtifactFilter | None" = None, *, limit: int | None = None
    ) -> "ArtifactList":
        """List artifacts, newest first, and say whether their files are still the same."""
        from ripplegraph.store.records.work_records import ArtifactFilter

        return self._open_work().list_artifacts(wanted or ArtifactFilter(), limit=limit)

    @operation(cli="artifacts delete")
    def delete_artifact(self, artifact_id: str, by: "Actor", *, reason: str = "") -> "Artifact":
        """Take an artifact off the record; its file is left alone."""
        return self._open_work().delete_artifact(artifact_id, by, reason=reason)

    @operation(cli="artifacts history")
    def get_artifact_history(self, artifact_id: str) -> "WorkHistory":
        """Return everything that happened to an artifact, oldest first."""
        return self._open_work().get_work_history("artifact", artifact_id)

    def _open_work(self) -> "WorkService":
        from ripplegraph.memory.services.work import WorkService

        return self.memory_access.build_service(WorkService)


def _choose(wanted: "EpisodeFilter | None") -> "EpisodeFilter":
    from ripplegraph.store.records.work_records import EpisodeFilter

    return wanted or EpisodeFilter()
