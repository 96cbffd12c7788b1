"""Compares the calls that the graph has of a Ruby project with those that its tests make.

    python -m bench.accuracy.ruby_calls PROJECT [--show 20] -- ruby -Ilib -Itest test/test_task.rb

The command after `--` runs tests in PROJECT while a tracer notes every call: of what name, from
which line to which definition. Recall is the share of executed calls that the graph has. Precision
is judged where a caller called something of that name: the graph is wrong where it never was what
the graph says. Left out are calls whose name does not stand in the caller's text, which the
language made, and members that get a value.
"""

from __future__ import annotations

from bench.accuracy.call_graphs.tracing import PROGRAMS, compare_traced


def main() -> None:
    """Compare one project."""
    compare_traced(__doc__, {"RUBYOPT": f"-r{PROGRAMS / 'calls.rb'}"}, ("initialize",))


if __name__ == "__main__":
    main()
