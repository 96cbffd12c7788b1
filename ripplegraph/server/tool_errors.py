"""Turns whatever goes wrong in a tool into a tool error that says what to do."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from ripplegraph.errors import RippleError
from ripplegraph.graph.escaping import escape
from ripplegraph.memory.text import cut

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_LONGEST = 1_000
"""How long an error may be that repeats what a tool was asked."""


def guard(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Let a tool fail with one sentence and a hint; the server goes on."""

    @wraps(function)
    def run(*arguments: Parameters.args, **options: Parameters.kwargs) -> Result:
        try:
            return function(*arguments, **options)
        except RippleError as error:
            raise ToolError(describe_error(error)) from error
        except ToolError:
            raise
        except Exception as error:
            problem = escape(f"{type(error).__name__}: {error}")
            raise ToolError(
                f"This is a bug in ripple: {problem:.300} Hint: run `ripple doctor`."
            ) from error

    return run


def describe_error(error: RippleError) -> str:
    return cut(escape(f"{error.message} Hint: {error.hint}"), _LONGEST)
