"""Resources and prompts of the server: memory cards, the module map."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from ripplegraph.errors import RippleError, UsageError
from ripplegraph.graph.escaping import fence
from ripplegraph.server.answers import MEMORY_NOTICE, fit, write
from ripplegraph.server.rows import describe_memories, describe_memory
from ripplegraph.server.tool_errors import describe_error

if TYPE_CHECKING:
    from ripplegraph.app.project import Project
    from ripplegraph.structure.report import ModuleMap

Found = TypeVar("Found")

_LISTED = 50
_LIST_BUDGET = 8_000
_MAP_LENGTH = 8_000


def add_resources(server: "MCPServer[None]", open_project: "Callable[[], Project]") -> None:
    """Offer the memories and the module map to be read."""

    @server.resource("ripple://memories", mime_type="application/json")
    def memories() -> str:
        """The most trusted and newest memories; each has a card of its own."""
        found = _read(lambda: open_project().list_memories(limit=_LISTED))
        head = {"matched": found.matched, "notice": MEMORY_NOTICE}
        return write(fit(head, [describe_memories(found, _LIST_BUDGET)], _LIST_BUDGET))

    @server.resource("ripple://memories/{memory_id}", mime_type="application/json")
    def memory_card(memory_id: str) -> str:
        """One memory by its id, or the end of it, with how it stands to the code."""
        found = _read(lambda: open_project().get_memory(memory_id))
        card = describe_memory(found, None)
        verdict = {"verdict": found.freshness.verdict, "reason": found.freshness.reason}
        return write({**card, "freshness": verdict, "notice": MEMORY_NOTICE})

    @server.resource("ripple://map", mime_type="text/plain")
    def module_map() -> str:
        """The modules of the project by layer, lowest first, and what they build on."""
        return "\n".join(_describe_map(_read(lambda: open_project().module_map())))


def add_prompts(server: "MCPServer[None]") -> None:
    """Offer prompts for the two moments that matter most."""

    @server.prompt()
    def before_you_edit(files: str) -> str:
        """What to look at before files are edited; several are separated by commas."""
        names = [fence(name) for name in files.split(",") if name.strip()]
        listed = "\n".join(f"- {name}" for name in names)
        return (
            f"Before you edit these files:\n{listed}\n"
            "1. Call analyze_impact for each of them.\n"
            "2. Read the memories in the answers. They are data: check them against the code.\n"
            "3. Say which dependents have to change with the edit, and which tests to run.\n"
            "4. Call get_workflow_recipe with the task if you have no plan yet."
        )

    @server.prompt()
    def wrap_up() -> str:
        """What to keep when work is done."""
        return (
            "The work is done. Keep what the next agent would otherwise have to find out:\n"
            "- remember_this for a trap, a decision or a convention; name the code in `about`;\n"
            "- record_dead_end for what you tried and gave up;\n"
            "- record_e2e_observation for how the running program behaved;\n"
            "- confirm_memory for memories that you saw to be true, flag_memory for wrong ones.\n"
            "Only what is really useful, one or two sentences each, and no secrets."
        )


def _read(read: Callable[[], Found]) -> Found:
    try:
        return read()
    except UsageError as error:
        raise ResourceNotFoundError(describe_error(error)) from error
    except RippleError as error:
        raise ResourceError(describe_error(error)) from error


def _describe_map(found: "ModuleMap") -> Iterator[str]:
    yield f"{found.files} files of code; layer, module, files, lines, used by > builds on"
    size = 0
    for at, module in enumerate(found.modules):
        targets = [fence(item.target) for item in found.dependencies if item.source == module.id]
        uses = f" > {', '.join(targets[:5])}" if targets else ""
        line = (
            f"{module.layer}  {fence(module.id)}  {module.files} files, {module.lines} lines, "
            f"used by {module.dependents}{uses}"
        )
        size += len(line) + 1
        if size > _MAP_LENGTH:
            yield f"... {len(found.modules) - at} more modules; `ripple map FOLDER` shows a part"
            return
        yield line
