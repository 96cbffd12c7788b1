"""Words that newcomers try: aliases of commands, and suggestions for misspelled words."""

from collections.abc import Collection, Mapping
from difflib import get_close_matches

ALIASES: Mapping[str, tuple[str, ...]] = {
    "blast-radius": ("analyze-impact",),
    "callers": ("dependents", "--kind", "calls", "--depth", "1"),
    "impact": ("analyze-impact",),
    "index": ("scan",),
    "init": ("scan",),
    "references": ("dependents", "--depth", "1"),
    "search": ("memories", "search"),
    "tests": ("analyze-impact", "--tests-only"),
}
"""Each alias with the words that it stands for; what follows it comes after them."""

_ADVICE: Mapping[str, str] = {
    "add": "remember",
    "add-memory": "remember",
    "build": "scan",
    "callees": "dependencies TARGET --kind calls --depth 1",
    "check": "analyze-impact --diff",
    "config": "status",
    "dead-code": "unused",
    "diff": "analyze-impact --diff",
    "find": "search QUERY",
    "graph": "map",
    "help": "--help",
    "history": "co-changes FILE",
    "imports": "dependencies FILE --kind imports --depth 1",
    "install": "agents install",
    "memory": "memories",
    "note": "remember",
    "notes": "memories list",
    "query": "search QUERY",
    "recall": "search QUERY",
    "refresh": "scan",
    "rescan": "scan",
    "serve": "mcp",
    "server": "mcp",
    "setup": "agents install",
    "show": "memories show ID",
    "uninstall": "agents uninstall",
    "update": "scan",
    "usages": "references TARGET",
    "users": "dependents TARGET",
    "version": "--version",
    "who-calls": "callers TARGET",
    "why": "path SOURCE TARGET",
}
"""Words that are no commands, with what whoever writes them probably wants."""

_ALIKE = 0.65


def suggest_command(word: str, commands: Collection[str]) -> str:
    """Return a sentence with the command that was probably meant, or an empty text."""
    advice = _ADVICE.get(word)
    if advice is not None:
        return f"Try `ripple {advice}`."
    near = find_alike(word, [*commands, *ALIASES, *_ADVICE])
    return f"Did you mean {_ADVICE.get(near, near)!r}?" if near else ""


def find_alike(word: str, known: Collection[str]) -> str:
    """Return the known word most like a misspelled one, or an empty text.

    Dashes in front do not count: two options are not alike for having them.
    """
    bare = {name.lstrip("-"): name for name in known}
    near = get_close_matches(word.lstrip("-"), bare, n=1, cutoff=_ALIKE)
    return bare[near[0]] if near else ""
