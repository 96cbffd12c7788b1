"""Runs the command line, and turns whatever goes wrong into a sentence and an exit code."""

import gc
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import NoReturn

from ripplegraph.cli.output import print_error, print_json_error
from ripplegraph.cli.quick_commands import run_quickly
from ripplegraph.errors import RippleError

EXIT_OK = 0
EXIT_BUG = 70
EXIT_INTERRUPTED = 130
EXIT_PIPE_CLOSED = 141
_GARBAGE_THRESHOLD = 50_000


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run `ripple` with the given arguments, or with those of this process."""
    # What a command loads stays until its end: looking for garbage that often finds none.
    gc.set_threshold(_GARBAGE_THRESHOLD)
    _make_output_safe()
    sys.exit(_run(list(sys.argv[1:] if arguments is None else arguments)))


def _run(arguments: list[str]) -> int:
    try:
        code = run_quickly(arguments)
        if code is None:
            from ripplegraph.cli.click_runner import invoke

            code = invoke(arguments)
        sys.stdout.flush()
        return code
    except RippleError as error:
        return _report(arguments, error, error.message, error.hint, error.exit_code)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The interpreter flushes standard output once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - the last line of defence against a traceback
        damage = _find_damage(arguments)
        if damage is not None:
            return _report(arguments, damage, damage.message, damage.hint, damage.exit_code)
        message = f"This is a bug in ripple: {type(error).__name__}: {error}"
        hint = "Run the command again with --debug, and report what it prints."
        return _report(arguments, error, message, hint, EXIT_BUG)


def _find_damage(arguments: list[str]) -> RippleError | None:
    """Say which database is damaged, if one is: what it holds may have led to any error."""
    from itertools import pairwise

    from ripplegraph.app.operations.health import find_damage

    folder = "."
    for flag, value in pairwise(arguments):
        if flag in ("-C", "--project"):
            folder = value
    return find_damage(folder)


def _report(arguments: list[str], error: Exception, message: str, hint: str, code: int) -> int:
    # The options are looked for here because the error may have come before they were parsed.
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if "--debug" in options:
        import traceback

        traceback.print_exception(error)
    if "--json" in options:
        kind = getattr(error, "kind", type(error).__name__)
        print_json_error(kind, message, hint, getattr(error, "candidates", None))
    else:
        print_error(message, hint)
    return code


def _make_output_safe() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
