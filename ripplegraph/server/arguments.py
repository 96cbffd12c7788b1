"""A server that names the mistakes of a call: the tool, the argument, the value."""

from collections.abc import Collection
from difflib import get_close_matches
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, GetPromptResult, InputRequiredResult, Tool
from pydantic import ValidationError

from ripplegraph.errors import UsageError
from ripplegraph.graph.escaping import escape
from ripplegraph.memory.text import cut
from ripplegraph.server.messages import INVALID_PARAMS
from ripplegraph.server.tool_errors import describe_error

_LONGEST_NAME = 60
_SHOWN = 5
"""How many mistakes of a call are named."""


class StrictServer(MCPServer[None]):
    """The server of the SDK, which by itself ignores arguments that a tool does not have."""

    async def list_tools(self) -> list[Tool]:
        tools = await super().list_tools()
        return [tool.model_copy(update={"input_schema": _close(tool)}) for tool in tools]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool, or say which name or value is wrong."""
        schemas = {tool.name: tool.input_schema for tool in await self.list_tools()}
        try:
            _check_names("tool", [name], schemas)
            _check_names(f"argument of {name}", arguments, schemas[name].get("properties", {}))
        except UsageError as error:
            raise ToolError(describe_error(error)) from error
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(_describe_values(name, error.__cause__)) from error.__cause__
            raise

    async def get_prompt(
        self,
        name: str,
        arguments: dict[str, Any] | None = None,
        context: Context[None, Any] | None = None,
    ) -> GetPromptResult | InputRequiredResult:
        """Return a prompt, or say which name is wrong."""
        prompts = {prompt.name: prompt.arguments or [] for prompt in await self.list_prompts()}
        try:
            _check_names("prompt", [name], prompts)
            known = {argument.name: argument.required for argument in prompts[name]}
            _check_names(f"argument of {name}", arguments or {}, known)
            _check_missing(name, arguments or {}, [key for key in known if known[key]])
        except UsageError as error:
            raise MCPError(code=INVALID_PARAMS, message=describe_error(error)) from error
        return await super().get_prompt(name, arguments, context)


def _close(tool: Tool) -> dict[str, Any]:
    return {**tool.input_schema, "additionalProperties": False}


def _check_names(what: str, given: Collection[str], known: Collection[str]) -> None:
    """Refuse names that are not known, with the nearest one that is."""
    wrong = [name for name in given if name not in known]
    if not wrong:
        return
    named = ", ".join(_quote(name) for name in wrong[:_SHOWN])
    nearest = get_close_matches(wrong[0][:_LONGEST_NAME], known, n=1)
    meant = f"Did you mean {_quote(nearest[0])}? " if nearest else ""
    raise UsageError(
        f"Unknown {what}: {named}.", hint=f"{meant}Known: {', '.join(known) or 'none'}."
    )


def _check_missing(name: str, given: Collection[str], required: Collection[str]) -> None:
    missing = [key for key in required if key not in given]
    if missing:
        raise UsageError(
            f"Missing argument of {name}: {', '.join(missing)}.", hint="Give it as a text."
        )


def _describe_values(tool: str, error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False)
    lines = [f"{_name_place(item['loc'])}: {item['msg']}." for item in found[:_SHOWN]]
    more = f" ({len(found) - _SHOWN} more.)" if len(found) > _SHOWN else ""
    return escape(f"Wrong arguments of {tool}. {' '.join(lines)}{more}")


def _name_place(place: tuple[int | str, ...]) -> str:
    return cut(".".join(map(str, place)), _LONGEST_NAME)


def _quote(name: str) -> str:
    return f"'{cut(name, _LONGEST_NAME)}'"
