"""Parses the commands that agents run before each edit, without loading click.

What it does not understand at once, it leaves to click: help, mistakes, global options.
"""

import os
from collections.abc import Sequence
from typing import NamedTuple

from ripplegraph.cli.impact_options import OPTIONS, Option

COMMANDS = frozenset({"analyze-impact", "impact", "blast-radius"})
HOOK = "hook"
_COMPLETION_VARIABLE = "_RIPPLE_COMPLETE"
_FOLDER_FLAGS = ("-C", "--project")
_HELP_FLAGS = frozenset({"-h", "--help"})

Value = str | int | float | bool | None


class Request(NamedTuple):
    """The request of a command line."""

    targets: tuple[str, ...]
    options: dict[str, Value]
    json: bool = False
    folder: str = "."


def run_quickly(arguments: Sequence[str]) -> int | None:
    """Run a command that has to start quickly; None: it takes the other way."""
    if os.environ.get(_COMPLETION_VARIABLE):
        return None
    if _is_hook(arguments):
        return _run_hook(arguments)
    if not arguments or arguments[0] not in COMMANDS:
        return None
    request = read_request(arguments[1:])
    if request is None:
        return None
    from ripplegraph.cli.impact import run

    return run(
        request.targets,
        request.options,
        folder=request.folder,
        as_json=request.json,
    )


def _is_hook(arguments: Sequence[str]) -> bool:
    """Tell whether a hook is to be run, maybe of a project that is named before."""
    at = 2 if arguments[:1] and arguments[0] in _FOLDER_FLAGS else 0
    return list(arguments[at : at + 1]) == [HOOK] and _HELP_FLAGS.isdisjoint(arguments)


def _run_hook(arguments: Sequence[str]) -> int:
    """Run a hook; what cannot be understood must not fail the agent that wrote it."""
    from ripplegraph.cli.hook import run
    from ripplegraph.cli.hook_options import OPTIONS as HOOK_OPTIONS

    at = list(arguments).index(HOOK)
    request = read_request([*arguments[:at], *arguments[at + 1 :]], HOOK_OPTIONS)
    if request is None:
        return 0
    return run(request.targets, str(request.options["agent"]), folder=request.folder)


def read_request(words: Sequence[str], table: Sequence[Option] = OPTIONS) -> Request | None:
    """Read what follows the name of a command, as click would; None where that is not sure."""
    options: dict[str, Value] = {
        option.name: False if option.kind == "flag" else option.default for option in table
    }
    by_flag = {option.flag: option for option in table}
    targets: list[str] = []
    json, folder = False, "."
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        if word == "--":
            targets += reversed(rest)
            break
        flag, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        option = by_flag.get(flag)
        if word == "--json":
            json = True
        elif option is not None and option.kind == "flag" and not equals:
            options[option.name] = True
        elif flag in _FOLDER_FLAGS or (option is not None and option.kind != "flag"):
            if not equals and not rest:
                return None
            text = value if equals else rest.pop()
            if option is None:
                folder = text
            else:
                read = _read_value(option, text)
                if read is None:
                    return None
                options[option.name] = read
        elif word.startswith("-") and word != "-":
            return None
        else:
            targets.append(word)
    return Request(tuple(targets), options, json, folder)


def _read_value(option: Option, text: str) -> Value:
    if option.kind == "text":
        return text
    if option.kind == "choice":
        return text if text in option.choices else None
    try:
        number = int(text) if option.kind == "whole" else float(text)
    except ValueError:
        return None
    fits = number >= option.least and (option.most is None or number <= option.most)
    return number if fits else None
