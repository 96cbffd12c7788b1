"""Tools that bring an agent content from outside the project."""

import json
import re

_OWN = re.compile(r"(?:mcp__)?ripple", re.IGNORECASE)
_TOOLS = re.compile(
    r"web[_-]?(?:fetch|search)|fetch|browser|http|url|navigate|playwright|puppeteer|^mcp__",
    re.IGNORECASE,
)
_SHELLS = re.compile(r"bash|shell|exec|terminal|run_command", re.IGNORECASE)
_COMMANDS = re.compile(
    r"https?://|\b(?:curl|wget|httpie|lynx|w3m|ssh|scp)\b|\bgh\s+(?:api|issue|pr|gist|release)\b"
)


def brings_outside(tool: str, request: object) -> bool:
    """Tell whether a call of a tool may bring content that nobody here wrote."""
    if _OWN.match(tool):
        return False
    if _SHELLS.search(tool):
        return _COMMANDS.search(_describe(request)) is not None
    return _TOOLS.search(tool) is not None


def _describe(request: object) -> str:
    return request if isinstance(request, str) else json.dumps(request)
