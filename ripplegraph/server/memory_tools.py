"""The tools that read and write memories."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server.mcpserver import Context
from mcp.types import CallToolResult
from pydantic import Field

from ripplegraph.errors import UsageError
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.server.answers import (
    DEFAULT_BUDGET,
    MEMORY_NOTICE,
    Section,
    account,
    fit,
    respond,
)
from ripplegraph.server.context import Phase, build_context
from ripplegraph.server.graph_tools import Budget
from ripplegraph.server.rows import describe_kept, describe_memories
from ripplegraph.store.records.memory_records import Provenance

if TYPE_CHECKING:
    from ripplegraph.app.project import Project

CHANNEL = "mcp_auto"
"""What comes in this way is a candidate until someone has looked at it."""
CONFIRMING_CHANNEL = "agent_explicit"
Limit = Annotated[int, Field(ge=1, le=100)]
Problem = Literal["wrong", "outdated", "duplicate"]
Observation = Literal["precondition", "timing", "ui_behavior", "test_sequence", "mcp_gotcha"]
Files = Annotated[list[str], Field(description="Files or symbols (PATH::NAME) that it is about.")]


class MemoryTools:
    """The tools for searching and writing memories."""

    def __init__(self, open_project: "Callable[[], Project]") -> None:
        self._open = open_project

    def list_tools(self) -> tuple[Callable[..., Any], ...]:
        return (
            self.memory_search,
            self.remember_this,
            self.confirm_memory,
            self.flag_memory,
            self.get_workflow_recipe,
            self.record_e2e_observation,
            self.record_dead_end,
            self.get_context,
        )

    def memory_search(
        self,
        query: str,
        types: list[str] | None = None,
        about: str | None = None,
        limit: Limit = 10,
        budget: Budget = DEFAULT_BUDGET,
    ) -> CallToolResult:
        """Find memories by words: gotchas, dead ends, decisions, conventions and more.

        `types` keeps some types; `about` keeps what is about a target. Stale
        memories are found, too, and say so in `label`.
        """
        project = self._open()
        found = project.search_memories(query, _filter(project, types, about), limit=limit)
        head = {"matched": found.matched, "notice": MEMORY_NOTICE}
        return respond(fit(head, [describe_memories(found, budget)], budget))

    def remember_this(
        self,
        text: str,
        ctx: Context[Any, Any],
        type: str = "fact",  # noqa: A002 - the name that agents expect
        about: Files | None = None,
        title: str | None = None,
        tags: list[str] | None = None,
    ) -> CallToolResult:
        """Keep something that the next agent should know: one or two sentences, no secrets.

        Types: gotcha, error_pattern, decision, requirement, convention, preference, pattern,
        architecture, module_insight, dependency, fact. It is a candidate until a person confirms
        it. Name the code in `about`, so that the memory goes stale with it.
        """
        draft = Draft(
            text,
            type=type,
            title=title,
            tags=tuple(tags or ()),
            about=tuple(about or ()),
            provenance=_name_origin(ctx),
        )
        return self._keep(draft)

    def confirm_memory(
        self, memory_id: str, ctx: Context[Any, Any], reason: str = ""
    ) -> CallToolResult:
        """Say that a memory is true, after you have seen in the code or at run time that it is."""
        kept = self._open().confirm_memory(
            memory_id, source=CONFIRMING_CHANNEL, actor=_name_client(ctx), reason=reason
        )
        return respond(describe_kept(kept, confirmations=kept.confirmations))

    def flag_memory(
        self,
        memory_id: str,
        ctx: Context[Any, Any],
        problem: Problem = "wrong",
        reason: str = "",
        original: str | None = None,
    ) -> CallToolResult:
        """Say that a memory is wrong, outdated, or a duplicate of `original`; it is hidden.

        What a person has verified waits for a person to look at it again.
        """
        kept = self._open().flag_memory(
            memory_id,
            problem=problem,
            original=original,
            actor=_name_client(ctx),
            reason=reason,
            by_agent=True,
        )
        return respond(describe_kept(kept))

    def get_workflow_recipe(
        self, task: str, limit: Limit = 2, budget: Budget = DEFAULT_BUDGET
    ) -> CallToolResult:
        """Find the steps that worked for tasks like this one; ask before you plan."""
        found = self._open().find_recipes(task, limit=limit)
        rows = [recipe._asdict() for recipe in found.recipes]
        head = {"task": task[:200], "known": found.known, "notice": MEMORY_NOTICE}
        return respond(fit(head, [Section("recipes", rows, found.matched)], budget))

    def record_e2e_observation(
        self,
        text: str,
        kind: Observation,
        ctx: Context[Any, Any],
        about: Files | None = None,
        tool: str | None = None,
        app_state: str | None = None,
    ) -> CallToolResult:
        """Keep how the running program was seen to behave, for whoever tests it next."""
        details = {"observation_type": kind, "mcp_tool_used": tool, "app_state": app_state}
        draft = Draft(
            text,
            type="e2e_observation",
            details=_leave_out_empty(details),
            about=tuple(about or ()),
            provenance=_name_origin(ctx),
        )
        return self._keep(draft)

    def record_dead_end(
        self,
        approach: str,
        why_it_failed: str,
        ctx: Context[Any, Any],
        alternative: str | None = None,
        about: Files | None = None,
        task: str | None = None,
    ) -> CallToolResult:
        """Keep an approach that was tried and given up, so that nobody tries it again."""
        if not approach.strip() or not why_it_failed.strip():
            raise UsageError(
                "A dead end without words helps nobody.",
                hint="Say what was tried in `approach`, and why it failed in `why_it_failed`.",
            )
        instead = f" Used instead: {alternative}" if alternative else ""
        draft = Draft(
            f"{approach.rstrip('. ')}. Failed: {why_it_failed}{instead}",
            type="dead_end",
            title=f"Dead end: {approach}"[:100],
            details=_leave_out_empty(
                {
                    "approach_tried": approach,
                    "why_it_failed": why_it_failed,
                    "alternative_used": alternative,
                    "task_context": task,
                }
            ),
            about=tuple(about or ()),
            provenance=_name_origin(ctx),
        )
        return self._keep(draft)

    def get_context(
        self,
        task: str,
        files: list[str] | None = None,
        phase: Phase = "implement",
        budget: Budget = DEFAULT_BUDGET,
    ) -> CallToolResult:
        """Return what to know before a task: memories about it, and what its files reach."""
        project = self._open()
        answer, context = build_context(project, task, tuple(files or ()), phase, budget)
        return account(project, "get_context", answer, context.files)

    def _keep(self, draft: Draft) -> CallToolResult:
        kept = self._open().remember(draft)
        return respond(describe_kept(kept, created=kept.created))


def _filter(project: "Project", types: list[str] | None, about: str | None) -> Any:
    from ripplegraph.memory.states import SHOWN_STATES
    from ripplegraph.memory.types.registry import build_registry
    from ripplegraph.store.memory.memory_reader import MemoryFilter

    registry = build_registry(project.config.memory.types)
    names = [registry.resolve(name).name for name in types or ()]
    return MemoryFilter(types=names or None, states=SHOWN_STATES, about=about)


def _leave_out_empty(details: dict[str, str | None]) -> dict[str, Any]:
    return {name: value for name, value in details.items() if value}


def _name_origin(ctx: Context[Any, Any]) -> Provenance:
    return Provenance(CHANNEL, agent=_name_client(ctx))


def _name_client(ctx: Context[Any, Any]) -> str:
    """Return the name of the connected program; agents behind it are not known."""
    params = ctx.session.client_params
    return params.client_info.name[:80] if params is not None else "mcp"
