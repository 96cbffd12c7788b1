"""Prints how long the answers to agents are: what an agent pays to have ripple, and to ask it.

    python -m bench.answers.answer_size PROJECT [--file django/db/models/query.py] [--count 1000]

The project is copied, scanned and given memories. The bars: 16 KB for the list of tools, 8 KB for
the answer of a tool with its default budget (text and structure together), 2 KB for what a hook
prints.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import anyio
from mcp.client import Client

from bench.commands import measure_hook
from bench.scanned_projects import build_project
from ripplegraph import Project, open_project
from ripplegraph.briefing.hook_events import EVENTS
from ripplegraph.server.mcp import build_server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("--file", default="django/db/models/query.py")
    parser.add_argument("--symbol", default="django/db/models/query.py::QuerySet.filter")
    parser.add_argument("--source", default="django/contrib/admin/options.py")
    parser.add_argument("--count", type=int, default=1_000)
    options = parser.parse_args()
    with build_project(options.project, options.file, options.count) as project:
        for name, size, bar in anyio.run(measure_tools, project, options):
            show(name, size, bar)
        for event in EVENTS:
            show(
                f"hook {event}",
                len(measure_hook(project.root, event, event, options.file).output.encode()),
                2_048,
            )


async def measure_tools(
    project: Project, options: argparse.Namespace
) -> list[tuple[str, int, int]]:
    questions: dict[str, dict[str, Any]] = {
        "analyze_impact": {"target": options.file},
        "get_dependencies": {"target": options.file},
        "trace_data_flow": {"symbol": options.symbol},
        "find_path": {"source": options.source, "target": options.file},
        "memory_search": {"query": "cache"},
        "get_workflow_recipe": {"task": "add a lookup"},
        "get_context": {"task": "cache the query", "files": [options.file]},
        "remember_this": {"text": "Lookups are registered late.", "about": [options.file]},
        "record_dead_end": {"approach": "A global cache", "why_it_failed": "Threads."},
        "record_e2e_observation": {"text": "The admin loads in 2 s.", "kind": "timing"},
    }
    async with Client(build_server(lambda: open_project(project.root))) as client:
        listed = await client.list_tools()
        found = [("tools/list", len(listed.model_dump_json(exclude_none=True).encode()), 16_384)]
        for tool, arguments in questions.items():
            result = await client.call_tool(tool, arguments)
            if result.is_error:
                raise SystemExit(f"{tool}: {result.content}")
            found.append((tool, len(result.model_dump_json(exclude_none=True).encode()), 8_192))
    return found


def show(name: str, size: int, bar: int) -> None:
    print(f"{size:7,} bytes  {name}  (the bar is {bar:,}{'' if size < bar else '; MISSED'})")


if __name__ == "__main__":
    main()
