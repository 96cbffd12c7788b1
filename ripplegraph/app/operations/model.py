"""The operations that ask a language model, and the log of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ripplegraph.app.arguments import list_names
from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.operations.graph import GraphOperations
from ripplegraph.app.operations.index import IndexOperations
from ripplegraph.app.operations.memories import MemoryOperations
from ripplegraph.app.workspace import Workspace
from ripplegraph.errors import UsageError

if TYPE_CHECKING:
    from ripplegraph.model.log import Exchange
    from ripplegraph.model.uses import ModelText
    from ripplegraph.structure.report import Module, ModuleMap


class ModelOperations:
    """Asks a language model where one is configured, and does without it where none is."""

    def __init__(
        self,
        workspace: Workspace,
        index: IndexOperations,
        memory_access: MemoryAccess,
        graph: GraphOperations,
        memories: MemoryOperations,
    ) -> None:
        self.workspace = workspace
        self.index = index
        self.memory_access = memory_access
        self.graph = graph
        self.memories = memories

    @operation(cli="model check")
    def check_model(self) -> "ModelText":
        """Ask the configured model for one word, to check that it answers."""
        from ripplegraph.model.uses import ModelText

        reply = self.workspace.model.ask(
            "check", "Answer with one word.", "Say ready.", max_tokens=10
        )
        return ModelText(
            reply.text or "", self.workspace.model.name if reply.text else "", reply.reason
        )

    @operation(cli="model log")
    def list_model_exchanges(self, *, limit: int | None = None) -> "tuple[Exchange, ...]":
        """List the exchanges with language models from this worktree, newest first."""
        return self.workspace.model.log.read_exchanges(limit)

    @operation(cli="model classify")
    def classify_text(self, text: str) -> "ModelText":
        """Suggest a memory type for a text; nothing is written."""
        from ripplegraph.model.uses import classify

        types = self.memory_access.open_service().registry.list_types()
        choices = {kind.name: kind.description for kind in types if kind.injectable}
        return classify(self.workspace.model, text, choices)

    @operation(cli="model consolidate")
    def consolidate_memories(self, memory_ids: str | Sequence[str]) -> "ModelText":
        """Propose one text for several memories; nothing is changed."""
        from ripplegraph.model.uses import consolidate

        memory_ids = list_names(memory_ids)
        if len(memory_ids) < 2:
            raise UsageError("One memory is consolidated already.", hint="Name two or more.")
        return consolidate(
            self.workspace.model, [self.memories.get_memory(name).content for name in memory_ids]
        )

    @operation(cli="model summarize")
    def summarize_module(self, path: str) -> "ModelText":
        """Summarize the purpose of a module, from the graph."""
        from ripplegraph.model.uses import ModuleFacts, summarise_module

        found = self.graph.module_map()
        module = _get_module(found, path)
        ends = [(item.source, item.target) for item in found.dependencies]
        facts = ModuleFacts(
            module.id,
            module.files,
            module.definitions,
            dependents=sorted(source for source, target in ends if target == module.id),
            dependencies=sorted(target for source, target in ends if source == module.id),
            members=self._find_members(module.id),
        )
        return summarise_module(self.workspace.model, facts)

    def _find_members(self, module: str) -> list[str]:
        from ripplegraph.store.connection import open_for_reading
        from ripplegraph.store.sql import statements

        with open_for_reading(self.index.get_scanned_graph()) as graph:
            start = module.rstrip("*")
            rows = graph.execute(statements.SELECT_MODULE_MEMBERS, (start, f"{start}\U0010ffff"))
            return [f"{path}::{label}" for path, label in rows]


def _get_module(found: "ModuleMap", path: str) -> "Module":
    from ripplegraph.memory.spelling import suggest_name

    wanted = {path, f"{path.rstrip('/')}/", f"{path.rstrip('/')}/*"}
    for module in found.modules:
        if module.id in wanted:
            return module
    names = [module.id for module in found.modules]
    hint = suggest_name(path, names) if names else "`ripple map` shows what there is."
    raise UsageError(f"There is no module {path!r:.80}.", hint=hint)
