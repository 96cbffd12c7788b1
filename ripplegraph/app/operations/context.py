"""The operation that builds the context of a task for an agent."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ripplegraph.app.arguments import list_names
from ripplegraph.app.memory_access import MemoryAccess
from ripplegraph.app.operation_registry import operation
from ripplegraph.app.operations.impact import ImpactOperations
from ripplegraph.app.operations.memory_reader import MemoryReader
from ripplegraph.app.operations.search import SearchOperations
from ripplegraph.app.workspace import Workspace
from ripplegraph.errors import AmbiguousTargetError, UnknownTargetError, UsageError

if TYPE_CHECKING:
    from ripplegraph.impact.report import AttachedMemory, Dependent, Impact
    from ripplegraph.memory.queries.views import MemoryView
    from ripplegraph.memory.services.memories import MemoryService
    from ripplegraph.retrieval.context.budget import Budget
    from ripplegraph.retrieval.context.parts import Context, Preset
    from ripplegraph.retrieval.context.reach import ReachSummary
    from ripplegraph.retrieval.context.recall import Recalled

_MOST_ROWS = 100


class ContextOperations:
    """Builds contexts of tasks from memories and impact."""

    def __init__(
        self,
        workspace: Workspace,
        impact: ImpactOperations,
        search: SearchOperations,
        memory_access: MemoryAccess,
        reader: MemoryReader,
    ) -> None:
        self.workspace = workspace
        self.impact = impact
        self.search = search
        self.memory_access = memory_access
        self.reader = reader

    @operation(cli="context", mcp="get_context")
    def build_context(
        self,
        task: str = "",
        *,
        files: str | Sequence[str] = (),
        phase: str | None = None,
        budget: int | None = None,
        unit: str | None = None,
        preset: str = "task",
        session: str | None = None,
        folder: Path | None = None,
        summary: bool = False,
        find_excess: "Callable[[Context], int] | None" = None,
    ) -> "Context":
        """Build the context of a task for an agent, in so many characters or tokens.

        `files` are what the task will touch, and `folder` is where their paths may be relative to.
        What the current `session` learned itself is left out. With `summary`, a few sentences come
        first, by a language model if one is configured. `find_excess` tells how much too long a
        context is where it is put, in the unit of the budget; it is then written shorter.
        """
        from functools import partial

        from ripplegraph.retrieval.context.selection import ContextRequest
        from ripplegraph.retrieval.context.writer import ContextParts, write_context, write_to_fit

        files = list_names(files)
        chosen = _get_preset(preset, phase)
        room = _build_budget(chosen, budget, unit)
        impact, warnings = self._analyze_known(files, folder or self.workspace.root)
        near = {note.id: note.distance for note in _find_notes(impact)}
        places = _find_paths(impact, files)
        write = partial(
            write_context,
            chosen,
            ContextRequest(preset, task, phase, session, near),
            ContextParts(
                self._recall(task, near, places),
                places,
                _summarise(impact) if impact else None,
                (impact.omitted["stale_memories"] or 0) if impact else 0,
                warnings,
            ),
            registry=self.memory_access.open_service().registry,
            root=self.workspace.root,
            summarise=self._summarise if summary else None,
        )
        context = write_to_fit(write, room, find_excess) if find_excess else write(budget=room)
        self.memory_access.note_uses(item.id for item in context.items)
        return context

    def _analyze_known(
        self, files: Sequence[str], folder: Path
    ) -> "tuple[Impact | None, tuple[str, ...]]":
        """Analyze the files that the graph knows; a task may also be to make new ones."""
        if not files:
            return None, ()
        with suppress(UnknownTargetError, AmbiguousTargetError):
            return self.impact.analyze_impact(files, limit=_MOST_ROWS, folder=folder), ()
        known, warnings = [], []
        for file in files:
            try:
                self.impact.analyze_impact([file], depth=1, limit=1, folder=folder, scan=False)
                known.append(file)
            except (UnknownTargetError, AmbiguousTargetError) as error:
                warnings.append(error.message)
        if not known:
            return None, tuple(warnings)
        impact = self.impact.analyze_impact(known, limit=_MOST_ROWS, folder=folder, scan=False)
        return impact, tuple(warnings)

    def _recall(self, task: str, near: "dict[str, int]", files: "tuple[str, ...]") -> "Recalled":
        from dataclasses import replace

        from ripplegraph.retrieval.context.recall import recall

        found: list[Recalled] = []
        search = self.search.build_search()

        def read(service: "MemoryService") -> "tuple[MemoryView, ...]":
            found.append(recall(service, search, task, near, files))
            return found[-1].views

        views = self.reader.read_checked(read)
        return replace(found[-1], views=views)

    def _summarise(self, task: str, notes: Sequence[str]) -> tuple[str, str]:
        """Return a summary, and who wrote it."""
        from ripplegraph.model.uses import synthesise

        written = synthesise(self.workspace.model, task, notes)
        return written.text, written.by


def _get_preset(name: str, phase: str | None) -> "Preset":
    from ripplegraph.memory.spelling import suggest_name
    from ripplegraph.memory.types.definition import PHASES
    from ripplegraph.retrieval.context.presets import PRESETS

    if phase is not None and phase not in PHASES:
        raise UsageError(f"There is no phase {phase!r:.80}.", hint=suggest_name(phase, PHASES))
    if name not in PRESETS:
        raise UsageError(f"There is no preset {name!r:.80}.", hint=suggest_name(name, [*PRESETS]))
    return PRESETS[name]


def _build_budget(preset: "Preset", size: int | None, unit: str | None) -> "Budget":
    from ripplegraph.retrieval.context.budget import JSON, UNITS, Budget

    counted = unit or UNITS[0]
    if counted not in (*UNITS, JSON):
        raise UsageError(f"A budget is not counted in {unit!r:.80}.", hint=f"In {UNITS}.")
    if size is not None and size < 0:
        raise UsageError(f"A budget cannot be {size}.", hint="Give 0 or more.")
    if size is None:
        size = preset.budget // 4 if counted == "tokens" else preset.budget
    return Budget(size, counted)


def _find_notes(impact: "Impact | None") -> "Iterator[AttachedMemory]":
    for notes in impact.memories.values() if impact else ():
        yield from notes


def _find_paths(impact: "Impact | None", files: Sequence[str]) -> tuple[str, ...]:
    known = [target.path for target in impact.targets if target.path] if impact else []
    return tuple(dict.fromkeys([*known, *(() if impact else files)]))


def _summarise(impact: "Impact") -> "ReachSummary":
    from ripplegraph.impact.formats.lines import describe_counts
    from ripplegraph.retrieval.context.reach import ReachSummary

    rows = [*impact.direct_dependents, *impact.transitive_dependents]
    return ReachSummary(
        targets=tuple(target.id for target in impact.targets),
        score=impact.impact_score,
        counts=describe_counts(impact),
        dependents=tuple((row.id, _describe(row)) for row in rows),
        tests=tuple(test.id for test in impact.tests),
        warnings=impact.warnings,
    )


def _describe(row: "Dependent") -> str:
    kinds = dict.fromkeys(str(edge["kind"]) for edge in row.edges)
    return ", ".join(kinds)
