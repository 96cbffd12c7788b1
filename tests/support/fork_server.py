"""A process that has loaded ripple, and forks for each command it is asked to run.

A command in a fork has memory, files and signals of its own, as in a new process, but what takes
most of its time is done: starting Python and loading modules. Requests and exit codes are lines.
"""

import atexit
import gc
import json
import os
import pkgutil
import sys
import threading
import time
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NoReturn

import ripplegraph
from ripplegraph.indexing.freshness.code_version import get_code_version
from ripplegraph.parsers.registry import find_languages
from tests.support.permissions import give_up_overrides

_LOADED_WHEN_NEEDED = ("ripplegraph.__main__", "ripplegraph.server")


def serve(requests: IO[str], codes: IO[str]) -> None:
    """Run commands, one after the other, until there are no more requests."""
    for module in pkgutil.walk_packages(ripplegraph.__path__, "ripplegraph."):
        if not module.name.startswith(_LOADED_WHEN_NEEDED):
            import_module(module.name)
    get_code_version()
    find_languages()
    gc.freeze()
    for line in requests:
        child = os.fork()
        if not child:
            requests.close()
            codes.close()
            _run(**json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), file=codes, flush=True)


def _run(
    arguments: list[str],
    folder: str,
    environment: Mapping[str, str],
    streams: list[str],
    settings: Mapping[str, float],
    bound: bool,
) -> NoReturn:
    """Be the command, from its first line to the end of the process."""
    from ripplegraph.cli.main import main

    for number, (path, flags) in enumerate(
        zip(streams, (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)
    ):
        stream = os.open(path, flags)
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    sys.path[0] = folder
    sys.argv = [str(Path(ripplegraph.__path__[0], "__main__.py")), *arguments]
    for name, value in settings.items():
        module, _, constant = name.rpartition(".")
        setattr(sys.modules[module], constant, value)
    if bound:
        give_up_overrides()
    code: Any = 1
    try:
        main()
    except SystemExit as end:
        code = end.code or 0
    except BaseException:  # noqa: BLE001 - as Python ends
        sys.excepthook(*sys.exc_info())
    finally:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        for output in (sys.stdout, sys.stderr):
            output.flush()
        os._exit(code)


if __name__ == "__main__":
    # The standard streams stay as they are: unread, and those of the commands.
    serve(os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w"))
