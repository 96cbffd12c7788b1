"""The tools that answer from the graph."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from mcp.types import CallToolResult
from pydantic import Field

from ripplegraph.graph.ids import get_path
from ripplegraph.server.answers import (
    DEFAULT_BUDGET,
    LEAST_BUDGET,
    MEMORY_NOTICE,
    MOST_BUDGET,
    Row,
    Section,
    account,
    fit,
    respond,
)
from ripplegraph.server.rows import count_calls, describe_impact, flatten_calls

if TYPE_CHECKING:
    from ripplegraph.app.project import Project
    from ripplegraph.impact.queries.dependency_path import PathStep

Budget = Annotated[int, Field(ge=LEAST_BUDGET, le=MOST_BUDGET)]
Depth = Annotated[int, Field(ge=1, le=20)]
_READ = 200
"""How many rows of a kind are read; what else there is, is counted."""


class GraphTools:
    """The tools for impact, paths and calls."""

    def __init__(self, open_project: "Callable[[], Project]") -> None:
        self._open = open_project

    def list_tools(self) -> tuple[Callable[..., Any], ...]:
        return (self.analyze_impact, self.get_dependencies, self.trace_data_flow, self.find_path)

    def analyze_impact(
        self, target: str, max_depth: Depth = 3, budget: Budget = DEFAULT_BUDGET
    ) -> CallToolResult:
        """Show what depends on a file, symbol (PATH::NAME), name, line (PATH:LINE) or folder.

        Call it before you edit. Returns dependents and tests, strongest first, the memories about
        those places, and files that change together. `budget` is in characters.
        """
        project = self._open()
        impact = project.analyze_impact([target], depth=max_depth, limit=_READ)
        head, sections = describe_impact(impact, budget)
        if impact.counts["memories"]:
            head = {**head, "notice": MEMORY_NOTICE}
        answer = fit(head, sections, budget)
        return account(project, "analyze_impact", answer, _find_files(answer))

    def get_dependencies(
        self, target: str, max_depth: Depth | None = None, budget: Budget = DEFAULT_BUDGET
    ) -> CallToolResult:
        """List what a target depends on, directly or not, nearest first; links count, too."""
        reach = self._open().dependencies(target, depth=max_depth, limit=_READ)
        rows = [{"id": item.id, "depth": item.depth, "via": item.via} for item in reach.items]
        possible = [{"id": name} for name in reach.possible]
        head = {"target": reach.target, "total": reach.total, "by_depth": list(reach.counts)}
        sections = [
            Section("dependencies", rows, reach.total),
            Section("possible", possible, len(possible), 5, 5),
        ]
        return respond(fit(head, sections, budget))

    def trace_data_flow(
        self, symbol: str, max_depth: Depth = 2, budget: Budget = DEFAULT_BUDGET
    ) -> CallToolResult:
        """Follow the calls into a function and out of it, with what is passed and returned."""
        trace = self._open().trace(symbol, depth=max_depth)
        head = {
            "id": trace.id,
            "signature": trace.signature[:300],
            "returns": [text[:80] for text in trace.returned[:5]],
        }
        sections = [
            Section("callers", flatten_calls(trace.callers, trace.id), count_calls(trace.callers)),
            Section("callees", flatten_calls(trace.callees, trace.id), count_calls(trace.callees)),
        ]
        return respond(fit(head, sections, budget))

    def find_path(
        self, source: str, target: str, budget: Budget = DEFAULT_BUDGET
    ) -> CallToolResult:
        """Say why `source` depends on `target`: a shortest path with an edge for each step."""
        found = self._open().find_path(source, target)
        head = {
            "source": found.source,
            "target": found.target,
            "depends": bool(found.steps),
            "between_files_only": found.files_only,
        }
        steps = [_describe_step(step) for step in found.steps]
        return respond(fit(head, [Section("steps", steps, len(steps))], budget))


def _find_files(answer: Row) -> list[str]:
    """Return the files that would have to be read to find the direct dependents."""
    paths = (get_path(row["id"]) for row in answer.get("dependents", ()))
    return [path for path in paths if path]


def _describe_step(step: "PathStep") -> Row:
    row: dict[str, Any] = {"source": step.source, "target": step.target, "edges": step.count}
    if step.edges:
        edge = step.edges[0]
        row["edge"] = f"{edge.source}:{edge.line or '?'} {edge.kind} {edge.target}"
        row["resolution"] = edge.resolution
    return row
