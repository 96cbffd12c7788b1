"""A project with its operations, and how one is opened."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ripplegraph.app.delegation import Delegate
from ripplegraph.app.index_check import IndexCheck
from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operations.context import ContextOperations
from ripplegraph.app.operations.graph import GraphOperations
from ripplegraph.app.operations.health import HealthOperations
from ripplegraph.app.operations.impact import ImpactOperations
from ripplegraph.app.operations.index import IndexOperations
from ripplegraph.app.operations.index_updater import IndexUpdater
from ripplegraph.app.operations.knowledge import KnowledgeOperations
from ripplegraph.app.operations.links import LinkOperations
from ripplegraph.app.operations.memories import MemoryOperations
from ripplegraph.app.operations.memory_reader import MemoryReader
from ripplegraph.app.operations.model import ModelOperations
from ripplegraph.app.operations.search import SearchOperations
from ripplegraph.app.operations.sessions import SessionOperations
from ripplegraph.app.operations.setup import SetupOperations
from ripplegraph.app.operations.trust import TrustOperations
from ripplegraph.app.operations.work import WorkOperations
from ripplegraph.app.project_finder import find_workspace
from ripplegraph.app.workspace import ScanDisplay, Workspace
from ripplegraph.config import Config

if TYPE_CHECKING:
    from ripplegraph.git.repository import Repository


class Project:
    """A folder with code, its index and its memories; made by `open_project`.

    No file stays open between two operations. As a context manager a project forgets at the end
    the answers that it keeps for when the same is asked again.
    """

    def __init__(self, workspace: Workspace) -> None:
        access, check = MemoryAccess(workspace), IndexCheck(workspace)
        self.workspace = workspace
        self.memory_access = access
        self.index = IndexOperations(workspace, access)
        updater = IndexUpdater(self.index, check, access)
        reader = MemoryReader(updater, access)
        self.graph = GraphOperations(workspace, self.index, access, updater)
        self.impact = ImpactOperations(workspace, self.index, check, access, updater)
        self.memories = MemoryOperations(workspace, self.index, updater, access, reader)
        self.knowledge = KnowledgeOperations(workspace, updater, access, reader)
        self.links = LinkOperations(workspace, updater, access, reader)
        self.work = WorkOperations(workspace, access, reader)
        self.search = SearchOperations(workspace, access, reader)
        self.context = ContextOperations(workspace, self.impact, self.search, access, reader)
        self.model = ModelOperations(workspace, self.index, access, self.graph, self.memories)
        self.sessions = SessionOperations(workspace, access)
        self.setup = SetupOperations(workspace)
        self.trusted = TrustOperations(workspace)
        self.health = HealthOperations(workspace)

    @property
    def root(self) -> Path:
        return self.workspace.root

    @property
    def folder(self) -> Path:
        """The folder that paths in targets may be relative to, beside the root."""
        return self.workspace.folder

    @folder.setter
    def folder(self, folder: Path) -> None:
        self.workspace.folder = folder

    @property
    def repository(self) -> "Repository | None":
        return self.workspace.repository

    @property
    def config(self) -> Config:
        return self.workspace.config

    @property
    def scan_display(self) -> ScanDisplay | None:
        """Shows the first scan, where an operation has to make it."""
        return self.workspace.scan_display

    @scan_display.setter
    def scan_display(self, display: ScanDisplay | None) -> None:
        self.workspace.scan_display = display

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.impact.calculator.forget_answers()

    scan = Delegate("index", IndexOperations.scan)
    rescan = Delegate("index", IndexOperations.rescan)
    watch = Delegate("index", IndexOperations.watch)
    rebuild_graph = Delegate("index", IndexOperations.rebuild_graph)

    languages = Delegate("graph", GraphOperations.languages)
    dependents = Delegate("graph", GraphOperations.dependents)
    dependencies = Delegate("graph", GraphOperations.dependencies)
    changes = Delegate("graph", GraphOperations.changes)
    module_map = Delegate("graph", GraphOperations.module_map)
    find_cycles = Delegate("graph", GraphOperations.find_cycles)
    co_changes = Delegate("graph", GraphOperations.co_changes)
    export = Delegate("graph", GraphOperations.export)
    to_networkx = Delegate("graph", GraphOperations.to_networkx)
    find_path = Delegate("graph", GraphOperations.find_path)
    find_hubs = Delegate("graph", GraphOperations.find_hubs)
    find_unused = Delegate("graph", GraphOperations.find_unused)
    trace = Delegate("graph", GraphOperations.trace)

    analyze_impact = Delegate("impact", ImpactOperations.analyze_impact)
    analyze_change = Delegate("impact", ImpactOperations.analyze_change)
    count_answer = Delegate("impact", ImpactOperations.count_answer)

    remember = Delegate("memories", MemoryOperations.remember)
    sweep = Delegate("memories", MemoryOperations.sweep)
    list_memories = Delegate("memories", MemoryOperations.list_memories)
    get_memory = Delegate("memories", MemoryOperations.get_memory)
    edit_memory = Delegate("memories", MemoryOperations.edit_memory)
    confirm_memory = Delegate("memories", MemoryOperations.confirm_memory)
    flag_memory = Delegate("memories", MemoryOperations.flag_memory)
    delete_memory = Delegate("memories", MemoryOperations.delete_memory)
    undo_memory = Delegate("memories", MemoryOperations.undo_memory)
    relate_memory = Delegate("memories", MemoryOperations.relate_memory)
    clean_up_memories = Delegate("memories", MemoryOperations.clean_up_memories)
    get_memory_stats = Delegate("memories", MemoryOperations.get_memory_stats)
    export_memories = Delegate("memories", MemoryOperations.export_memories)
    import_memories = Delegate("memories", MemoryOperations.import_memories)
    get_memory_history = Delegate("memories", MemoryOperations.get_memory_history)
    get_memory_log = Delegate("memories", MemoryOperations.get_memory_log)
    list_memory_types = Delegate("memories", MemoryOperations.list_memory_types)

    set_knowledge = Delegate("knowledge", KnowledgeOperations.set_knowledge)
    get_knowledge = Delegate("knowledge", KnowledgeOperations.get_knowledge)
    list_knowledge = Delegate("knowledge", KnowledgeOperations.list_knowledge)
    delete_knowledge = Delegate("knowledge", KnowledgeOperations.delete_knowledge)
    working_memory = Delegate("knowledge", KnowledgeOperations.working_memory)

    link = Delegate("links", LinkOperations.link)
    unlink = Delegate("links", LinkOperations.unlink)
    list_links = Delegate("links", LinkOperations.list_links)

    add_episode = Delegate("work", WorkOperations.add_episode)
    list_episodes = Delegate("work", WorkOperations.list_episodes)
    edit_episode = Delegate("work", WorkOperations.edit_episode)
    get_episode_history = Delegate("work", WorkOperations.get_episode_history)
    derive_outcome = Delegate("work", WorkOperations.derive_outcome)
    find_tried = Delegate("work", WorkOperations.find_tried)
    find_worked = Delegate("work", WorkOperations.find_worked)
    compute_success_rates = Delegate("work", WorkOperations.compute_success_rates)
    compare_agents = Delegate("work", WorkOperations.compare_agents)
    add_artifact = Delegate("work", WorkOperations.add_artifact)
    list_artifacts = Delegate("work", WorkOperations.list_artifacts)
    delete_artifact = Delegate("work", WorkOperations.delete_artifact)
    get_artifact_history = Delegate("work", WorkOperations.get_artifact_history)

    search_memories = Delegate("search", SearchOperations.search_memories)
    reindex_memories = Delegate("search", SearchOperations.reindex_memories)

    build_context = Delegate("context", ContextOperations.build_context)

    check_model = Delegate("model", ModelOperations.check_model)
    list_model_exchanges = Delegate("model", ModelOperations.list_model_exchanges)
    classify_text = Delegate("model", ModelOperations.classify_text)
    consolidate_memories = Delegate("model", ModelOperations.consolidate_memories)
    summarize_module = Delegate("model", ModelOperations.summarize_module)

    brief_agent = Delegate("sessions", SessionOperations.brief_agent)
    find_recipes = Delegate("sessions", SessionOperations.find_recipes)
    ingest = Delegate("sessions", SessionOperations.ingest)

    install_hooks = Delegate("setup", SetupOperations.install_hooks)
    uninstall_hooks = Delegate("setup", SetupOperations.uninstall_hooks)
    hooks = Delegate("setup", SetupOperations.hooks)
    install_agent = Delegate("setup", SetupOperations.install_agent)
    uninstall_agent = Delegate("setup", SetupOperations.uninstall_agent)
    agents = Delegate("setup", SetupOperations.agents)

    review_trust = Delegate("trusted", TrustOperations.review_trust)
    trust = Delegate("trusted", TrustOperations.trust)
    distrust = Delegate("trusted", TrustOperations.distrust)

    status = Delegate("health", HealthOperations.status)
    doctor = Delegate("health", HealthOperations.doctor)
    back_up_memories = Delegate("health", HealthOperations.back_up_memories)
    restore_memories = Delegate("health", HealthOperations.restore_memories)
    start_empty_memories = Delegate("health", HealthOperations.start_empty_memories)


def open_project(
    path: str | Path = ".",
    *,
    environment: Mapping[str, str] | None = None,
    flags: Mapping[str, str] | None = None,
    anywhere: bool = False,
    notify: Callable[[str], None] | None = None,
) -> Project:
    """Find the project that a file or folder belongs to; this creates and changes nothing.

    With `anywhere`, a folder that belongs to none is taken for a project of its own. `notify` is
    told about settings of the project that do not count because the user does not trust them.
    """
    return Project(
        find_workspace(path, environment=environment, flags=flags, anywhere=anywhere, notify=notify)
    )
