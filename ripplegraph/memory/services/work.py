"""The service that records episodes and artifacts, and answers from them."""

from dataclasses import dataclass

from ripplegraph.memory.queries.search import Found, MemoryList
from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.memory.services.base import NOTHING_FOUND, ProjectService, retry_without_graph
from ripplegraph.memory.work.access import Actor
from ripplegraph.memory.work.artifacts import (
    ArtifactDraft,
    ArtifactList,
    ArtifactView,
    add_artifact,
    delete_artifact,
    list_artifacts,
)
from ripplegraph.memory.work.episodes import (
    EpisodeDraft,
    EpisodeEdit,
    EpisodeList,
    add_episode,
    edit_episode,
    list_episodes,
)
from ripplegraph.memory.work.ledger import (
    Ledger,
    UnknownRecordError,
    resolve_artifact,
    resolve_episode,
)
from ripplegraph.memory.work.outcomes import Derived, derive_outcome
from ripplegraph.memory.work.similar_tasks import SuccessList, find_successes
from ripplegraph.memory.work.success_rates import AgentList, RateList, compare_agents, compute_rates
from ripplegraph.memory.writing.drafts import Head
from ripplegraph.memory.writing.gate import Gate
from ripplegraph.memory.writing.journal import Journal
from ripplegraph.store.memory.memory_reader import read_memories
from ripplegraph.store.memory.spool_view import find_waiting
from ripplegraph.store.memory.work_storage import (
    find_task_memories,
    read_task_episodes,
    read_work_events,
)
from ripplegraph.store.records.work_records import (
    Artifact,
    ArtifactFilter,
    Episode,
    EpisodeFilter,
    WorkEvent,
)


@dataclass(frozen=True)
class OutcomeReport:
    """The memory of how a task ended: created, updated, unchanged, or kept as a person has it."""

    change: str
    memory: MemoryView


@dataclass(frozen=True)
class EpisodeReport:
    """An episode that was added, and the memory that was derived with it."""

    episode: Episode
    outcome: OutcomeReport | None


@dataclass(frozen=True)
class TaskAttempts:
    """The attempts at a task, oldest first, and the memories of it."""

    task_id: str
    episodes: tuple[Episode, ...]
    dead_ends: tuple[MemoryView, ...]
    outcomes: tuple[MemoryView, ...]


@dataclass(frozen=True)
class WorkHistory:
    """The history of an episode or artifact, oldest first, and its state now, if it is there."""

    record: Episode | Artifact | None
    events: tuple[WorkEvent, ...]


class WorkService(ProjectService):
    """The episodes and artifacts of one project."""

    @retry_without_graph
    def add_episode(
        self, draft: EpisodeDraft, by: Actor, *, derive: bool = False, head: Head = (None, None)
    ) -> EpisodeReport:
        """Add an episode; with `derive`, one that ends a task also gives a memory of that."""
        with self._open_graph() as graph, self.memories.change() as journal:
            episode = add_episode(self._open_ledger(journal), draft, by, root=self._root)
            done = None
            if derive and episode.has_ended:
                gate = Gate(self._root, self.registry, graph)
                done = derive_outcome(journal, gate, episode.task_id, by, head=head)
        return EpisodeReport(episode, self._report(done, journal) if done else None)

    def edit_episode(
        self, episode_id: str, wanted: EpisodeEdit, by: Actor, *, reason: str
    ) -> Episode:
        with self.memories.change() as journal:
            ledger = self._open_ledger(journal)
            return edit_episode(ledger, episode_id, wanted, by, reason=reason, root=self._root)

    @retry_without_graph
    def derive_outcome(
        self, task_id: str, by: Actor, *, head: Head = (None, None)
    ) -> OutcomeReport:
        with self._open_graph() as graph, self.memories.change() as journal:
            gate = Gate(self._root, self.registry, graph)
            done = derive_outcome(journal, gate, task_id, by, head=head)
        return self._report(done, journal)

    def list_episodes(self, wanted: EpisodeFilter, *, limit: int | None) -> EpisodeList:
        with self.memories.read() as connection:
            if connection is None:
                return EpisodeList((), 0, 0, 0)
            return list_episodes(connection, wanted, limit=limit)

    @retry_without_graph
    def list_task_memories(self, task_id: str) -> MemoryList:
        """Return the live dead ends and outcomes of a task."""
        with self.memories.read() as connection, self._open_graph() as graph:
            if connection is None:
                return NOTHING_FOUND
            memories = read_memories(connection, find_task_memories(connection, task_id))
            found = Found(memories, len(memories))
            return self._build_list(graph, found, find_waiting(connection))

    def build_tried(self, task_id: str, learned: MemoryList) -> TaskAttempts:
        """Put together what was tried for a task and what was learned from it."""
        with self.memories.read() as connection:
            episodes = read_task_episodes(connection, task_id) if connection else []
        views = learned.memories
        return TaskAttempts(
            task_id,
            tuple(episodes),
            dead_ends=tuple(view for view in views if view.type == "dead_end"),
            outcomes=tuple(view for view in views if view.type != "dead_end"),
        )

    def find_successes(
        self, question: str | None, *, task_id: str | None, limit: int | None
    ) -> SuccessList:
        with self.memories.read() as connection:
            if connection is None:
                return SuccessList((), 0, 0, 0)
            return find_successes(connection, question, task_id=task_id, limit=limit)

    def compute_rates(self, wanted: EpisodeFilter, *, limit: int | None) -> RateList:
        with self.memories.read() as connection:
            if connection is None:
                return RateList((), 0, 0, 0)
            return compute_rates(connection, wanted, limit=limit)

    def compare_agents(self, wanted: EpisodeFilter, *, weekly: bool) -> AgentList:
        with self.memories.read() as connection:
            if connection is None:
                return AgentList(())
            return compare_agents(connection, wanted, weekly=weekly)

    def add_artifact(self, draft: ArtifactDraft, by: Actor) -> ArtifactView:
        with self.memories.change() as journal:
            return add_artifact(self._open_ledger(journal), draft, by, root=self._root)

    def list_artifacts(self, wanted: ArtifactFilter, *, limit: int | None) -> ArtifactList:
        with self.memories.read() as connection:
            if connection is None:
                return ArtifactList((), 0, 0, 0)
            return list_artifacts(connection, wanted, limit=limit, root=self._root)

    def delete_artifact(self, artifact_id: str, by: Actor, *, reason: str) -> Artifact:
        with self.memories.change() as journal:
            return delete_artifact(self._open_ledger(journal), artifact_id, by, reason=reason)

    def get_work_history(self, record: str, record_id: str) -> WorkHistory:
        """Return what happened to an episode or artifact, also after it was removed."""
        resolve = resolve_episode if record == "episode" else resolve_artifact
        with self.memories.read() as connection:
            if connection is None:
                raise UnknownRecordError(f"There is no {record} yet.", hint="Nothing was done yet.")
            events = [e for e in read_work_events(connection, record_id) if e.record == record]
            if events and events[-1].is_removal:
                return WorkHistory(None, tuple(events))
            found = resolve(connection, record_id)
            return WorkHistory(found, tuple(read_work_events(connection, found.id)))

    def _open_ledger(self, journal: Journal) -> Ledger:
        return Ledger(journal.connection, now=journal.now)

    def _report(self, done: Derived, journal: Journal) -> OutcomeReport:
        return OutcomeReport(done.change, self._view(done.memory, journal))
