"""Compares the calls that the graph has of a Lua project with those that a program makes.

    python -m bench.accuracy.lua_calls PROJECT [--show 20] -- busted

The command after `--` runs in PROJECT, and every Lua in it notes its calls by a hook: of what name,
from which line to which function. Recall and precision are those of `ruby_calls`. A call in the
place of a result (`return f()`) leaves no trace of its caller, and is not seen.
"""

from __future__ import annotations

from bench.accuracy.call_graphs.tracing import PROGRAMS, compare_traced

_VARIABLES = ("LUA_INIT", "LUA_INIT_5_2", "LUA_INIT_5_3", "LUA_INIT_5_4")


def main() -> None:
    """Compare one project."""
    compare_traced(__doc__, dict.fromkeys(_VARIABLES, f"@{PROGRAMS / 'calls.lua'}"))


if __name__ == "__main__":
    main()
